import CueConformance
import CueInstallation
import CueModel
import CueOptions

// What a plugin did wrong, in words for the user: all sentences about failures of plugins, in one place.

extension PluginFailure {
  /// Which plugin, what it was doing, what happened: one sentence.
  var sentence: String {
    let (doing, why) = (activity.words, reason.clause(of: plugin))
    return switch kind {
    case .notFound, .unusable: "\(plugin) cannot be used: \(why)."
    case .refused: "\(plugin) failed while \(doing): \(why)."
    case .crashed(let signal): "\(plugin) crashed while \(doing) (\(Self.name(ofSignal: signal)))."
    case .exited(let status): "\(plugin) ended its process while \(doing), with status \(status)."
    case .hung(let milliseconds):
      "\(plugin) hung while \(doing): \(why) within \(Self.length(milliseconds))."
    case .misbehaved: "\(plugin) broke the rules while \(doing): \(why)."
    case .givenUp: "\(plugin) is not asked any more: \(why)."
    }
  }

  static func length(_ milliseconds: Int) -> String {
    milliseconds < 1000 || !milliseconds.isMultiple(of: 1000)
      ? "\(milliseconds) ms" : "\(milliseconds / 1000) s"
  }

  static func name(ofSignal signal: Int32) -> String {
    let names: [Int32: String] = [
      4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL",
      11: "SIGSEGV", 13: "SIGPIPE", 15: "SIGTERM", 24: "SIGXCPU", 31: "SIGSYS",
    ]
    return names[signal] ?? "signal \(signal)"
  }
}

extension PluginFailure.Activity {
  /// The words after "while".
  fileprivate var words: String {
    switch self {
    case .starting: "starting"
    case .describing: "saying what it offers"
    case .loading: "loading its engine"
    case .loadingVoice: "loading a voice"
    case .listingParameters: "listing its parameters"
    case .takingKey: "taking its key"
    case .takingSetting: "taking a setting"
    case .listingVoices: "listing its voices"
    case .namingVersion: "naming its version"
    case .speaking: "saying a line"
    case .listening: "listening"
    case .preparing: "preparing"
    case .processing: "processing"
    case .listingDevices: "listing its devices"
    case .opening: "opening"
    case .playing: "playing"
    case .capturing: "capturing sound"
    case .locating: "saying where it is"
    case .draining: "playing to the end"
    case .dropping: "falling silent"
    case .stopping: "stopping"
    case .ending: "ending"
    case .waiting: "waiting"
    case .takingRequest: "taking a request"
    case .answering: "answering"
    case .servingRequest: "serving a request"
    }
  }
}

extension PluginFailure.Reason {
  /// What went wrong with `plugin` in detail, without a full stop at its end.
  fileprivate func clause(of plugin: String) -> String {
    switch self {
    case .said(let words): words
    case .unexplained: "it gave no reason"
    case .processEnded: "its process ended"
    case .noAnswer: "it did not answer"
    case .noRequestsTaken: "it took no more requests"
    case .broke(let rule): rule.clause
    case .file(let fault): fault.clause
    case .unnamed: "no plugin is named"
    case .unknownID(let folders):
      "no plugin of that id is in \(folders.joined(separator: ", ")). "
        + "'\(Program.name) plugins' lists what is there; a file is named with a slash, as in ./\(plugin).so"
    case .noSuchFile:
      "there is no such file, here or beside the host. '\(Program.name) plugins' lists what is there"
    case .workerNotStarted(let path, let errno):
      "the worker \(path) could not be started (\(Console.describe(errno: errno)))"
    case .otherProtocol(let version, let supported):
      "it speaks version \(version) of the worker protocol; this host speaks \(supported)"
    case .failedInARow(let times): "it has failed \(times) times in a row"
    case .noVoiceWorks: "no voice of it works"
    case .noSound: "it makes no sound of this text"
    case .otherLetters(let script, let languages):
      "the text is in \(script) letters, and its voice speaks \(languages.prefix(3).joined(separator: ", "))"
    case .exitedWhileLoaded(let status):
      "it ended its process while it was loaded, with status \(status)"
    case .misbehavedWhileLoaded(let reason): "it broke the rules: \(reason.clause(of: plugin))"
    case .failedInUse(let failure):
      "it failed in use three times in a row, at last like this: \(failure.sentence) "
        + "It is left alone until its file changes, or until '\(Program.name) plugins rescan'"
    }
  }
}

