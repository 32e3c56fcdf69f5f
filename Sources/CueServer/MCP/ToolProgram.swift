import CSystem
import CueModel
import CueSystem
import Glibc

/// A command of this program that a tool runs, in a process of its own: it has the same results, errors and limits as at a terminal.
struct ToolProgram {
  /// What came of it.
  struct Outcome {
    /// Its exit status; 128 and the signal's number if a signal ended it.
    let status: Int32
    /// The last of what it printed for people.
    let talk: String
  }

  /// The path of the program.
  let path: String

  /// Runs the command to its end.
  ///
  /// - Parameters:
  ///   - arguments: its words
  ///   - cancellation: sends it SIGINT, as Ctrl-C does
  ///   - take: gets each line that it prints, without its end
  /// - Returns: how it ended
  /// - Throws: the system's reason if no process was started
  func run(
    _ arguments: [String], cancellation: Cancellation, take: (String) -> Void
  ) throws(SystemError) -> Outcome {
    var (reading, writing): (Int32, Int32) = (-1, -1)
    let failed = unsafe cue_pipe(&reading, &writing)
    guard failed == 0 else { throw SystemError(failed) }
    let talk: Int32
    do throws(SystemError) { talk = try UnnamedFile.open(in: "/tmp") } catch {
      close(reading)
      close(writing)
      throw error
    }
    defer {
      close(reading)
      close(talk)
    }
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    unsafe posix_spawn_file_actions_adddup2(&actions, writing, 1)
    unsafe posix_spawn_file_actions_adddup2(&actions, talk, 2)
    var process: pid_t = 0
    let failure = unsafe withCStrings([path] + arguments) { words in
      unsafe words.withMemoryRebound(
        to: UnsafeMutablePointer<CChar>?.self, capacity: arguments.count + 2
      ) {
        unsafe posix_spawn(&process, path, &actions, nil, $0, environ)
      }
    }
    close(writing)
    guard failure == 0 else { throw SystemError(failure) }
    let child = process
    let status = cancellation.withHandler({ kill(child, SIGINT) }) {
      Self.read(reading, take)
      var status: Int32 = 0
      while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
      return status
    }
    let ended = status & 0x7f
    return Outcome(status: ended == 0 ? status >> 8 & 0xff : 128 + ended, talk: Self.text(of: talk))
  }

  private static func read(_ descriptor: Int32, _ take: (String) -> Void) {
    var rest: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = unsafe Glibc.read(descriptor, &room, room.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      rest += room[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        take(String(decoding: rest[..<end], as: UTF8.self))
        rest.removeSubrange(...end)
      }
    }
    if !rest.isEmpty { take(String(decoding: rest, as: UTF8.self)) }
  }

  /// The last kilobytes of what was written to a file.
  private static func text(of descriptor: Int32) -> String {
    let end = lseek(descriptor, 0, SEEK_END)
    var room = [UInt8](repeating: 0, count: 4096)
    let count = unsafe pread(descriptor, &room, room.count, max(0, end - 4096))
    return String(decoding: room.prefix(max(0, count)), as: UTF8.self)
  }
}
