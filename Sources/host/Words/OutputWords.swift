import CueAssembly
import CueRehearsal
import CuePractice
import CueCasting
import CueAudio
import CueListening
import CueModel
import CueOutput
import CuePlugins
import CueStore
import CueStory
import Glibc

// What was wrong with a sound file, in words for the user.

extension SoundFileError {
  /// What happened, as one sentence.
  var sentence: String {
    func words(_ errno: Int32) -> String { Console.describe(errno: errno) }
    return switch reason {
    case .cannotOpen(let errno): "\(name) cannot be read: \(words(errno))."
    case .isFolder: "\(name) is a folder, not a sound file."
    case .notWaitedFor: "\(name) was not waited for."
    case .isEmpty: "\(name) is empty."
    case .notSound(let said): "\(name) is no sound file that can be read: \(Self.clause(said))."
    case .notSoundAtAll: "\(name) is no sound file that can be read."
    case .codecFromPipe:
      "\(name) is no sound file that can be read: from a pipe, WAV is read where its samples are plain numbers."
    case .rate(let rate):
      "\(name) has a rate of \(rate) Hz; sound of 8000 to 192000 Hz can be read."
    case .channels(let count):
      "\(name) has \(count) channels; sound of 1 to 64 channels can be read."
    case .notANumber(let seconds):
      "\(name) has a sample that is no number, \((seconds * 1000).rounded() / 1000) s after its start."
    case .noFrames: "\(name) has no sound in it: 0 frames."
    case .damaged(let damage): "\(name) is damaged: \(damage.clause)."
    case .readingStopped(let errno): "\(name) could not be read to its end: \(words(errno))."
    case .needsProgram(let media):
      "\(name) is \(media.words). Reading it needs the program ffmpeg, which is not installed."
    case .programFindsNoSound(let media):
      "\(name) is \(media.words), and ffmpeg finds no sound in it that it can read."
    case .programStopped:
      "\(name) could not be read to its end: ffmpeg ended before its sound did."
    case .cannotKeep(let errno): "\(name) could not be kept while it is read: \(words(errno))."
    case .noLibrary(let why): "\(name) needs libsndfile, which cannot be loaded: \(why)."
    case .cannotCreate(let errno), .cannotRename(let errno):
      "\(name) cannot be written: \(words(errno))."
    case .writingStopped(let errno): "\(name) could not be written to the end: \(words(errno))."
    case .writingRefused(let said):
      "\(name) could not be written to the end: \(Self.clause(said))."
    case .endNotWritten: "\(name) could not be written to the end: its end could not be written."
    case .pagesNotNumbered:
      "\(name) could not be written to the end: its pages could not be numbered."
    case .unknownExtension: "\(name) does not say what kind of sound file it shall be."
    case .unfitRate(let rate, let kind):
      "\(name) cannot hold sound of \(rate) Hz; a .\(kind.rawValue) file has one of these rates: "
        + "\((kind.ratesHertz ?? []).map(String.init).joined(separator: ", ")) Hz."
    case .unfitChannels(let count, let kind):
      "\(name) cannot hold \(count) channels; a .\(kind.rawValue) file has at most "
        + "\(kind.mostChannels)."
    case .unfitFormat(let rate, let channels, let said):
      "\(name) cannot hold sound of \(rate) Hz and \(channels) channels: \(Self.clause(said))."
    case .noProgram: "\(name) needs the program ffmpeg, which is not in the path."
    case .cannotStartProgram(let errno):
      "\(name) needs ffmpeg, which cannot be started: \(words(errno))."
    case .programFailed(let said):
      "\(name) could not be written: ffmpeg "
        + (said.map { "says “\($0)”." } ?? "ended without saying why.")
    case .noLoudnessLibrary(let why):
      "How loud a recording is cannot be measured without libebur128, which cannot be loaded: \(why)."
    case .loudnessRefused(let rate, let channels):
      "How loud sound of \(rate) Hz and \(channels) channels is cannot be measured: libebur128 refuses it."
    case .nothingToRecord(let items):
      "There is nothing to record: none of \(items) items has sound."
    case .clipIsGone(let text):
      "The sound of “\(text.prefix(40))” is no longer in the cache, or damaged."
    case .interrupted: "The recording was interrupted."
    case .soundIsGone: "\(name) is gone, so there is no page."
    case .cannotMakeFolder(let errno): "The folder \(name) cannot be made: \(words(errno))."
    }
  }

