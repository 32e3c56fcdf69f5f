/// A voice under a name of the user's: which voice it is, how it speaks, and how much that varies from line to line.
public struct NamedProfile: Equatable, Sendable {
  /// How much a voice varies by itself.
  public struct Tuning: Equatable, Sendable {
    /// How far ``VoiceProfile/rate`` may move to either side: 0…1.
    public var rateVariation: Double {
      didSet { rateVariation = Tuning.clamped(rateVariation) }
    }
    /// How far ``VoiceProfile/pitch`` may move to either side: 0…1.
    public var pitchVariation: Double {
      didSet { pitchVariation = Tuning.clamped(pitchVariation) }
    }
    /// Multiplies the volume: 0…1.
    public var volume: Double {
      didSet { volume = volume.isNaN ? 1 : Tuning.clamped(volume) }
    }

    /// A tuning; left out, nothing varies.
    public init(rateVariation: Double = 0, pitchVariation: Double = 0, volume: Double = 1) {
      self.rateVariation = Tuning.clamped(rateVariation)
      self.pitchVariation = Tuning.clamped(pitchVariation)
      self.volume = volume.isNaN ? 1 : Tuning.clamped(volume)
    }

    private static func clamped(_ value: Double) -> Double {
      value.isNaN ? 0 : min(max(value, 0), 1)
    }
  }

  /// What the user calls it; case does not count.
  public var name: String
  /// Its voice, as in `flite:slt`.
  public var voice: String
  /// A BCP 47 tag; empty for the voice's own language.
  public var language = ""
  /// How it speaks.
  public var profile = VoiceProfile()
  /// How much that varies.
  public var tuning = Tuning()
  /// Chooses the variation: the same seed and the same line give the same sound.
  public var seed: UInt64 = 0

  /// The profile `name` of `voice`, as that speaks by itself.
  public init(_ name: String, voice: String) {
    self.name = name
    self.voice = voice
  }

  /// The profile of one line.
  ///
  /// - Parameters:
  ///   - text: what is said
  ///   - other: the seed of the request; 0 for none
  /// - Returns: rate and pitch moved by chance within the tuning, and the tuned volume, each in its range
  public func varied(for text: String, seed other: UInt32 = 0) -> VoiceProfile {
    var varied = profile
    varied.volume *= tuning.volume
    guard tuning.rateVariation > 0 || tuning.pitchVariation > 0 else { return varied }
    // FNV-1a, which is the same on every machine.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325 ^ seed
    for byte in name.lowercased().utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    var chance = SplitMix(seed: hash ^ UInt64(other) << 32)
    varied.rate += chance.around() * tuning.rateVariation
    varied.pitch += chance.around() * tuning.pitchVariation
    return varied
  }

  /// `request` as this profile says it; the voice stays the caller's to choose.
  public func applied(to request: SpeechRequest) -> SpeechRequest {
    let varied = varied(for: request.text, seed: request.seed)
    var request = request
    request.speed *= varied.speedFactor
    request.pitchSemitones += varied.pitchSemitones
    request.volume *= varied.volumeGain
    if request.language.isEmpty { request.language = language }
    return request
  }
}

/// The profiles of a user, the voices that lists leave out, and who speaks a language by default.
public struct ProfileStore: Equatable, Sendable {
  /// The profiles, by name, whatever its case.
  public private(set) var profiles: [NamedProfile] = []
  /// Voices that are in no list and no proposal, as in `flite:awb`, in order.
  public private(set) var hidden: [String] = []
  /// The profile of a language by its tag; "" is for all that have none.
  public private(set) var defaults: [String: String] = [:]
  /// The profiles that sing in a chorus where no voices are named.
  public private(set) var active: [String] = []

  /// Nothing.
  public init() {}

  /// The profile of that name, in any case.
  public func profile(named name: String) -> NamedProfile? {
    profiles.first { $0.name.lowercased() == name.lowercased() }
  }

  /// Adds a profile, or replaces the one of its name.
  public mutating func set(_ profile: NamedProfile) {
    profiles.removeAll { $0.name.lowercased() == profile.name.lowercased() }
    profiles.append(profile)
    profiles.sort { $0.name.lowercased() < $1.name.lowercased() }
  }

  /// Forgets a profile, wherever it is named; false if there was none.
  public mutating func remove(_ name: String) -> Bool {
    let count = profiles.count
    let key = name.lowercased()
    profiles.removeAll { $0.name.lowercased() == key }
    defaults = defaults.filter { $0.value.lowercased() != key }
    active.removeAll { $0.lowercased() == key }
    return profiles.count < count
  }

  /// Whether a voice, as in `flite:awb`, is hidden.
  public func isHidden(_ voice: String) -> Bool { hidden.contains(voice) }

  /// Hides a voice, or shows it again; whether that changed anything.
  public mutating func setHidden(_ voice: String, _ isHidden: Bool) -> Bool {
    guard isHidden != self.isHidden(voice) else { return false }
    hidden.removeAll { $0 == voice }
    if isHidden { hidden = (hidden + [voice]).sorted() }
    return true
  }

  /// Makes a profile the one of a language ("" for all that have none); nil takes it away.
  public mutating func setDefault(_ name: String?, forLanguage language: String) {
    defaults[language.lowercased()] = name
  }

  /// Puts a profile into the chorus, or out of it.
  public mutating func setActive(_ name: String, _ isActive: Bool) {
    active.removeAll { $0.lowercased() == name.lowercased() }
    if isActive { active.append(name) }
  }

  /// The profiles of a language whose voices are not hidden, by name.
  ///
  /// - Parameter language: a BCP 47 tag or the beginning of one; empty for every language
  /// - Returns: the profiles
  public func visible(language: String = "") -> [NamedProfile] {
    profiles.filter {
      !isHidden($0.voice)
        && (language.isEmpty || $0.language.lowercased().hasPrefix(language.lowercased()))
    }
  }

  /// The profile that the user has made the one of `language`, of its primary language, or of all; nil if there is none.
  public func kept(forLanguage language: String) -> NamedProfile? {
    let tag = language.lowercased()
    for key in [tag, String(tag.prefix { $0 != "-" && $0 != "_" }), ""] {
      if let name = defaults[key], let profile = profile(named: name) { return profile }
    }
    return nil
  }

}
