import CueGeneration
import CueModel
import CueScreenplay
import Testing

private let identity = SoundIdentity(
  plugin: "flite", fingerprint: "flite 2.2 slt", parameters: ["a=1", "b=2"], isReproducible: true)

private let full: SpeechRequest = {
  var request = SpeechRequest(text: "Good evening.")
  request.language = "en-GB"
  request.voice = "slt"
  request.speed = 1.25
  request.pitchSemitones = -2
  request.volume = 0.5
  request.tones = [.init(label: "sad", weight: 0.5)]
  request.seed = 7
  request.direction = "softly"
  request.previousText = "Well."
  request.nextText = "Oh."
  request.wantsMarks = true
  return request
}()

@Suite struct `The key of a clip` {
  /// A key that changes loses every clip that anybody has; where that is meant, the version changes too.
  @Test func `is the same in every version of the program`() {
    let clip = ClipRequest([.speech(full), .silence(milliseconds: 700)])
    #expect(
      clip.key(identity).hexadecimal
        == "ca47c7feb0c74b8665987492814613548c6701fdf0895d72a6ce5005acb911b8")
  }

  @Test func `changes with every field of a request`() {
    let changes: [(inout SpeechRequest) -> Void] = [
      { $0.text += " " }, { $0.form = .ssml }, { $0.language = "" }, { $0.voice = "rms" },
      { $0.speed = 1.26 }, { $0.pitchSemitones = 2 }, { $0.volume = 1 }, { $0.tones = [] },
      { $0.tones[0].label = "bad" }, { $0.tones[0].weight = 0.6 },
      { $0.tones.append(.init(label: "sad", weight: 0.5)) }, { $0.seed = 8 },
      { $0.direction = "" }, { $0.previousText = "" }, { $0.nextText = "" },
      { $0.wantsMarks = false }, { $0.lexicon = ["evening": "iːvnɪŋ"] },
      { $0.lexicon = ["evening": "iːv"] }, { $0.lexicon = ["good": "iːv"] },
      { $0.voiceEffect = "mover 1" },
      {
        $0.voiceEffect = "mover 1"
        $0.formantSemitones = -1.5
      },
      // The end of one field may not be taken for the start of the next.
      {
        $0.language = "en-GBs"
        $0.voice = "lt"
      },
      {
        $0.previousText = ""
        $0.nextText = "Well.Oh."
      },
    ]
    var keys: Set<ClipKey> = [ClipRequest(full).key(identity)]
    for change in changes {
      var request = full
      change(&request)
      #expect(request != full)
      keys.insert(ClipRequest(request).key(identity))
    }
    #expect(keys.count == changes.count + 1)
  }

  @Test func `changes with the voice, the take and the silences`() {
    var others = [identity, identity, identity, identity, identity, identity]
    others[0].plugin = "espeak"
    others[1].fingerprint = ""
    others[2].parameters = ["a=1", "b=3"]
    others[3].parameters = ["a=1"]
    others[4].parameters = ["a=1b=2"]
    others[5].parameters = ["a=1", "b=2", ""]
    var keys = Set(others.map { ClipRequest(full).key($0) })
    keys.insert(ClipRequest(full).key(identity))
    keys.insert(ClipRequest(full).key(identity, take: 1))
    let clips = [
      ClipRequest([.speech(full), .silence(milliseconds: 700)]),
      ClipRequest([.speech(full), .silence(milliseconds: 701)]),
      ClipRequest([.silence(milliseconds: 700), .speech(full)]),
      ClipRequest([.speech(full), .speech(full)]),
      ClipRequest([.silence(milliseconds: 700)]),
      ClipRequest([Part]()),
    ]
    for clip in clips { keys.insert(clip.key(identity)) }
    #expect(keys.count == 14)
  }

  @Test func `does not ask whether the voice can say it again`() {
    var once = identity
    once.isReproducible = false
    #expect(ClipRequest(full).key(once) == ClipRequest(full).key(identity))
  }

  private typealias Part = ClipRequest.Part
}

@Suite struct `An item becomes requests` {
  private func items(_ text: String) throws -> [SpeakableItem] {
    SpeakableItems.items(
      of: try ScreenplayReader.read(Array(text.utf8), fileName: "a.fountain"), rules: .tableRead)
  }

  @Test func `a request has the part's delivery, directions and context`() throws {
    let items = try items("INT. BAR - DAY\n\nJO\n(softly)\nWell.\n(beat)\nOh.\n\nShe goes.\n")
    var delivery = RoleDelivery(voice: "slt")
    delivery.language = "en"
    delivery.speed = 1.5
    delivery.pitchSemitones = 3
    delivery.volume = 0.75
    delivery.seed = 9
    delivery.direction = "an old woman"
    let clip = ClipRequest(
      items[1], delivery, previousText: items[0].saidText, nextText: items[2].saidText)
    #expect(clip.parts.count == 3)
    #expect(clip.parts[1] == .silence(milliseconds: 700))
    var well = SpeechRequest(text: "Well.")
    well.voice = "slt"
    well.language = "en"
    well.speed = 1.5
    well.pitchSemitones = 3
    well.volume = 0.75
    well.seed = 9
    well.wantsMarks = true
    well.direction = "an old woman; softly"
    well.mannerDelivery = .init(manners: [.softly])
    well.previousText = "Interior. Bar. Day."
    well.nextText = "Oh."
    var oh = well
    oh.text = "Oh."
    oh.previousText = "Well."
    oh.nextText = "She goes."
    #expect(clip.requests == [well, oh])
  }

  @Test func `with the part's tones as labels and as delivery`() throws {
    var delivery = RoleDelivery()
    delivery.expression.tones = [.sad, .angry, .sad]
    let clip = ClipRequest(try items("She goes.\n")[0], delivery)
    let request = try #require(clip.requests.first)
    #expect(request.tones.map(\.label) == ["sad", "angry"])
    #expect(request.tones.map(\.weight) == [1, 0.5])
    #expect(request.toneDelivery == .init(tones: [.sad, .angry, .sad]))
    #expect(request.direction.isEmpty)
  }
}
