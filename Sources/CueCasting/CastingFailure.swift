import CueModel
import CuePlugins
import CueText

/// Why a script cannot be cast, or a part not played.
public enum CastingFailure: Error, Sendable {
  /// What a name was given for.
  public enum Use: Equatable, Sendable {
    /// A voice.
    case voice
    /// Stand-ins.
    case standIn
    /// A note.
    case remark
    /// A lock.
    case lock
    /// The end of a lock.
    case unlock
    /// A tone.
    case tone
    /// The gender of its voice.
    case gender
  }

  /// No part is called `name`; `parts` are the existing ones.
  case unknownPart(name: String, use: Use, parts: [CastRole])
  /// A part that has no voice cannot be locked.
  case nothingToLock(name: String)
  /// A voice that the request names is not available.
  case missingVoice(VoiceReference, VoiceAbsence)
  /// A voice that the cast file names for `part` is not available; the line is counted from 1.
  case missingVoiceInFile(VoiceReference, VoiceAbsence, part: String, line: Int)
  /// There is no voice to cast with; `because` is why the first one cannot be used.
  case noVoice(because: VoiceAbsence?)
  /// Neither the part's voice nor a stand-in can be used; `because` is why the first one cannot.
  case nobodyLeft(CastRole, because: (any Error)?)
}

/// Why a voice is not available.
public enum VoiceAbsence: Error, Equatable, Sendable {
  /// Its plugin cannot be used.
  case provider(PluginSetupError)
  /// Its plugin has no voice of that id.
  case unknownVoice(String, provider: String)
}

/// Something worth a report that stops no casting.
public enum CastingNote: Sendable {
  /// A plugin that the user did not name failed when its voices were looked at; none of them gets a part.
  case leftOut(PluginFailure)
  /// Voices that the request names cannot be used; the others get the parts.
  case unusable(VoiceAbsence)
  /// Somebody in the cast file is not in the script; the line is counted from 1.
  case stranger(name: String, line: Int)
  /// A voice cannot be used; a stand-in speaks.
  case replaced(any Error)
  /// The script's words do not show its language; it is cast in this one.
  case languageUnclear(LanguageChoice)
}
