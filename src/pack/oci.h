#pragma once

#include <cstdint>
#include <string>

#include "base/result.h"
#include "model/skill.h"

namespace skillstow {

// An OCI image layout (image-spec 1.1) in one tar file: the layer, its configuration, the manifest and the index, as
// the draft "Agent Skills OCI Artifacts" 0.1 names them. `layer` is a tar.gz rooted at NAME/, `layer_tar` the tar in
// it.
Result<std::string> write_oci_layout(const Skill& skill, const std::string& name, std::string layer, std::int64_t time);

}  // namespace skillstow
