import class CueAssembly.RecordingWork
import CueGeneration
import CueModel
import CueScreenplay
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
    if studio.manner.isJSON { try tellItems() }
    let words = studio.words
    var text = words.recording(
      .forecast,
      [
        "count": "\(session.plan.items.count)", "time": GenerationShow.clock(forecast.seconds),
      ])
    text += "\n"
    for share in forecast.shares {
      let price = try price(share.source)
      let cost = price.map { $0 * Double(share.characters) }
      if studio.manner.isJSON {
        try tell(share, cost)
        continue
      }
      text += words.recording(
        .share,
        [
          "source": share.source, "items": "\(share.items)", "clips": "\(share.clips)",
          "characters": "\(share.characters)", "time": GenerationShow.clock(share.seconds),
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

  private func tell(_ share: GenerationForecast.Share, _ cost: Double?) throws(UserError) {
    var line = JSONObject(event: "provider")
    line["provider"] = .string(share.source)
    line["items"] = .integer(share.items)
    line["clips"] = .integer(share.clips)
    line["characters"] = .integer(share.characters)
    line["seconds"] = .number(share.seconds)
    line["cost"] = cost.map { .number($0) }
    try Console.result(line.line)
  }

  private func tellItems() throws(UserError) {
    let plan = session.plan
    var text = ""
    for (index, item) in plan.items.enumerated() {
      let job = plan.jobOfItem[index].map { plan.jobs[$0] }
      var line = JSONObject(event: "item")
      line["item"] = .integer(numbers[index])
      line["speaker"] = .string(plan.roles[plan.roleOfItem[index]].speaker)
      line["provider"] = job.map { .string(session.voices.sources[$0.source].name) }
      line["voice"] = job.map { .string($0.request.requests.first?.voice ?? "") }
      line["clip"] = job.map { .string($0.key.hexadecimal) }
      line["there"] = job.map { .bool($0.entry != nil) }
      line["text"] = .string(item.text)
      text += line.line
    }
    try Console.result(text)
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
