#pragma once

namespace skillstow {

// Reads the command line, runs the command and gives the exit status (see exit_code.h).
int run_app(int argc, char** argv);

}  // namespace skillstow
