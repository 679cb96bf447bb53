#pragma once

#include <string_view>

namespace skillstow {

// What the names of Python's and JavaScript's libraries stand for. Paths are full names: "urllib.request.urlopen";
// of a method of an object, the call that made the object comes first: "socket.socket.recv".

// A call whose value comes from the network.
bool is_fetch(std::string_view path);

// A call that sends its arguments to another machine.
bool is_send(std::string_view path);

// A call whose first argument is put into the file that its second one names: urlretrieve(url, path).
bool saves_download(std::string_view path);

// What the decoder of that name undoes ("base64"), or "".
std::string_view decoder_name(std::string_view path);

// A call or object that holds something private of the user, apart from files: "the clipboard"; or "".
std::string_view private_source(std::string_view path);

// The name of an environment variable that holds a credential.
bool names_credential(std::string_view variable);

// "process.env.HOME", "os.environ.USERPROFILE": the user's folder.
bool is_home_variable(std::string_view path);

// The address at which a cloud hands out the credentials of the machine.
bool is_metadata_address(std::string_view url);

// "a.b.c" -> "c"; "a" -> "a".
std::string_view last_name(std::string_view path);

}  // namespace skillstow
