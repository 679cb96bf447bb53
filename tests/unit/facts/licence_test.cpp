#include "facts/licence.h"

#include "support/catch.h"
#include "support/skill_of.h"

using namespace skillstow;
using namespace skillstow::test;

TEST_CASE("licences are known by their sentences") {
  CHECK(
      spdx_of_text(
          "MIT License\n\nCopyright (c) 2025\n\nPermission is hereby granted, free of charge, to any person obtaining "
          "a copy\nof this software and associated documentation files (the \"Software\"), to deal\n") == "MIT");
  CHECK(
      spdx_of_text(
          "                                 Apache License\n                           Version 2.0, January 2004\n") ==
      "Apache-2.0");
  CHECK(spdx_of_text("GNU GENERAL PUBLIC LICENSE\n Version 3, 29 June 2007\n") == "GPL-3.0");
  CHECK(spdx_of_text("GNU AFFERO GENERAL PUBLIC LICENSE\n Version 3\n") == "AGPL-3.0");
  CHECK(spdx_of_text("Redistribution and use in source and binary forms ... Neither the name of x") == "BSD-3-Clause");
  CHECK(spdx_of_text("Redistribution and use in source and binary forms, with or without") == "BSD-2-Clause");
  CHECK(spdx_of_text("All rights reserved. MIT is a university.").empty());
}

TEST_CASE("short names") {
  CHECK(spdx_of_name("MIT") == "MIT");
  CHECK(spdx_of_name("The MIT License") == "MIT");
  CHECK(spdx_of_name("Apache License, Version 2.0") == "Apache-2.0");
  CHECK(spdx_of_name("apache-2.0 licence") == "Apache-2.0");
  CHECK(spdx_of_name("GPLv3 license") == "GPL-3.0");
  CHECK(spdx_of_name("Unlicense") == "Unlicense");
  CHECK(spdx_of_name("Proprietary").empty());
  CHECK(spdx_of_name("BSD").empty());
  CHECK(spdx_of_name("").empty());
}

TEST_CASE("the file beside SKILL.md counts more than the field") {
  const Licence both =
      find_licence(skill_of("---\nname: example\ndescription: d\nlicense: Complete terms in LICENSE.txt\n---\n\n# T\n"
                            "=== LICENSE.txt ===\nApache License\nVersion 2.0\n=== docs/LICENSE ===\nx\n"));
  CHECK(both.field == "Complete terms in LICENSE.txt");
  CHECK(both.file == "LICENSE.txt");
  CHECK(both.spdx == "Apache-2.0");

  const Licence none =
      find_licence(skill_of("---\nname: example\ndescription: d\n---\n\n# T\n=== licenses.md ===\nx\n"));
  CHECK_FALSE(none.known());
  CHECK_FALSE(none.spdx);
}
