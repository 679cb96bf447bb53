#include "cli/app.h"

int main(int argc, char** argv) { return skillstow::run_app(argc, argv); }
