import CueModel
import Foundation
import TestSupport
import Testing

/// The real program, which is killed without a warning wherever it is at that moment: between its start and its end.
///
/// `CUE_KILLS=100` kills it a hundred times in each of the tests, and prints how often it had reported success.
@Suite(.startsProcesses) struct `A story whose program is killed` {
  private static let wished = ProcessInfo.processInfo.environment["CUE_KILLS"].flatMap(Int.init)
  private static var kills: Int { wished ?? 3 }

  private let ann: Stagehand
  private let ben: Stagehand
  private var home: String { ann.folder.path("home") }

  init() throws {
    ann = try Stagehand(adding: ["varispeed"])
    ben = try Stagehand(adding: ["varispeed"])
    for who in [ann, ben] { try who.configure("null.real-time = on\n") }
  }

  // MARK: - Help

  /// A story of one short take.
  private func begin() throws {
    try ann.story(["new", "Duet", "--player", "ann"])
    try ann.story(["import", "Duet", try ann.tone(0.2, "tone-0.2.wav")])
  }

  /// All that is kept is whole, and all that was reported is kept.
  @discardableResult
  private func check(_ who: Stagehand, _ reported: Set<String>, _ when: String) throws
    -> Set<String>
  {
    let verified = try who.host(["story", "verify", "--json"])
    #expect(verified.status == 0, "\(when): \(verified.text)\(verified.talk)")
    guard try who.events(try who.host(["story", "list", "--json"])).count == 1 else {
      #expect(reported.isEmpty, "\(when): the story is gone")
      return []
    }
    let kept = Set(try who.story(["tree", "Duet"]).compactMap { $0["id"] as? String })
    #expect(reported.isSubset(of: kept), "\(when): lost")
    return kept
  }

  /// Moments between the start and the end of what takes `seconds`, some close together, none foreseen.
  private func moments(_ seconds: Double, seed: UInt64) -> [Double] {
    var chance = SplitMix(seed: seed)
    let count = `A story whose program is killed`.kills
    return (0..<count).map { index in
      let place = (Double(index) + 0.5 + chance.around() / 2) / Double(count)
      return max(0.001, place * seconds * 1.1)
    }
  }

  private func seconds(_ body: () throws -> Void) rethrows -> Double {
    let duration = try ContinuousClock().measure(body)
    return Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18
  }

  /// Runs `story` with `words`, and kills it after `seconds`; returns its events of that name.
  private func killed(
    _ who: Stagehand, after seconds: Double, _ words: [String], _ event: String
  ) throws -> [[String: Any]] {
    let run = try who.run(
      "/usr/bin/timeout",
      ["--foreground", "-s", "KILL", "\(seconds)", Places.product("host"), "story"] + words
        + ["--json"])
    #expect([0, 124, 137].contains(run.status), "\(words): \(run.status) \(run.talk)")
    return try who.events(run).filter { $0["event"] as? String == event }
  }

  private func tell(_ name: String, _ reported: Int) {
    guard let kills = `A story whose program is killed`.wished else { return }
    FileHandle.standardError.write(
      Data("\(name): \(kills) kills, \(reported) had reported what they were asked for\n".utf8))
  }

  /// Takes of one story, each in answer to the first, until all kills are done.
  private func grow(_ name: String, _ words: [String], seed: UInt64) throws {
    try begin()
    let whole = try seconds { try ann.story(words) }
    var reported = try check(ann, [], name)
    #expect(reported.count == 2)
    var count = 0
    for moment in moments(whole, seed: seed) {
      try ann.story(["branch", "Duet", "1"])
      for event in try killed(ann, after: moment, words, "kept") {
        if let id = event["id"] as? String { reported.insert(id) }
        count += 1
      }
      reported = try check(ann, reported, "\(name), killed after \(moment) s")
    }
    try ann.story(["branch", "Duet", "1"])
    try ann.story(words)
    try check(ann, reported, name)
    // The next one that writes there has removed what was left.
    let stories = ann.folder.path("home/data/cue/stories")
    let left = FileManager.default.enumerator(atPath: stories)?.compactMap { $0 as? String } ?? []
    #expect(left.filter { $0.hasSuffix(".part") } == [])
    tell(name, count)
  }

