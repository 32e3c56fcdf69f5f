// SPDX-License-Identifier: Apache-2.0
// A reader for each kind of file. Each prints what it reads, and ends the program if that is impossible.
#pragma once

#include <string_view>

#include "paragraphs.h"
#include "zip.h"

void read_docx(const Zip &zip, Output &output);
void read_odt(const Zip &zip, Output &output);
void read_epub(const Zip &zip, Output &output);
void read_celtx(const Zip &zip, Output &output);
void read_html(std::string_view bytes, Output &output);
void read_rtf(std::string_view bytes, Output &output);

/// Whether `zip` holds a document of this kind.
bool is_docx(const Zip &zip);
bool is_odt(const Zip &zip);
bool is_epub(const Zip &zip);
bool is_celtx(const Zip &zip);
