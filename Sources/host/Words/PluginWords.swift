import CueConformance
import CueModel

// What a plugin did wrong, as the user reads it: all sentences about failures of plugins, in one place.

extension PluginFailure {
  /// Which plugin, doing what, what happened: one sentence.
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

  private static func length(_ milliseconds: Int) -> String {
    milliseconds < 1000 || !milliseconds.isMultiple(of: 1000)
      ? "\(milliseconds) ms" : "\(milliseconds / 1000) s"
  }

  private static func name(ofSignal signal: Int32) -> String {
    let names: [Int32: String] = [
      4: "SIGILL", 5: "SIGTRAP", 6: "SIGABRT", 7: "SIGBUS", 8: "SIGFPE", 9: "SIGKILL",
      11: "SIGSEGV", 13: "SIGPIPE", 15: "SIGTERM", 24: "SIGXCPU", 31: "SIGSYS",
    ]
    return names[signal] ?? "signal \(signal)"
  }
}

extension PluginFailure.Activity {
  /// Behind "while".
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
  fileprivate var clause: String {
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
    case .notCancelled: "it says it was cancelled, and it was not"
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
    case .halfFramesOrNotNumbers: "its sound holds half frames or samples that are no numbers"
    case .endlessEvents: "its events do not end"
    case .eventBytes(let start, let end, let count):
      "an event speaks of bytes \(start) to \(end) of a text of \(count) bytes"
    case .eventTooLate: "an event lies beyond the end of all sound"
    case .eventsBackInTime: "its events go back in time"
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
  /// Why nothing was heard, as one sentence.
  var sentence: String {
    if let plugin { return plugin.sentence }
    return switch kind {
    case .microphoneUnavailable: "There is no microphone that may be used."
    case .recognizerUnavailable: "There is no recognizer that can go on."
    case .audioFormatInvalid: "The recognizer does not take such sound."
    case .timedOut: "Listening took too long."
    case .cancelled: "Listening was cancelled."
    case .underlying: "Listening failed."
    }
  }
}

extension Account {
  /// What happened in a check, or why it was not asked, as the suite or we put it.
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