  /// What to try; may be empty.
  var hint: String {
    switch reason {
    case .notSound, .notSoundAtAll, .codecFromPipe:
      "WAV, FLAC, Ogg, Opus, MP3, AIFF and others can; sound without a header has to be described."
    case .needsProgram: "Install it (on Debian: apt-get install ffmpeg), or make a WAV file of it."
    case .programFindsNoSound, .programStopped: "Is it whole? Play it, or make a WAV file of it."
    case .notANumber: "Mend it with a sound editor, or make it again."
    case .cannotKeep:
      "Free some space in the folder for temporary files, or write it to a file first."
    case .noLibrary: "Install it (on Debian: apt-get install libsndfile1), or use a WAV file."
    case .cannotCreate:
      "Name another file with -o, in a folder that exists and that you may write to."
    case .writingStopped, .writingRefused, .endNotWritten, .pagesNotNumbered:
      "Free some space or name another file with -o."
    case .unknownExtension: "Give it one of these endings: \(SoundFileKind.extensions)."
    case .unfitRate: "Bring it to another rate first, or write a .wav or .flac file."
    case .unfitChannels, .unfitFormat: "Write a .wav file."
    case .noProgram:
      "Install it (on Debian: apt-get install ffmpeg), or write a .flac or .mp3 file."
    case .programFailed: "Free some space, name another file, or write a .flac or .mp3 file."
    case .noLoudnessLibrary:
      "Install it (on Debian: apt-get install libebur128-1), or ask for no loudness."
    case .loudnessRefused: "Ask for no loudness."
    case .nothingToRecord: "See what became of them with '\(Program.name) jobs'."
    case .clipIsGone: "Generate the script again: only what is missing is said again."
    case .cannotMakeFolder: "Name another place with -o."
    case .cannotOpen, .isFolder, .notWaitedFor, .isEmpty, .rate, .channels, .noFrames, .damaged,
      .readingStopped, .cannotRename, .cannotStartProgram, .interrupted, .soundIsGone:
      ""
    }
  }

  private static func clause(_ said: String) -> String {
    said.isEmpty ? "libsndfile does not say why" : "libsndfile says “\(said)”"
  }
}

extension SoundFileError.WAVDamage {
  /// What is damaged, as a clause.
  fileprivate var clause: String {
    switch self {
    case .endsInHeader: "it ends within its header"
    case .noSound: "it has no sound in it"
    case .soundBeforeFormat: "its sound comes before its format"
    case .format: "its format is damaged"
    case .noChannels: "its header says it has 0 channels"
    case .noRate: "its header says it has a rate of 0 Hz"
    case .frameBytes(let count): "its header says that a frame has \(count) bytes"
    }
  }
}

// Why sound cannot be put out, in words for the user.

extension UserError {
  /// An error of any library; nil if it is a fault of Cue.
  init?(explaining error: any Error, _ words: Messages = .forPrograms) {
    switch error {
    case let error as UserError: self = error
    case let failure as PluginFailure: self.init(failure, words)
    case let failure as EffectFailure: self.init(effect: failure.failure, words)
    case let failure as OutputFailure: self.init(failure, words)
    case let error as SoundFileError: self.init(error)
    case let error as PluginSetupError: self.init(error, words)
    case let error as ConfigurationError: self.init(error)
    case let error as CredentialsError: self.init(error)
    case let failure as StoreFailure: self.init(failure, words)
    case let failure as StoryFailure: self.init(failure, words)
    case let failure as TakeFailure: self.init(failure)
    case let error as MicrophoneSourceError: self.init(error, words)
    case let refusal as RecognizerRefusal: self.init(refusal, words)
    case let trouble as DirectionFile.Trouble: self.init(trouble, words)
    default: return nil
    }
  }

  /// Why something failed, in English and in a few words: for lines of JSON, and within other sentences.
  @Sendable static func clause(_ error: any Error) -> String {
    Messages.forPrograms.reason(error)
  }

  /// Why a microphone cannot be used.
  init(_ error: MicrophoneSourceError, _ words: Messages = .forPrograms) {
    switch error {
    case .file(let error): self.init(error)
    case .device(let error): self.init(error, words)
    case .settingOfFile(let setting, let file):
      self = .usage(
        "--set \(setting.name)=\(setting.value) is for a device, and \(file) is a file.")
    }
  }