extension PluginFailure.FileFault {
  fileprivate var clause: String {
    switch self {
    case .missing: "there is no such file"
    case .danglingLink: "it is a link to a file that is not there"
    case .folder: "it is a folder"
    case .namedPipe: "it is a named pipe"
    case .socket: "it is a socket"
    case .deviceFile: "it is a device file"
    case .empty: "it is empty"
    case .unreadable(errno: 0): "it cannot be read"
    case .unreadable(let errno): "it cannot be read (\(Console.describe(errno: errno)))"
    case .goneAfterLoading: "its file was gone when it had been loaded"
    }
  }
}

extension BrokenRule {
  /// What the plugin did against the rules, as a clause; in English, for the plugin's author.
  var clause: String {
    switch self {
    case .messageTooLong(let bytes): "it announced a message of \(bytes) bytes"
    case .unknownMessage(let type): "it sent a message of the unknown type \(type)"
    case .halfField: "it sent half a field"
    case .fieldTooLong(let bytes): "a field of \(bytes) bytes does not fit its message"
    case .fieldSize(let tag, let bytes, let needed):
      "field \(tag) has \(bytes) bytes and needs \(needed)"
    case .notFinite(let tag): "field \(tag) is no finite number"
    case .notUTF8: "it sent text that is not UTF-8"
    case .noStatus: "its answer has no status"
    case .unknownStatus(let status):
      "it answered with the status \(status), which the interface does not know"
    case .notCancelled: "it says it was cancelled, and it was not"
    case .endedEarly: "it ended the line before it had all of the text"
    case .tooMuch: "it gives more than it was asked for"
    case .endlessList: "its list does not end"
    case .undescribed: "it did not say what it is"
    case .noIDOrKind: "a plugin has no id or kind"
    case .unknownParameterType(let type): "a parameter is of the unknown type \(type)"
    case .noEarlierInspection: "the worker did not say what it was like before"
    case .formatTwice: "it began its sound twice"
    case .format(let sample, let channels, let rate):
      "it gives sound of format \(sample) with \(channels) channels at \(rate) Hz"
    case .formatChanged: "its sound changes its format in mid-line"
    case .soundBeforeFormat: "it gave sound before it said of what format"
    case .halfFrame: "it gave half a frame of sound"
    case .tooMuchSound: "it gave more sound than it was asked for"
    case .endlessSound: "its sound does not end"
    case .notNumbers: "its sound holds samples that are no numbers"
    case .soundNowhere: "its sound is said to lie outside the memory that it shares"
    case .halfFramesOrNotNumbers: "its sound holds half frames or samples that are no numbers"
    case .endlessEvents: "its events do not end"
    case .eventBytes(let start, let end, let count):
      "an event speaks of bytes \(start) to \(end) of a text of \(count) bytes"
    case .eventTooLate: "an event lies beyond the end of all sound"
    case .eventsBackInTime: "its events go back in time"
    case .effectTooLoud(let times):
      "it made the sound \(times) times as loud, far beyond full scale"
    case .effectSilent: "it made silence of the sound"
    case .effectLostSound(let frames, let given):
      "it gave back \(frames) of \(given) frames, and no setting of it makes sound shorter than that"
    case .frameNowhere: "a frame is nowhere"
    case .placesMissing: "it does not say where a frame of its input is heard"
    case .partialAfterFinal: "a partial came after the final"
    case .twoFinals: "it gave two finals"
    case .noFinal: "it ended without saying what it heard"
    case .framesTaken(let frames, let given): "it took \(frames) of \(given) frames"
    case .wordBackwards: "a word ends before it begins"
    case .confidenceAboveOne: "a confidence is above 1"
    case .endedBetweenPieces: "its process ended between two pieces of sound"
    }
  }
}

extension ListenFailure {
  /// Why nothing was heard, as one sentence in English.
  var sentence: String { sentence(.forPrograms) }

  /// The same in the language of `words`.
  func sentence(_ words: Messages) -> String {
    if let plugin { return plugin.sentence(words) }
    return switch kind {
    case .microphoneUnavailable: words.listen(.noMicrophone)
    case .recognizerUnavailable: words.listen(.noRecognizer)
    case .audioFormatInvalid: words.listen(.otherSound)
    case .timedOut: words.listen(.tookTooLong)
    case .cancelled: words.listen(.cancelled)
    case .underlying: words.listen(.failed)
    }
  }
}

