/// What practice and the keeping of speeches say; the texts are in ``Messages``, a table for each language.
enum Message: CaseIterable, Sendable {
  // What is done.
  case ready, reading, yourTurn, yourTurnInShort, speakNow, paused, theEnd, timeIsUp
  // What is set.
  case rate, rateOfSeveral, pause, noPause, pauseUntilQuiet, bySentence, byParagraph, loop,
    loopOfOne, voice
  // How far it is.
  case timeLeft, goTo, takeVoice, emptySpeech, loopFrom, standsIn, firstAlready, lastAlready,
    noSuchSegment
  // Line by line.
  case sentences, paragraphs, rates, pauseOfEach, longerPauseOfEach, noPauses, untilEachIsRepeated
  case pausedAt, interruptedAt, goingOnAt, saidInAll, voiceByLanguage, inALoop, noLoop
  case triesAgain, triesAgainOrOther, pausesAreTimed, voiceStays, soAlready
  // How it went.
  case notHeard, repeated, wordsRight, noWordsCompared, wrongWords, wrongWordsAndMore
  case asFast, slower, faster, noSilences, silences
  // Speeches that are kept.
  case noSpeechesYet, addOne, noSpeechHas, noSuchSpeech, noSuchSpeechOrFile, listNamesThem,
    addKeepsOne
  case notPractisedYet, session, speechKept, languageGuessed, speechAsItWas, speechChanged,
    speechRemoved
  case isAsItWasCopyIn, aboutSpeech, aboutDates, words, empty, seconds, minutes, hours
  case textIsEmpty, textIsTooLong, shortenIt, nothingToSay, textIsCut
  // What was asked for.
  case voiceOfLastTimeGone, usualVoiceSpeaks, rateMoved, pauseFactorMoved, noSuchSentence,
    noSuchParagraph
  case nothingIsRemembered, placeIsNotKept, noVoiceSpeaks, nameAVoice, notComparedNow, noScreen
  // Below, in short.
  case hintPause, hintPlay, hintSkip, hintNext, hintHelp, hintEnd
  // The keys.
  case helpTitle, helpPlay, helpNext, helpPrevious, helpFirst, helpJump, helpAgain, helpRate
  case helpPauseLength, helpPauseMode, helpGranularity, helpLoop, helpVoice, helpHelp, helpRedraw,
    helpEnd
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
    case .loopOfOne: "loop {number}"
    case .voice: "voice {voice}"

    case .timeLeft: "about {time} left"
    case .goTo: "Go to {number}: Enter"
    case .takeVoice: "Voice: {voice}"
    case .emptySpeech: "There is nothing to say here."
    case .loopFrom: "A loop from {number} on: press l at the last one."
    case .standsIn: "{voice} speaks instead."
    case .firstAlready: "This is the first."
    case .lastAlready: "This is the last."
    case .noSuchSegment:
      "There is no {number}: there is {count} in all.|There is no {number}: there are {count} in all."

    case .sentences: "{count} sentence|{count} sentences"
    case .paragraphs: "{count} paragraph|{count} paragraphs"
    case .rates: "rates {rates}"
    case .pauseOfEach: "a pause as long as each"
    case .longerPauseOfEach: "a pause {factor} times as long as each"
    case .noPauses: "no pauses"
    case .untilEachIsRepeated: "a pause until you have repeated each"
    case .pausedAt: "Paused at {number}."
    case .interruptedAt: "Interrupted at {number}."
    case .goingOnAt: "Going on at {number}."
    case .saidInAll: "{count} said in {spoken}, pauses {paused}."
    case .voiceByLanguage: "voice by language"
    case .inALoop: "in a loop"
    case .noLoop: "no loop"
    case .triesAgain: "Practice is paused at {number}; 'play' tries again."
    case .triesAgainOrOther:
      "Practice is paused at {number}; 'play' tries again, 'voice PLUGIN' takes another."
    case .pausesAreTimed: "Pauses are as long as what was said from here on."
    case .voiceStays: "The voice stays as it was."
    case .soAlready: "Nothing to do: it is so already."

