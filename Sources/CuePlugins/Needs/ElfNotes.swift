/// Why an ELF file cannot be read.
public enum ElfFault: Error, Equatable, Sendable {
  /// The file ends before what its headers say is there.
  case truncated
  /// It is an ELF file, but its headers contradict each other or the format.
  case malformed
  /// A table or a segment of notes is larger than any that is read.
  case tooLarge
  /// The file cannot be read; an `errno` value.
  case unreadable(errno: Int32)
}

/// Reads the needs that a library or a program carries in an ELF note: owner "CUE", type 1, a descriptor of text.
///
/// A segment of notes counts, else a section of notes. If there are several such notes, as of several objects that were linked, their
/// texts are joined, one after the other. Nothing of the file is run or mapped. Only the headers and the notes are read, and every
/// offset is checked first.
struct ElfNotes {
  /// The owner of the note, with its zero.
  static let owner = Array("CUE\0".utf8)
  /// The type of the note.
  static let type: UInt32 = 1
  /// The most entries of a table of headers.
  static let mostEntries = 4096
  /// The most bytes of all segments, or of all sections, of notes that are read.
  static let mostNoteBytes: UInt64 = 1 << 20

  /// The bytes of a file.
  struct Source {
    /// How many there are.
    let byteCount: UInt64
    /// Reads `count` bytes at an offset; only called for bytes that are there.
    let read: (_ offset: UInt64, _ count: Int) throws(ElfFault) -> [UInt8]
  }

  private let source: Source
  private let isWide: Bool
  private let isLittle: Bool

  /// The text of all needs in the file; nil if it has none or is no ELF file.
  static func text(in source: Source) throws(ElfFault) -> [UInt8]? {
    guard source.byteCount >= 16 else { return nil }
    let identity = try source.read(0, 16)
    guard identity.starts(with: [0x7f, 0x45, 0x4c, 0x46]) else { return nil }
    guard (1...2).contains(identity[4]), (1...2).contains(identity[5]), identity[6] == 1 else {
      throw .malformed
    }
    let file = ElfNotes(source: source, isWide: identity[4] == 2, isLittle: identity[5] == 1)
    return try file.text()
  }

  private init(source: Source, isWide: Bool, isLittle: Bool) {
    self.source = source
    self.isWide = isWide
    self.isLittle = isLittle
  }

  private func text() throws(ElfFault) -> [UInt8]? {
    let header = try bytes(0, isWide ? 64 : 52)
    var texts: [[UInt8]] = []
    let tables = isWide ? Tables.wide : Tables.narrow
    for (table, entry) in [(tables.segments, Entry.segment), (tables.sections, .section)] {
      texts = try notes(of: table, entry, header)
      if !texts.isEmpty { break }
    }
    guard !texts.isEmpty else { return nil }
    // In C, a text ends with a NUL.
    texts = texts.map { $0.last == 0 ? Array($0.dropLast()) : $0 }
    return Array(texts.joined(separator: [UInt8(ascii: "\n")]))
  }

  // MARK: Tables of headers

  private enum Entry { case segment, section }

  /// Where the header of the file says where a table is, and how large.
  private struct Table {
    let offset: Int
    let size: Int
    let count: Int
    /// The size of an entry.
    let entryBytes: Int
  }

  private struct Tables {
    let segments: Table
    let sections: Table

    static let wide = Tables(
      segments: Table(offset: 32, size: 54, count: 56, entryBytes: 56),
      sections: Table(offset: 40, size: 58, count: 60, entryBytes: 64))
    static let narrow = Tables(
      segments: Table(offset: 28, size: 42, count: 44, entryBytes: 32),
      sections: Table(offset: 32, size: 46, count: 48, entryBytes: 40))
  }