extension Account {
  /// What happened in a check, or why it was skipped, in words of the suite or of Cue.
  var text: String {
    switch self {
    case .told(let words): return words
    case .failure(let failure): return failure.sentence
    case .broke(let reason):
      let clause = reason.clause(of: "")
      return clause.prefix(1).uppercased() + clause.dropFirst() + (clause.last == "." ? "" : ".")
    case .speakerFailed(let failure):
      return "the voice that was to speak to it failed: \(failure.sentence)"
    }
  }
}

// Models, and their failures; the texts are in the tables of messages.

extension Messages {
  /// What a model is for.
  func name(of kind: ModelKind) -> String {
    switch kind {
    case .voice: self(.modelVoice)
    case .recognizer: self(.modelRecognizer)
    case .activity: self(.modelActivity)
    case .effect: self(.modelEffect)
    case .other: self(.modelOther)
    }
  }

  /// Why a description cannot be used, without a period at its end.
  func clause(_ fault: ModelDescription.Fault) -> String {
    switch fault {
    case .missing: self(.modelNoDescription)
    case .unreadable(let error): self(.modelUnreadable, ["why": error.words])
    case .tooLong: self(.modelTooLong)
    case .notJSON(let line): self(.modelNotJSON, ["line": "\(line)"])
    case .otherFormat: self(.modelOtherFormat)
    case .lacks(let field): self(.modelLacksField, ["field": field])
    case .outside(let path): self(.modelOutside, ["path": path])
    }
  }

  /// What is wrong with a file of the model `id`.
  func sentence(_ finding: ModelFinding, of id: String) -> String {
    switch finding {
    case .description(let fault): self(.modelFault, ["name": id, "why": clause(fault)])
    case .missing(let path): self(.modelFileMissing, ["path": path])
    case .unreadable(let path): self(.modelFileUnreadable, ["path": path])
    case .otherSize(let path, let expected, let found):
      self(
        .modelFileSize, ["path": path, "found": grouped(found), "expected": grouped(expected)])
    case .otherChecksum(let path): self(.modelFileChecksum, ["path": path])
    case .unknown(let path): self(.modelFileUnknown, ["path": path])
    }
  }

  /// Why a download failed, without a period at its end.
  func clause(_ failure: DownloadFailure) -> String {
    switch failure {
    case .noLibrary(let why): self(.fetchNoLibrary, ["why": why])
    case .notAnAddress: self(.fetchNoAddress)
    case .otherScheme(let scheme): self(.fetchScheme, ["scheme": scheme])
    case .noConnection(let host, let why): self(.fetchNoConnection, ["host": host, "why": why])
    case .noTrust(let host, let why): self(.fetchNoTrust, ["host": host, "why": why])
    case .stalled(let host, let seconds, _):
      self(.fetchStalled, ["host": host, "seconds": number(seconds, decimals: 2)])
    case .broken(let host, let received, let total):
      total.map {
        self(
          .fetchBroken,
          ["host": host, "done": Counted.bytes(received), "total": Counted.bytes($0)])
      } ?? self(.fetchBrokenOpen, ["host": host, "done": Counted.bytes(received)])
    case .notHTTP(let host): self(.fetchNotHTTP, ["host": host])
    case .other(let host, let why): self(.fetchOther, ["host": host, "why": why])
    case .status(let status, let host, _):
      self(
        [404, 410].contains(status)
          ? .fetchMissing : [401, 403].contains(status) ? .fetchForbidden : .fetchStatus,
        ["host": host, "status": "\(status)"])
    case .insecureRedirect(let host): self(.fetchInsecure, ["host": host])
    case .nearRedirect(let host, let place):
      self(.fetchNear, ["host": host, "place": Messages.printable(place)])
    case .tooManyRedirects(let host, let most):
      self(.fetchRedirects, ["host": host, "most": "\(most)"])
    case .compressed(let host, let encoding):
      self(.fetchCompressed, ["host": host, "encoding": encoding])
    case .webPage(let host): self(.fetchPage, ["host": host])
    case .otherSize(let expected, let found):
      self(.fetchSize, ["found": grouped(found), "expected": grouped(expected)])
    case .otherChecksum(let expected, let found):
      self(.fetchChecksum, ["found": found, "expected": expected])
    case .tooLong(let most): self(.fetchTooLong, ["most": Counted.bytes(most)])
    case .endless(let host, let most):
      self(.fetchEndless, ["host": host, "most": Counted.bytes(most)])
    case .noRoom(let folder, let needed, let free):
      self(
        .fetchNoRoom,
        ["folder": folder, "needed": Counted.bytes(needed), "free": Counted.bytes(free)])
    case .unwritable(let path, let error):
      self(.fetchUnwritable, ["path": path, "why": error.words])
    case .cancelled: self(.fetchStopped)
    }
  }

