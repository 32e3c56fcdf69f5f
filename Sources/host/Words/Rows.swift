import CueAssembly
import CueConformance
import CueModel
import CuePlugins
import CueStore

// What lists say, in rows.

/// Rows of lists.
enum Rows {
  /// `text` with blanks after it, at least two, up to `width` characters.
  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(2, width - text.count))
  }

  /// The first words of a text that is too long for a row.
  static func shortened(_ words: String) -> String {
    words.count <= 60 ? words : words.prefix(59) + Signs.fitted("…")
  }
}

extension VoiceDescription {
  /// A voice of `plugin` in a row of the list.
  func row(of plugin: PluginDescription, lacksKey: Bool) -> String {
    var about = [
      languages.joined(separator: " "), gender?.rawValue ?? "", name,
    ]
    if rateHertz > 0 { about.append("\(rateHertz) Hz") }
    if quality > 0 { about.append("quality \(quality) of 5") }
    if isSlow { about.append("slow: for recordings") }
    if isNovelty { about.append("does not sound like a person") }
    switch determinism {
    case .none: about.append("another sound each time")
    case .bySeed: about.append("the same sound for the same seed")
    case .asPlugin, .always: break
    }
    about.append(licence)
    if isDefault { about.append("default") }
    about += ownNames.map { "yours: \($0)" }
    if isVariant { about.append("is added to another voice") }
    about.append(summary)
    if lacksKey { about.append("needs a key") }
    return Rows.padded("\(plugin.id):\(id)", 28)
      + about.filter { !$0.isEmpty }.joined(separator: ", ") + "\n"
  }
}

extension Tone {
  /// The tone in a row of the list.
  func row(showsEmoji: Bool) -> String {
    let (profile, color) = (preset, self.color)
    return (showsEmoji && !Signs.arePlain ? "\(emoji) " : "") + Rows.padded(rawValue, 14)
      + "rate \(profile.rate), pitch \(profile.pitch), volume \(profile.volume), "
      + "pause \(profile.pauseAfterMilliseconds) ms, level \(color.decibels > 0 ? "+" : "")\(color.decibels) dB, "
      + "range \(color.pitchRange)\n"
  }
}

extension DeviceDescription {
  /// A device of the plugin of that id in a row of the list.
  func row(of plugin: String) -> String {
    var about = name
    if rateHertz > 0 { about += ", \(rateHertz) Hz" }
    if channels > 0 { about += channels == 1 ? ", 1 channel" : ", \(channels) channels" }
    if isDefault { about += " (default)" }
    return Rows.padded("\(plugin):\(id)", 40) + Rows.padded(type, 12) + about + "\n"
  }
}

extension Calibration {
  /// The measure in a line.
  var sentence: String {
    func milliseconds(_ seconds: Double) -> Int { Int((seconds * 1000).rounded()) }
    let decay =
      decaySeconds.map { "the room's decay (RT60) \(milliseconds($0)) ms" }
      ?? "the room's decay is lost in noise"
    return "\(output) to \(microphone): latency \(milliseconds(latencySeconds)) ms, "
      + "\(decay), confidence \(Int((confidence * 100).rounded())) %\n"
  }
}

extension StoredItem {
  /// The item, number `number` of its script, with its versions; all of its words if `isWhole`.
  func rows(_ number: Int, _ versions: [StoredAudioVersion], isWhole: Bool) -> String {
    let speaker = character.isEmpty ? "" : "\(rawName): "
    let words = self.text.split(whereSeparator: \.isNewline).joined(separator: " ")
    var text = "\(number)  \(speaker)\(isWhole ? words : Rows.shortened(words))"
    switch status {
    case .audioComplete: break
    case .audioFailed: text += "  [failed: \(message)]"
    case .textGenerated, .audioQueued: text += "  [no sound yet]"
    case .audioGenerating: text += "  [being made]"
    }
    text += "\n"
    for version in versions {
      let voice = version.made.voice.isEmpty ? "" : ":\(version.made.voice)"
      text +=
        "    \(version.isActive ? "*" : " ") \(version.number)  \(version.made.plugin)\(voice)  "
        + "\(Counted.time(version.made.clip.seconds))  "
        + Counted.date(version.generated)
      if let rating = version.rating { text += "  \(rating) of 5" }
      if version.isChosen { text += "  [chosen]" }
      if version.isCollected { text += "  [made room]" }
      if let standIn = version.standIn {
        text +=
          "  [stands in for \(standIn.of)"
          + (standIn.because.isEmpty ? "]" : ": \(standIn.because)]")
      }
      if !version.notes.isEmpty { text += "  " + Signs.quoted(version.notes) }
      text += "\n"
    }
    return text
  }
}

