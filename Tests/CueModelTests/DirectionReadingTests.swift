import CueModel
import Glibc
import Testing

@Suite struct `A direction in the script's words` {
  @Test(
    arguments: [
      ("angrily", [Tone.angry], []), ("ANGRY", [.angry], []),
      ("furious, almost crying", [.angry, .sad], []),
      ("through tears", [.sad], []), ("in an angry voice", [.angry], []),
      ("turns away sadly", [.sad], []),
      ("with a smile", [.playful], []), ("teasing", [.playful], []), ("seething", [.angry], []),
      ("begging him", [.desperate], []), ("through gritted teeth", [.tense], []),
      ("terrified", [.fearful], []), ("coldly", [.bitter], []), ("in a hurry", [.urgent], []),
      ("warmly, to Anna", [.loving], []), ("fragile", [.vulnerable], []),
      ("in jest", [.comedic], []),
      ("proudly", [.defiant], []), ("conspiratorially", [.mysterious], []),
      ("eagerly", [.hopeful], []),
      ("seductively", [.intimate], []),
    ] as [(String, [Tone], [Manner])])
  func `A direction in the script's words asks for tones`(
    text: String, tones: [Tone], manners: [Manner]
  ) {
    let expression = Expression(direction: text)
    #expect(expression.tones == tones)
    #expect(expression.manners == manners)
  }

  @Test(
    arguments: [
      ("shouting", [Manner.shouting]), ("shouts at the angry crowd", [.shouting]),
      ("whispers", [.whispering]), ("in a whisper", [.whispering]),
      ("under his breath", [.muttering]),
      ("sotto voce", [.softly]), ("very quietly", [.softly]), ("quickly", [.quickly]),
      ("speaks fast", [.quickly]), ("slowly, loudly", [.slowly, .loudly]), ("deadpan", [.flatly]),
      ("without expression", [.flatly]), ("calling out", [.loudly]),
      ("muttering to himself", [.muttering]),
      ("softly, then shouting", [.softly]),
    ] as [(String, [Manner])])
  func `asks for manners, of which one family has one`(text: String, manners: [Manner]) {
    let expression = Expression(direction: text)
    #expect(expression.manners == manners)
    #expect(expression.tones.isEmpty)
  }

  /// "kind of angry" was kind and angry, "sort of angry" was nothing.
  @Test(arguments: [
    ("kind of angry", Tone.angry), ("sort of angry", .angry), ("kinda sad", .sad),
    ("in a sort of angry voice", .angry), ("ein wenig wütend", .angry), ("plutôt triste", .sad),
    ("un po' arrabbiato", .angry),
  ])
  func `a direction may ask for less of a tone`(text: String, tone: Tone) {
    let expression = Expression(direction: text)
    #expect(expression.tones == [tone] && expression.manners == [])
    #expect(expression.toneStrength < 1)
  }

  @Test func `"kind of" is not taken for kindness`() {
    #expect(Expression(direction: "kind").tones == [.loving])
    #expect(Expression(direction: "a kind of whisper").manners == [.whispering])
    #expect(Expression(direction: "kind of").tones == [])
  }

  @Test(arguments: [
    ("flüsternd", Expression(manners: [.whispering])), ("wütend", Expression(tones: [.angry])),
    ("mit leiser Stimme", Expression(manners: [.softly])),
    ("unter Tränen", Expression(tones: [.sad])),
    ("schreit", Expression(manners: [.shouting])),
    ("vihaselt", Expression(tones: [.angry])), ("sosinal", Expression(manners: [.whispering])),
    ("läbi pisarate", Expression(tones: [.sad])), ("kiiresti", Expression(manners: [.quickly])),
    ("karjudes", Expression(manners: [.shouting])),
    ("en colère", Expression(tones: [.angry])), ("à voix basse", Expression(manners: [.softly])),
    ("en criant", Expression(manners: [.shouting])), ("lentement", Expression(manners: [.slowly])),
    ("gritando", Expression(manners: [.shouting])), ("en voz baja", Expression(manners: [.softly])),
    ("triste", Expression(tones: [.sad])), ("susurrando", Expression(manners: [.whispering])),
    ("arrabbiato", Expression(tones: [.angry])), ("a voce bassa", Expression(manners: [.softly])),
    ("sussurrando", Expression(manners: [.whispering])), ("in lacrime", Expression(tones: [.sad])),
  ])
  func `is understood in other languages`(text: String, expression: Expression) {
    #expect(Expression(direction: text) == expression)
  }