  /// Why a recognizer cannot be used.
  init(_ refusal: RecognizerRefusal, _ words: Messages = .forPrograms) {
    switch refusal {
    case .setup(let error): self.init(error, words)
    case .failed(let failure): self.init(recognizer: failure, words)
    }
  }

  /// Why the directions of a script cannot be read or changed.
  init(_ trouble: DirectionFile.Trouble, _ words: Messages = .forPrograms) {
    switch trouble {
    case .unreadable(let path, let error): self.init(error, path)
    case .faulty(let path, let failure):
      let why = words.clause(failure.reason)
      let values = ["path": path, "row": "\(failure.row)", "why": why]
      self.init(
        failure.row > 0 ? words.trouble(.inRow, values) : "\(path): \(why).", .badInput)
    case .unwritable(let path, let errno):
      let values = ["path": path, "why": Console.describe(errno: errno)]
      self.init(words.trouble(.unwritable, values), .cannotCreate)
    }
  }

  /// What was wrong with a sound file.
  init(_ error: SoundFileError) {
    let status: ExitStatus =
      switch error.kind {
      case .noInput: .noInput
      case .badSound: .badInput
      case .unavailable: .unavailable
      case .cannotCreate: .cannotCreate
      case .inputOutput: .inputOutput
      case .unfit: .usage
      case .cancelled: .interrupted
      }
    self.init(error.sentence, hint: error.hint, status)
  }

  /// What was wrong with the place where sound goes.
  init(_ failure: OutputFailure, _ words: Messages = .forPrograms) {
    switch failure {
    case .file(let error): self.init(error)
    case .cannotOpen(let path, let errno):
      let values = ["path": path, "why": Console.describe(errno: errno)]
      self.init(words.trouble(.unwritable, values), .cannotCreate)
    case .stream(let path, let errno):
      if path == nil { Console.look(errno) }
      let values = [
        "path": path ?? words.trouble(.standardOutput), "why": Console.describe(errno: errno),
      ]
      self.init(words.trouble(.takesNoMore, values), .inputOutput)
    case .encodingNeedsFile:
      self = .usage("A stream has 16-bit samples; --encoding is for files.", "process")
    case .deviceUnavailable(let error):
      self.init(
        words(Message.nothingIsHeard, ["why": UserError(error, words).sentence]),
        hint: words.trouble(.installDevice), .unavailable)
    case .device(let failure):
      self.init(
        words(Message.nothingIsHeard, ["why": failure.sentence(words)]),
        hint: words.trouble(.startServer), .unavailable)
    }
  }

  /// A note about an output.
  init(_ note: OutputNote, _ words: Messages) {
    switch note {
    case .deviceUnavailable(let error): self.init(error, words)
    case .deviceLost(let failure):
      self.init(
        words(.nothingIsHeard, ["why": failure.sentence(words)]), hint: words(.soundGoesToFile),
        .unavailable)
    case .deviceChanged(let failure, let device):
      self.init(
        words(.nothingIsHeardThere, ["why": failure.sentence(words)]),
        hint: words(.soundGoesTo, ["device": device]), .done)
    case .silent(let failure):
      let why: String? =
        switch failure {
        case .device(let failure): failure.sentence(words)
        case .deviceUnavailable(let error): UserError(error, words).sentence
        default: nil
        }
      self.init(
        why.map { words(.nothingIsHeard, ["why": $0]) } ?? UserError(failure, words).sentence,
        hint: words(.goesOnInSilence), .done)
    case .rawSound(let format):
      self.init(
        "Raw sound: 16-bit little-endian, \(format.rateHertz) Hz, "
          + "\(format.channels == 1 ? "mono" : "\(format.channels) channels").", .done)
    }
  }
}

extension Messages {
  /// Why something failed, in a few words, for use within other sentences.
  func reason(_ error: any Error) -> String {
    switch error {
    case let fault as LineSoundFault: fault.clause(self)
    case let refusal as RehearsalRefusal: why(refusal)
    case let refusal as PracticeRefusal: refusal.clause
    case let absence as VoiceAbsence: UserError(absence, self).sentence
    case let trouble as MicrophoneTrouble: why(trouble)
    case .over(let name) as MicrophoneLoss: self(Message.soundIsOver, ["name": name])
    case .failed(let why) as MicrophoneLoss: why
    case let unheard as ActorUnheard: UserError(microphone: unheard.cause, self).sentence
    case let failure as ListenFailure: failure.sentence(self)
    default: UserError(explaining: error, self)?.sentence ?? "\(error)"
    }
  }
}

