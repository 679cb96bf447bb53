#include "facts/mask.h"

#include "support/catch.h"

using namespace skillstow;

TEST_CASE("values of secrets are masked") {
  CHECK(masked("api_key = \"9f8e7d6c5b4a39281706f5e4d3c2b1a0\"\n") == "api_key = \"***\"\n");
  CHECK(masked("CLIENT_SECRET = 'Qw7-Er5-Ty3-Ui1-Op9-As8-Df6-Gh4'") == "CLIENT_SECRET = '***'");
  CHECK(masked("Use postgres://svc:Zq8vN2rT7mK4pL1w@db.example.org/live now") ==
        "Use postgres://svc:***@db.example.org/live now");
  CHECK(masked("{\"accessToken\": \"a1B2c3D4e5F6g7H8i9\"}") == "{\"accessToken\": \"***\"}");
  CHECK(masked("token ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8 here") == "token *** here");
  CHECK(masked("-----BEGIN RSA PRIVATE KEY-----\nMIIBVAIB\n-----END RSA PRIVATE KEY-----\n") ==
        "-----BEGIN RSA PRIVATE KEY-----***-----END RSA PRIVATE KEY-----\n");
  CHECK(masked("-----BEGIN PRIVATE KEY-----\nnever ends") == "-----BEGIN PRIVATE KEY-----***");
}

TEST_CASE("what only looks like one stays as it is") {
  for (const char* text : {
           "api_key = os.environ[\"OPENAI_API_KEY\"]",
           "API_KEY=your-api-key-goes-here-1234",
           "token: <your-token>",
           "token = get_token_from_cache_v2(url)",
           "password: ${DB_PASSWORD}",
           "https://user:password@example.org/x",
           "sha256 = 9f8e7d6c5b4a39281706f5e4d3c2b1a0",
           "secret: /run/secrets/app2/key_14.txt",
           "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----",
           "sk-learn-compatible estimators",
           "",
       }) {
    INFO(text);
    CHECK(masked(text) == text);
  }
}
