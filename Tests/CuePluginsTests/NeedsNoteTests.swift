import Testing

@testable import CuePlugins

/// An ELF file of nothing but headers and notes.
struct ElfFile: CustomTestStringConvertible, Sendable {
  var isWide = true
  var isLittle = true
  /// Notes as owner, type and descriptor.
  var notes: [(owner: String, type: UInt32, text: [UInt8])] = []
  var isSection = false
  var alignment: UInt64 = 4
  var entryCount = 1

  var testDescription: String { "\(isWide ? 64 : 32) bits, \(isLittle ? "little" : "big")" }

  static let forms = [true, false].flatMap { wide in
    [true, false].flatMap { little in
      [true, false].map { ElfFile(isWide: wide, isLittle: little, isSection: $0) }
    }
  }

  func number(_ value: UInt64, _ count: Int) -> [UInt8] {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt64($0))) }
    return isLittle ? bytes : bytes.reversed()
  }

  private func word(_ value: UInt64) -> [UInt8] { number(value, isWide ? 8 : 4) }

  var headerCount: Int { isWide ? 64 : 52 }
  var entryBytes: Int { isSection ? (isWide ? 64 : 40) : (isWide ? 56 : 32) }

  var noteBytes: [UInt8] {
    var all: [UInt8] = []
    func fill() { while all.count % Int(alignment == 8 ? 8 : 4) != 0 { all.append(0) } }
    for note in notes {
      let owner = Array(note.owner.utf8) + [0]
      all += number(UInt64(owner.count), 4) + number(UInt64(note.text.count), 4)
      all += number(UInt64(note.type), 4) + owner
      fill()
      all += note.text
      fill()
    }
    return all
  }

  var bytes: [UInt8] {
    let table = UInt64(headerCount)
    let notes = noteBytes
    let place = UInt64(headerCount + entryBytes)
    var header: [UInt8] = [0x7f, 0x45, 0x4c, 0x46, isWide ? 2 : 1, isLittle ? 1 : 2, 1]
    header += [UInt8](repeating: 0, count: 9) + number(3, 2) + number(62, 2) + number(1, 4)
    header += word(0) + word(isSection ? 0 : table) + word(isSection ? table : 0)
    header += number(0, 4) + number(table, 2)
    header += number(isSection ? 0 : UInt64(entryBytes), 2)
    header += number(isSection ? 0 : UInt64(entryCount), 2)
    header += number(isSection ? UInt64(entryBytes) : 0, 2)
    header += number(isSection ? UInt64(entryCount) : 0, 2) + number(0, 2)
    let (size, entry) = (UInt64(notes.count), isSection ? section : segment)
    return header + entry(place, size) + notes
  }

  private func segment(_ offset: UInt64, _ size: UInt64) -> [UInt8] {
    isWide
      ? number(4, 4) + number(4, 4) + word(offset) + word(0) + word(0) + word(size) + word(size)
        + word(alignment)
      : number(4, 4) + word(offset) + word(0) + word(0) + word(size) + word(size) + number(4, 4)
        + word(alignment)
  }

  private func section(_ offset: UInt64, _ size: UInt64) -> [UInt8] {
    number(0, 4) + number(7, 4) + word(0) + word(0) + word(offset) + word(size) + number(0, 8)
      + word(alignment) + word(0)
  }
}

/// The needs that a file of these bytes carries.
private func text(_ bytes: [UInt8]) throws(ElfFault) -> String? {
  let source = ElfNotes.Source(byteCount: UInt64(bytes.count)) { offset, count in
    Array(bytes[Int(offset)..<Int(offset) + count])
  }
  return try ElfNotes.text(in: source).map { String(decoding: $0, as: UTF8.self) }
}

@Suite struct `A note in a plugin's file` {
  private static let words = Array("$models\nnetwork".utf8)

  @Test(arguments: ElfFile.forms)
  func `is read from a segment or a section, of 32 and 64 bits, of both byte orders`(
    form: ElfFile
  ) throws {
    var file = form
    file.notes = [("GNU", 3, [1, 2, 3]), ("CUE", 2, [9]), ("CUE", 1, Self.words), ("CUE", 7, [])]
    #expect(try text(file.bytes) == "$models\nnetwork")
    file.alignment = 8
    #expect(try text(file.bytes) == "$models\nnetwork")
  }

  @Test func `may end with zeros, as a string of C does`() throws {
    let file = ElfFile(notes: [("CUE", 1, Self.words + [0, 0])])
    #expect(try text(file.bytes) == "$models\nnetwork")
  }

  @Test func `and other notes of the same kind are joined`() throws {
    let file = ElfFile(notes: [("CUE", 1, Array("run".utf8)), ("CUE", 1, Self.words)])
    #expect(try text(file.bytes) == "run\n$models\nnetwork")
  }

  @Test func `of another owner or type means nothing`() throws {
    for note in [("CUES", 1), ("CU", 1), ("CUE", 0), ("cue", 1)] as [(String, UInt32)] {
      #expect(try text(ElfFile(notes: [(note.0, note.1, Self.words)]).bytes) == nil)
    }
  }

  @Test func `is in ELF files alone`() throws {
    for bytes in [[], Array("#!/bin/sh\n".utf8), Array("CUE\0".utf8), [0x7f, 0x45, 0x4c]] {
      #expect(try text(bytes) == nil)
    }
  }

  @Test(arguments: ElfFile.forms)
  func `of a file that is cut off anywhere is a fault and no more`(form: ElfFile) throws {
    var file = form
    file.notes = [("CUE", 1, Self.words)]
    let bytes = file.bytes
    for count in 16..<bytes.count - 1 {
      #expect(throws: ElfFault.truncated) { try text(Array(bytes[..<count])) }
    }
  }

  @Test(arguments: ElfFile.forms)
  func `of a file with any byte changed is read or refused`(form: ElfFile) throws {
    var file = form
    file.notes = [("GNU", 3, [1, 2, 3]), ("CUE", 1, Self.words)]
    let bytes = file.bytes
    for index in bytes.indices {
      for value in [0, 1, 0x7f, 0x80, 0xff] as [UInt8] {
        var broken = bytes
        broken[index] = value
        _ = try? text(broken)
      }
    }
  }

  @Test func `with sizes beyond those that are read is refused`() throws {
    var file = ElfFile(notes: [("CUE", 1, Self.words)])
    file.entryCount = 5000
    #expect(throws: ElfFault.tooLarge) { try text(file.bytes) }
    file.entryCount = 1
    file.notes = [("CUE", 1, [UInt8](repeating: 0x23, count: 64 * 1024 + 1))]
    #expect(throws: ElfFault.tooLarge) { try text(file.bytes) }
    file.notes = [("GNU", 1, [UInt8](repeating: 0x23, count: 1 << 20))]
    #expect(throws: ElfFault.tooLarge) { try text(file.bytes) }
    file.notes = [("CUE", 1, Self.words)]
    var lying = file.bytes
    // The length of the name.
    lying[120] = 0xff
    #expect(throws: ElfFault.malformed) { try text(lying) }
    var other = file.bytes
    // Neither 32 nor 64 bits.
    other[4] = 3
    #expect(throws: ElfFault.malformed) { try text(other) }
  }
}
