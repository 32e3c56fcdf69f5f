/// What practice says; the texts are in ``Messages``, a table for each language.
enum Message: CaseIterable, Sendable {
  // What is done.
  case ready, reading, yourTurn, yourTurnInShort, speakNow, paused, theEnd, timeIsUp
  // What is set.
  case rate, rateOfSeveral, pause, noPause, pauseUntilQuiet, bySentence, byParagraph, loop, voice
  // How far it is.
  case timeLeft, goTo, emptySpeech, loopFrom, standsIn, firstAlready, lastAlready, noSuchSegment
  // Below, in short.
  case hintPause, hintPlay, hintSkip, hintNext, hintHelp, hintEnd
  // The keys.
  case helpTitle, helpPlay, helpNext, helpPrevious, helpFirst, helpJump, helpAgain, helpRate
  case helpPauseLength, helpPauseMode, helpGranularity, helpLoop, helpHelp, helpRedraw, helpEnd
  case keySpace, keyNext, keyPrevious, keyFirst, keyNumber, keyRate, keyEnd, helpMore, helpBack
}

extension Messages {
  /// The table that others are made after.
  static func english(_ message: Message) -> String {
    switch message {
    case .ready: "Ready"
    case .reading: "Listen"
    case .yourTurn: "Your turn: {seconds} s"
    case .yourTurnInShort: "{seconds} s"
    case .speakNow: "Your turn, until you fall silent"
    case .paused: "Paused"
    case .theEnd: "The end"
    case .timeIsUp: "Time is up"

    case .rate: "rate {rate}"
    case .rateOfSeveral: "rate {rate} ({number}/{count})"
    case .pause: "pause × {factor}"
    case .noPause: "no pause"
    case .pauseUntilQuiet: "pause until you are silent"
    case .bySentence: "by sentence"
    case .byParagraph: "by paragraph"
    case .loop: "loop {first}–{last}"
    case .voice: "voice {voice}"

    case .timeLeft: "about {time} left"
    case .goTo: "Go to {number}: Enter"
    case .emptySpeech: "There is nothing to say here."
    case .loopFrom: "A loop from {number} on: press l at the last one."
    case .standsIn: "{voice} speaks instead."
    case .firstAlready: "This is the first."
    case .lastAlready: "This is the last."
    case .noSuchSegment:
      "There is no {number}: there is {count} in all.|There is no {number}: there are {count} in all."

    case .hintPause: "Space: pause"
    case .hintPlay: "Space: play"
    case .hintSkip: "Space: go on"
    case .hintNext: "← →: back, on"
    case .hintHelp: "?: all keys"
    case .hintEnd: "q: end"

    case .helpTitle: "Keys"
    case .helpPlay: "pause, go on; in a pause, the next"
    case .helpNext: "the next"
    case .helpPrevious: "the one before"
    case .helpFirst: "the first, the last"
    case .helpJump: "the one of that number"
    case .helpAgain: "this one again"
    case .helpRate: "faster, slower"
    case .helpPauseLength: "longer pauses, shorter"
    case .helpPauseMode: "with pauses, without"
    case .helpGranularity: "by sentence, by paragraph"
    case .helpLoop: "loop: from here, to here, no more"
    case .helpHelp: "these keys"
    case .helpRedraw: "draw the screen anew"
    case .helpEnd: "end; next time it goes on here"
    case .keySpace: "Space"
    case .keyNext: "→ PageDown n"
    case .keyPrevious: "← PageUp p"
    case .keyFirst: "Home End"
    case .keyNumber: "12 Enter"
    case .keyRate: "+ − ↑ ↓"
    case .keyEnd: "q Esc"
    case .helpMore: "↑ ↓: more"
    case .helpBack: "any other key: back"
    }
  }
}
