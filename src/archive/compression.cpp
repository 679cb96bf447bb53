#include "archive/compression.h"

#include <algorithm>

#define ZLIB_CONST
#include <zlib.h>

namespace skillstow {
namespace {

constexpr int k_raw = -15;  // window bits: no header
constexpr int k_gzip = 31;  // window bits: a gzip header is wanted

class Inflater {
 public:
  explicit Inflater(int window_bits) : ready_(::inflateInit2(&stream_, window_bits) == Z_OK) {}
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;
  ~Inflater() { ::inflateEnd(&stream_); }

  Unpacked run(std::string_view packed, std::uint64_t max_bytes, std::string& out) {
    if (!ready_) return Unpacked::damaged;
    stream_.next_in = reinterpret_cast<const Bytef*>(packed.data());
    stream_.avail_in = static_cast<uInt>(packed.size());  // limits keep archives far below 4 GiB
    out.clear();
    for (;;) {
      // One byte above the limit tells a stream that ends there from one that goes on.
      const std::size_t wanted = std::max<std::size_t>(4096, std::min<std::size_t>(out.size(), 1u << 20));
      const std::size_t room = std::min<std::size_t>(wanted, static_cast<std::size_t>(max_bytes) + 1 - out.size());
      const std::size_t before = out.size();
      out.resize(before + room);
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + before);
      stream_.avail_out = static_cast<uInt>(room);
      const int code = ::inflate(&stream_, Z_NO_FLUSH);
      out.resize(before + room - stream_.avail_out);
      if (out.size() > max_bytes) return Unpacked::too_large;
      if (code == Z_STREAM_END) return stream_.avail_in == 0 ? Unpacked::ok : Unpacked::trailing;
      if (code == Z_BUF_ERROR || (code == Z_OK && stream_.avail_in == 0 && stream_.avail_out != 0))
        return Unpacked::cut_short;
      if (code != Z_OK) return Unpacked::damaged;
    }
  }

 private:
  z_stream stream_{};
  bool ready_;
};

}  // namespace

Unpacked inflate(std::string_view packed, std::uint64_t max_bytes, std::string& out) {
  return Inflater(k_raw).run(packed, max_bytes, out);
}

Unpacked gunzip(std::string_view packed, std::uint64_t max_bytes, std::string& out) {
  return Inflater(k_gzip).run(packed, max_bytes, out);
}

std::uint32_t crc32_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(
      ::crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), static_cast<z_size_t>(bytes.size())));
}

}  // namespace skillstow
