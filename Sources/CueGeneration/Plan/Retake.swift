import CueModel

/// How another take of a line differs from the first.
///
/// Each take has another seed, which is enough for a voice whose sound follows the seed. A voice that always repeats itself
/// would give the same bytes again. So it speaks up to 6 % slower or faster, which is hardly noticed in a single line, and
/// every other take is requested sentence by sentence, or clause by clause, so that the engine phrases it in another way.
///
/// The same take of the same line is the same request in every run.
struct Retake: Equatable {
  /// The number of the take; 0 for the first.
  let number: Int

  /// The factor on the voice's speed: 1 for the first take, else 0.94…0.98 or 1.02…1.06, no two of the first dozen alike.
  var pace: Double {
    guard number > 0 else { return 1 }
    // The fractional parts of multiples of the golden ratio are spread evenly, however many there are.
    let place = (Double(number) * 0.618_033_988_749_895).truncatingRemainder(dividingBy: 1)
    let step = 0.02 + 0.04 * (place * 1000).rounded() / 1000
    return number.isMultiple(of: 2) ? 1 + step : 1 - step
  }

  /// Whether the line is said in pieces.
  var isSplit: Bool { number > 0 && number.isMultiple(of: 2) }

  /// `delivery` with another seed.
  func seeded(_ delivery: RoleDelivery) -> RoleDelivery {
    guard number > 0 else { return delivery }
    var other = delivery
    other.seed = delivery.seed &+ UInt32(truncatingIfNeeded: number)
    return other
  }

  /// `request` as this take sends it to a voice that repeats itself.
  func varied(_ request: ClipRequest) -> ClipRequest {
    guard number > 0 else { return request }
    var varied = request
    varied.parts = request.parts.flatMap { part -> [ClipRequest.Part] in
      guard case .speech(var speech) = part else { return [part] }
      speech.speed = (speech.speed == 0 ? 1 : speech.speed) * pace
      return isSplit ? Retake.pieces(speech).map { .speech($0) } : [.speech(speech)]
    }
    return varied
  }

  /// `request` cut into one for each sentence, or for each clause of a single sentence.
  ///
  /// The cuts are at single blanks, so that the texts of the pieces, joined by blanks, are the original text.
  static func pieces(_ request: SpeechRequest) -> [SpeechRequest] {
    guard request.form == .plain else { return [request] }
    var cuts = cuts(of: request.text) { ".!?…".unicodeScalars.contains($0) }
    if cuts.isEmpty { cuts = Retake.cuts(of: request.text) { ",;:—–".unicodeScalars.contains($0) } }
    guard !cuts.isEmpty else { return [request] }
    let bytes = Array(request.text.utf8)
    var texts: [String] = []
    var from = 0
    for cut in cuts + [bytes.count] {
      texts.append(String(decoding: bytes[from..<cut], as: UTF8.self))
      from = cut + 1
    }
    return texts.indices.map { place in
      var piece = request
      piece.text = texts[place]
      piece.spokenText = ""
      if place > 0 { piece.previousText = texts[place - 1] }
      if place + 1 < texts.count { piece.nextText = texts[place + 1] }
      return piece
    }
  }

  /// The byte offsets of single blanks after a sign that is an `end`, with ``leastLetters`` on both sides.
  private static func cuts(of text: String, _ end: (Unicode.Scalar) -> Bool) -> [Int] {
    let scalars = Array(text.unicodeScalars)
    var cuts: [Int] = []
    var byte = 0
    var letters = 0
    for (place, scalar) in scalars.enumerated() {
      defer { byte += UTF8.width(scalar) }
      if scalar.properties.isAlphabetic { letters += 1 }
      guard scalar == " ", place > 0, place + 1 < scalars.count, letters >= leastLetters,
        end(scalars[place - 1]), scalars[place + 1] != " ",
        scalars[(place + 1)...].count(where: { $0.properties.isAlphabetic }) >= leastLetters
      else { continue }
      cuts.append(byte)
      letters = 0
    }
    return cuts
  }

  /// A piece has at least this many letters: shorter ones sound like a list, and "Mr." is not a sentence.
  private static let leastLetters = 6
}
