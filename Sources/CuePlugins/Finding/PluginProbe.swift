import CueABI
import CueModel
import CSystem

/// Asks a plugin file what it offers, in a worker that is ended afterwards, with all processes that the plugin has started.
public enum PluginProbe {
  /// The longest description of its plugins that a file may give, in bytes: it is kept.
  static let mostBytes = 256 * 1024

  /// The result of asking.
  enum Outcome {
    case told([PluginDescription])
    case failed(PluginFailure)
    /// The plugin is not to blame.
    case notAsked(PluginFailure)
  }

  /// The plugins in `file`.
  public static func descriptions(
    of file: PluginFile, _ settings: WorkerSettings
  ) throws(PluginFailure) -> [PluginDescription] {
    switch outcome(of: file, settings) {
    case .told(let plugins): return plugins
    case .failed(let failure), .notAsked(let failure): throw failure
    }
  }

  static func outcome(of file: PluginFile, _ settings: WorkerSettings) -> Outcome {
    var settings = settings
    settings.bindsNow = true
    settings.ignoresProgress = true
    // Whether it needs a network is known only from its description.
    settings.isOffline = true
    var outcome = Outcome.told([])
    // A plugin whose process was ended from outside is asked again; after the last time, nothing is known of it.
    for _ in 0..<5 {
      outcome = ask(file, settings)
      guard case .failed(let failure) = outcome, failure.isFromOutside else { return outcome }
      outcome = .notAsked(failure)
    }
    return outcome
  }

  private static func ask(_ file: PluginFile, _ settings: WorkerSettings) -> Outcome {
    let worker: Worker
    do throws(PluginFailure) { worker = try Worker(file, settings) } catch {
      return .notAsked(error)
    }
    defer { worker.end() }
    do throws(PluginFailure) { return .told(try list(worker, file)) } catch {
      return .failed(error)
    }
  }

  private static func list(
    _ worker: Worker, _ file: PluginFile
  ) throws(PluginFailure) -> [PluginDescription] {
    let activity = PluginFailure.Activity.describing
    worker.add(CUE_MSG_HELLO) {
      $0.u32(CUE_TAG_MAJOR, CUE_PROTOCOL_MAJOR)
      $0.u32(CUE_TAG_MINOR, CUE_PROTOCOL_MINOR)
      $0.text(CUE_TAG_NAME, "cue")
    }
    let request = worker.add(CUE_MSG_DESCRIBE)
    try worker.flush(while: activity)
    var found: [PluginDescription] = []
    var byteCount = 0
    let limit = worker.settings.deadlines.start
    let end = cue_now_milliseconds() + Int64(limit)
    while true {
      let left = max(Int(end - cue_now_milliseconds()), 1)
      let arrival: Worker.Arrival
      do throws(PluginFailure) { arrival = try worker.next(within: left, while: activity) } catch {
        guard case .hung = error.kind else { throw error }
        throw PluginFailure(
          plugin: file.name, activity: activity, kind: .hung(milliseconds: limit),
          reason: error.reason)
      }
      guard case .message(let message) = arrival else { continue }
      do throws(Misbehaviour) {
        if message.type == CUE_MSG_PLUGIN, message.request == request {
          byteCount += message.byteCount
          guard found.count < 1000, byteCount <= mostBytes else {
            throw Misbehaviour(.endlessList)
          }
          found.append(try PluginDescription(message))
        } else if message.type == CUE_MSG_DONE, (try message.i32(CUE_TAG_STATUS) ?? -1) < 0 {
          throw Misbehaviour(said: printable(try message.text(CUE_TAG_SENTENCE)))
        } else if message.type == CUE_MSG_DONE, message.request == request {
          return found
        }
      } catch {
        throw PluginFailure(
          plugin: file.name, activity: activity, kind: .unusable, reason: error.reason)
      }
    }
  }
}
