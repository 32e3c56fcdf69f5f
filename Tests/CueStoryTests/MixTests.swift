import CueAudio
import CueModel
import CuePlugins
import CueStore
import Foundation
import TestSupport
import Testing

@testable import CueStory

/// Effects of the plugins that Cue comes with; stretching by `stretcher`.
func builtEffects(_ stretcher: String = "sonic") -> StoryEffects {
  func plugin(_ id: String, _ parameters: [(name: String, value: String)]) -> EffectClient {
    let path = Places.product("libplugin-\(id).so")
    var setup = PluginSetup(
      file: PluginFile(path: path, name: id, isProgram: false, id: id),
      worker: WorkerSettings(workerPath: Places.product("cue-worker")))
    setup.parameters = parameters
    return EffectClient(setup)
  }
  return StoryEffects(
    make: { change in
      switch change {
      case .varispeed(let factor): plugin("varispeed", [("speed", "\(factor)")])
      case .stretch(let tempo, let semitones):
        plugin(stretcher, [("tempo", "\(tempo)"), ("pitch", "\(semitones)")])
      }
    }, end: { ($0 as? EffectClient)?.quit() })
}

/// No effect is needed.
var noEffects: StoryEffects {
  StoryEffects(
    make: { change in
      Issue.record("nobody asked for \(change)")
      throw StoryFailure.noTakes(title: "")
    }, end: { _ in })
}

extension Home {
  /// The mix of story 1 as floats.
  func mixed(
    _ effects: StoryEffects, dials: StoryDials? = nil, blockFrames: Int = 8192, ahead: Int = 2
  ) throws -> AudioBuffer {
    let view = try shelf.view("1")
    let mix = try StoryMix(view, dials: dials) { path($0, of: view) }
    let mixer = StoryMixer(mix, effects: effects, blockFrames: blockFrames, aheadBlocks: ahead)
    var bytes: [UInt8] = []
    while let block = try mixer.next() { bytes += block.bytes }
    return AudioBuffer(format: mix.format, bytes: bytes)
  }
}

@Suite struct `A mix of takes as they were recorded` {
  @Test func `A mix of takes as they were recorded is the take, bit by bit`() throws {
    let home = try Home()
    try home.story()
    var samples = noise(9001)
    (samples[5], samples[6]) = (.min, .max)
    try home.add(samples)
    #expect(try home.mixed(noEffects).int16s == samples)
    let path = home.folder.path("mix.wav")
    let view = try home.shelf.view("1")
    let mixer = StoryMixer(
      try StoryMix(view) { home.path($0, of: view) }, effects: noEffects, blockFrames: 1000)
    let report = try MixFile.write(mixer, to: path, MixWish(), cancellation: Cancellation())
    #expect(report.frames == 9001)
    #expect(try Fixtures.sound(inFile: path).int16s == samples)
  }

  @Test(arguments: [0.25, 0.333, 0.5, 1.7, 2])
  func `is that at every rate at which they were recorded`(rate: Double) throws {
    let home = try Home()
    var view = try home.story()
    var dials = view.story.dials
    dials.rate = PlaybackRate(dial: rate)
    dials.pitch = PitchOffset(semitones: 1.23)
    view = try home.shelf.turn(dials, of: view)
    let samples = noise(7013)
    try home.add(samples)
    #expect(try home.mixed(noEffects).int16s == samples)
  }

  @Test func `has each take where the chain puts it`() throws {
    let home = try Home()
    let lengths = [3000, 5000, 4000, 3500]
    try home.story()
    for (index, length) in lengths.enumerated() {
      try home.add([Int16](repeating: Int16(1) << (2 * index), count: length))
    }
    let samples = try home.mixed(noEffects).int16s
    let places = ChainTimeline(lengths: lengths).places
    #expect(samples.count == places.map(\.end).max())
    for frame in samples.indices {
      let expected = places.enumerated().reduce(0) { sum, place in
        sum + (place.1.start..<place.1.end ~= frame ? 1 << (2 * place.0) : 0)
      }
      if Int(samples[frame]) != expected {
        Issue.record("frame \(frame): \(samples[frame]), not \(expected)")
        break
      }
    }
  }

