import Glibc

/// Names a process as no other ever is: by its number, when it began, and the start of its machine.
public struct ProcessMark: Sendable, Equatable, CustomStringConvertible {
  /// "NUMBER BEGAN MACHINE".
  public let description: String

  /// As it was written.
  init(_ description: String) { self.description = description }

  /// The process of that number as it runs now; nil if none does.
  public init?(of number: Int32) {
    guard let began = ProcessMark.began(number) else { return nil }
    description = "\(number) \(began) \(ProcessMark.machine)"
  }

  /// The process that asks.
  public static let own: ProcessMark = {
    guard let own = ProcessMark(of: getpid()) else { preconditionFailure("/proc has no self") }
    return own
  }()

  /// Its number.
  public var number: Int32? { description.split(separator: " ").first.flatMap { Int32($0) } }

  /// Whether it still runs here.
  ///
  /// One of another machine, or from before this one was started, does not.
  public var isRunning: Bool {
    guard let number, let began = ProcessMark.began(number) else { return false }
    return description == "\(number) \(began) \(ProcessMark.machine)"
  }

  /// When it began, in ticks since the machine started: field 22 of its `stat`; nil if it has ended.
  private static func began(_ number: Int32) -> String? {
    let stat = text("/proc/\(number)/stat")
    // The program's name stands in brackets and may have any in it.
    guard let close = stat.lastIndex(of: ")") else { return nil }
    let fields = stat[close...].split(separator: " ")
    // Fields 2, 3 (the state), … 22.
    guard fields.count > 20, fields[1] != "Z", fields[1] != "X" else { return nil }
    return String(fields[20])
  }

  private static let machine: String = {
    let id = text("/proc/sys/kernel/random/boot_id")
    return id.split(separator: "\n").first.map(String.init) ?? "-"
  }()

  /// The beginning of a small file; empty if it cannot be read.
  private static func text(_ path: String) -> String {
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(descriptor, &bytes, bytes.count)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
