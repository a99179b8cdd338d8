#include "codec/json_document.h"

#include <chrono>
#include <string>

#include "codec/errors.h"
#include "support/catch.h"
#include "support/message_of.h"

using namespace orograph;
using codec::InputError;
using codec::JsonValue;
using codec::parseJson;
using test::contains;

namespace {

std::string refusal(const std::string& text) {
  return test::messageOf<InputError>([&] { parseJson(text, "spec.json"); });
}

std::string repeated(std::size_t count, const std::string& piece) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += piece;
  return text;
}

TEST_CASE("as many keys as fit into a spec are read in a moment") {
  std::string text = "{";
  for (int i = 0; i < 90000; ++i) text += (i == 0 ? "\"k" : ",\"k") + std::to_string(i) + "\":1";
  text += "}";
  const auto start = std::chrono::steady_clock::now();
  CHECK(parseJson(text, "spec.json").members.size() == 90000);
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));  // 20 s when each key was compared with all
}

}  // namespace

TEST_CASE("values keep their kinds, order, and a number its text") {
  const JsonValue root = parseJson(
      R"({"b": [1, -0, 1.50, 1E+2, 123456789012345678901234567890], "a": null, "t": true, "f": false, "s": "\u00e9\n"})",
      "spec.json");
  REQUIRE(root.kind == JsonValue::Kind::kObject);
  REQUIRE(root.members.size() == 5);
  CHECK(root.members[0].name == "b");
  CHECK(root.members[1].name == "a");
  const auto& numbers = root.members[0].value.items;
  REQUIRE(numbers.size() == 5);
  const char* texts[] = {"1", "-0", "1.50", "1E+2", "123456789012345678901234567890"};
  for (std::size_t i = 0; i < 5; ++i) {
    CHECK(numbers[i].text == texts[i]);
    CHECK(numbers[i].kind == (i == 2 || i == 3 ? JsonValue::Kind::kReal : JsonValue::Kind::kInteger));
  }
  CHECK(root.find("a")->kind == JsonValue::Kind::kNull);
  CHECK(root.find("t")->boolean);
  CHECK_FALSE(root.find("f")->boolean);
  CHECK(root.find("s")->text == "\xC3\xA9\n");
  CHECK(root.find("nothing") == nullptr);
  for (const char* number : {"42", "-1.5e3", " 7 "}) CHECK(contains(number, parseJson(number, "x").text));
}

TEST_CASE("a number beyond floating point is kept or refused with its place, never changed") {
  const std::string tiny = "1e-400", digits = "0." + std::string(10000, '3');
  CHECK(parseJson(tiny, "x").text == tiny);
  CHECK(parseJson(digits, "x").text == digits);
  CHECK(contains(refusal("[1,\n  1e400]"), "spec.json:2:"));
  CHECK(refusal(std::string(5000, '7')).size() < 500);
}

TEST_CASE("members can be taken away") {
  JsonValue root = parseJson(R"({"a": 1, "b": 2, "c": 3})", "spec.json");
  root.erase("b");
  root.erase("nothing");
  REQUIRE(root.members.size() == 2);
  CHECK(root.find("b") == nullptr);
  CHECK(root.find("c")->text == "3");
}

TEST_CASE("every value knows its line and column, after CR LF and after escapes too") {
  const JsonValue root = parseJson(
      "{\r\n  \"seed\": 7,\r\n  \"list\": [\"a\\\"b\\\\\", \"c\",\r\n-1.5, true, null ],\r\n\t\"o\": {}\r\n}\r\n",
      "spec.json");
  CHECK(root.place.text() == "spec.json:1:1");
  CHECK(root.find("seed")->place.text() == "spec.json:2:11");
  const JsonValue& list = *root.find("list");
  CHECK(list.place.text() == "spec.json:3:11");
  CHECK(list.items[0].place.text() == "spec.json:3:12");
  CHECK(list.items[1].place.text() == "spec.json:3:22");
  CHECK(list.items[2].place.text() == "spec.json:4:1");
  CHECK(list.items[3].place.text() == "spec.json:4:7");
  CHECK(list.items[4].place.text() == "spec.json:4:13");
  CHECK(root.find("o")->place.text() == "spec.json:5:7");
  CHECK(codec::Place{"--set seed", 0, 0}.text() == "--set seed");
}

TEST_CASE("a byte-order mark is skipped at the start and nowhere else") {
  const std::string mark = "\xEF\xBB\xBF";
  const JsonValue root = parseJson(mark + "{\n \"a\": 1}", "spec.json");
  CHECK(root.find("a")->place.text() == "spec.json:2:7");
  CHECK(contains(refusal(mark + mark + "{}"), "not JSON"));
  CHECK(contains(refusal("{" + mark + "}"), "not JSON"));
  CHECK(contains(refusal(mark), "not JSON"));
}

TEST_CASE("a key given twice is refused with its place and pointer") {
  CHECK(refusal("{\"a\": 1,\n \"b\": {\"c\": 1, \"c\": 2}}") == "spec.json:2:16: /b/c: given twice");
  CHECK(refusal(R"([{"z":1},{"z":1,"z":2}])") == "spec.json:1:17: /1/z: given twice");
  CHECK(contains(refusal(R"({"a": 1, "\u0061": 2})"), "/a: given twice"));
  CHECK(refusal(R"([{"z":1},{"z":1}])") == "nothing thrown");
}