extension StoredTask {
  /// The job in a row; with all that is known of it if `isLong`.
  func rows(of script: StoredScript?, isLong: Bool) -> String {
    let state = isInterrupted ? "interrupted" : self.state.rawValue
    var text =
      "\(number)  \(state)\(String(repeating: " ", count: max(1, 12 - state.count)))"
      + "\(percent) %  \(done)/\(total)  \(script?.name ?? "")"
    if failed > 0 { text += "  \(failed) failed" }
    if standIns > 0 { text += "  \(standIns) by stand-ins" }
    if isLong {
      text += "\n    \(name)\n    script   \(script?.path ?? "")"
      text += "\n    begun    \(Counted.date(created))"
      text += "\n    changed  \(Counted.date(updated))"
      if let process = process?.number { text += "\n    process  \(process)" }
      if !message.isEmpty { text += "\n    \(message)" }
      if isInterrupted {
        text +=
          "\n    Its program has ended before it; go on with: \(Program.name) jobs resume \(number)"
      }
    }
    return text + "\n"
  }
}

extension Take {
  /// The take in a row of the list.
  var row: String {
    var row = "\(isBest ? "*" : " ") \(name)  \(Counted.time(seconds))"
    row += "  " + Counted.date(began)
    if let words = lineSummary { row += "  " + words }
    if !heading.isEmpty { row += "  " + heading }
    return row
  }

  /// How the actor's lines went; nil if they were not judged.
  private var lineSummary: String? {
    let judged = lines.filter { $0.isOwn && $0.share != nil }
    guard !judged.isEmpty else { return nil }
    return "\(judged.count { $0.share == 1 }) of \(judged.count) lines word for word"
  }

  /// Two takes beside each other.
  static func comparison(
    _ one: Take, _ other: Take, _ voices: (TakeVoice, TakeVoice)
  ) -> String {
    let words = Messages(language: .english)
    func number(_ value: Double?, _ unit: String) -> String {
      value.map { words.number($0, decimals: 1) + unit } ?? "-"
    }
    var rows = [
      ["", one.name + (one.isBest ? "*" : ""), other.name + (other.isBest ? "*" : "")],
      ["length", Counted.time(one.seconds), Counted.time(other.seconds)],
      ["you spoke", number(voices.0.seconds, " s"), number(voices.1.seconds, " s")],
      ["loudness", number(voices.0.lufs, " LUFS"), number(voices.1.lufs, " LUFS")],
      [
        "first word after", number(voices.0.meanPickUpSeconds, " s"),
        number(voices.1.meanPickUpSeconds, " s"),
      ],
    ]
    for line in Set(voices.0.lines.keys).union(voices.1.lines.keys).sorted() {
      func cell(_ line: TakeLine?) -> String {
        guard let line else { return "-" }
        let share = line.share.map { "\(Int(($0 * 100).rounded())) %" } ?? ""
        let seconds = line.seconds.map { words.number($0, decimals: 1) + " s" } ?? ""
        let text = [share, seconds].filter { !$0.isEmpty }.joined(separator: ", ")
        return text.isEmpty ? "-" : text
      }
      rows.append(["line \(line)", cell(voices.0.lines[line]), cell(voices.1.lines[line])])
    }
    return rows.map { row in
      let padded = row.enumerated().map { index, text in
        text + String(repeating: " ", count: max(0, (index == 2 ? 0 : 18) - text.count))
      }
      var line = padded.joined()
      while line.last == " " { line.removeLast() }
      return line + "\n"
    }.joined()
  }
}

