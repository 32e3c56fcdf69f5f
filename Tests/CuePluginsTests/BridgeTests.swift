import CueModel
import CuePlugins
import Foundation
import Testing
import TestSupport

/// A bridge to another plugin system, and what is installed for it.
private enum Bridge {
  /// The effects that a bridge lists.
  static func effects(_ library: String?) throws -> [PluginDescription] {
    let setup = setup(try #require(library))
    return try PluginProbe.descriptions(of: setup.file, setup.worker)
  }

  /// The LADSPA effect of that label and number.
  ///
  /// Its id has the number only if another effect here has the same label.
  static func ladspa(
    _ label: String, _ number: Int, _ parameters: [(name: String, value: String)] = [],
    blockFrames: Int = 16384
  ) throws -> EffectClient {
    let effect = try #require(
      try effects(Fixtures.ladspaBridge).first {
        $0.summary.hasPrefix("LADSPA effect \(label), number \(number);")
      })
    return EffectClient(
      setup(try #require(Fixtures.ladspaBridge), id: effect.id, parameters: parameters),
      blockFrames: blockFrames)
  }
}

extension Trait where Self == ConditionTrait {
  /// The test needs the file of an effect, and the headers that its bridge is built with.
  fileprivate static func needs(effect path: String, header: String) -> Self {
    .enabled(
      if: FileManager.default.fileExists(atPath: path)
        && FileManager.default.fileExists(atPath: "/usr/include/\(header)"),
      "\(path) or \(header) is missing")
  }

  fileprivate static var needsAmplifier: Self {
    .needs(effect: "/usr/lib/ladspa/amp_1181.so", header: "ladspa.h")
  }

  fileprivate static var needsStereoAmplifier: Self {
    .needs(effect: "/usr/lib/ladspa/amp.so", header: "ladspa.h")
  }

  fileprivate static var needsLV2Amplifier: Self {
    .needs(effect: "/usr/lib/lv2/eg-amp.lv2/manifest.ttl", header: "lilv-0/lilv/lilv.h")
  }
}

@Suite(.startsProcesses) struct `LADSPA effects` {
  @Test(.needsAmplifier) func `are listed by id, the same each time`() throws {
    let first = try Bridge.effects(Fixtures.ladspaBridge).map(\.id)
    let second = try Bridge.effects(Fixtures.ladspaBridge).map(\.id)
    #expect(first == second)
    #expect(first == first.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(Set(first).count == first.count)
    #expect(first.allSatisfy { $0.hasPrefix("ladspa.") })
  }