TEST_CASE("32 levels are read and the 33rd is refused where it opens") {
  CHECK(refusal(repeated(32, "[") + repeated(32, "]")) == "nothing thrown");
  CHECK(refusal(repeated(32, "{\"a\":") + "1" + repeated(32, "}")) == "nothing thrown");
  CHECK(contains(refusal(repeated(33, "[") + repeated(33, "]")), "spec.json:1:33: nested deeper than 32 levels"));
  CHECK(contains(refusal(repeated(33, "{\"a\":") + "1" + repeated(33, "}")), "nested deeper than 32 levels"));
  CHECK(contains(refusal(repeated(100000, "[")), "spec.json:1:33: nested deeper than 32 levels"));
  CHECK(contains(refusal(repeated(100000, "{\"a\":")), "nested deeper"));
  CHECK(refusal("[" + repeated(1000, "[[]],") + "1]") == "nothing thrown");
}

TEST_CASE("what is not strict JSON is refused with its place") {
  struct Row {
    std::string text, place;
  };
  const Row rows[] = {
      {"{\"a\": 1, // note\n\"b\": 2}", "spec.json:1:10"},
      {"{\"a\": 1 /* note */}", "spec.json:1:9"},
      {"[1,]", "spec.json:1:4"},
      {"{\"a\": 1,\n}", "spec.json:2:1"},
      {"{\"a\" 1}", "spec.json:1:6"},
      {"{'a': 1}", "spec.json:1:2"},
      {"[01]", "spec.json:1:3"},
      {"[+1]", "spec.json:1:2"},
      {"[NaN]", "spec.json:1:2"},
      {"{} {}", "spec.json:1:4"},
      {"", "spec.json:1:1"},
      {"[1, 2", "spec.json:1:6"},
  };
  for (const Row& row : rows) {
    const std::string message = refusal(row.text);
    CAPTURE(row.text, message);
    CHECK(contains(message, row.place));
    CHECK(contains(message, "not JSON"));
  }
  for (const char* text :
       {"[.5]", "[5.]", "[1e]", "[-]", "[1 2]", "\"open", "\"tab\there\"", "\"\\x\"", "tru", "[", "]", "   "}) {
    CAPTURE(text);
    CHECK(contains(refusal(text), "not JSON"));
  }
}

TEST_CASE("a NUL byte does not end the text early") {
  CHECK(contains(refusal(std::string("{}\0", 3)), "not JSON"));
  CHECK(contains(refusal(std::string("{\"seed\": 1}\0 nonsense", 21)), "not JSON"));
  CHECK(contains(refusal(std::string("[1,\0 2]", 7)), "not JSON"));
}

TEST_CASE("text that is not UTF-8 and lone surrogates are refused") {
  for (const char* text : {"\"\xFF\"", "\"\xC0\x80\"", "\"\xED\xA0\x80\"", "\"\xF4\x90\x80\x80\"", "\"\xE2\x82\"",
                           "\"\\ud800\"", "\"\\udc00\"", "\"\\ud800\\ud800\"", "\"\\ud83dx\"", "\"\\u12\""}) {
    CHECK(contains(refusal(text), "not JSON"));
  }
  CHECK(parseJson("\"\\ud83d\\ude00\"", "x").text == "\xF0\x9F\x98\x80");
}

TEST_CASE("messages hold no control bytes, whatever the text or its name holds") {
  const auto clean = [](const std::string& message) {
    for (const char c : message) {
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return false;
    }
    return !contains(message, "\xC2\x9B");
  };
  for (const std::string& text :
       {std::string("{\"\\u001b[2J\": 1, \"\\u001b[2J\": 2}"), std::string("{\"a\x1B[2J\": 1}"),
        std::string("[\x1B[2J]"), std::string("[\"\xC2\x9B\" \"\x7F\"]"), std::string("\x07")}) {
    const std::string message = refusal(text);
    CAPTURE(message);
    CHECK(message != "nothing thrown");
    CHECK(clean(message));
  }
  const std::string named = test::messageOf<InputError>([] { parseJson("[", "evil\n\x1B[2J.json"); });
  CHECK(clean(named));
  CHECK(contains(named, "evil\\n\\u001b[2J.json:1:2"));
  CHECK(clean(parseJson("\"\\u001b\\u007f\\u009b\"", "x").forMessage()));
}

TEST_CASE("a text of the greatest size is read and one byte more is refused") {
  const std::string padding(codec::kMaxJsonBytes - 2, ' ');
  CHECK(refusal("{}" + padding) == "nothing thrown");
  CHECK(contains(refusal("{}" + padding + " "), "spec.json: longer than 1048576 bytes"));
  CHECK(contains(test::messageOf<InputError>([] { parseJson("[1234]", "x", 5); }), "longer than 5 bytes"));
}

TEST_CASE("a value in a message is short") {
  CHECK(parseJson("[1, \"a\", null, true, 2.50, {\"b\": 1}]", "x").forMessage() ==
        "[1, \"a\", null, true, 2.50, an object]");
  CHECK(parseJson("[" + repeated(5000, "12,") + "1]", "x").forMessage().size() < 100);
  CHECK(parseJson("\"" + std::string(5000, 's') + "\"", "x").forMessage().size() < 100);
  CHECK(parseJson(std::string(300, '7'), "x").forMessage().size() < 100);
}

TEST_CASE("pointers escape as RFC 6901 says") {
  CHECK(codec::pointerTo("", "a/b~c") == "/a~1b~0c");
  CHECK(codec::pointerTo("/spheres", "0") == "/spheres/0");
}