  // MARK: - Kills

  @Test func `has all takes that were reported as kept, killed while it records`() throws {
    try grow(
      "recording",
      [
        "record", "Duet", "--device", "null", "--microphone", "null", "--seconds", "0.5",
        "--latency-ms", "0",
      ], seed: 1)
  }

  @Test func `has all takes that were reported as kept, killed while it keeps them`() throws {
    try grow("committing", ["import", "Duet", try ann.tone(20, "tone-20.wav")], seed: 2)
  }

  @Test func `has the pen or a whole bundle, killed while it sends`() throws {
    try begin()
    try ann.story(["import", "Duet", try ann.tone(20, "tone-20.wav")])
    let path = ann.folder.path("duet.tapstory")
    let (files, template, there) = (
      FileManager.default, ann.folder.path("template"), ben.folder.path("home")
    )
    try files.copyItem(atPath: home, toPath: template)
    let send = ["send", "Duet", "-o", path, "--for", "ben"]
    let whole = try seconds { try ann.story(send) }
    let empty = ben.folder.path("template")
    try files.copyItem(atPath: there, toPath: empty)
    var count = 0
    for moment in moments(whole, seed: 3) {
      try? files.removeItem(atPath: path)
      for (folder, copy) in [(home, template), (there, empty)] {
        try files.removeItem(atPath: folder)
        try files.copyItem(atPath: copy, toPath: folder)
      }
      let isReported = !(try killed(ann, after: moment, send, "sent")).isEmpty
      if isReported { count += 1 }
      #expect(try check(ann, [], "sending, killed after \(moment) s").count == 2)
      let hasPen = try ann.story(["show", "Duet"]).first?["has_pen"] as? Bool
      let isThere = files.fileExists(atPath: path)
      #expect(!isReported || hasPen == false)
      #expect(hasPen == true || isThere)
      if isThere { #expect(try ben.story(["receive", path, "--player", "ben"]).count == 1) }
      // Sent again, it changes nothing that was sent before.
      try ann.story(send)
      try ben.story(["receive", path, "--player", "ben"])
      let shown = try ben.story(["show", "Duet"]).first
      #expect(shown?["has_pen"] as? Bool == true && shown?["takes"] as? Int == 2)
    }
    tell("sending", count)
  }

  @Test func `has all of a bundle or nothing, killed while it receives`() throws {
    try begin()
    try ann.story(["import", "Duet", try ann.tone(20, "tone-20.wav")])
    try ann.story(["import", "Duet", try ann.tone(22, "tone-22.wav")])
    let path = ann.folder.path("duet.tapstory")
    try ann.story(["send", "Duet", "-o", path, "--for", "ben"])
    let (files, there) = (FileManager.default, ben.folder.path("home"))
    let empty = ben.folder.path("template")
    try files.copyItem(atPath: there, toPath: empty)
    let receive = ["receive", path, "--player", "ben"]
    let whole = try seconds { try ben.story(receive) }
    var count = 0
    for moment in moments(whole, seed: 4) {
      try files.removeItem(atPath: there)
      try files.copyItem(atPath: empty, toPath: there)
      let isReported = !(try killed(ben, after: moment, receive, "received")).isEmpty
      if isReported { count += 1 }
      let kept = try check(ben, [], "receiving, killed after \(moment) s")
      #expect(kept.count == 3 || kept.isEmpty && !isReported)
      try ben.story(receive)
      let shown = try ben.story(["show", "Duet"]).first
      #expect(shown?["has_pen"] as? Bool == true && shown?["takes"] as? Int == 3)
      try check(ben, kept, "received")
    }
    tell("receiving", count)
  }
}
