import CueABI
import CuePluginKit

extension PluginFailure {
  /// An answer that is not the sound that was asked for.
  ///
  /// - Parameters:
  ///   - name: the service, as it begins a sentence
  ///   - body: the answer, or its beginning
  ///   - contentType: the answer's media type, or nothing
  ///   - key: the user's key, which is never shown
  ///   - what: what the answer is instead of sound
  /// - Returns: the failure, with the service's own message if the answer has one
  package static func notSound(
    from name: String, _ body: [UInt8], contentType: String, key: String,
    but what: String = "something that is not sound"
  ) -> PluginFailure {
    let message = oneLine(scrubbed(ServiceError(body).message, key), atMost: 200)
    let type = oneLine(scrubbed(contentType, key), atMost: 60)
    // JSON may report a failure that passes; a web page, or sound in another format, would come again and again.
    return PluginFailure(
      contentType.contains("json") || body.first == UInt8(ascii: "{")
        ? CUE_E_SERVICE : CUE_E_FORMAT,
      "\(name) answered with \(what)" + (type.isEmpty ? "" : " (\(type))")
        + (message.isEmpty ? "." : ": “\(message)”."), detail: 200)
  }
}
