// SPDX-License-Identifier: MIT

import CueABI

/// A plugin that learns what a user would miss: hosts keep it, and give it back to the next instance.
public protocol StatefulPlugin: Plugin {
  /// What it has learned; the same each time while nothing new is learned. Parameters are no part of it.
  func saveState() throws(PluginFailure) -> [UInt8]

  /// Takes what ``saveState()`` has given, perhaps of an earlier version; refuses other bytes with `CUE_E_INVALID`.
  ///
  /// Nothing means: as from the beginning.
  func loadState(_ state: [UInt8]) throws(PluginFailure)
}

/// A plugin that answers messages which only it and a program that knows it understand.
public protocol MessagePlugin: Plugin {
  /// Answers a message of the extension with that id; throws `CUE_E_UNSUPPORTED` if it does not know it.
  func answer(_ message: [UInt8], of extensionID: String) throws(PluginFailure) -> [UInt8]
}

extension InstanceBox {
  /// The table of an extension that the plugin has, made once.
  func makeExtensions() {
    if plugin is any StreamingVoicePlugin {
      unsafe extensions[CUE_EXT_VOICE_STREAM] = unsafe UnsafeRawPointer(
        lender.value(voiceStreamTable))
    }
    if plugin is any StatefulPlugin {
      unsafe extensions[CUE_EXT_STATE] = unsafe UnsafeRawPointer(lender.value(stateTable))
    }
    if plugin is any MessagePlugin {
      unsafe extensions[CUE_EXT_MESSAGES] = unsafe UnsafeRawPointer(lender.value(messagesTable))
    }
  }

  /// Lends bytes until the next question.
  fileprivate func lend(_ bytes: [UInt8]) -> UnsafeRawPointer? {
    answer.takeBack()
    return unsafe answer.bytes(bytes)
  }
}

private func bytes(_ start: UnsafeRawPointer?, _ length: UInt32) -> [UInt8] {
  unsafe Array(UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(length)))
}

private var stateTable: cue_state {
  unsafe cue_state(
    struct_size: UInt32(MemoryLayout<cue_state>.size), reserved: 0,
    save: { self_, out, error in
      let box = unsafe instanceBox(self_)
      return unsafe attempt(error) { () throws(PluginFailure) in
        guard let plugin = box.plugin as? any StatefulPlugin else { return }
        let state = try plugin.saveState()
        unsafe fill(
          out,
          cue_state_data(struct_size: 0, length: UInt32(state.count), bytes: box.lend(state)))
      }
    },
    load: { self_, state, error in
      let box = unsafe instanceBox(self_)
      return unsafe attempt(error) { () throws(PluginFailure) in
        guard let plugin = box.plugin as? any StatefulPlugin else { return }
        let state = unsafe known(state)
        try plugin.loadState(unsafe bytes(state.bytes, state.length))
      }
    })
}

private var messagesTable: cue_messages {
  unsafe cue_messages(
    struct_size: UInt32(MemoryLayout<cue_messages>.size), reserved: 0,
    answer: { self_, message, reply, error in
      let box = unsafe instanceBox(self_)
      let message = unsafe known(message)
      guard box.begins(unsafe message.call) else { return CUE_CANCELLED }
      return unsafe attempt(error) { () throws(PluginFailure) in
        guard let plugin = box.plugin as? any MessagePlugin else { return }
        let answer = try plugin.answer(
          unsafe bytes(message.bytes, message.length),
          of: unsafe validated(message.extension, "extension's id"))
        unsafe fill(
          reply,
          cue_message(
            struct_size: 0, length: UInt32(answer.count), call: 0,
            extension: cue_text(), bytes: box.lend(answer)))
      }
    })
}
