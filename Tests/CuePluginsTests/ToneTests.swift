import CueAudio
import CueModel
import Glibc
import TestSupport
import Testing

private let tonedLine = "Nobody knew why she would rather go home by boat than wait for us all."

/// What is heard of a line: how long it is, how high, how loud, and how far its pitch moves.
private struct Heard {
  var seconds: Double
  /// Semitones above 1 Hz, the median.
  var pitch: Double
  var decibels: Double
  /// Semitones of the middle half of the time.
  var range: Double

  init(_ sound: AudioBuffer) throws {
    let print = try #require(VoicePrint(of: sound))
    let rate = Double(sound.format.rateHertz)
    let samples = sound.floats
    let loud = samples.reduce(0) { max($0, abs($1)) } * 0.02
    let first = samples.firstIndex { abs($0) > loud } ?? 0
    let last = samples.lastIndex { abs($0) > loud } ?? 0
    seconds = Double(last - first) / rate
    pitch = print.pitchHertz > 0 ? 12 * log2(print.pitchHertz) : 0
    let power = samples[first...last].reduce(0) { $0 + Double($1) * Double($1) }
    decibels = 10 * log10(power / Double(last - first + 1))
    range = print.pitchSpreadSemitones
  }

  /// Of which measures this differs from `plain` by more than anybody overlooks: 5 %, 1 semitone, 1 dB, and 0.7 semitones
  /// of the middle half, which are some 1.5 of all but the ends.
  func changes(beside plain: Heard) -> Set<String> {
    var changed: Set<String> = []
    if abs(plain.seconds / seconds - 1) > 0.05 { changed.insert("speed") }
    if abs(pitch - plain.pitch) > 1 { changed.insert("pitch") }
    if abs(decibels - plain.decibels) > 1 { changed.insert("level") }
    if abs(range - plain.range) > 0.7 { changed.insert("range") }
    return changed
  }
}

@Suite(.startsProcesses) struct `An engine that plays a tone` {
  private func heard(_ plugin: String, _ voice: String, _ expression: Expression) throws -> Heard {
    let said = try builtVoice(plugin, voice).say(tonedLine) { $0.play(expression) }
    #expect(said.shortfalls.allSatisfy { $0.field == "pitch" && voice == "rms" })
    let sound = try #require(said.sound)
    return try Heard(sound)
  }

  /// (shouting), (angry) and no direction were the same clip.
  @Test(
    arguments: [("flite", "slt"), ("flite", "rms"), ("flite", "kal16"), ("espeak", "gmw/en")])
  func `each of the fifteen tones changes at least two measures, as its table says`(
    plugin: String, voice: String
  ) throws {
    let plain = try heard(plugin, voice, Expression())
    for tone in Tone.allCases {
      let played = try heard(plugin, voice, Expression(tones: [tone]))
      let changed = played.changes(beside: plain)
      #expect(changed.count >= 2, "\(plugin):\(voice) \(tone): \(changed) \(plain) \(played)")
      #expect((played.seconds < plain.seconds) == (tone.preset.rate > 0.5), "\(voice) \(tone)")
    }
  }

  @Test func `each manner sounds different`() throws {
    for (plugin, voice) in [("flite", "slt"), ("espeak", "gmw/en")] {
      let plain = try heard(plugin, voice, Expression())
      var sounds: [Manner: Heard] = [:]
      for manner in Manner.allCases {
        let played = try heard(plugin, voice, Expression(manners: [manner]))
        #expect(!played.changes(beside: plain).isEmpty, "\(plugin) \(manner)")
        sounds[manner] = played
      }
      let shouting = try #require(sounds[.shouting])
      let softly = try #require(sounds[.softly])
      let whispering = try #require(sounds[.whispering])
      let quickly = try #require(sounds[.quickly])
      let slowly = try #require(sounds[.slowly])
      let flatly = try #require(sounds[.flatly])
      #expect(shouting.decibels > plain.decibels + 3)
      #expect(shouting.decibels > softly.decibels + 6)
      #expect(whispering.decibels < plain.decibels - 3)
      #expect(quickly.seconds < plain.seconds * 0.85)
      #expect(slowly.seconds > plain.seconds * 1.2)
      #expect(flatly.range < plain.range * 0.7)
    }
  }