  /// What somebody does, and whom they speak to, is of no tone; nor is what is denied.
  @Test(arguments: [
    "to Anna", "to the angry crowd", "reading", "re: the letter", "into phone", "in French", "beat",
    "off-screen", "CONT'D",
    "looks at the angry man", "slowly turning", "quickly sits", "not angry", "no longer shouting",
    "without anger",
    "nicht wütend", "sans colère", "senza rabbia", "opens the door", "a loud crash", "laut Brief",
    "after the sad song",
    "cross to the window", "", "…", "!!", "12",
  ])
  func `is of no tone where it says something else`(text: String) {
    #expect(Expression(direction: text).isEmpty)
  }

  @Test func `a direction may weaken or strengthen a tone`() {
    let very = Expression(direction: "very angry")
    let slightly = Expression(direction: "slightly angry")
    #expect(very.tones == [.angry] && very.toneStrength > 1)
    #expect(slightly.tones == [.angry] && slightly.toneStrength < 1)
    let little = Expression(direction: "un peu triste")
    #expect(little.tones == [.sad] && little.toneStrength < 1)
    let usual = SpeechRequest.ToneDelivery(tones: [.angry])
    let more = SpeechRequest.ToneDelivery(tones: [.angry], strength: very.toneStrength)
    let less = SpeechRequest.ToneDelivery(tones: [.angry], strength: slightly.toneStrength)
    #expect(less.speed < usual.speed && usual.speed < more.speed)
    #expect(less.volume < usual.volume && usual.volume < more.volume)
  }
}

@Suite struct `An expression` {
  @Test func `the direction that is nearest to the words wins`() {
    let scene = Expression(tones: [.sad], manners: [.softly])
    let line = Expression(manners: [.shouting])
    #expect(scene.overridden(by: line) == Expression(tones: [.sad], manners: [.shouting]))
    #expect(scene.overridden(by: Expression()) == scene)
    #expect(Expression.layered([scene, Expression(tones: [.angry]), line]).tones == [.angry])
  }

  @Test func `leaves a request as it is where it is empty`() {
    var request = SpeechRequest(text: "No.")
    request.play(Expression())
    #expect(request == SpeechRequest(text: "No."))
  }

  /// SP-15: the average, field by field.
  @Test func `averages tones, level and range among them`() {
    let both = SpeechRequest.ToneDelivery(tones: [.angry, .intimate])
    let blend = VoiceProfile.blended([.angry, .intimate])
    #expect(both.speed == blend.speedFactor)
    #expect(both.pitchSemitones == blend.pitchSemitones)
    #expect(abs(both.volume - blend.volume * 1.1548) < 0.001, "half of 3 and -0.5 dB")
    #expect(abs(both.pitchRange - 0.9233) < 0.001, "between 1.55 and 0.55, in octaves")
  }

  /// SP-13 and SP-17: two of speed, pitch, level and range by more than anybody overlooks, on paper.
  @Test(arguments: Tone.allCases)
  func `of any tone changes pace and level, and so is heard from a voice with one pitch`(tone: Tone)
  {
    let delivery = SpeechRequest.ToneDelivery(tones: [tone])
    #expect(abs(delivery.speed - 1) > 0.06)
    #expect(abs(20 * log10(delivery.volume)) > 1.2)
    #expect((delivery.speed > 1) == (tone.preset.rate > 0.5))
    #expect((delivery.volume > 1) == (tone.preset.volume == 1))
  }
}
