import CueAudio
import CueModel
import CuePlugins
import CueSystem

// The JSON forms of what is installed: plugins, voices, devices, tones.

extension PluginRecord {
  /// A plugin of this file, as an event.
  package func json(of plugin: PluginDescription) -> JSONObject {
    var json = JSONObject(event: "plugin")
    plugin.describe(in: &json)
    json["path"] = .string(path)
    json["state"] = .string(stateName)
    json["sha256"] = .string(digest)
    return json
  }

  /// The file as an event, if it cannot be used; `sentence` says why.
  package func json(unusable sentence: String) -> JSONObject {
    var json = JSONObject(event: "unusable")
    json["path"] = .string(path)
    json["state"] = .string(stateName)
    json["because"] = .string(sentence)
    json["sha256"] = digest.isEmpty ? nil : .string(digest)
    return json
  }
}

extension PluginDescription {
  /// Adds all of it as members of an event.
  package func describe(in json: inout JSONObject) {
    json["id"] = .string(id)
    json["kind"] = .string(kind.name)
    json["name"] = .string(name)
    json["version"] = .string(version)
    json["vendor"] = vendor.isEmpty ? nil : .string(vendor)
    json["licence"] = .string(licence)
    json["url"] = url.isEmpty ? nil : .string(url)
    json["gpl"] = .bool(linksGPL)
    json["network"] = .bool(needsNetwork)
    json["determinism"] = .string(determinism.name)
    json["forked"] = .bool(isForked)
    json["abi"] = .string(abi)
    json["description"] = .string(summary)
  }
}

extension Determinism {
  /// The name for programs.
  fileprivate var name: String {
    switch self {
    case .none: "none"
    case .freshState: "fresh-state"
    case .always: "always"
    }
  }
}

extension VoiceDescription {
  /// A voice of `plugin`, as an event.
  package func json(of plugin: PluginDescription, lacksKey: Bool) -> JSONObject {
    var json = JSONObject(event: "voice")
    json["id"] = .string("\(plugin.id):\(id)")
    json["name"] = .string(name)
    json["languages"] = .strings(languages)
    json["gender"] = .string(gender?.rawValue ?? "")
    json["age"] = age > 0 ? .integer(age) : nil
    json["rate"] = rateHertz > 0 ? .integer(rateHertz) : nil
    json["default"] = .bool(isDefault)
    json["variant"] = .bool(isVariant)
    json["licence"] = .string(licence.isEmpty ? plugin.licence : licence)
    json["quality"] = quality > 0 ? .integer(quality) : nil
    if isSlow { json["slow"] = .bool(true) }
    if isNovelty { json["novelty"] = .bool(true) }
    json["determinism"] = determinism.name.map { .string($0) }
    json["own_names"] = ownNames.isEmpty ? nil : .strings(ownNames)
    json["description"] = .string(summary)
    json["needs_key"] = lacksKey ? .bool(true) : nil
    return json
  }
}

extension DeviceDescription {
  /// `monitor`, `microphone` or `output`.
  package var type: String { isMonitor ? "monitor" : captures ? "microphone" : "output" }

  /// A device of the plugin of that id, as an event.
  package func json(of plugin: String) -> JSONObject {
    var json = JSONObject(event: "device")
    json["id"] = .string("\(plugin):\(id)")
    json["name"] = .string(name)
    json["type"] = .string(type)
    json["rate"] = rateHertz > 0 ? .integer(rateHertz) : nil
    json["channels"] = channels > 0 ? .integer(channels) : nil
    json["default"] = .bool(isDefault)
    return json
  }
}

extension LevelMeter {
  /// The level of the microphone of that name, as an event.
  package func json(at seconds: Double, of name: String) -> JSONObject {
    let peak = max(-99, peakDecibels)
    var json = JSONObject(event: "level")
    json["id"] = .string(name)
    json["seconds"] = .number((seconds * 1000).rounded() / 1000)
    json["level"] = .number((level * 1000).rounded() / 1000)
    json["bars"] = .integer(bars)
    json["peak"] = .number((peak * 10).rounded() / 10)
    return json
  }
}

extension Calibration {
  /// The measure as an event.
  package var json: JSONObject {
    var json = JSONObject(event: "calibration")
    json["microphone"] = .string(microphone)
    json["output"] = .string(output)
    json["latency"] = .number(latencySeconds)
    json["decay"] = decaySeconds.map { .number($0) }
    json["confidence"] = .number(confidence)
    return json
  }
}

extension Tone {
  /// The tone as an event.
  package var json: JSONObject {
    let (profile, color) = (preset, self.color)
    var json = JSONObject(event: "tone")
    json["label"] = .string(rawValue)
    json["emoji"] = .string(emoji)
    json["rate"] = .number(profile.rate)
    json["pitch"] = .number(profile.pitch)
    json["volume"] = .number(profile.volume)
    json["pause"] = .integer(profile.pauseAfterMilliseconds)
    json["decibels"] = .number(color.decibels)
    json["pitch_range"] = .number(color.pitchRange)
    return json
  }
}