  @Test func `whispers without a pitch where the engine can`() throws {
    let said = try builtVoice("espeak").say(tonedLine) {
      $0.play(Expression(manners: [.whispering]))
    }
    let whisper = try builtVoice("espeak", "gmw/en+whisper").say(tonedLine)
    let sound = try #require(said.sound)
    let print = try #require(VoicePrint(of: sound))
    let whispered = try #require(whisper.sound)
    let other = try #require(VoicePrint(of: whispered))
    #expect(print.pitchHertz == 0 && print.distance(to: other) < 2)
    let woman = try builtVoice("espeak", "gmw/en+f3").say(tonedLine) {
      $0.play(Expression(manners: [.whispering]))
    }
    #expect(woman.bytes != said.bytes && woman.frames > 0)
    let estonian = try builtVoice("espeak").say("Tere tulemast.") {
      $0.language = "et"
      $0.play(Expression(manners: [.whispering]))
    }
    #expect(estonian.frames > 0)
  }

  /// What is louder than full scale is limited: no row of samples stands at its end.
  @Test(arguments: ["slt", "awb"])
  func `An engine that plays a tone does not cut loud sound off`(voice: String) throws {
    let said = try builtVoice("flite", voice).say(tonedLine) {
      $0.volume = 2
      $0.play(Expression(manners: [.shouting]))
    }
    let sound = try #require(said.sound)
    let samples = sound.floats
    var row = 0
    var longest = 0
    for sample in samples {
      row = abs(sample) > 0.9999 ? row + 1 : 0
      longest = max(longest, row)
    }
    #expect(samples.contains { abs($0) > 0.9 })
    #expect(longest < 3, "\(longest) samples at full scale")
  }

  @Test(arguments: [("flite", "slt"), ("flite", "kal"), ("espeak", "")])
  func `says the next line as if nothing had been played`(plugin: String, voice: String) throws {
    let client = builtVoice(plugin, voice)
    let plain = try client.say(tonedLine)
    _ = try client.say(tonedLine) { $0.play(Expression(tones: [.comedic], manners: [.whispering])) }
    #expect(try client.say(tonedLine) == plain)
  }

  /// The mock voice says a word of the lexicon as long as its sounds are; 960 frames are one of them.
  @Test func `speaks words as the lexicon of a request says, if it reads one`() throws {
    let mock = builtVoice("mock")
    func said(_ lexicon: [String: String]) throws -> (frames: Int, words: [Range<Int>]) {
      var request = SpeechRequest(text: "Oh, Aoife waits.")
      request.lexicon = lexicon
      request.wantsMarks = true
      var (frames, words) = (0, [Range<Int>]())
      _ = try mock.speak(request, cancellation: Cancellation()) { event in
        if case .sound(let sound) = event { frames += sound.frameCount }
        if case .mark(let mark) = event { words.append(mark.textRange) }
      }
      return (frames, words)
    }
    let plain = try said([:])
    #expect(plain.frames == 16 * 960)
    let spoken = try said(["aoife": "ˈiːfə", "nobody": "x"])
    #expect(spoken.frames == 16 * 960)
    let short = try said(["aoife": "iː"])
    #expect(short.frames == 13 * 960 && short.words == plain.words)
    var request = SpeechRequest(text: "Aoife.")
    request.lexicon = ["aoife": "iːfə"]
    #expect(try mock.requestAsSent(request).lexicon == ["aoife": "iːfə"])
    #expect(try builtVoice("flite").requestAsSent(request).lexicon.isEmpty)
  }

  @Test func `is asked by numbers for what it obeys, and for nothing else`() throws {
    var request = SpeechRequest(text: tonedLine)
    request.play(Expression(tones: [.angry], manners: [.whispering]))
    let espeak = try builtVoice("espeak").requestAsSent(request)
    #expect(espeak.isWhispered && espeak.pitchRange != 1 && espeak.tones.isEmpty)
    let flite = try builtVoice("flite").requestAsSent(request)
    #expect(!flite.isWhispered && flite.pitchRange == espeak.pitchRange)
    let mock = try builtVoice("mock").requestAsSent(request)
    #expect(!mock.isWhispered && mock.pitchRange == 1)
  }
}