// Microphones.
extension UserError {
  /// What is wrong with the microphone called `name`, as its sound shows.
  init(_ fault: MicrophoneFault, microphone name: String, _ words: Messages) {
    let meter = words.trouble(.micMeter, ["name": name])
    switch fault {
    case .silent: self.init(words.trouble(.micSilent, ["name": name]), hint: meter, .done)
    case .clipped:
      self.init(
        words.trouble(.micClipped, ["name": name]),
        hint: words.trouble(.micTurnDown, ["meter": meter]), .done)
    }
  }

  /// What happened to the microphone called `name`.
  init(_ note: ReconnectingMicrophone.Note, microphone name: String, _ words: Messages) {
    switch note {
    case .lost(let failure):
      self.init(
        words.trouble(.micLost, ["why": failure.sentence(words)]),
        hint: words.trouble(.micIsUsedAgain), .done)
    case .back: self.init(words.trouble(.micBack, ["name": name]), .done)
    }
  }

  /// Why a microphone cannot be heard.
  init(microphone error: any Error, _ words: Messages = .forPrograms) {
    switch error {
    case let error as SoundFileError: self.init(error)
    case let failure as PluginFailure:
      self.init(
        words.trouble(.micUnusable, ["why": failure.sentence(words)]),
        hint: words.trouble(.micDevices), .unavailable)
    case let error as UserError: self = error
    default: self.init(words.trouble(.micUnusable, ["why": "\(error)."]), .unavailable)
    }
  }

  /// Why the delay from `output` to `microphone` cannot be measured.
  init(_ error: CalibrationError, microphone: String, output: String) {
    switch error {
    case .microphone(let error): self.init(microphone: error)
    case .output(let failure as PluginFailure): self.init(OutputFailure.device(failure))
    case .output(let error): self.init("Nothing can be played: \(error).", .unavailable)
    case .over: self.init("\(microphone) has no more sound.", .noInput)
    case .notHeard:
      self.init(
        "\(microphone) does not hear what \(output) plays.",
        hint:
          "With headphones there is nothing to measure. Else turn the loudspeaker up, and look at "
          + "'\(Program.name) devices --meter \(microphone)'.", .answerIsNo)
    case .cancelled: self.init("It was cancelled.", .interrupted)
    }
  }
}

// Why stored data cannot be read or changed, in words for the user.

extension UserError {
  /// What is wrong with stored data.
  init(_ failure: StoreFailure, _ words: Messages = .forPrograms) {
    let status: ExitStatus =
      switch failure.kind {
      case .missingLibrary: .unavailable
      case .inaccessible: .cannotCreate
      case .damaged, .conflict: .badInput
      case .newer: .configuration
      case .busy: .temporary
      case .inputOutput: .inputOutput
      }
    self.init(failure.sentence(words), hint: failure.hint(words), status)
  }
}

