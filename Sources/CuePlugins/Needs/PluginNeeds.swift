/// What a plugin needs beyond its own file, as it declares it in a text that is read without running the plugin.
///
/// Each line is one need:
///
///     # comment
///     $models
///     read:/usr/share/hunspell
///     write:$cache/compiled
///     network:local
///     device:/dev/nvidia*
///     interpreter:/opt/python/bin/python3
///     memory:8589934592
///
/// A path begins with `/` or with a place (``NeedPath/Place``) and may hold blanks and colons. Blanks at the ends of a line mean
/// nothing; a line that begins with `#` is a comment. Order and repetition mean nothing.
public struct PluginNeeds: Equatable, Sendable {
  /// No text is longer, in bytes.
  public static let mostBytes = 64 * 1024
  /// No text has more lines, with comments and empty ones.
  public static let mostLines = 256
  /// What a plugin may ask for as memory, in bytes: 1 MiB to 1 TiB.
  public static let memoryRange = 1 << 20...1 << 40
  /// What a plugin may use that asks for no memory, in bytes: `USUAL_MEMORY` of the worker.
  public static let usualMemoryBytes = 16 << 30
  /// No needs: such a plugin works with its own file alone.
  public static let none = PluginNeeds([])

  /// All needs, without repetition, in the order of their ``PluginNeed/text``.
  public let all: [PluginNeed]

  /// These needs; what another one includes is left out.
  init(_ needs: some Sequence<PluginNeed>) {
    var set = Set(needs)
    if set.contains(.network) { set.remove(.localNetwork) }
    all = set.map { (need: $0, text: ExactPath($0.text)) }.sorted { $0.text < $1.text }.map(\.need)
  }

  /// The needs in a text.
  ///
  /// - Throws: ``NeedsError`` for the first line that is wrong
  public init(parsing text: [UInt8]) throws(NeedsError) {
    guard text.count <= PluginNeeds.mostBytes else { throw NeedsError(line: 0, .tooLong) }
    var rest = text[...]
    if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = rest.dropFirst(3) }
    var needs: [PluginNeed] = []
    var memory: Int?
    var number = 0
    while !rest.isEmpty {
      number += 1
      guard number <= PluginNeeds.mostLines else { throw NeedsError(line: number, .tooManyLines) }
      let line = rest.prefix { $0 != UInt8(ascii: "\n") }
      rest = rest.dropFirst(line.count + 1)
      do throws(NeedsError.Reason) {
        guard let need = try PluginNeeds.need(line) else { continue }
        if case .memory(let bytes) = need {
          guard memory == nil || memory == bytes else { throw .twoMemories }
          memory = bytes
        }
        needs.append(need)
      } catch { throw NeedsError(line: number, error) }
    }
    self.init(needs)
  }

  /// The need on a line; nil for a comment or an empty line.
  private static func need(
    _ line: ArraySlice<UInt8>
  ) throws(NeedsError.Reason) -> PluginNeed? {
    var line = line
    // Lines may end as Windows ends them.
    if line.last == UInt8(ascii: "\r") { line.removeLast() }
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    line = line.drop(while: isBlank)
    while let last = line.last, isBlank(last) { line.removeLast() }
    guard let text = String(validating: line, as: UTF8.self) else { throw .notUTF8 }
    if let scalar = text.unicodeScalars.first(where: isInvisible) {
      throw .controlCharacter(scalar)
    }
    guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
    return try PluginNeed(parsing: line)
  }

  /// Whether a scalar is a control or format character, or ends a line.
  static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }

  /// The one form of these needs: sorted lines, each with a line feed.
  ///
  /// Equal needs have equal bytes.
  public var text: String { all.map { $0.text + "\n" }.joined() }

  /// The needs of both.
  public func joined(_ others: PluginNeeds) -> PluginNeeds {
    // Of two memories, the larger one is enough for both.
    let memories = (all + others.all).compactMap { need in
      if case .memory(let bytes) = need { bytes } else { nil }
    }
    let rest = (all + others.all).filter { if case .memory = $0 { false } else { true } }
    return PluginNeeds(rest + (memories.max().map { [PluginNeed.memory($0)] } ?? []))
  }
}
