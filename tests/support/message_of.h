// What a call throws, as text: works alike under every version of the test framework's matchers.
#pragma once

#include <string>
#include <string_view>

namespace orograph::test {

/// The message of the Error that `call` throws, or "nothing thrown". Any other exception passes through.
template <class Error, class Call>
std::string messageOf(Call&& call) {
  try {
    call();
  } catch (const Error& error) {
    return error.what();
  }
  return "nothing thrown";
}

inline bool contains(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

}  // namespace orograph::test
