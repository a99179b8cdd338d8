#include <algorithm>
#include <ctime>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "codec/errors.h"
#include "codec/json_writer.h"
#include "scene/keys.h"
#include "scene/spec.h"
#include "support/catch.h"

using namespace orograph;

namespace {

std::string repeated(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

std::string listOf(const std::string& item, int count) {
  std::string list = "[" + item;
  for (int i = 1; i < count; ++i) list += "," + item;
  return list + "]";
}

/// The places of a spec that take values, '%' where the value stands, from the schema that the program prints.
void collectPlaces(const nlohmann::json& schema, const std::string& around, std::vector<std::string>& places) {
  for (const auto& [key, value] : schema["properties"].items()) {
    if (key == "$schema" || key == "description") continue;
    std::string place = around;
    place.replace(place.find('%'), 1, "{\"" + key + "\": %}");
    places.push_back(place);
    const std::function<void(const nlohmann::json&, const std::string&)> descend = [&](const nlohmann::json& one,
                                                                                    const std::string& at) {
      if (!one.is_object()) return;
      if (one.contains("properties")) collectPlaces(one, at, places);
      if (one.contains("items")) {
        std::string inside = at;
        inside.replace(inside.find('%'), 1, "[%]");
        descend(one["items"], inside);
      }
      for (const std::string union_ : {"anyOf", "oneOf"}) {
        if (one.contains(union_)) {
          for (const auto& branch : one[union_]) descend(branch, at);
        }
      }
    };
    descend(value, place);
  }
}

}  // namespace

TEST_CASE("every key refuses every hostile value within 50 ms and in few plain words") {
  std::vector<std::string> places;
  collectPlaces(nlohmann::json::parse(scene::schemaText()), "%", places);
  REQUIRE(places.size() >= scene::specKeys().size());

  const std::string digits(100000, '9');
  const std::vector<std::string> values = {
      // Numbers beyond every type, or with more digits than anyone reads.
      digits, "-" + digits, "0." + digits + "e400", "1e" + digits, "-1e999999999", "1e-" + digits, "9223372036854775808",
      "-9223372036854775809", "18446744073709551616", "-0", "-0.0", "1e400", "NaN", "Infinity", "0x10", "1.", ".5", "01",
      // Texts.
      "\"" + std::string(500000, 'a') + "\"", "\"" + repeated("../", 1000) + "\"", R"("\u0000")", R"("\u001b[31m")", R"("\ud800")",
      "\"\xff\xfe\"", "\"\xc0\xaf\"", R"("%s%n")", R"("/etc/passwd")", R"("CON")", "\"\n\"", R"("\u202e")",
      // Structures: deep, wide, empty, of the wrong kind.
      std::string(20000, '['), repeated("[", 20000) + repeated("]", 20000), repeated("{\"a\":", 20000) + "1" + repeated("}", 20000),
      listOf("{}", 100000), listOf("null", 100000), listOf("[]", 1000), "{\"\": {}}", "{\"__proto__\": 1}", "[[]]", "[null]", "[{}]",
      "[1e400]", "{\"a\": 1, \"a\": 1}", "null", "nul", "tru", "\"", "", "}", "]",
  };
  int refused = 0, accepted = 0;
  std::clock_t longest = 0;  // of the processor's time: other programs do not count
  for (const std::string& place : places) {
    for (const std::string& value : values) {
      std::string json = place;
      json.replace(json.find('%'), 1, value);
      std::optional<std::string> message;
      const std::clock_t start = std::clock();
      try {
        scene::readSpec(json, "spec.json", {});
      } catch (const codec::InputError& error) {
        message = error.what();
      }
      longest = std::max(longest, std::clock() - start);
      CAPTURE(place, value.substr(0, 60));
      if (!message) {
        ++accepted;  // such as -0 where an integer is due; nothing long, deep or broken ever is
        CHECK((value.size() < 20 || value.starts_with("1e-")));
        continue;
      }
      ++refused;
      CAPTURE(*message);
      if (message->size() >= 1000) FAIL_CHECK("a message of " << message->size() << " bytes");
      if (!message->starts_with("spec.json")) FAIL_CHECK("no place");
      const auto isControl = [](char c) { return static_cast<unsigned char>(c) < 32 || c == 127; };
      if (std::any_of(message->begin(), message->end(), isControl)) FAIL_CHECK("a control byte");
    }
  }
  CHECK(refused > 2000);
  CHECK(accepted < refused / 10);
  [[maybe_unused]] const std::clock_t milliseconds = longest * 1000 / CLOCKS_PER_SEC;
#if defined(NDEBUG) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  CHECK(milliseconds < 50);
#endif
}