    case .notHeard: "You were not heard in the pause.|You were not heard in any of {count} pauses."
    case .repeated: "You repeated {number} of {count}."
    case .wordsRight: "{right} of {words} words were right ({percent} %)."
    case .noWordsCompared: "No words were compared."
    case .wrongWords: "Missing or changed: {words}."
    case .wrongWordsAndMore: "Missing or changed: {words} and {more} more."
    case .asFast: "You were as fast as the voice"
    case .slower: "You took {percent} % longer than the voice"
    case .faster: "You took {percent} % less time than the voice"
    case .noSilences: "{pace}, without a silence within."
    case .silences:
      "{pace}; {count} silence within, the longest {seconds} s."
        + "|{pace}; {count} silences within, the longest {seconds} s."

    case .noSpeechesYet: "There are no speeches yet."
    case .addOne: "Add one: host speech add FILE"
    case .noSpeechHas: "No speech has “{words}” in its title or its text."
    case .noSuchSpeech: "There is no speech “{name}”."
    case .noSuchSpeechOrFile: "There is no speech “{name}”, and no file of that name."
    case .listNamesThem: "'host speech list' names them all."
    case .addKeepsOne: "'host speech list' names the speeches; 'host speech add FILE' keeps one."
    case .notPractisedYet: "“{title}” was not practised yet."
    case .session: "{time}, {count} said"
    case .speechKept: "“{title}” is kept as number {number}: {time} to say."
    case .languageGuessed: "Its words are in “{language}”; --language names another."
    case .speechAsItWas: "“{title}” is as it was."
    case .speechChanged: "“{title}” is changed: {time} to say."
    case .speechRemoved: "“{title}” is removed."
    case .isAsItWasCopyIn:
      "The speech is as it was; what you wrote is in {path}.\n"
        + "Mend it there, then: host speech edit {number} {path}"
    case .aboutSpeech:
      "number {number}, {language}, {characters} / {most} characters, {words}, {time}"
    case .aboutDates: "added {added}, changed {changed}"
    case .words: "{count} word|{count} words"
    case .empty: "Empty"
    case .seconds: "{number} sec"
    case .minutes: "{number} min"
    case .hours: "{number} hr"
    case .textIsEmpty: "{name} is empty, and a speech needs words."
    case .textIsTooLong: "{name} has {characters} characters, and a speech holds at most {most}."
    case .shortenIt: "Shorten it, or keep its beginning with --truncate."
    case .nothingToSay: "{name} has no letter and no digit, so there is nothing in it to say."
    case .textIsCut: "The text is cut to its first {most} of {characters} characters."

    case .voiceOfLastTimeGone: "The voice {voice} of last time is not there: {why}"
    case .usualVoiceSpeaks: "The one that is usual for the language speaks instead."
    case .rateMoved: "The rate {given} is taken as {taken}, the nearest there is."
    case .pauseFactorMoved: "The pause factor {given} is taken as {taken}, the nearest there is."
    case .noSuchSentence: "{option}: there is no sentence {number}; the speech has {count}."
    case .noSuchParagraph: "{option}: there is no paragraph {number}; the speech has {count}."
    case .nothingIsRemembered: "Nothing of this practice is remembered."
    case .placeIsNotKept: "Practice goes on; where you stop is not kept this time."
    case .noVoiceSpeaks: "No voice of {voices} speaks “{language}”."
    case .nameAVoice:
      "Name one with --voice, or in cue.conf, as in: voice.{language} = PLUGIN:VOICE"
    case .notComparedNow: "What you repeat now is not compared."
    case .noScreen:
      "This terminal ({kind}) has no screen to practise on; practise line by line with --plain."

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
    case .helpVoice: "another voice, as in espeak:en-us+f3"
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
