#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void give(const std::string& text) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

}  // namespace

// replay FOLDER: the target's seeds, each whole, cut at 64 places, and with 256 single bytes changed.
int main(int argc, char** argv) {
  constexpr std::size_t k_cuts = 64;
  constexpr std::size_t k_changes = 256;
  std::size_t seeds = 0;
  for (const auto& entry : std::filesystem::directory_iterator(argc > 1 ? argv[1] : ".")) {
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string seed((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
    ++seeds;
    give(seed);
    for (std::size_t i = 0; i < k_cuts; ++i) give(seed.substr(0, seed.size() * i / k_cuts));
    std::uint32_t random = 1;
    for (std::size_t i = 0; i < k_changes && !seed.empty(); ++i) {
      random = random * 1'664'525u + 1'013'904'223u;  // Numerical Recipes' generator: the same everywhere
      std::string text = seed;
      text[(random >> 8) % text.size()] = static_cast<char>(random & 0xFF);
      give(text);
    }
  }
  std::printf("%zu seeds\n", seeds);
  return seeds == 0 ? 1 : 0;
}
