#include "safety/script_names.h"

#include <algorithm>
#include <iterator>

#include "base/text.h"

namespace skillstow {
namespace {

template <std::size_t N>
bool is_one_of(std::string_view word, const std::string_view (&words)[N]) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

// Modules and objects that talk to other machines: what they make has the methods below.
constexpr std::string_view k_network[] = {
    "socket",      "ssl",        "requests",   "httpx",      "aiohttp",   "urllib3",  "http",      "https",
    "http2",       "smtplib",    "aiosmtplib", "ftplib",     "telnetlib", "paramiko", "asyncssh",  "fabric",
    "boto3",       "aioboto3",   "websocket",  "websockets", "zmq",       "pika",     "net",       "tls",
    "dgram",       "axios",      "got",        "superagent", "undici",    "ws",       "WebSocket", "XMLHttpRequest",
    "EventSource", "nodemailer", "ssh2",       "pycurl",     "minio",     "dropbox",  "socketio",  "socket.io-client",
    "mqtt",        "treq"};

constexpr std::string_view k_sending[] = {"send",           "sendall",        "sendto",        "sendmail",
                                          "send_message",   "sendMail",       "post",          "put",
                                          "patch",          "request",        "storbinary",    "storlines",
                                          "upload_file",    "upload_fileobj", "putfo",         "put_object",
                                          "fput_object",    "write",          "end",           "emit",
                                          "publish",        "delete",         "basic_publish", "upload_blob",
                                          "files_upload",   "send_json",      "send_string",   "send_bytes",
                                          "open_connection"};

constexpr std::string_view k_receiving[] = {
    "recv",          "recvfrom",         "recv_into",   "recv_json", "recv_string",
    "receive",       "makefile",         "read_until",  "read_all",  "get",
    "post",          "request",          "getresponse", "urlopen",   "get_object",
    "download_file", "download_fileobj", "retrbinary"};

constexpr std::string_view k_fetches[] = {"requests.get",
                                          "requests.post",
                                          "requests.request",
                                          "httpx.get",
                                          "httpx.post",
                                          "httpx.stream",
                                          "urllib.request.urlopen",
                                          "urllib2.urlopen",
                                          "urlopen",
                                          "request.urlopen",
                                          "fetch",
                                          "axios",
                                          "axios.get",
                                          "axios.post",
                                          "axios.request",
                                          "got",
                                          "got.get",
                                          "http.get",
                                          "https.get",
                                          "urllib.request.urlretrieve",
                                          "node-fetch",
                                          "undici.fetch",
                                          "undici.request",
                                          "session.get",
                                          "client.get",
                                          "needle.get",
                                          "superagent.get",
                                          "window.fetch",
                                          "globalThis.fetch"};

constexpr std::string_view k_sends[] = {"requests.post",
                                        "requests.put",
                                        "requests.patch",
                                        "requests.get",
                                        "requests.request",
                                        "httpx.post",
                                        "httpx.put",
                                        "httpx.patch",
                                        "httpx.get",
                                        "httpx.request",
                                        "urllib.request.urlopen",
                                        "urllib.request.Request",
                                        "urllib2.urlopen",
                                        "urlopen",
                                        "Request",
                                        "fetch",
                                        "axios",
                                        "axios.post",
                                        "axios.put",
                                        "axios.patch",
                                        "axios.get",
                                        "axios.request",
                                        "http.request",
                                        "https.request",
                                        "https.get",
                                        "http.get",
                                        "got",
                                        "got.get",
                                        "got.post",
                                        "got.put",
                                        "needle.post",
                                        "superagent.post",
                                        "socket.gethostbyname",
                                        "socket.getaddrinfo",
                                        "dns.lookup",
                                        "dns.resolve",
                                        "dns.resolve4",
                                        "dns.resolveTxt",
                                        "dns.resolver.resolve",
                                        "dns.resolver.query",
                                        "session.post",
                                        "client.post",
                                        "navigator.sendBeacon",
                                        "s.send",
                                        "s.sendall",
                                        "sock.send",
                                        "sock.sendall",
                                        "conn.send",
                                        "server.sendmail",
                                        "smtp.sendmail",
                                        "smtp.send_message",
                                        "server.send_message",
                                        "ws.send",
                                        "WebSocket",
                                        "ftp.storbinary",
                                        "sftp.put",
                                        "s3.upload_file",
                                        "s3.upload_fileobj",
                                        "client.upload_file"};

struct Private {
  std::string_view path;
  std::string_view what;
};
constexpr Private k_private[] = {
    {"pyperclip.paste", "the clipboard"},
    {"clipboardy.readSync", "the clipboard"},
    {"clipboardy.read", "the clipboard"},
    {"clipboard.paste", "the clipboard"},
    {"win32clipboard.GetClipboardData", "the clipboard"},
    {"navigator.clipboard.readText", "the clipboard"},
    {"ImageGrab.grab", "a picture of the screen"},
    {"PIL.ImageGrab.grab", "a picture of the screen"},
    {"pyautogui.screenshot", "a picture of the screen"},
    {"pyscreenshot.grab", "a picture of the screen"},
    {"screenshot-desktop", "a picture of the screen"},
    {"browser_cookie3.chrome", "cookies of a browser"},
    {"browser_cookie3.firefox", "cookies of a browser"},
    {"browser_cookie3.load", "cookies of a browser"},
    {"browsercookie.chrome", "cookies of a browser"},
    {"document.cookie", "the cookies of the page"},
    {"sounddevice.rec", "sound of the microphone"},
    {"win32crypt.CryptUnprotectData", "passwords saved in a browser"},
};

bool has_root(std::string_view path) {
  return path.find('.') != std::string_view::npos && is_one_of(path.substr(0, path.find('.')), k_network);
}

}  // namespace

std::string_view last_name(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? path : path.substr(dot + 1);
}

bool is_fetch(std::string_view path) {
  if (is_one_of(path, k_fetches)) return true;
  // Of what a library made, not of the module: socket.socket.recv, but http.get is above.
  return has_root(path) && std::count(path.begin(), path.end(), '.') >= 2 && is_one_of(last_name(path), k_receiving);
}

bool is_send(std::string_view path) {
  if (is_one_of(path, k_sends)) return true;
  if (path == ".send" || path == ".sendall" || path == ".post" || path == ".sendmail" || path == ".sendMail")
    return true;
  return has_root(path) && std::count(path.begin(), path.end(), '.') >= 2 && is_one_of(last_name(path), k_sending);
}

bool saves_download(std::string_view path) {
  return path == "urllib.request.urlretrieve" || path == "urlretrieve" || path == "urllib.urlretrieve" ||
         path == "wget.download";
}

std::string_view private_source(std::string_view path) {
  for (const Private& one : k_private) {
    if (path == one.path) return one.what;
  }
  return {};
}

bool is_home_variable(std::string_view path) {
  const std::string_view name = last_name(path);
  return (path.starts_with("process.env.") || path.starts_with("os.environ.")) &&
         (name == "HOME" || name == "USERPROFILE" || name == "HOMEPATH");
}

bool is_metadata_address(std::string_view url) {
  const bool metadata = url.find("169.254.169.254") != std::string_view::npos ||
                        url.find("metadata.google.internal") != std::string_view::npos ||
                        url.find("169.254.170.2") != std::string_view::npos;
  return metadata && (url.find("credential") != std::string_view::npos || url.find("token") != std::string_view::npos ||
                      url.find("user-data") != std::string_view::npos || url.find("iam") != std::string_view::npos);
}

std::string_view decoder_name(std::string_view path) {
  const std::string_view last = last_name(path);
  if (last == "b64decode" || last == "urlsafe_b64decode" || last == "standard_b64decode" || last == "atob" ||
      last == "a2b_base64" || last == "decodebytes" || last == "b64_decode") {
    return "base64";
  }
  if (last == "b85decode" || last == "a85decode") return "base85";
  if (last == "b32decode") return "base32";
  if (last == "fromhex" || last == "unhexlify" || last == "b16decode" || last == "a2b_hex") return "hex";
  if (last == "fromCharCode" || last == "fromCodePoint" || last == "chr") return "character codes";
  if (path == "zlib.decompress" || path == "gzip.decompress" || path == "lzma.decompress" || path == "bz2.decompress" ||
      last == "gunzipSync" || last == "inflateSync" || last == "brotliDecompressSync") {
    return "compression";
  }
  if (path == "marshal.loads") return "bytecode";
  if (path == "codecs.decode") return "an encoding";
  if (last == "unescape" || last == "decodeURIComponent") return "percent codes";
  return {};
}

bool names_credential(std::string_view name) {
  for (const std::string_view part : {"KEY", "TOKEN", "SECRET", "PASSWORD", "PASSWD", "CREDENTIAL", "PRIVATE"}) {
    if (name.find(part) != std::string_view::npos) return true;
  }
  return false;
}

}  // namespace skillstow
