import CXXHash
import CueModel
import CueStore
import Foundation
import TestSupport
import Testing

/// The key and the clip of a number, as the program `clip-probe` has them.
private func key(_ number: Int) throws -> ClipKey {
  let first = String(UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
  let digits = String(repeating: "0", count: 16 - first.count) + first
  return try #require(ClipKey(hexadecimal: digits + String(repeating: "a", count: 48)))
}

private func clip(_ number: Int, frames: Int = 500) -> Clip {
  Clip(
    sound: AudioBuffer(
      int16: (0..<frames).map { Int16(truncatingIfNeeded: $0 &* 31 &+ number) }, rateHertz: 16_000),
    marks: [SpeechMark(kind: .word, frame: number, textRange: 0..<4)])
}

@Suite struct `Clips in a folder` {
  private let folder: TemporaryFolder
  private let store: ClipStore

  init() throws {
    folder = try TemporaryFolder()
    store = ClipStore(folder.path("clips"))
  }

  private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

  private func files() throws -> [String] {
    guard exists(store.folder) else { return [] }
    return try FileManager.default.subpathsOfDirectory(atPath: store.folder).sorted()
  }

  private func change(_ key: ClipKey, _ body: (inout Data) -> Void) throws {
    var bytes = try Data(contentsOf: URL(filePath: store.path(key)))
    body(&bytes)
    try bytes.write(to: URL(filePath: store.path(key)))
  }

  @Test func `are found again as they were put, sound and marks`() throws {
    let marks = [
      SpeechMark(kind: .sentence, frame: 0, textRange: 0..<12),
      SpeechMark(kind: .mark, frame: 3, textRange: 4..<4, name: "ä"),
      SpeechMark(kind: .phoneme, frame: 7, textRange: 5..<6, name: "aɪ"),
    ]
    let clips = [
      Clip(sound: AudioBuffer(int16: [1, -2, 3, 32767, -32768], rateHertz: 22_050), marks: marks),
      Clip(sound: AudioBuffer(float32: [0.5, -1, .pi], rateHertz: 48_000, channels: 3)),
      Clip(sound: AudioBuffer(int16: [], rateHertz: 8000), marks: []),
    ]
    for (number, clip) in clips.enumerated() {
      #expect(try store.entry(key(number)) == nil)
      #expect(try store.clip(key(number)) == nil)
      let put = try store.put(clip, for: key(number))
      #expect(put.frames == clip.sound.frameCount && put.format == clip.sound.format)
      #expect(try store.entry(key(number)) == put)
      #expect(try store.clip(key(number)) == clip)
      #expect(try store.condition(key(number)) == .whole(put))
      let size = try Data(contentsOf: URL(filePath: store.path(key(number)))).count
      #expect(size == put.byteCount)
    }
    #expect(try ClipStore(store.folder).clip(key(0)) == clips[0])
    #expect(try store.list().files.count == 3)
  }

  @Test func `have notes beside them, which are of that sound and go with it`() throws {
    let entry = try store.put(clip(1), for: key(1))
    let other = try store.put(clip(2), for: key(2))
    let bytes = try Data(contentsOf: URL(filePath: store.path(key(1))))
    #expect(try store.note(.words, of: entry) == nil)
    try store.keep("a ä\n1 2", as: .words, of: entry)
    try store.keep("heard", as: .heard, of: entry)
    try store.keep("newer", as: .heard, of: entry)
    #expect(try ClipStore(store.folder).note(.words, of: entry) == "a ä\n1 2")
    #expect(try store.note(.heard, of: entry) == "newer")
    #expect(try store.note(.words, of: other) == nil)
    #expect(try Data(contentsOf: URL(filePath: store.path(key(1)))) == bytes)
    #expect(try store.list().strangers.isEmpty)
    // Other sound under the same key.
    var changed = entry
    changed.checksum = other.checksum
    #expect(try store.note(.words, of: changed) == nil)
    let path = try String(store.path(key(1)).dropLast(4)) + ".words"
    var note = try Data(contentsOf: URL(filePath: path))
    note[note.count - 20] ^= 1
    try note.write(to: URL(filePath: path))
    #expect(try store.note(.words, of: entry) == nil)
    _ = try store.collect(keeping: [try key(2)], isForced: true, now: 0)
    #expect(try files().filter { $0.hasSuffix(".words") || $0.hasSuffix(".heard") }.isEmpty)
    try store.keep("of nothing", as: .words, of: entry)
    _ = try store.collect(keeping: nil, now: 0)
    #expect(try files().filter { $0.hasSuffix(".words") }.isEmpty)
  }

  @Test func `with any byte flipped are not taken for whole, are forgotten, and can be made again`()
    throws
  {
    let put = try store.put(clip(1), for: key(1))
    let whole = try Data(contentsOf: URL(filePath: store.path(key(1))))
    for place in stride(from: 0, to: whole.count, by: whole.count > 4000 ? 13 : 1) {
      try change(key(1)) { $0[place] ^= UInt8(1 << (place % 8)) }
      #expect(try store.clip(put) == nil, "byte \(place)")
      #expect(try store.wholeEntry(key(1)) == nil, "byte \(place)")
      #expect(try !exists(store.path(key(1))) && store.entry(key(1)) == nil, "byte \(place)")
      #expect(try store.put(clip(1), for: key(1)) == put)
    }
    #expect(try store.wholeEntry(key(1)) == put && store.clip(put) == clip(1))
  }

  @Test func `clips that another program made again count as new`() throws {
    let put = try store.put(clip(1), for: key(1))
    try FileManager.default.removeItem(atPath: store.path(key(1)))
    let other = try store.put(clip(2), for: key(1))
    #expect(try other.frames == put.frames && store.clip(put) == nil)
    #expect(try store.wholeEntry(key(1)) == other && store.clip(other) == clip(2))
  }

  @Test func `clips that are being made are not removed by others`() throws {
    _ = try store.put(clip(1), for: key(1))
    try change(key(1)) { $0[60] ^= 1 }
    let other = ClipStore(store.folder)
    #expect(try other.claim(key(1)))
    #expect(try store.wholeEntry(key(1)) == nil && exists(store.path(key(1))))
    other.release(try key(1))
  }

  @Test(.startsProcesses) func `are WAV files that any program plays`() throws {
    _ = try store.put(clip(3, frames: 1000), for: key(3))
    let read = try Run(
      "/usr/bin/env",
      [
        "python3", "-c",
        "import sys, wave; w = wave.open(sys.argv[1]); print(w.getframerate(), w.getnchannels(), "
          + "w.getsampwidth(), w.getnframes(), w.readframes(9999)[:6].hex())",
        store.path(key(3)),
      ])
    #expect(read.text == "16000 1 2 1000 030022004100\n")
  }

  /// By xxHash's documentation, XXH3 of nothing is 99aa06d3014798d86001c324468d497f in 128 bits.
  @Test func `have a checksum that other programs can compute`() throws {
    var checksum = [UInt8](repeating: 0, count: 16)
    unsafe cue_xxh3_128(nil, 0, &checksum)
    let digits = { (bytes: [UInt8]) in bytes.map { String(format: "%02x", $0) }.joined() }
    #expect(digits(checksum) == "99aa06d3014798d86001c324468d497f")

    let entry = try store.put(clip(1), for: key(1))
    let bytes = [UInt8](try Data(contentsOf: URL(filePath: store.path(key(1)))))
    #expect(digits(bytes.suffix(16)) == entry.checksum)
    unsafe bytes.withUnsafeBytes { bytes in
      // In three pieces, the border of which is nowhere.
      let pieces = unsafe [0..<7, 7..<700, 700..<bytes.count - 16].map { range in
        unsafe cue_piece(
          bytes: bytes.baseAddress.map { unsafe $0 + range.lowerBound }, count: range.count)
      }
      unsafe cue_xxh3_128(pieces, 3, &checksum)
    }
    #expect(digits(checksum) == entry.checksum)
  }

  @Test func `that are there are not written again`() throws {
    let first = try store.put(clip(1), for: key(1))
    #expect(try store.put(clip(2), for: key(1)) == first)
    #expect(try store.clip(key(1)) == clip(1))
  }

  @Test(arguments: [0, 1, 43, 44, 100, 139, 140, 1044, 1084, 1100, 1156, 1171])
  func `torn clips count as missing, and can be stored again`(length: Int) throws {
    let entry = try store.put(clip(1), for: key(1))
    #expect(entry.byteCount == 1172)
    try change(key(1)) { $0 = $0.prefix(length) }
    #expect(try store.entry(key(1)) == nil)
    #expect(try store.clip(key(1)) == nil)
    guard case .damaged = try store.condition(key(1)) else {
      Issue.record("a clip of \(length) bytes is whole")
      return
    }
    #expect(try store.put(clip(1), for: key(1)) == entry)
    #expect(try store.clip(key(1)) == clip(1))
  }

  /// A file system that lost its power gives a file its length and not its bytes.
  @Test func `Clips in a folder that became zeros are noticed`() throws {
    let entry = try store.put(clip(1), for: key(1))
    try change(key(1)) { $0 = Data(count: entry.byteCount) }
    #expect(try store.entry(key(1)) == nil)
    #expect(try store.clip(key(1)) == nil)
  }

  @Test func `with one bit that changed are noticed, wherever it is`() throws {
    let entry = try store.put(clip(1, frames: 40), for: key(1))
    for bit in stride(from: 0, to: entry.byteCount * 8, by: 5) {
      try change(key(1)) { $0[bit / 8] ^= 1 << (bit % 8) }
      #expect(try store.clip(key(1)) == nil, "bit \(bit)")
      try change(key(1)) { $0[bit / 8] ^= 1 << (bit % 8) }
    }
    #expect(try store.clip(key(1)) == clip(1, frames: 40))
  }

  @Test func `under another's name are noticed`() throws {
    _ = try store.put(clip(1), for: key(1))
    _ = try store.put(clip(2), for: key(2))
    try FileManager.default.removeItem(atPath: store.path(key(2)))
    try FileManager.default.copyItem(atPath: store.path(key(1)), toPath: store.path(key(2)))
    #expect(try store.entry(key(2)) == nil)
    guard case .damaged(let reason) = try store.condition(key(2)) else {
      Issue.record("another's clip is whole")
      return
    }
    #expect(reason == .otherClip(try key(1).hexadecimal))
  }

  @Test func `in a folder that cannot be made are refused with the reason`() throws {
    try folder.write("", as: "file")
    let store = ClipStore(folder.path("file/clips"))
    let failure = #expect(throws: StoreFailure.self) { try store.put(clip(1), for: key(1)) }
    #expect(failure?.kind == .inaccessible)
    #expect(failure?.reason == .cannotRead(path: store.path(try key(1)), errno: ENOTDIR))
  }

  /// Root may write anywhere, so that another user is needed to see it.
  @Test(.startsProcesses) func `in a folder that is read-only can be read, and no others put`()
    throws
  {
    _ = try store.put(clip(1), for: key(1))
    let program = try folder.copy(Places.product("clip-probe"), as: "clip-probe")
    let open = [folder.path, store.folder, String(store.path(try key(1)).dropLast(69))]
    for path in open {
      try FileManager.default.setAttributes([.posixPermissions: 0o555], ofItemAtPath: path)
    }
    defer {
      for path in open {
        try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
      }
    }
    let user = getuid() == 0 ? ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"] : []
    let run = try Run("/usr/bin/env", user + [program, "put", store.folder, "500"])
    #expect(run.status == 1)
    #expect(run.text.contains("cannotWrite") && run.text.contains("errno: \(EACCES)"))
    #expect(try store.clip(key(1)) == clip(1))
  }

  /// A limit on the length of files stands in for a disk that is full: the write still ends in the middle.
  @Test(.startsProcesses)
  func `that find no room are refused with the reason, and leave nothing behind`() throws {
    _ = try store.put(clip(1), for: key(1))
    let run = try Run(
      "/bin/sh",
      [
        "-c", "trap '' XFSZ; ulimit -f 64; exec \"$0\" put \"$1\" 100000",
        Places.product("clip-probe"), store.folder,
      ])
    #expect(run.status == 1)
    #expect(run.text.contains("cannotWrite") && run.text.contains("errno: \(EFBIG)"))
    #expect(try store.list().files.map(\.key) == [key(1)])
    #expect(try store.list().partials.isEmpty)
    #expect(try store.clip(key(1)) == clip(1))
  }

  // Which thread makes them.

  @Test func `Clips in a folder are one thread's to make`() throws {
    #expect(try store.claim(key(1)))
    #expect(try !store.claim(key(1)))
    #expect(try store.claim(key(2)))
    store.release(try key(1))
    #expect(try store.claim(key(1)))
  }

  @Test func `are one store's to make, even within a process`() throws {
    let other = ClipStore(store.folder)
    #expect(try store.claim(key(1)))
    #expect(try !other.claim(key(1)))
    #expect(try other.claim(key(2)))
    store.release(try key(1))
    #expect(try other.claim(key(1)))
  }

  @Test(.startsProcesses) func `are made once by all the processes that share the folder`() throws {
    let count = 400
    let makers = try (0..<4).map { _ in
      try Running(Places.product("clip-probe"), ["make", store.folder, "\(count)"])
    }
    var made: [String] = []
    for maker in makers {
      let run = maker.end()
      #expect(run.status == 0)
      made += run.text.split(separator: "\n").map(String.init)
    }
    #expect(made.count == Set(made).count)
    // What one had claimed was passed over by the others; nothing else is left out.
    #expect(Set(made) == Set((0..<count).map(String.init)))
    for number in 0..<count { #expect(try store.clip(key(number)) == clip(number)) }
  }

  @Test(.startsProcesses) func `that a process made when it was killed are another's to make`()
    throws
  {
    let holder = try Running(
      Places.product("clip-probe"), ["hold", store.folder, "7"], hasInput: true)
    #expect(String(decoding: holder.someOutput(), as: UTF8.self) == "held\n")
    #expect(try !store.claim(key(7)))
    holder.kill()
    #expect(try store.claim(key(7)))
  }

  @Test(.startsProcesses) func `a clip whose writer was killed is complete or missing`() throws {
    for _ in 0..<20 {
      let writer = try Running(Places.product("clip-probe"), ["write", store.folder, "300000"])
      _ = writer.someOutput()
      writer.kill()
      for file in try store.list().files {
        guard case .whole = try store.condition(file.key) else {
          Issue.record("\(file.key) is torn")
          continue
        }
      }
      _ = try store.collect(keeping: [], isForced: true, now: Int(Date().timeIntervalSince1970))
      #expect(try files().allSatisfy { $0 == "claims.lock" || $0.count == 2 })
    }
  }

  // Which of them stay.

  private let now = 1_800_000_000

  private func put(_ number: Int, usedSecondsAgo seconds: Int) throws {
    _ = try store.put(clip(number), for: key(number))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(now - seconds))],
      ofItemAtPath: store.path(key(number)))
  }

  @Test func `stay where something refers to them, or they were just used`() throws {
    try put(1, usedSecondsAgo: 100_000)
    try put(2, usedSecondsAgo: 100_000)
    try put(3, usedSecondsAgo: 3000)
    let trial = try store.collect(keeping: [key(1)], isTrial: true, now: now)
    #expect(trial.unused == [try key(2)] && trial.keptCount == 2)
    #expect(try store.list().files.count == 3)
    let collection = try store.collect(keeping: [key(1)], now: now)
    #expect(collection == trial)
    #expect(collection.removedByteCount > 1000 && collection.keptByteCount > 2000)
    #expect(try Set(store.list().files.map(\.key)) == [key(1), key(3)])
    #expect(try store.collect(keeping: [key(1)], isForced: true, now: now).unused == [key(3)])
  }

  @Test func `go with the longest unused first where there are too many`() throws {
    for number in 1...4 { try put(number, usedSecondsAgo: number * 10_000) }
    let keys = try (1...4).map { try key($0) }
    let bytes = try #require(try store.entry(keys[0])).byteCount
    // Looking at it was a use; it is put back to when it was.
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(now - 10_000))],
      ofItemAtPath: store.path(keys[0]))
    let collection = try store.collect(
      keeping: Set(keys), mostBytes: 2 * bytes + 1, now: now)
    #expect(collection.overLimit == [keys[3], keys[2]] && collection.unused.isEmpty)
    #expect(collection.keptByteCount == 2 * bytes && collection.keptCount == 2)
    #expect(try Set(store.list().files.map(\.key)) == [keys[0], keys[1]])
  }

  @Test func `that others may need go only where there are too many`() throws {
    try put(1, usedSecondsAgo: 100_000)
    #expect(try store.collect(keeping: nil, isForced: true, now: now).keptCount == 1)
    #expect(try store.collect(keeping: nil, mostBytes: 0, now: now).overLimit == [key(1)])
  }

  @Test func `clips that are being made stay`() throws {
    try put(1, usedSecondsAgo: 100_000)
    let other = ClipStore(store.folder)
    #expect(try other.claim(key(1)))
    let collection = try store.collect(keeping: [], mostBytes: 0, isForced: true, now: now)
    #expect(collection.unused.isEmpty && collection.keptCount == 1)
    #expect(try store.clip(key(1)) == clip(1))
  }

  @Test func `Clips in a folder are marked when they are used`() throws {
    try put(1, usedSecondsAgo: 100_000_000)
    let before = try #require(try store.list().files.first).used
    _ = try store.entry(key(1))
    let after = try #require(try store.list().files.first).used
    #expect(after > before)
  }

  @Test func `leave files alone that are not theirs`() throws {
    try put(1, usedSecondsAgo: 100_000)
    try folder.write("mine", as: "clips/notes.txt")
    try folder.write("mine", as: "clips/ab.wav")
    _ = try store.collect(keeping: [], mostBytes: 0, isForced: true, now: now)
    #expect(
      try store.list().strangers == [folder.path("clips/ab.wav"), folder.path("clips/notes.txt")])
  }
}
