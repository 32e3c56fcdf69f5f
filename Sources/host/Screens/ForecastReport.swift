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
    var text =
      "\(session.plan.items.count) items, about \(GenerationShow.clock(forecast.seconds)) of sound.\n"
    for share in forecast.shares {
      let price = try price(share.source)
      let cost = price.map { $0 * Double(share.characters) }
      if studio.manner.isJSON {
        try tell(share, cost)
        continue
      }
      text += "\(share.source): \(share.items) items; to be made: \(share.clips) clips of "
      text += "\(share.characters) characters, about \(GenerationShow.clock(share.seconds))"
      if let cost {
        text += ", cost about \((cost * 100).rounded() / 100)"
      } else if share.isRemote {
        text += ", cost not known (price.\(share.source) in cue.conf is a character's)"
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
        "price.\(plugin) in cue.conf is what a character costs, as in 0.0003; not “\(text)”.",
        .configuration)
    }
    return price
  }
}