  /// Why an archive was not unpacked, without a period at its end.
  private func clause(_ failure: ArchiveFailure) -> String {
    switch failure {
    case .noLibrary: self(.packNoLibrary)
    case .damaged: self(.packDamaged)
    case .badName(let name): self(.packName, ["name": Messages.printable(name)])
    case .link(let name): self(.packLink, ["name": Messages.printable(name)])
    case .special(let name): self(.packSpecial, ["name": Messages.printable(name)])
    case .encrypted(let name): self(.packPassword, ["name": Messages.printable(name)])
    case .tooManyFiles(let most): self(.packFiles, ["most": grouped(most)])
    case .tooLarge(let most): self(.packLarge, ["most": Counted.bytes(most)])
    case .noRoom(let folder, let free):
      self(
        .fetchNoRoom,
        ["folder": folder, "needed": "> \(Counted.bytes(free))", "free": Counted.bytes(free)])
    case .unwritable(let path, let error):
      self(.fetchUnwritable, ["path": path, "why": error.words])
    case .cancelled: self(.fetchStopped)
    }
  }

  /// A name from an outside source, without terminal commands.
  private static func printable(_ name: String) -> String {
    String(
      name.unicodeScalars.prefix(200).map {
        $0.value < 0x20 || $0.value == 0x7F ? "?" : Character($0)
      })
  }

  private func clause(_ fault: OnnxFile.Fault) -> String {
    switch fault {
    case .empty: self(.onnxEmpty)
    case .text: self(.onnxText)
    case .pointer: self(.onnxPointer)
    case .notONNX: self(.onnxOther)
    case .unreadable(let error): self(.modelUnreadable, ["why": error.words])
    }
  }

  /// Why a model was not added, found or removed, and what to try.
  func error(_ failure: ModelFailure) -> UserError {
    switch failure {
    case .download(let failure, let address): error(failure, address)
    case .archive(let failure, let name):
      UserError(
        self(.modelNotUnpacked, ["name": name, "why": clause(failure)]),
        hint: failure.isOfRoom ? self(.modelTryRoom) : "",
        failure.isOfRoom ? .cannotCreate : .badInput)
    case .catalogue(let fault): error(fault)
    case .unknownSource(let name, let known):
      unknown(name, known)
    case .badID(let name):
      UserError(
        self(.modelBadName, ["name": name]),
        hint: self(.modelTryName, ["command": "\(Program.name) models remove"]), .usage)
    case .exists(let id, let folder):
      UserError(
        self(.modelExists, ["name": id, "folder": folder]),
        hint: self(.modelTryName, ["command": "\(Program.name) models remove \(id)"]), .cannotCreate
      )
    case .offline(let name):
      UserError(
        self(.modelOffline, ["name": name]), hint: self(.modelTryLocal), .unavailable)
    case .unrecognized(let names):
      UserError(
        self(.modelUnknown, ["names": names.isEmpty ? "—" : names.joined(separator: ", ")]),
        hint: self(.modelTryType), .badInput)
    case .several(let names):
      UserError(
        self(.modelSeveral, ["names": names.joined(separator: ", ")]), hint: self(.modelTryOne),
        .badInput)
    case .lacks(let type, let file):
      UserError(
        self(.modelLacks, ["type": type, "file": file]), hint: self(.modelTryWith), .badInput)
    case .lacksLanguage(let type):
      UserError(
        self(.modelLacksLanguage, ["type": type]), hint: self(.modelTryLanguage), .badInput)
    case .unknownType(let type):
      UserError(self(.modelNoType, ["type": type]), .usage)
    default: fileError(failure)
    }
  }

