// SPDX-License-Identifier: Apache-2.0
// The files in a zip archive, in memory.
#pragma once

#include <map>
#include <string>
#include <string_view>

class Zip {
 public:
  /// Unpacks all but pictures, sounds and fonts. Ends the program if that is too much, or damaged.
  explicit Zip(std::string_view zip);
  bool has(const std::string &name) const { return files_.count(name) > 0; }
  /// The bytes of a file; empty if there is none.
  std::string_view file(const std::string &name) const;
  const std::map<std::string, std::string> &files() const { return files_; }

 private:
  std::map<std::string, std::string> files_;
};

/// Where `link` leads from the file `from`: both are paths within the archive.
std::string resolved(std::string_view from, std::string_view link);
