import CueAudio

/// What a recording shall be: its files, its pauses, how loud it is, what lies beside it.
public struct RecordingSettings: Equatable, Sendable {
  /// What becomes a file.
  public enum Form: String, CaseIterable, Sendable {
    /// All of it.
    case whole
    /// Each scene, with the pause after it.
    case scenes
    /// Each item.
    case lines
    /// Everything that one speaker says, as long as the whole, so that the files line up.
    case stems
  }

  /// Where chapters begin.
  public enum Chapters: String, CaseIterable, Sendable {
    case scenes, sections, none
  }

  /// A text that lies beside the sound.
  public enum Companion: String, CaseIterable, Sendable {
    /// Subtitles.
    case srt
    /// Subtitles with speakers and the times of words.
    case vtt
    /// Lyrics with the times of words.
    case lrc
    /// A track of labels for Audacity.
    case labels
    /// Every item with its place, file and words, in JSON.
    case cues
    /// A page that plays the recording and shows what is said; its sound is in it, or beside it where it is large.
    case page
    /// The chapters, for programs that put them into files which have none here.
    case chapters
  }

  /// What becomes a file.
  public var form = Form.whole
  /// What kind of file it is; nil for what the name says, and WAV for files in a folder.
  public var kind: RecordingKind?
  /// How samples are stored; lossy kinds have a way of their own.
  public var encoding = SampleEncoding.int16
  /// Frames a second; nil for the highest of the clips, or the next that this kind of file can have.
  public var rateHertz: Int?
  /// How many bits a second of sound has, where the kind of file lets that be chosen: MP3, Opus and books; nil for the usual.
  public var bitsPerSecond: Int?
  /// Silence between what is said.
  public var gaps = Gaps()
  /// How much silence a clip keeps before and after its sound, in milliseconds; nothing to keep all.
  ///
  /// Engines pad differently; silence that the script asks for is kept beside it.
  public var keptEdgeMilliseconds: Int? = 50
  /// How loud the recording becomes; nothing to leave clips as they are, save for what is above full scale.
  public var loudness: LoudnessTarget? = LoudnessTarget()
  /// Where speakers stand, by ``RenderedItem/speaker``: −1 left…1 right; where it is not empty the recording has two channels.
  public var pans: [String: Double] = [:]
  /// Where chapters begin.
  public var chapters = Chapters.scenes
  /// What lies beside the sound.
  public var companions: Set<Companion> = []
  /// Sound that has more bytes lies beside the page to read along: a browser holds a page in memory.
  var mostSoundBytesInPage = 20_000_000
  /// What it is called; nil for what the title page says.
  public var title: String?
  /// The author; nil for the one of the title page.
  public var author: String?
  /// What it is written in, as a BCP 47 tag.
  public var language = "en"
  /// A picture for an M4B file: the path of a JPEG or PNG.
  public var coverPath: String?
  /// Where the program `ffmpeg` is looked for, as in the variable PATH.
  public var programSearchPath = "/usr/local/bin:/usr/bin:/bin"
  /// How many threads compute, at least 1.
  ///
  /// The result does not depend on it.
  public var threads = 2

  /// One file with the usual pauses and loudness.
  public init() {}

  /// Whether any file that is written contains the times of words.
  public var needsWordTimes: Bool { !companions.subtracting([.chapters]).isEmpty }
}

/// Silence between two clips, in milliseconds.
public struct Gaps: Equatable, Sendable {
  /// Between two speakers.
  public var speechMilliseconds = 400
  /// Between two items of one speaker.
  public var sameSpeakerMilliseconds = 250
  /// Between the last item of a scene and the first of the next.
  public var sceneMilliseconds = 1200

  /// The usual pauses: about those of people who read at a table.
  public init() {}

  /// Makes the silence between two speeches so long; the others change in proportion.
  package mutating func scale(toSpeechMilliseconds milliseconds: Int) {
    sceneMilliseconds = milliseconds * sceneMilliseconds / speechMilliseconds
    sameSpeakerMilliseconds = milliseconds * sameSpeakerMilliseconds / speechMilliseconds
    speechMilliseconds = milliseconds
  }
}

/// How loud a recording is, after EBU R 128.
public struct LoudnessTarget: Equatable, Sendable {
  /// The integrated loudness of the whole in LUFS, −70…−5.
  public var integratedLUFS = -18.0
  /// What no peak exceeds, also between samples, in dBTP, −20…0.
  ///
  /// What a lossy encoder makes of it may go a little beyond.
  public var truePeakDBTP = -1.0
  /// Whether all speakers are brought to one loudness first, each with one gain for all that it says.
  public var levelsSpeakers = true

  /// −18 LUFS and at most −1 dBTP, speakers leveled.
  public init() {}
}
