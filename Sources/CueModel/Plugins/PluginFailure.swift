/// What a plugin did wrong, or could not do.
///
/// Never the host's end. It holds no text but the plugin's own words: a program with a user makes a sentence of it.
public struct PluginFailure: Error, Equatable, Sendable {
  /// How it failed.
  public enum Kind: Equatable, Sendable {
    /// There is no such file or id.
    case notFound
    /// The file is there and cannot be used as a plugin.
    case unusable
    /// The plugin refused the request.
    case refused(status: PluginStatus)
    /// Its process was ended by a signal.
    case crashed(signal: Int32)
    /// It ended its process.
    case exited(status: Int32)
    /// It did not do in time what it had to; the deadline in milliseconds.
    case hung(milliseconds: Int)
    /// It sent what it must not send.
    case misbehaved
    /// It has failed too often in this session.
    case givenUp
  }

  /// What else fails where this has failed.
  public enum Reach: Equatable, Sendable {
    /// Nothing: the same may go well when it is tried again.
    case passing
    /// The same line, again and again.
    case line
    /// All lines of that voice.
    case voice
    /// All that is asked of the plugin.
    case plugin
  }

  /// What a plugin was doing when it failed.
  ///
  /// The raw value is its name where failures are kept, and never changes.
  public enum Activity: String, CaseIterable, Sendable {
    /// Its process is started, or its file is looked for.
    case starting
    /// It says which plugins its file offers.
    case describing
    /// It takes its parameters and loads its engine.
    case loading
    /// It loads a voice ahead.
    case loadingVoice = "loading-voice"
    /// It lists its parameters.
    case listingParameters = "listing-parameters"
    /// It takes a secret parameter.
    case takingKey = "taking-key"
    /// It takes a parameter.
    case takingSetting = "taking-setting"
    /// It lists its voices.
    case listingVoices = "listing-voices"
    /// It names engine, data and model of a voice.
    case namingVersion = "naming-version"
    /// It says a line.
    case speaking
    /// It listens.
    case listening
    /// An effect prepares for sound of a format.
    case preparing
    /// An effect processes sound.
    case processing
    /// It lists its devices.
    case listingDevices = "listing-devices"
    /// A device opens its stream.
    case opening
    /// A device plays.
    case playing
    /// A device captures sound.
    case capturing
    /// A device says how much of its sound was heard.
    case locating
    /// A device plays what it still has.
    case draining
    /// A device drops what was not heard.
    case dropping
    /// A request that was cancelled ends.
    case stopping
    /// Its process ends.
    case ending
    /// Nothing: it was not asked.
    case waiting
    /// The conformance suite sends it a request.
    case takingRequest = "taking-request"
    /// It answers the conformance suite.
    case answering
    /// A process of its own serves a request of the conformance suite.
    case servingRequest = "serving-request"
  }

  /// Why a file is not a plugin whatever is in it, or could not be looked into.
  public enum FileFault: Equatable, Sendable {
    /// There is no file at the path.
    case missing
    /// A link to a file that is not there.
    case danglingLink
    /// A folder.
    case folder
    /// A named pipe, which is not opened.
    case namedPipe
    /// A socket.
    case socket
    /// A device file.
    case deviceFile
    /// A file of 0 bytes.
    case empty
    /// It cannot be read; an `errno` value, 0 if it is not known.
    case unreadable(errno: Int32)
    /// It was gone when it had been loaded.
    case goneAfterLoading
  }

  /// What went wrong in detail.
  public indirect enum Reason: Equatable, Sendable {
    /// In the words of the plugin, of its worker or of the program that embeds Cue: a clause or sentence without a full stop.
    case said(String)
    /// It gave no reason.
    case unexplained
    /// Its process ended; the kind says how.
    case processEnded
    /// It did not answer within the time that the kind says.
    case noAnswer
    /// It took no more requests within the time that the kind says.
    case noRequestsTaken
    /// It broke a rule of the worker protocol.
    case broke(BrokenRule)
    /// Its file cannot be used.
    case file(FileFault)
    /// No plugin was named.
    case unnamed
    /// No plugin of that id is in any of the folders.
    case unknownID(folders: [String])
    /// No file is at the path that was named, or beside the program.
    case noSuchFile
    /// The worker program at `path` could not be started; an `errno` value.
    case workerNotStarted(path: String, errno: Int32)
    /// It speaks another major version of the worker protocol.
    case otherProtocol(version: UInt32, supported: UInt32)
    /// It has failed this many times in a row.
    case failedInARow(times: Int)
    /// None of the voices of a chain works.
    case noVoiceWorks
    /// It made no sound of a text.
    case noSound
    /// The text is in letters of this script, and the voice speaks these languages, BCP 47 tags.
    case otherLetters(script: String, languages: [String])
    /// It ended its process, with that exit status, while it was loaded to be asked what it offers.
    case exitedWhileLoaded(status: Int32)
    /// It broke the rules when it was asked what it offers.
    case misbehavedWhileLoaded(Reason)
    /// It is in quarantine: it failed in use three times in a row, at last like this.
    case failedInUse(PluginFailure)

    /// The words of the plugin, its worker or the embedding program; nil if the reason is one that Cue knows.
    public var words: String? {
      if case .said(let words) = self { words } else { nil }
    }
  }

  /// Which plugin, as the user named it.
  public let plugin: String
  /// What it was doing.
  public let activity: Activity
  /// How it failed.
  public let kind: Kind
  /// The details; a full stop at the end of its words is left out.
  public let reason: Reason
  /// When trying again makes sense, where the plugin said so.
  public let retryAfterMilliseconds: Int?

  /// A failure of `plugin` in `activity`.
  public init(
    plugin: String, activity: Activity, kind: Kind, reason: Reason,
    retryAfterMilliseconds: Int? = nil
  ) {
    self.plugin = plugin
    self.activity = activity
    self.kind = kind
    if case .said(let words) = reason, words.last == "." {
      self.reason = .said(String(words.dropLast()))
    } else {
      self.reason = reason
    }
    self.retryAfterMilliseconds = retryAfterMilliseconds
  }

  /// Whether its process ended without being asked to: its work may succeed in another one.
  public var isDeath: Bool {
    switch kind {
    case .crashed, .exited: true
    default: false
    }
  }

  /// Whether the system started no process for it, because it has no descriptors, processes or memory left.
  public var isShortage: Bool {
    guard case .workerNotStarted(_, let errno) = reason else { return false }
    // EAGAIN, ENOMEM, ENFILE, EMFILE, ENOBUFS.
    return [11, 12, 23, 24, 105].contains(errno)
  }

  /// Whether somebody else ended its process, by a signal that no mistake in a program brings about: the user, the system that
  /// has no memory left; or the system started none, because a limit is reached.
  ///
  /// That says nothing about the plugin. A library's worker that somebody else ends by a signal of a crash dies of SIGKILL.
  public var isFromOutside: Bool {
    if isShortage { return true }
    guard case .crashed(let signal) = kind else { return false }
    return !PluginFailure.ownSignals.contains(signal)
  }

  /// SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGPIPE, SIGSTKFLT, SIGXCPU, SIGXFSZ, SIGSYS.
  private static let ownSignals: Set<Int32> = [4, 5, 6, 7, 8, 11, 13, 16, 24, 25, 31]

  /// How often what failed like this is tried again in a new process, where its own has died: once, and more often where
  /// somebody else ended it.
  public var mostRestarts: Int { isFromOutside ? 4 : isDeath ? 1 : 0 }
}
