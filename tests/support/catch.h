#pragma once

// Catch2 of either kind: version 2 is one header, version 3 is a library.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
