import CueModel
import Foundation
import TestSupport
import Testing

@testable import CueAudio

/// libsndfile stores the bytes of UTF-8 as Latin-1, and players showed "SÃ¶hne" (libsndfile#915).
@Suite struct `The title and author in an MP3 file` {
  private static func notes(
    title: String, artist: String = "", album: String = "", track: String = ""
  ) -> SoundNotes {
    var notes = SoundNotes()
    notes.title = title
    notes.artist = artist
    notes.album = album
    notes.track = track
    return notes
  }

  /// The texts of a tag, as a player reads them by the standard.
  private func texts(_ tag: [UInt8]) throws -> [String: String] {
    #expect(tag.starts(with: Array("ID3".utf8) + [3, 0, 0]))
    let size = tag[6..<10].reduce(0) { $0 << 7 | Int($1) }
    #expect(size == tag.count - 10)
    var texts: [String: String] = [:]
    var at = 10
    while at < tag.count {
      let name = String(decoding: tag[at..<at + 4], as: UTF8.self)
      let length = tag[at + 4..<at + 8].reduce(0) { $0 << 8 | Int($1) }
      let body = tag[at + 10..<at + 10 + length]
      let encoding: String.Encoding = body.first == 0 ? .isoLatin1 : .utf16
      texts[name] = String(data: Data(body.dropFirst()), encoding: encoding)
      at += 10 + length
    }
    return texts
  }

  @Test func `an MP3 contains the given title and author, in letters of every script`() throws {
    let all = Self.notes(
      title: "Söhne, l'été", artist: "Jürgen Ó Briain", album: "日本語 🎭", track: "3")
    let read = try texts(ID3.opening(all))
    #expect(
      read == [
        "TIT2": "Söhne, l'été", "TPE1": "Jürgen Ó Briain", "TALB": "日本語 🎭", "TRCK": "3",
      ])
    #expect(ID3.opening(SoundNotes()).isEmpty && ID3.closing(SoundNotes()).isEmpty)
    #expect(try texts(ID3.opening(Self.notes(title: "A\0B\nC")))["TIT2"] == "A B C")
  }

  @Test func `has a short form in Latin-1 at its end`() {
    let tag = ID3.closing(
      Self.notes(title: "Söhne – „Ende“ 終", artist: String(repeating: "é", count: 40), track: "12"))
    #expect(tag.count == 128 && tag.starts(with: "TAG".utf8))
    let title = tag[3..<33].prefix { $0 != 0 }
    #expect(Array(title) == [0x53, 0xF6] + Array("hne - \"Ende\" ?".utf8))
    #expect(tag[33..<63].allSatisfy { $0 == 0xE9 })
    #expect(tag[126] == 12 && tag[125] == 0)
  }

  @Test(.startsProcesses, .needs(program: "ffprobe"))
  func `is shown by other programs, and the sound is all there`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("x.mp3")
    let writer = try SoundFileWriter(path: path)
    writer.notes = Self.notes(
      title: "Söhne, l'été", artist: "Jürgen Ó Briain", album: "Ōsaka", track: "7")
    let tone = (0..<48_000).map { Float(sin(Double($0) * 0.1)) / 2 }
    try writer.write(AudioBuffer(float32: tone, rateHertz: 24_000))
    try writer.finish()
    let run = try Run(
      "/usr/bin/env",
      [
        "ffprobe", "-v", "error", "-show_entries", "format=duration:format_tags", "-of", "flat",
        path,
      ])
    #expect(run.text.contains("tags.title=\"Söhne, l'été\""))
    #expect(run.text.contains("tags.artist=\"Jürgen Ó Briain\""))
    #expect(run.text.contains("tags.album=\"Ōsaka\""))
    #expect(run.text.contains("tags.track=\"7\""))
    let reader = try SoundFileReader(path: path)
    #expect(try abs(allSound(reader).frameCount - 48_000) < 2400)
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(bytes.suffix(128).starts(with: "TAG".utf8))
  }
}
