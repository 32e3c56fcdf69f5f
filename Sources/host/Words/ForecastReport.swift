import class CueAssembly.RecordingWork
import CueGeneration
import CueSystem

/// The expected size and cost of a recording: `--dry-run`.
struct ForecastReport {
  private let session: RecordingWork
  private let numbers: [Int]
  private let studio: Studio

  /// The forecast for what `session` has planned; `numbers` are those of its items, as users name them.
  init(_ session: RecordingWork, numbers: [Int], _ studio: Studio) {
    self.session = session
    self.numbers = numbers
    self.studio = studio
  }

  func tell() throws(UserError) {
    let forecast = GenerationForecast(session.plan, session.voices.sources)
    if studio.manner.isJSON {
      try Console.result(session.json(numbers: numbers).map(\.line).joined())
    }
    let words = studio.words
    var text = words.recording(
      .forecast,
      [
        "count": "\(session.plan.items.count)", "time": Messages.clock(forecast.seconds),
      ])
    text += "\n"
    for share in forecast.shares {
      let price = try price(share.source)
      let cost = price.map { $0 * Double(share.characters) }
      if studio.manner.isJSON {
        try Console.result(share.json(cost: cost).line)
        continue
      }
      text += words.recording(
        .share,
        [
          "source": share.source, "items": "\(share.items)", "clips": "\(share.clips)",
          "characters": "\(share.characters)", "time": Messages.clock(share.seconds),
        ])
      if let cost {
        let number = words.number(cost, decimals: 2, least: 1)
        text += ", " + words.recording(.costs, ["cost": number])
      } else if share.isRemote {
        text += ", " + words.recording(.costUnknown, ["source": share.source])
      }
      text += ".\n"
    }
    if !studio.manner.isJSON { try Console.result(text) }
  }

  /// `price.PLUGIN = 0.0003` in cue.conf: the price of a character.
  private func price(_ plugin: String) throws(UserError) -> Double? {
    guard let text = try studio.configured("price.\(plugin)") else { return nil }
    guard let price = Double(text), price >= 0, price.isFinite else {
      throw UserError(
        studio.words.recording(.badPrice, ["source": plugin, "text": text]),
        .configuration)
    }
    return price
  }
}