  private func notes(
    of table: Table, _ entry: Entry, _ header: [UInt8]
  ) throws(ElfFault) -> [[UInt8]] {
    let offset = word(header, table.offset)
    let count = Int(half(header, table.count))
    guard offset != 0, count != 0 else { return [] }
    guard Int(half(header, table.size)) == table.entryBytes else { throw .malformed }
    guard count <= ElfNotes.mostEntries else { throw .tooLarge }
    let entries = try bytes(offset, count * table.entryBytes)
    var texts: [[UInt8]] = []
    var left = ElfNotes.mostNoteBytes
    for start in stride(from: 0, to: entries.count, by: table.entryBytes) {
      let one = Array(entries[start..<start + table.entryBytes])
      guard let place = place(of: one, entry) else { continue }
      guard place.byteCount <= left else { throw .tooLarge }
      left -= place.byteCount
      texts += try notes(at: place)
    }
    return texts
  }

  /// Where notes are.
  private struct Place {
    let offset: UInt64
    let byteCount: UInt64
    let alignment: UInt64
  }

  /// Where the notes of a segment or section are; nil if it has none.
  private func place(of entry: [UInt8], _ kind: Entry) -> Place? {
    // PT_NOTE is 4, SHT_NOTE is 7.
    let type = number(entry, kind == .segment ? 0 : 4)
    guard type == (kind == .segment ? 4 : 7) else { return nil }
    let (offset, size, alignment) =
      switch (kind, isWide) {
      case (.segment, true): (8, 32, 48)
      case (.segment, false): (4, 16, 28)
      case (.section, true): (24, 32, 48)
      case (.section, false): (16, 20, 32)
      }
    return Place(
      offset: word(entry, offset), byteCount: word(entry, size), alignment: word(entry, alignment))
  }

  // MARK: Notes

  private func notes(at place: Place) throws(ElfFault) -> [[UInt8]] {
    let notes = try bytes(place.offset, Int(place.byteCount))
    // Names and descriptors end at multiples of 4, or of 8 where the segment is aligned so.
    let step = place.alignment == 8 ? 8 : 4
    var texts: [[UInt8]] = []
    var at = 0
    while notes.count - at >= 12 {
      let nameCount = Int(number(notes, at))
      let textCount = Int(number(notes, at + 4))
      let type = number(notes, at + 8)
      at += 12
      guard nameCount <= notes.count - at else { throw .malformed }
      let name = notes[at..<at + nameCount]
      // The name begins after 12 bytes; what is aligned is where the descriptor begins in the segment.
      at = min(ElfNotes.aligned(at + nameCount, step), notes.count)
      guard textCount <= notes.count - at else { throw .malformed }
      if type == ElfNotes.type, name.elementsEqual(ElfNotes.owner) {
        guard textCount <= PluginNeeds.mostBytes else { throw .tooLarge }
        texts.append(Array(notes[at..<at + textCount]).droppingZeros)
      }
      at = min(ElfNotes.aligned(at + textCount, step), notes.count)
    }
    return texts
  }

  private static func aligned(_ offset: Int, _ step: Int) -> Int { (offset + step - 1) & -step }

  // MARK: Bytes

  private func bytes(_ offset: UInt64, _ count: Int) throws(ElfFault) -> [UInt8] {
    guard offset <= source.byteCount, UInt64(count) <= source.byteCount - offset else {
      throw .truncated
    }
    let bytes = try source.read(offset, count)
    guard bytes.count == count else { throw .truncated }
    return bytes
  }

  /// An address or a size, of 8 bytes or of 4.
  private func word(_ bytes: [UInt8], _ at: Int) -> UInt64 { integer(bytes, at, isWide ? 8 : 4) }
  private func number(_ bytes: [UInt8], _ at: Int) -> UInt32 { UInt32(integer(bytes, at, 4)) }
  private func half(_ bytes: [UInt8], _ at: Int) -> UInt16 { UInt16(integer(bytes, at, 2)) }

  private func integer(_ bytes: [UInt8], _ at: Int, _ count: Int) -> UInt64 {
    let part = bytes[at..<at + count]
    return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | UInt64($1) }
  }
}

extension [UInt8] {
  /// Without the zeros at the end, which end a string of C or fill the note up.
  fileprivate var droppingZeros: [UInt8] {
    guard let last = lastIndex(where: { $0 != 0 }) else { return [] }
    return Array(self[...last])
  }
}