  @Test(.needsAmplifier) func `have parameters with ranges`() throws {
    let effects = try Bridge.effects(Fixtures.ladspaBridge).prefix(25)
    for effect in effects {
      let client = EffectClient(setup(try #require(Fixtures.ladspaBridge), id: effect.id))
      for parameter in try client.parameters() {
        guard let range = parameter.range else { continue }
        #expect(range.lowerBound < range.upperBound, "\(effect.id): \(parameter.name)")
        #expect(range.upperBound.isFinite && range.lowerBound.isFinite)
      }
      client.quit()
    }
  }

  @Test(.needs(effect: "/usr/lib/ladspa/gverb_1216.so", header: "ladspa.h"))
  func `that make a room of one channel are heard in two`() throws {
    let effect = try Bridge.ladspa("gverb", 1216)
    defer { effect.quit() }
    let noise = Sounds.noise(frames: 8000, rateHertz: 8000)
    let made = try effect.whole(noise)
    #expect(effect.outputChannels == 2 && made.format.channels == 2)
    let samples = made.floats
    #expect(stride(from: 0, to: samples.count, by: 2).contains { samples[$0] != samples[$0 + 1] })
  }

  @Test(.needsAmplifier) func `that change one channel leave one`() throws {
    let effect = try Bridge.ladspa("amp_mono", 1048)
    defer { effect.quit() }
    #expect(try effect.whole(Sounds.noise(frames: 100)).format.channels == 1)
  }

  @Test(.needsAmplifier, arguments: [1, 1000, 16384])
  func `amplify by the gain that is asked for`(blockFrames: Int) throws {
    let noise = Sounds.noise(frames: 3000, channels: 2)
    let effect = try Bridge.ladspa(
      "amp", 1181, [(name: "amps-gain-db", value: "6")], blockFrames: blockFrames)
    let made = try effect.whole(noise)
    #expect(made.frameCount == noise.frameCount)
    let factor = Float(pow(10, 6.0 / 20))
    for (was, became) in zip(noise.floats, made.floats) {
      #expect(abs(became - was * factor) < 1e-5)
    }
  }

  @Test(.needsAmplifier, arguments: [0, 1, 999, 2500])
  func `change a parameter at its frame`(frame: Int) throws {
    let noise = Sounds.noise(frames: 3000)
    let effect = try Bridge.ladspa("amp", 1181)
    let gain = try #require(try effect.parameters().first { $0.name == "amps-gain-db" })
    let made = try effect.whole(
      noise, changes: [EffectChange(parameter: gain.id, frame: frame, value: -20)])
    for (index, (was, became)) in zip(noise.floats, made.floats).enumerated() {
      #expect(abs(became - was * (index < frame ? 1 : 0.1)) < 1e-5)
    }
  }

  @Test(.needsStereoAmplifier) func `of two channels take stereo sound, and mono sound on both`()
    throws
  {
    let settings = [(name: "gain", value: "2")]
    let stereo = Sounds.noise(frames: 2000, channels: 2)
    let wide = try Bridge.ladspa("amp_stereo", 1049, settings).whole(stereo)
    #expect(wide.floats == stereo.floats.map { $0 * 2 })
    let mono = Sounds.noise(frames: 2000)
    let narrow = try Bridge.ladspa("amp_stereo", 1049, settings).whole(mono)
    #expect(narrow.floats == mono.floats.map { $0 * 2 })
    #expect(throws: PluginFailure.self) {
      try Bridge.ladspa("amp_stereo", 1049).configure(rateHertz: 48000, channels: 6)
    }
  }

  @Test(.needsAmplifier) func `that are not installed are not found`() throws {
    let effect = EffectClient(
      setup(try #require(Fixtures.ladspaBridge), id: "ladspa.no-such-effect"))
    #expect(throws: PluginFailure.self) { try effect.start() }
  }

  @Test(.needsAmplifier) func `refuse a value outside of the range`() throws {
    let effect = try Bridge.ladspa("amp", 1181, [(name: "amps-gain-db", value: "71")])
    #expect(throws: PluginFailure.self) { try effect.start() }
  }
}

@Suite(.startsProcesses) struct `LV2 effects` {
  @Test(.needsLV2Amplifier) func `are listed by id, the same each time`() throws {
    let first = try Bridge.effects(Fixtures.lv2Bridge).map(\.id)
    let second = try Bridge.effects(Fixtures.lv2Bridge).map(\.id)
    #expect(first == second)
    #expect(first == first.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    #expect(Set(first).count == first.count)
    #expect(first.contains("lv2.eg-amp"))
  }

  @Test(.needsLV2Amplifier) func `amplify by the gain that is asked for`() throws {
    let noise = Sounds.noise(frames: 3000, channels: 2)
    let effect = EffectClient(
      setup(
        try #require(Fixtures.lv2Bridge), id: "lv2.eg-amp",
        parameters: [(name: "gain-db", value: "6")]))
    let made = try effect.whole(noise)
    #expect(made.frameCount == noise.frameCount)
    let factor = Float(pow(10, 6.0 / 20))
    for (was, became) in zip(noise.floats, made.floats) {
      #expect(abs(became - was * factor) < 1e-5)
    }
  }

  @Test(.needsLV2Amplifier) func `that are not installed are not found`() throws {
    let effect = EffectClient(setup(try #require(Fixtures.lv2Bridge), id: "lv2.no-such-effect"))
    #expect(throws: PluginFailure.self) { try effect.start() }
  }
}
