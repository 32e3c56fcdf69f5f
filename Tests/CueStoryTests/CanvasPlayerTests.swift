import CueModel
import CueStore
import Foundation
import TestSupport
import Testing

@testable import CueStory

@Suite struct `The sound of a canvas` {
  /// Sings at each frame which played frame it is.
  private static let counting: @Sendable (Int, Float) -> Int16 = { frame, _ in
    Int16(truncatingIfNeeded: frame % 30_000)
  }

  /// Takes of 5000 and 9000 frames, and a loop that plays as fast as it is heard.
  private func sound(_ faults: Loop.Faults = Loop.Faults()) throws -> (Home, CanvasPlayer) {
    let home = try Home()
    try home.story(5000, 9000)
    var faults = faults
    faults.speed = 1
    let loop = Loop(latency: 100, faults, sing: Self.counting)
    var parts = CanvasPlayer.Equipment(
      shelf: home.shelf, device: loop.device, effects: { noEffects },
      microphone: { loop.microphone })
    parts.clock = loop.clock
    parts.recording.latencyFrames = 100
    return (home, CanvasPlayer(parts))
  }

  private func wait(_ sound: CanvasPlayer, until tick: Int) throws -> CanvasReport {
    while true {
      let report = try sound.report()
      if report.tick >= tick || report.isBroken { return report }
      sched_yield()
    }
  }

  @Test func `records from the marker on, and keeps the take`() throws {
    let (home, sound) = try sound()
    try sound.record(try home.shelf.view("1"), from: 4_000_000, marker: 5_000_000)
    let report = try wait(sound, until: 10_000_000)
    #expect(report.isPlaying && !report.isBroken && report.level != nil)
    let take = try sound.end()
    #expect(take.number == 3 && take.frames > 4000)
    let samples = try Fixtures.sound(inFile: home.path(take, of: home.shelf.view("1"))).int16s
    #expect(samples == (0..<take.frames).map { Int16(($0 + 1000) % 30_000) })
    #expect(try home.shelf.view("1").story.head == take.id)
    #expect(try !sound.report().isPlaying)
  }

  /// The head of the story that is given is the take that is answered.
  @Test func `grows a branch where another take than the head is answered`() throws {
    let (home, sound) = try sound()
    var view = try home.shelf.view("1")
    view.story.head = view.takes[0].id
    try sound.record(view, from: 0, marker: 0)
    _ = try wait(sound, until: 6_000_000)
    let take = try sound.end()
    #expect(take.parent == view.takes[0].id)
    #expect(try home.shelf.view("1").tree.answers(to: view.takes[0].id).count == 2)
  }

  @Test func `The sound of a canvas keeps nothing that is dropped`() throws {
    let (home, sound) = try sound()
    try sound.record(try home.shelf.view("1"), from: 5_000_000, marker: 5_000_000)
    _ = try wait(sound, until: 6_000_000)
    sound.drop()
    #expect(try home.shelf.view("1").takes.count == 2)
    #expect(try home.findings.isEmpty && !sound.report().isPlaying)
    // What follows is as usual.
    try sound.record(try home.shelf.view("1"), from: 5_000_000, marker: 5_000_000)
    _ = try wait(sound, until: 10_000_000)
    #expect(try sound.end().number == 3)
  }

  @Test func `a lost microphone is reported, and the recorded sound is kept`() throws {
    var faults = Loop.Faults()
    faults.goneAt = 7000
    let (home, sound) = try sound(faults)
    try sound.record(try home.shelf.view("1"), from: 5_000_000, marker: 5_000_000)
    let report = try wait(sound, until: .max)
    #expect(report.isBroken)
    let take = try sound.end()
    #expect((1...7000).contains(take.frames) && !take.damage.isEmpty)
    #expect(try home.shelf.view("1").takes.count == 3)
  }

  @Test func `the canvas plays, jumps while it plays, and stops`() throws {
    let (home, sound) = try sound()
    let view = try home.shelf.view("1")
    #expect(try !sound.report().isPlaying)
    try sound.play(view, from: 2_000_000)
    #expect(try wait(sound, until: 3_000_000).level == nil)
    sound.stop()
    #expect(try !sound.report().isPlaying)
    try sound.play(view, from: 0)
    try sound.play(view, from: 8_000_000)
    #expect(try wait(sound, until: 8_500_000).tick >= 8_500_000)
    sound.stop()
  }

  @Test func `lets the playhead be heard where it is moved, and leaves the device to what plays`()
    throws
  {
    let home = try Home()
    let view = try home.story(5000, 9000)
    let device = GrainDevice()
    device.state.change { $0.allowed = .max }
    let sound = CanvasPlayer(
      CanvasPlayer.Equipment(
        shelf: home.shelf, device: device, effects: { noEffects },
        microphone: { preconditionFailure("nothing is recorded") }))
    try sound.scrub(view, from: 0, to: 2_000_000)
    try sound.scrub(view, from: 2_000_000, to: 4_000_000)
    device.state.wait { $0.grains.isEmpty ? nil : () }
    #expect(device.state.change { $0.isOpen })
    // The same takes, mixed otherwise, are heard so: of the second one, which is alone there, nothing.
    var other = view
    other.takes[1].isMuted = true
    try sound.scrub(other, from: 6_000_000, to: 6_500_000)
    sound.endScrub()
    #expect(
      device.state.change { state in
        !state.isOpen && state.grains.count > 1
          && state.grains.last?.floats.allSatisfy { $0 == 0 } == true
      })
    let grains = device.state.change { $0.grains.count }
    try sound.scrub(view, from: 0, to: 2_000_000)
    try sound.play(view, from: 0)
    device.state.wait { $0.grains.count > grains + 1 ? () : nil }
    sound.stop()
    #expect(device.state.change { !$0.isOpen })
  }

  @Test func `takes that cannot be played are reported with the reason`() throws {
    let (home, sound) = try sound()
    let view = try home.shelf.view("1")
    try FileManager.default.removeItem(atPath: home.path(view.takes[1], of: view))
    try sound.play(view, from: 0)
    _ = try wait(sound, until: 3_000_000)
    #expect(Array(sound.missedTakes.keys) == [2])
    sound.stop()
  }
}