  @Test func `follows gain, pan, mute and solo`() throws {
    let home = try Home()
    var view = try home.story()
    try home.add([Int16](repeating: 8192, count: 1000))
    try home.add([Int16](repeating: 4096, count: 2000))
    func mix(_ number: Int, _ change: (inout StoredTake) -> Void) throws {
      view = try home.shelf.view("1")
      var take = try view.take(called: "\(number)")
      change(&take)
      view = try home.shelf.mix(take, of: view)
    }
    #expect(try home.mixed(noEffects).floats[0] == 0.375)
    try mix(1) { $0.gain = -2000 }
    #expect(abs(try home.mixed(noEffects).floats[0] - 0.15) < 1e-6)
    try mix(1) { $0.isMuted = true }
    #expect(try home.mixed(noEffects).floats[0] == 0.125)
    try mix(1) { ($0.isMuted, $0.gain) = (false, 0) }
    try mix(2) { $0.isSolo = true }
    #expect(try home.mixed(noEffects).floats[0] == 0.125)
    try mix(2) { ($0.isSolo, $0.pan) = (false, 100) }
    let stereo = try home.mixed(noEffects)
    #expect(stereo.format.channels == 2)
    #expect(Array(stereo.floats[..<2]) == [0.25, 0.375])
    try mix(2) { $0.isMuted = true }
    try mix(1) { $0.isMuted = true }
    #expect(throws: StoryFailure.allMuted(title: "duet")) { try home.mixed(noEffects) }
  }

  @Test func `A mix of takes as they were recorded has stems that add up to it`() throws {
    let home = try Home()
    try home.story(3000, 5000, 6000)
    let view = try home.shelf.view("1")
    let mix = try StoryMix(view) { home.path($0, of: view) }
    func samples(_ mix: StoryMix) throws -> [Float] {
      let mixer = StoryMixer(mix, effects: noEffects, blockFrames: 777)
      var samples: [Float] = []
      while let block = try mixer.next() { samples += block.floats }
      return samples
    }
    let stems = try (1...3).map { try samples(mix.stem(of: $0)) }
    let sum = try samples(mix)
    #expect(sum.indices.allSatisfy { stems[0][$0] + stems[1][$0] + stems[2][$0] == sum[$0] })
  }

  @Test func `is refused where a file of it is cut off`() throws {
    let home = try Home()
    let view = try home.story(3000)
    let path = home.path(view.takes[0], of: view)
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
    try FileHandle(forUpdatingAtPath: path)?.truncate(atOffset: 1000)
    #expect(throws: StoryFailure.damaged(path: path)) { try home.mixed(noEffects) }
  }

  @Test func `is brought to a loudness, and its peaks are kept below a ceiling`() throws {
    let home = try Home()
    try home.story()
    try home.add((0..<40_000).map { Int16(3000 * sin(Double($0) * 0.3)) })
    let view = try home.shelf.view("1")
    let path = home.folder.path("loud.wav")
    var wish = MixWish()
    wish.encoding = .float32
    wish.integratedLUFS = -16
    let mixer = StoryMixer(
      try StoryMix(view) { home.path($0, of: view) }, effects: noEffects)
    let report = try MixFile.write(mixer, to: path, wish, cancellation: Cancellation())
    let sound = try Fixtures.sound(inFile: path)
    let meter = try LoudnessMeter(sound.format)
    meter.hear(sound)
    #expect(abs(try #require(meter.integratedLUFS) + 16) < 0.1)
    #expect(report.gainDecibels > 0 && report.limitedDecibels == 0)
  }
}

/// Clicks in a recording, and where they are heard.
private enum Pulses {
  static let rateHertz = 48_000
  /// Three clicks, half a second of the story apart, in a take that was recorded at `recorded`.
  static func take(_ recorded: Double) -> [Int16] {
    var samples = [Int16](repeating: 0, count: Int(Double(2 * rateHertz) / recorded))
    for second in [0.5, 1.0, 1.5] {
      let at = Int(second * Double(rateHertz) / recorded)
      // Long enough for any stretcher, with a sharp beginning.
      for index in 0..<480 {
        samples[at + index] = Int16(
          24_000 * exp(-Double(index) / 100) * cos(Double(index) * 0.4))
      }
    }
    return samples
  }

  /// The loudest places near where the clicks are to be, in frames off.
  static func offsets(_ samples: [Float], at places: [Int], window: Int) -> [Int] {
    places.map { place in
      let range = max(0, place - window)..<min(samples.count, place + window)
      let loudest = range.max { abs(samples[$0]) < abs(samples[$1]) } ?? 0
      return loudest - place
    }
  }
}

@Suite(.startsProcesses) struct `A mix at another speed` {
  private func home(_ recorded: Double, linked: Bool, _ samples: [Int16]) throws -> Home {
    let home = try Home()
    _ = try home.shelf.begin("duet", player: "ann", rateHertz: Pulses.rateHertz)
    let view = try home.shelf.view("1")
    var dials = view.story.dials
    dials.rate = PlaybackRate(dial: recorded)
    dials.isLinked = linked
    _ = try home.shelf.turn(dials, of: view)
    try home.add(samples)
    return home
  }

