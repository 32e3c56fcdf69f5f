import CSystem
import CueSystem

#if canImport(Glibc)
  import Glibc
#endif

/// Runs a program that prints something and ends.
public enum ShortRun {
  /// The standard output of the program at `arguments[0]`, if it ended with status 0 in time.
  public static func output(of arguments: [String], within milliseconds: Int) -> String? {
    var started = cue_started()
    let failure = unsafe withCStrings(arguments) { arguments in
      unsafe withCStrings(WorkerEnvironment.entries(isOffline: true)) { environment in
        unsafe cue_start(arguments, environment, 0, 0, -1, -1, &started)
      }
    }
    guard failure == 0 else { return nil }
    _ = close(started.to_worker)
    defer {
      _ = close(started.from_worker)
      if started.ended >= 0 { _ = close(started.ended) }
    }
    var text: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    let end = cue_now_milliseconds() + Int64(milliseconds)
    while true {
      let left = end - cue_now_milliseconds()
      guard left > 0, text.count < 1 << 20 else {
        _ = cue_end_group(started.process)
        return nil
      }
      guard cue_wait(started.from_worker, -1, -1, Int32(left)) != 0 else { continue }
      let count = unsafe read(started.from_worker, &block, block.count)
      if count > 0 {
        text += block[..<count]
      } else if count == 0 {
        break
      }
    }
    // It has closed its output and will end soon.
    var status: Int32 = 0
    while unsafe cue_has_ended(started.process, &status) == 0 {
      guard cue_now_milliseconds() < end else {
        _ = cue_end_group(started.process)
        return nil
      }
      _ = cue_wait(-1, -1, -1, 1)
    }
    guard cue_status_signal(status) == 0, cue_status_exit(status) == 0 else { return nil }
    return String(validating: text, as: UTF8.self)
  }
}
