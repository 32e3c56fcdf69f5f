import CueListening
import CueText

/// The messages of `listen`, and what listening makes of a line.
enum ListenMessage: MessageTable {
  // The end of listening.
  case ended, nobodyBegan, nobodySpoke, wordsStayed, timeWasUp, lineEnded, soundEnded, wasCancelled
  // What was heard.
  case nothingHeard, nothingUnderstood, noName, noNumber, noPhrase, otherLine, lineSaid,
    lineNotSaid
  // Why a line does not count as said.
  case missingWords, changedWords, extraWords, tooLittle, endMissing, unsure, silence
  // Notes.
  case pronunciationGuessed, pronounceIt, fileCutOff, bestListens, notAScript, noSuchLine,
    notTrimmed
  // Failures.
  case noMicrophone, noRecognizer, otherSound, tookTooLong, cancelled, failed

  var english: String {
    switch self {
    case .ended: "Listening ended after {time}: {why}."
    case .nobodyBegan: "nobody had begun to speak"
    case .nobodySpoke: "nobody spoke any more"
    case .wordsStayed: "the words no longer changed"
    case .timeWasUp: "the time was up"
    case .lineEnded: "the line's end was reached"
    case .soundEnded: "the sound was over"
    case .wasCancelled: "it was cancelled"

    case .nothingHeard: "Nothing was heard."
    case .nothingUnderstood: "Nothing was understood."
    case .noName: "That is none of the names."
    case .noNumber: "That is no number."
    case .noPhrase: "That is none of the phrases."
    case .otherLine: "That is another line of the scene."
    case .lineSaid: "The line was said."
    case .lineNotSaid: "The line was not said ({strictness}): {reasons}; {share} % of it was."

    case .missingWords: "{count} word missing|{count} words missing"
    case .changedWords: "{count} word changed|{count} words changed"
    case .extraWords: "{count} word too many|{count} words too many"
    case .tooLittle: "{share} % of what matters was said, and {least} % is needed"
    case .endMissing: "nothing of its end was said"
    case .unsure: "the recognizer is sure to {share} %, and {least} % is needed"
    case .silence: "nothing was heard"

    case .pronunciationGuessed: "How “{word}” is spoken was guessed: {how}."
    case .pronounceIt: "Say it with --pronounce {word}=IPA."
    case .fileCutOff: "{name} is cut off: it says that it is longer than it is."
    case .bestListens: "{name} listens, the best recognizer that is installed."
    case .notAScript: "{path} cannot be read as a script: {why}"
    case .noSuchLine: "No line of {path} reads “{line}”; its lines compete all the same."
    case .notTrimmed: "The recording is not trimmed: there is no speech to be found in it."

    case .noMicrophone: "There is no microphone that may be used."
    case .noRecognizer: "There is no recognizer that can go on."
    case .otherSound: "The recognizer does not take such sound."
    case .tookTooLong: "Listening took too long."
    case .cancelled: "Listening was cancelled."
    case .failed: "Listening failed."
    }
  }

  var estonian: String {
    switch self {
    case .ended: "Kuulamine lõppes, {time}: {why}."
    case .nobodyBegan: "keegi ei hakanud rääkima"
    case .nobodySpoke: "keegi enam ei rääkinud"
    case .wordsStayed: "sõnad enam ei muutunud"
    case .timeWasUp: "aeg sai täis"
    case .lineEnded: "repliik jõudis lõpuni"
    case .soundEnded: "heli sai läbi"
    case .wasCancelled: "see katkestati"

    case .nothingHeard: "Midagi ei olnud kuulda."
    case .nothingUnderstood: "Millestki ei saadud aru."
    case .noName: "See ei ole ükski neist nimedest."
    case .noNumber: "See ei ole arv."
    case .noPhrase: "See ei ole ükski neist fraasidest."
    case .otherLine: "See on sama stseeni teine repliik."
    case .lineSaid: "Repliik on öeldud."
    case .lineNotSaid: "Repliiki ei öeldud ({strictness}): {reasons}; öeldud on {share} %."

    case .missingWords: "puudu {count} sõna|puudu {count} sõna"
    case .changedWords: "muutunud {count} sõna|muutunud {count} sõna"
    case .extraWords: "liigne {count} sõna|liigseid {count} sõna"
    case .tooLittle: "öeldud on {share} % sellest, mis on oluline, aga vaja on {least} %"
    case .endMissing: "lõpust ei ole midagi öeldud"
    case .unsure: "tuvastaja on kindel {share} % ulatuses, aga vaja on {least} %"
    case .silence: "midagi ei olnud kuulda"

    case .pronunciationGuessed: "Sõna „{word}“ hääldus on oletatud: {how}."
    case .pronounceIt: "Ütle see ette: --pronounce {word}=IPA."
    case .fileCutOff: "{name} katkeb: fail on lühem, kui selles kirjas."
    case .bestListens: "Kuulab {name}, paigaldatud tuvastajatest parim."
    case .notAScript: "Faili {path} ei saa näidendina lugeda: {why}"
    case .noSuchLine: "Failis {path} ei ole repliiki „{line}“; selle repliike arvestatakse ikkagi."
    case .notTrimmed: "Salvestis on kärpimata: kõnet sellest ei leitud."

    case .noMicrophone: "Ühtegi mikrofoni ei tohi kasutada."
    case .noRecognizer: "Ükski tuvastaja ei saa jätkata."
    case .otherSound: "Tuvastaja ei võta sellist heli vastu."
    case .tookTooLong: "Kuulamine kestis liiga kaua."
    case .cancelled: "Kuulamine katkestati."
    case .failed: "Kuulamine ei õnnestunud."
    }
  }
}

extension Messages {
  /// As in `words.listen(.noName)`.
  func listen(_ message: ListenMessage, _ values: [String: String] = [:]) -> String {
    said(message, values)
  }

  /// Why a line does not count as said: a clause for a sentence such as "not accepted: …".
  func clause(_ reason: LineVerdict.Reason) -> String {
    func percent(_ share: Double) -> String { "\(Int((share * 100).rounded()))" }
    return switch reason {
    case .nothingHeard: said(ListenMessage.silence)
    case .missing(let count): said(ListenMessage.missingWords, count: count)
    case .changed(let count): said(ListenMessage.changedWords, count: count)
    case .extra(let count): said(ListenMessage.extraWords, count: count)
    case .tooLittle(let share):
      listen(
        .tooLittle, ["share": percent(share), "least": percent(LineVerdict.leastGistShare)])
    case .endMissing: listen(.endMissing)
    case .unsure(let confidence):
      listen(
        .unsure, ["share": percent(confidence), "least": percent(LineVerdict.leastConfidence)])
    }
  }

  /// Why listening ended, as a clause.
  func clause(_ reason: ListenEnd.Reason) -> String {
    switch reason {
    case .timeout: listen(.nobodyBegan)
    case .endOfSpeech: listen(.nobodySpoke)
    case .stable: listen(.wordsStayed)
    case .max: listen(.timeWasUp)
    case .matched: listen(.lineEnded)
    case .endOfSound: listen(.soundEnded)
    case .cancelled: listen(.wasCancelled)
    }
  }
}