/// All that is known of a plugin.
enum PluginPage {
  static func text(
    _ plugin: PluginDescription, _ record: PluginRecord, _ conformance: ConformanceRecord?,
    _ parameters: [ParameterDescription], _ voices: [VoiceDescription], _ cost: PluginCost,
    _ needs: (all: [PluginNeed], withheld: [PluginNeed])?
  ) -> String {
    let wishes = (needs?.all ?? []).map { need in
      (
        "needs",
        need.meaning
          + (needs?.withheld.contains(need) == true ? ", which you have not allowed" : "")
      )
    }
    let sameSound =
      switch plugin.determinism {
      case .none: "no"
      case .freshState: "from a fresh state"
      case .always: "always"
      }
    let rows: [(String, String)] = [
      ("id", plugin.id), ("kind", plugin.kind.name), ("name", plugin.name),
      ("version", plugin.version),
      ("vendor", plugin.vendor),
      ("licence", plugin.licence + (plugin.linksGPL ? " (links a GPL library)" : "")),
      ("url", plugin.url), ("description", plugin.summary),
      ("same sound", sameSound),
      (
        "network",
        plugin.needsNetwork
          ? "needed" : plugin.mayNeedNetwork ? "only where your settings name another machine" : ""
      ),
      ("interface", plugin.abi), ("start time", "\(cost.milliseconds) ms"),
      ("memory", cost.residentBytes.map { Counted.bytes($0) } ?? ""),
      ("file", record.path), ("sha256", record.digest),
      (
        "conformance",
        conformance?.sentence ?? "not known: '\(Program.name) conform \(record.path)' finds out"
      ),
    ]
    var text = ""
    for (name, value) in rows + wishes where !value.isEmpty {
      text += Rows.padded(name, 14) + value + "\n"
    }
    for parameter in parameters {
      text +=
        "  --set " + Rows.padded(parameter.usage(plugin.id), 36) + parameter.summary + "\n"
    }
    for voice in voices {
      let about = [voice.languages.joined(separator: " "), voice.name, voice.summary]
      text +=
        "  voice " + Rows.padded(voice.id, 36)
        + about.filter { !$0.isEmpty }.joined(separator: ", ") + "\n"
    }
    return text
  }
}

extension PluginRecord {
  /// A plugin of this file in the list.
  func row(of plugin: PluginDescription) -> String {
    Rows.padded(plugin.id, 14) + Rows.padded(plugin.kind.name, 12)
      + "\(plugin.name) \(plugin.version), \(plugin.licence): \(plugin.summary)\n"
      + "              \(path)\n"
  }

  /// The file in the list, if it cannot be used.
  func row(_ failure: PluginFailure) -> String {
    Rows.padded(PluginSearch.stem(of: path), 14) + Rows.padded(stateName, 14) + failure.sentence
      + "\n              \(path)\n"
  }
}

extension StoredScript {
  /// The script in a row, with how many of its items are in each state.
  func row(_ counts: [ItemStatus: Int]) -> String {
    var line = "\(number)  \(name)  \(Counted.items(counts.values.reduce(0, +)))"
    if let made = counts[.audioComplete] { line += ", \(made) with sound" }
    if let failed = counts[.audioFailed] { line += ", \(failed) failed" }
    return line + "  \(Counted.date(updated))  \(path)\n"
  }
}

extension ClipCollection {
  /// What was removed, or would be.
  func told(isTrial: Bool) -> String {
    let gone = unused.count + overLimit.count
    return
      "\(isTrial ? "Would remove" : "Removed") \(Counted.clips(gone)) of "
      + "\(Counted.bytes(removedByteCount)): \(unused.count) that nothing "
      + "refers to, \(overLimit.count) over the limit. \(Counted.clips(keptCount)) "
      + "of \(Counted.bytes(keptByteCount)) \(isTrial ? "would stay" : "stay").\n"
  }
}
