/* SPDX-License-Identifier: MIT
 *
 * The one include for a Cue plugin. A plugin is a dynamic library that exports one function,
 * cue_plugin_entry (entry.h), and offers voices, recognizers, effects or sound devices by the
 * tables below. ABI.md explains it; the words beside each function here are the contract.
 */
#ifndef CUE_CUE_H
#define CUE_CUE_H

#include "abi.h"
#include "host.h"
#include "entry.h"
#include "needs.h"
#include "params.h"
#include "extend.h"
#include "voice.h"
#include "stream.h"
#include "recognizer.h"
#include "dsp.h"
#include "device.h"

#endif
