#include "codec/json_writer.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "support/catch.h"

using namespace orograph;
using codec::JsonWriter;

namespace {

std::string example(bool compact) {
  JsonWriter json(compact);
  json.beginObject();
  json.key("z").integer(UINT64_MAX);
  json.key("a").integers(std::vector<std::int64_t>{1, -2, INT64_MIN});
  json.key("empty").beginObject().endObject();
  json.key("none").integers(std::vector<int>{});
  json.key("list").beginArray();
  json.beginObject().key("x").raw("0.1424").key("ok").boolean(true).endObject();
  json.null().string("q\"\n").endArray();
  json.key("flat").beginArray(true);
  json.beginObject().key("y").boolean(false).endObject().integer(7).endArray();
  json.endObject();
  return json.take();
}

}  // namespace

TEST_CASE("JSON is written in the order of the calls, two spaces a level, numbers on one line") {
  CHECK(example(false) ==
        "{\n"
        "  \"z\": 18446744073709551615,\n"
        "  \"a\": [1, -2, -9223372036854775808],\n"
        "  \"empty\": {},\n"
        "  \"none\": [],\n"
        "  \"list\": [\n"
        "    {\n"
        "      \"x\": 0.1424,\n"
        "      \"ok\": true\n"
        "    },\n"
        "    null,\n"
        "    \"q\\\"\\n\"\n"
        "  ],\n"
        "  \"flat\": [{\"y\": false}, 7]\n"
        "}\n");
}

TEST_CASE("compact JSON has no blanks, no line ends, and the same content") {
  CHECK(example(true) ==
        "{\"z\":18446744073709551615,\"a\":[1,-2,-9223372036854775808],\"empty\":{},\"none\":[],"
        "\"list\":[{\"x\":0.1424,\"ok\":true},null,\"q\\\"\\n\"],\"flat\":[{\"y\":false},7]}");
  CHECK(nlohmann::json::parse(example(true)) == nlohmann::json::parse(example(false)));
}

TEST_CASE("keys are escaped as strings are") {
  JsonWriter json(true);
  json.beginObject().key("a\"\x1B").integer(1).endObject();
  CHECK(json.take() == "{\"a\\\"\\u001b\":1}");
}