extension StoreFailure {
  /// What Cue did, expected and saw, as sentences.
  var sentence: String {
    func words(_ errno: Int32) -> String { Console.describe(errno: errno) }
    return switch reason {
    case .noLibrary(let why): "What you keep needs SQLite, which cannot be loaded: \(why)."
    case .noMemory(let path): "There is no memory left to open \(path)."
    case .notOurs(let path): "\(path) is a database, but none of Cue's."
    case .noDatabase(let path): "\(path) is no database."
    case .newer(let path, let module, let found, let known):
      "\(path) was written by a newer Cue: it has version \(found)"
        + (module.map { " of “\($0)”" } ?? "") + ", and this one knows version \(known)."
    case .damaged(let path, let message): "\(path) is damaged: \(message)."
    case .danglingRow(let path): "\(path) is damaged: a row refers to one that is not there."
    case .emptied(let path): "\(path) is empty, and something was kept in it before."
    case .gone(let path): "\(path) is gone, and something was kept in it before."
    case .changedSchema(let path):
      "\(path) is damaged: what its tables are made of is not as it was made."
    case .changedTable(let path, let table, let rows, let expected):
      rows == expected
        ? "\(path) is damaged: values in the table “\(table)” are not those that were written."
        : "\(path) is damaged: the table “\(table)” has \(rows) rows, and \(expected) were written."
    case .impossibleRow(let path, let table):
      "\(path) is damaged: a row of the table “\(table)” holds what none can hold."
    case .busy(let path):
      "\(path) is in use by another program, which did not let go of it for five seconds."
    case .unusable(let path, let message): "\(path) cannot be used: \(message)."
    case .inputOutput(let path, let message): "\(path) cannot be read or written: \(message)."
    case .cannotMake(let path, let errno): "\(path) cannot be made: \(words(errno))."
    case .cannotOpen(let path, let errno): "\(path) cannot be used: \(words(errno))."
    case .cannotWrite(let path, let errno): "\(path) cannot be written: \(words(errno))."
    case .cannotRead(let path, let errno): "\(path) cannot be read: \(words(errno))."
    case .cannotRemove(let path, let errno): "\(path) cannot be removed: \(words(errno))."
    case .cannotLock(let path, let errno): "\(path) cannot be locked: \(words(errno))."
    case .clipTooLarge(let path):
      "\(path) cannot be written: its sound is larger than 4 GB."
    case .noJob(let number): "There is no job \(number)."
    case .jobIsCompleted(let number): "Job \(number) is completed."
    case .jobIsTaken(let number, let process):
      "Another program is at job \(number): process \(process)."
    case .jobHasEnded(let number, let state):
      "Job \(number) cannot be cancelled: it is \(state.rawValue)."
    case .speechHasChanged(let title):
      "“\(title)” was changed or removed elsewhere meanwhile, and is not overwritten."
    case .titleIsTaken(let title, let number):
      "There is a speech “\(title)” already: number \(number)."
    case .ambiguous(let name, let scripts):
      "“\(name)” may be any of \(scripts.count) scripts: "
        + scripts.map { "\($0.number) (\($0.path.isEmpty ? "from no file" : $0.path))" }
        .joined(separator: ", ") + "."
    }
  }

  /// What to try; may be empty.
  var hint: String {
    switch reason {
    case .noLibrary: "Install it (on Debian: apt-get install libsqlite3-0)."
    case .notOurs, .noDatabase: "Move it away; a new one is made in its place."
    case .newer: "Use the newer Cue. Nothing was changed."
    case .damaged, .danglingRow, .emptied, .gone, .changedSchema, .changedTable, .impossibleRow:
      "Put a backup in its place: \(Program.name) library rebuild --from FOLDER\n"
        + "Or save what can be read: \(Program.name) library rebuild\nNothing was changed."
    case .busy: "Try again."
    case .cannotWrite where kind == .inaccessible: "What is kept already stays as it is."
    case .cannotWrite(_, let errno) where [ENOSPC, EDQUOT, EFBIG].contains(errno):
      "Make room ('\(Program.name) library clean' removes sound that nothing refers to) and go on: what is kept "
        + "already stays as it is."
    case .cannotLock: "The folder has to be on a file system that has locks."
    case .noJob: "List them with: \(Program.name) jobs"
    case .jobIsTaken(let number, _):
      "Wait for it, or cancel it: \(Program.name) jobs cancel \(number)"
    case .titleIsTaken(_, let number):
      "Give another title with --title, or change that one: \(Program.name) speech edit \(number)"
    case .ambiguous: "Say which by its number."
    default: ""
    }
  }
}

extension ClipDamage {
  /// Why a file is not a clip, as the end of a sentence that begins with its name.
  var clause: String {
    switch self {
    case .noEnd: "does not end as a clip does: it is torn, or none of Cue's"
    case .otherClip(let key): "is another clip, \(key)"
    case .otherLength(let bytes, let said): "is \(bytes) bytes long where it says \(said)"
    case .impossible: "says of itself what cannot be"
    case .changed: "has changed since it was written: its checksum is another"
    case .marks: "has marks that are none"
    case .tooShort(let bytes): "is too short for a clip: \(bytes) bytes"
    case .unreadable(let errno): "cannot be read: \(Console.describe(errno: errno))"
    case .endsAfter(let bytes): "ends after \(bytes) bytes"
    }
  }
}

extension SoundFileError.Media {
  /// As in "it is WORDS".
  fileprivate var words: String {
    switch self {
    case .mpeg4: "an MPEG-4 file (M4A, MP4)"
    case .matroska: "a Matroska or WebM file"
    case .windowsMedia: "a Windows Media file"
    case .aac: "an AAC file"
    case .amr: "an AMR file"
    case .avi: "an AVI file"
    case .wav(0): "a file of another kind"
    case .wav(let codec): "a WAV file with the codec number \(codec) in it"
    }
  }
}
