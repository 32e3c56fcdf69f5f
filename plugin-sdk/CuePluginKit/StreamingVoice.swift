// SPDX-License-Identifier: MIT

import CueABI

/// A voice that takes the text of a line in pieces, as a language model writes it.
///
/// It says what it is sure of and keeps the rest: an unfinished word or sentence. Places of events count from the first byte of the
/// line. One line is open at a time, and nothing else is asked of the voice meanwhile. After an error, and after the sink has said
/// stop, only ``closeLine()`` follows.
public protocol StreamingVoicePlugin: VoicePlugin {
  /// Begins a line. The request's text is its first piece and may be empty; `sink` may be used until ``closeLine()``, and only
  /// during a call.
  func beginLine(_ request: SpeechRequest, into sink: SpeechSink) throws(PluginFailure)

  /// Takes the next piece: whole characters, while words may be cut.
  func addText(_ text: String) throws(PluginFailure)

  /// There is no more text: says all that is left before it returns.
  func endLine() throws(PluginFailure)

  /// Ends the line; what is not said is dropped. Always called last.
  func closeLine()
}

extension InstanceBox {
  fileprivate func streaming() throws(PluginFailure) -> any StreamingVoicePlugin {
    guard let voice = plugin as? any StreamingVoicePlugin else {
      throw PluginFailure(CUE_E_UNSUPPORTED, "This voice takes no text in pieces.")
    }
    return voice
  }

  /// Serves one call of an open line.
  fileprivate func ofLine(
    _ call: UInt64, _ error: UnsafeMutablePointer<cue_error>,
    _ body: (any StreamingVoicePlugin) throws(PluginFailure) -> Void
  ) -> Int32 {
    guard begins(call) else { return CUE_CANCELLED }
    let status = unsafe attempt(error) { () throws(PluginFailure) in
      guard hasLine else { throw PluginFailure(CUE_E_STATE, "No line is open.") }
      try body(streaming())
    }
    return status == CUE_OK && cancelFlag.isSet ? CUE_CANCELLED : status
  }
}

var voiceStreamTable: cue_voice_stream {
  unsafe cue_voice_stream(
    struct_size: UInt32(MemoryLayout<cue_voice_stream>.size), reserved: 0,
    begin: { self_, request, sink, error in
      let box = unsafe instanceBox(self_)
      let asked = unsafe known(request)
      guard box.begins(unsafe asked.call) else { return CUE_CANCELLED }
      let status = unsafe attempt(error) { () throws(PluginFailure) in
        try box.requireActive()
        guard !box.hasLine else { throw PluginFailure(CUE_E_BUSY, "A line is open already.") }
        let request = try unsafe speechRequest(asked)
        box.hasLine = true
        try box.streaming().beginLine(request, into: unsafe SpeechSink(sink, box.cancelFlag))
      }
      return status == CUE_OK && box.cancelFlag.isSet ? CUE_CANCELLED : status
    },
    text: { self_, piece, error in
      let piece = unsafe known(piece)
      return unsafe instanceBox(self_).ofLine(piece.call, error) { voice throws(PluginFailure) in
        try voice.addText(unsafe validated(piece.text, "text"))
      }
    },
    end: { self_, call, error in
      let call = unsafe known(call)
      return unsafe instanceBox(self_).ofLine(call.call, error) { voice throws(PluginFailure) in
        try voice.endLine()
      }
    },
    close: { self_ in
      let box = unsafe instanceBox(self_)
      guard box.hasLine else { return }
      box.hasLine = false
      (box.plugin as? any StreamingVoicePlugin)?.closeLine()
    })
}
