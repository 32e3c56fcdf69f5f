// SPDX-License-Identifier: Apache-2.0
// Text in other encodings than UTF-8.
#pragma once

#include <string>
#include <string_view>

/// `bytes` in UTF-8; U+FFFD stands for what cannot be decoded. A charset that is unknown is read as Windows-1252.
std::string to_utf8(std::string_view bytes, const std::string &charset);
/// The text of an HTML file in UTF-8. A byte order mark decides, then whether it is valid UTF-8, then what the file declares.
std::string html_in_utf8(std::string_view bytes);
/// Adds one character.
void append_utf8(std::string &text, char32_t character);