  private func fileError(_ failure: ModelFailure) -> UserError {
    switch failure {
    case .damaged(let name, let fault):
      UserError(self(.modelDamaged, ["name": name, "why": clause(fault)]), .badInput)
    case .noModelBeside(let path, let missing):
      UserError(self(.modelNotBeside, ["path": path, "missing": missing]), .noInput)
    case .twice(let name): UserError(self(.modelTwice, ["name": name]), .badInput)
    case .noRoom(let folder, let needed, let free):
      UserError(
        self(
          .modelNoRoom,
          ["folder": folder, "needed": Counted.bytes(needed), "free": Counted.bytes(free)]),
        hint: self(.modelTryRoom), .cannotCreate)
    case .unreadable(let path, let error):
      UserError(self(.modelNotRead, ["path": path, "why": error.words]), .noInput)
    case .unwritable(let path, let error):
      UserError(self(.modelNotWritten, ["path": path, "why": error.words]), .cannotCreate)
    case .notInstalled(let name):
      UserError(
        self(.modelNotInstalled, ["name": name]),
        hint: self(.modelTryList, ["command": "\(Program.name) models list"]), .noInput)
    case .notYours(let id, let folder):
      UserError(
        self(.modelNotYours, ["name": id, "folder": folder]), hint: self(.modelTryFolder),
        .permission)
    case .busy(let id):
      UserError(self(.modelBusy, ["name": id]), hint: self(.modelTryAgainLater), .temporary)
    default: UserError(self(.fetchStopped), .interrupted)
    }
  }

  private func unknown(_ name: String, _ known: [String]) -> UserError {
    guard !known.isEmpty else { return UserError(self(.modelNoFile, ["name": name]), .noInput) }
    let near = Suggestions.nearest(to: name, in: known)
    return UserError(
      self(.modelNoSource, ["name": name]),
      hint: near.map { self(.modelTryNear, ["name": $0]) }
        ?? self(.modelTryList, ["command": "\(Program.name) models list --available"]), .noInput)
  }

  private func error(_ fault: ModelCatalogue.Fault) -> UserError {
    switch fault {
    case .unreadable(let path, let error):
      UserError(
        self(.modelCatalogueUnread, ["path": path, "why": error.words]),
        hint: self(.modelTryInstall), .configuration)
    case .damaged(let path, let line):
      UserError(
        self(.modelCatalogueDamaged, ["path": path, "line": "\(line)"]),
        hint: self(.modelTryInstall), .configuration)
    }
  }

  private func error(_ failure: DownloadFailure, _ address: String) -> UserError {
    let sentence =
      address.isEmpty
      ? self(.modelNoAddress, ["why": clause(failure)])
      : self(.modelNotFetched, ["address": address, "why": clause(failure)])
    return switch failure {
    case .noRoom: UserError(sentence, hint: self(.modelTryRoom), .cannotCreate)
    case .unwritable: UserError(sentence, .cannotCreate)
    case .notAnAddress, .otherScheme: UserError(sentence, .usage)
    case .noLibrary: UserError(sentence, .unavailable)
    case .stalled, .broken: UserError(sentence, hint: self(.modelTryResume), .temporary)
    case .noConnection, .noTrust, .notHTTP, .other:
      UserError(sentence, hint: self(.modelTryNetwork), .temporary)
    case .webPage, .compressed, .insecureRedirect, .nearRedirect, .tooManyRedirects, .endless:
      UserError(sentence, hint: self(.modelTryByHand), .unavailable)
    case .otherSize, .otherChecksum, .tooLong:
      UserError(sentence, hint: self(.modelTryLater), .badInput)
    case .status(let status, _, _):
      UserError(
        sentence,
        hint: status >= 500 || status == 429 ? self(.modelTryResume) : self(.modelTryByHand),
        status >= 500 || status == 429 ? .temporary : .unavailable)
    case .cancelled: UserError(sentence, .interrupted)
    }
  }
}

extension ArchiveFailure {
  fileprivate var isOfRoom: Bool { if case .noRoom = self { true } else { false } }
}

extension ModelFinding {
  /// Its name in JSON.
  var name: String {
    switch self {
    case .description: "description"
    case .missing: "missing"
    case .unreadable: "unreadable"
    case .otherSize: "size"
    case .otherChecksum: "checksum"
    case .unknown: "unknown"
    }
  }
}
