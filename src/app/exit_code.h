#pragma once

namespace orograph::app {

enum ExitCode {
  kDone = 0,
  kCheckFailed = 1,
  kBadInput = 2,
  kFileFailed = 3,
  kProgramFault = 70,
};

}  // namespace orograph::app
