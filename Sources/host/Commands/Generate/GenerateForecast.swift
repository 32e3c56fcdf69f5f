import struct Cue.RecordingVoices
import CueGeneration
import CueModel
import CueScreenplay
import CueSystem

/// What a recording would be and cost: `--dry-run`.
struct GenerateForecast {
  private struct Share {
    var items = 0
    var clips = 0
    /// Characters that would be sent.
    var characters = 0
    /// Sound that would be made.
    var seconds = 0.0
    var isRemote = false
  }

  private let plan: GenerationPlan
  private let script: GenerateScript
  private let voices: RecordingVoices
  private let studio: Studio

  init(
    _ plan: GenerationPlan, _ script: GenerateScript, _ voices: RecordingVoices, _ studio: Studio
  ) {
    self.plan = plan
    self.script = script
    self.voices = voices
    self.studio = studio
  }

  func tell() throws(UserError) {
    var shares: [Int: Share] = [:]
    var total = 0.0
    for job in plan.jobs {
      let length = job.entry?.seconds ?? ClipPace.estimatedSeconds(job.request)
      total += length * Double(job.items.count)
      var share = shares[job.source] ?? Share()
      share.items += job.items.count
      share.isRemote = voices.sources[job.source].mostVoices != nil
      if job.entry == nil {
        share.clips += 1
        share.characters += job.request.requests.reduce(0) { $0 + $1.text.count }
        share.seconds += length
      }
      shares[job.source] = share
    }
    if studio.manner.isJSON { try tellItems() }
    var text = "\(plan.items.count) items, about \(GenerationShow.clock(total)) of sound.\n"
    for (source, share) in shares.sorted(by: { $0.key < $1.key }) {
      let name = voices.sources[source].name
      let price = try price(name)
      if studio.manner.isJSON {
        var line = JSONObject(event: "provider")
        line["provider"] = .string(name)
        line["items"] = .integer(share.items)
        line["clips"] = .integer(share.clips)
        line["characters"] = .integer(share.characters)
        line["seconds"] = .number(share.seconds)
        line["cost"] = price.map { .number($0 * Double(share.characters)) }
        try Console.result(line.line)
        continue
      }
      text += "\(name): \(share.items) items; to be made: \(share.clips) clips of "
      text += "\(share.characters) characters, about \(GenerationShow.clock(share.seconds))"
      if let price {
        text += ", cost about \((price * Double(share.characters) * 100).rounded() / 100)"
      } else if share.isRemote {
        text += ", cost not known (price.\(name) in cue.conf is a character's)"
      }
      text += ".\n"
    }
    if !studio.manner.isJSON { try Console.result(text) }
  }

  private func tellItems() throws(UserError) {
    var text = ""
    for (index, item) in plan.items.enumerated() {
      let job = plan.jobOfItem[index].map { plan.jobs[$0] }
      var line = JSONObject(event: "item")
      line["item"] = .integer(script.wanted[index] + 1)
      line["speaker"] = .string(plan.roles[plan.roleOfItem[index]].speaker)
      line["provider"] = job.map { .string(voices.sources[$0.source].name) }
      line["voice"] = job.map { .string($0.request.requests.first?.voice ?? "") }
      line["clip"] = job.map { .string($0.key.hexadecimal) }
      line["there"] = job.map { .bool($0.entry != nil) }
      line["text"] = .string(item.text)
      text += line.line
    }
    try Console.result(text)
  }

  /// `price.PLUGIN = 0.0003` in cue.conf: what a character costs.
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
