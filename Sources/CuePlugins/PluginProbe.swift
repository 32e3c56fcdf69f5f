import CueABI
import CueModel

/// Asks a plugin file what it offers, in a worker that is ended afterwards.
public enum PluginProbe {
  /// The plugins in `file`.
  public static func descriptions(
    of file: PluginFile, _ settings: WorkerSettings
  ) throws(PluginFailure) -> [PluginDescription] {
    var settings = settings
    settings.bindsNow = true
    let worker = try Worker(file, settings)
    defer { worker.end() }
    worker.add(CUE_MSG_HELLO) {
      $0.u32(CUE_TAG_MAJOR, CUE_PROTOCOL_MAJOR)
      $0.u32(CUE_TAG_MINOR, CUE_PROTOCOL_MINOR)
      $0.text(CUE_TAG_NAME, "cue")
    }
    let request = worker.add(CUE_MSG_DESCRIBE)
    let activity = "saying what it offers"
    try worker.flush(while: activity)
    var found: [PluginDescription] = []
    while true {
      guard
        case .message(let message) = try worker.next(
          within: settings.deadlines.start, while: activity)
      else { continue }
      do throws(Misbehaviour) {
        if message.type == CUE_MSG_PLUGIN, message.request == request {
          guard found.count < 1000 else { throw Misbehaviour(what: "its list does not end") }
          found.append(try PluginDescription(message))
        } else if message.type == CUE_MSG_DONE, (try message.i32(CUE_TAG_STATUS) ?? -1) < 0 {
          let sentence = printable(try message.text(CUE_TAG_SENTENCE))
          throw Misbehaviour(what: sentence.isEmpty ? "it gave no reason" : sentence)
        } else if message.type == CUE_MSG_DONE, message.request == request {
          return found
        }
      } catch {
        throw PluginFailure(
          plugin: file.name, activity: activity, kind: .unusable, reason: error.what)
      }
    }
  }
}