  private func dials(_ master: Double, _ linked: Bool) -> StoryDials {
    var dials = StoryDials()
    dials.rate = PlaybackRate(dial: master)
    dials.isLinked = linked
    return dials
  }

  @Test(arguments: [0.25, 0.5, 1, 2], [0.25, 0.5, 0.75, 1, 1.25, 2])
  func `has all pulses in place within a millisecond as a tape`(
    recorded: Double, master: Double
  ) throws {
    let home = try home(recorded, linked: true, Pulses.take(recorded))
    let sound = try home.mixed(builtEffects(), dials: dials(master, true))
    #expect(abs(Double(sound.frameCount) - 2 * Double(Pulses.rateHertz) / master) <= 1)
    let places = [0.5, 1, 1.5].map { Int($0 * Double(Pulses.rateHertz) / master) }
    for offset in Pulses.offsets(sound.floats, at: places, window: 2400) {
      #expect(abs(offset) <= 48, "\(offset) frames")
    }
  }

  /// Within what Rubber Band's finer engine does with clicks: 12 ms at twice the length or half of it, 35 ms at four times.
  @Test(.needs(plugin: "rubberband"), arguments: [0.5, 1, 2], [0.5, 1, 2])
  func `has them in place when it is stretched`(recorded: Double, master: Double) throws {
    let home = try home(recorded, linked: false, Pulses.take(recorded))
    let sound = try home.mixed(builtEffects("rubberband"), dials: dials(master, false))
    #expect(abs(Double(sound.frameCount) - 2 * Double(Pulses.rateHertz) / master) <= 1)
    let places = [0.5, 1, 1.5].map { Int($0 * Double(Pulses.rateHertz) / master) }
    let most = max(master / recorded, recorded / master) > 2 ? 1680 : 576
    for offset in Pulses.offsets(sound.floats, at: places, window: 4800) {
      #expect(abs(offset) <= most, "\(offset) frames")
    }
  }

  @Test(arguments: [(true, 880.0), (false, 440)])
  func `has the pitch of a tape, or its own`(isLinked: Bool, hertz: Double) throws {
    let sine = (0..<96_000).map {
      Int16(12_000 * sin(2 * .pi * 440 * Double($0) / Double(Pulses.rateHertz)))
    }
    let home = try home(1, linked: isLinked, sine)
    let sound = try home.mixed(builtEffects(), dials: dials(2, isLinked)).floats
    #expect(abs(sound.count - 48_000) <= 1)
    // Rising zero crossings, interpolated.
    var crossings: [Double] = []
    for index in 9600..<38_400 where sound[index - 1] < 0 && sound[index] >= 0 {
      crossings.append(
        Double(index) - Double(sound[index] / (sound[index] - sound[index - 1])))
    }
    let heard = try #require(
      crossings.last.flatMap { last in
        crossings.first.map {
          Double(crossings.count - 1) * Double(Pulses.rateHertz) / (last - $0)
        }
      })
    #expect(abs(1200 * log2(heard / hertz)) < 5, "\(heard) Hz")
  }

  @Test(arguments: [(0, 8192), (1, 8192), (3, 8192), (2, 1000), (0, 777), (5, 30_000)])
  func `is the same whatever is worked out ahead, in blocks of any size`(
    ahead: Int, block: Int
  ) throws {
    let home = try Home()
    var view = try home.story(6000, 9000)
    var dials = view.story.dials
    (dials.rate, dials.isLinked) = (PlaybackRate(dial: 0.5), false)
    view = try home.shelf.turn(dials, of: view)
    try home.add(noise(20_000, seed: 9))
    dials.rate = PlaybackRate(dial: 1.3)
    let usual = try home.mixed(builtEffects(), dials: dials)
    #expect(
      try home.mixed(builtEffects(), dials: dials, blockFrames: block, ahead: ahead) == usual)
  }

  @Test(.needs(plugin: "rubberband")) func `reaches from 0.25 over 2, and back`() throws {
    for (recorded, master) in [(2.0, 0.25), (0.25, 2)] {
      for isLinked in [true, false] {
        let home = try home(recorded, linked: isLinked, noise(9600))
        let sound = try home.mixed(
          builtEffects("rubberband"), dials: dials(master, isLinked))
        #expect(abs(Double(sound.frameCount) - 9600 * recorded / master) <= 1)
      }
    }
  }
}
