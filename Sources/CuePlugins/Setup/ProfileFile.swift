import CueModel
import CueSystem
import Glibc

// voices.json: the profiles of a user.

extension UserEnvironment {
  /// Where voices.json is.
  public var profilesPath: String { configurationFolder + "/voices.json" }

  /// The user's profiles; none if there is no file of them.
  public func profiles() throws(ConfigurationError) -> ProfileStore {
    let path = profilesPath
    guard unsafe access(path, F_OK) == 0 else { return ProfileStore() }
    let text: String
    do throws(TextError) { text = try TextInput.text(ofFile: path) } catch {
      throw .unreadable(path: path, error)
    }
    do throws(JSONError) { return ProfileStore(try LinedJSON(parsing: text)) } catch {
      throw .damaged(path: path, line: error.line)
    }
  }

  /// Changes the profiles by `change`, while no other Cue process does.
  ///
  /// - Returns: the result of `change`
  public func changeProfiles<Result>(
    _ change: (inout ProfileStore) -> Result
  ) throws(ConfigurationError) -> Result {
    try replace(profilesPath) { () throws(ConfigurationError) in
      var store = try profiles()
      let before = store
      let result = change(&store)
      return (result, store == before ? nil : store.json.indentedText)
    }
  }
}

extension ProfileStore {
  /// The content of the file; invalid parts are left out.
  init(_ json: LinedJSON) {
    self.init()
    for item in ProfileStore.list(json["profiles"]) {
      guard case .string(let name)? = item["name"], case .string(let voice)? = item["voice"] else {
        continue
      }
      func number(_ name: String, _ usual: Double) -> Double {
        if case .number(let number)? = item[name] { number } else { usual }
      }
      var profile = NamedProfile(name, voice: voice)
      if case .string(let language)? = item["language"] { profile.language = language }
      profile.profile = VoiceProfile(
        rate: number("rate", 0.5), pitch: number("pitch", 1), volume: number("volume", 1))
      profile.tuning = NamedProfile.Tuning(
        rateVariation: number("rate_variation", 0), pitchVariation: number("pitch_variation", 0),
        volume: number("tuning_volume", 1))
      profile.seed = UInt64(min(max(number("seed", 0), 0), 9_007_199_254_740_991))
      set(profile)
    }
    for item in ProfileStore.list(json["hidden"]) {
      if case .string(let voice) = item.value { _ = setHidden(voice, true) }
    }
    if case .object(let members)? = json["default"] {
      for member in members {
        if case .string(let name) = member.value.value {
          setDefault(name, forLanguage: member.name)
        }
      }
    }
    for item in ProfileStore.list(json["active"]) {
      if case .string(let name) = item.value { setActive(name, true) }
    }
  }

  private static func list(_ value: LinedJSON.Value?) -> [LinedJSON] {
    if case .array(let items)? = value { items } else { [] }
  }

  /// The same for the file.
  var json: JSONObject {
    var json = JSONObject()
    json["profiles"] = .objects(
      profiles.map { profile in
        var json = JSONObject()
        profile.describe(in: &json)
        return json
      })
    json["default"] = .object(
      JSONObject(defaults.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) }))
    json["active"] = .strings(active)
    json["hidden"] = .strings(hidden)
    return json
  }
}

extension NamedProfile {
  /// Writes the profile into `json`, for the file and for programs.
  package func describe(in json: inout JSONObject) {
    json["name"] = .string(name)
    json["voice"] = .string(voice)
    json["language"] = .string(language)
    json["rate"] = .number(profile.rate)
    json["pitch"] = .number(profile.pitch)
    json["volume"] = .number(profile.volume)
    json["rate_variation"] = .number(tuning.rateVariation)
    json["pitch_variation"] = .number(tuning.pitchVariation)
    json["tuning_volume"] = .number(tuning.volume)
    json["seed"] = .integer(Int(clamping: seed))
  }
}
