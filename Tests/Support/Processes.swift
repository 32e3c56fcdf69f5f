import CTestSupport
import Foundation

/// What /proc says of processes.
public enum Processes {
  /// The live processes with `text` in their command line.
  ///
  /// Tests run side by side in one process, so what belongs to one of them is recognized by a path that
  /// only it uses.
  public static func mentioning(_ text: String) -> [Int32] {
    all().filter { process in
      guard process != getpid(),
        let words = FileManager.default.contents(atPath: "/proc/\(process)/cmdline")
      else { return false }
      return String(decoding: words, as: UTF8.self).contains(text)
    }
  }

  /// The live processes that `process` has started, and those that they have.
  public static func descendants(of process: Int32) -> [Int32] {
    var children: [Int32: [Int32]] = [:]
    for each in all() {
      guard let parent = parent(of: each) else { continue }
      children[parent, default: []].append(each)
    }
    var found: [Int32] = []
    var waiting = [process]
    while let next = waiting.popLast() {
      found += children[next] ?? []
      waiting += children[next] ?? []
    }
    return found
  }

  /// Whether there is such a process, even if it has ended and was not waited for.
  public static func exists(_ process: Int32) -> Bool {
    FileManager.default.fileExists(atPath: "/proc/\(process)")
  }

  /// Waits until all of `processes` have ended; answers those that have not within a generous while.
  public static func survivors(of processes: [Int32]) -> [Int32] {
    processes.filter { test_wait_for_end($0, 10_000) == 0 }
  }

  /// The process that started it; nothing where it is gone or has ended and only waits to be waited for.
  public static func parent(of process: Int32) -> Int32? {
    guard let status = FileManager.default.contents(atPath: "/proc/\(process)/stat") else {
      return nil
    }
    // The name, in parentheses, may hold blanks and parentheses.
    let words =
      String(decoding: status, as: UTF8.self)
      .split(separator: ")").last?.split(separator: " ") ?? []
    guard words.count > 1, words[0] != "Z" else { return nil }
    return Int32(words[1])
  }

  /// Whether it waits for something.
  public static func isWaiting(_ process: Int32) -> Bool {
    guard let status = FileManager.default.contents(atPath: "/proc/\(process)/stat") else {
      return false
    }
    return String(decoding: status, as: UTF8.self).split(separator: ")").last?.hasPrefix(" S")
      == true
  }

  private static func all() -> [Int32] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
  }
}
