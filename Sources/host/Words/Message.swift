/// The messages of practice, rehearsals and kept speeches; the texts are in ``Messages``, a table for each language.
enum Message: CaseIterable, Sendable {
  // Phases.
  case ready, reading, yourTurn, yourTurnInShort, speakNow, paused, theEnd, timeIsUp
  // Settings.
  case rate, rateOfSeveral, pause, noPause, pauseUntilQuiet, bySentence, byParagraph, loop,
    loopOfOne, voice
  // Progress.
  case timeLeft, goTo, takeVoice, emptySpeech, loopFrom, standsIn, firstAlready, lastAlready,
    noSuchSegment
  // Line mode.
  case takePlace, listIsComing, listHasNone, sampleOf, samplePlays, hintTake, hintSample, hintLeave
  case helpText, pickSpeech, pickSpeechOrFile, pickedNoSpeech, noSpeechYet
  case sentences, paragraphs, rates, pauseOfEach, longerPauseOfEach, noPauses, untilEachIsRepeated
  case pausedAt, interruptedAt, goingOnAt, saidInAll, voiceByLanguage, inALoop, noLoop
  case triesAgain, triesAgainOrOther, pausesAreTimed, voiceStays, soAlready
  // Results.
  case notHeard, repeated, wordsRight, wordsRightAndAdded, wordsAndWhole, wordsAddedAndWhole
  case noWordsCompared, wordsNotHeard, saidInstead, wrongWords, wrongWordsAndMore, addedWords,
    addedWordsAndMore
  case wordsAMinute, fillersHeard, noFillers, loudnessWas, pitchWas
  case yourOwnVoice, hearYourself, nothingRecorded
  case sessionsOf, trendScore, trendWords, trendSpeaking, trendFillers, trendLoudness, trendPitch
  case trendRange, nothingMeasured
  case asFast, slower, faster, noSilences, silences
  // Kept speeches.
  case noSpeechesYet, addOne, noSpeechHas, noSuchSpeech, noSuchSpeechOrFile, listNamesThem,
    addKeepsOne
  case notPractisedYet, session, speechKept, languageGuessed, languageOfLocale, languageUnclear,
    speechAsItWas, speechChanged,
    speechRemoved
  case isAsItWasCopyIn, aboutSpeech, aboutDates, words, empty, seconds, minutes, hours
  case textIsEmpty, textIsTooLong, shortenIt, nothingToSay, textIsCut
  // Requests.
  case voiceOfLastTimeGone, usualVoiceSpeaks, rateMoved, pauseFactorMoved, noSuchSentence,
    noSuchParagraph
  case nothingIsRemembered, placeIsNotKept, noVoiceSpeaks, nameAVoice, notComparedNow, noScreen
  // A rehearsal.
  case rehearsalKeys, lineUnsaid, noVoiceWorks, standInSpeaks, saysLineAgain, rehearsalHeld,
    rehearsalGoesOn
  case rehearsalFinished, rehearsalStopped, inFile
  case rehearsing, notRehearsing, noLine, notTheCurrentLine, partnerIsSilent, notTheActorsTurn
  case microphoneIsOff, nothingToPause, nothingIsPaused, unchanged, noSuchLine, noSuchScene
  case haveOneVoice, soundAlike, giveAnotherVoice, times
  case naturalForLead, naturalForNarrator, plainBeside, movedByEffect, movedByEffectAlone
  case keyDoesNothing, askLine, askScene, noNumber, goesOnAtLine, partPlaceNotKept, roundBegins
  case soundLost, soundLostAtKeys, soundLostAlone, soundBack, behindTheLastLine
  case nothingIsHeard, nothingIsHeardThere, soundGoesToFile, soundGoesTo, goesOnInSilence
  case hardNames, hardNamesHint, castNotKept
  case judgedBy, hearsYou, hearsYouAndCommands, hearsEarly, stillYourLine, stillYourLineOrCommand,
    otherLineHeard, sayItAgain, notThisLine, asksToStop,
    languageUnknown,
    otherRecognizers,
    notAsWritten, leftOut,
    changedWords
  case wordBecame, wordAdded, soundAdded, bySecond, byBoth, wordingOfRun, noSecondOpinion
  case opinionUnsure, opinionTooLong, opinionBusy, opinionFailed, opinionLate, goesOnWithoutOpinion
  case directsNobody, soundIsOver, goesOnByHand, endsHere, lineNotHeard, hearsAgain, hearsNoMore
  case pickPart, pickNumberOrName, pickedNobody, pickLines, pickMore
  case whosePart, partsAndLines, nobodyIsCalled, castNobody, noTerminal, actorFromFile
  case cannotBeRehearsed
  // Working on a part.
  case partHasNoLines, nothingToRehearse, noTrouble, nothingDue, nextDue, troubleAre, dueAre
  case shuffledBy, historyTaken, historyNotTaken, historyNotKept, historyNeedsFile, historyNeedsRuns
  case noHistoryYet, historyOf, saidTimes, dueNow, dueInDays, pickUp, promptedTimes
  case linesJudged, toWorkOn, moreToWorkOn, recordsNoMore, takeRecorded
  case readingUnused, recordingOfOwnLine, historyForgotten
  case pickScript, pickNumberOrFile, pickedNoScript, pickScene, pickNumberOrAll, pickOwnLines
  // Scripts for an actor or a speaker.
  case lineOfActor, unknownAction, atIsIncomplete, needsNumber, notSeconds
  case lineOfSpeaker, unknownCommand, tooMuchBehind, needsValue, notASegment, notRates, notANumber
  case notAGranularity, notAPause, notARange, moreThanADay, lineIsTooMuchBehind
  // A file that is not a script.
  case notText, otherKind, pdf, richText, wordFile, openDocument, electronicBook, pagesFile,
    celtxFile,
    officeFile
  case finalDraftFile, archive, webPage, picture, soundOrFilm, scriptTooLong, emptyScript,
    rowsSideBySide, rowInMargin, rowOfNobody, quotedByTurns, quotedByPronoun, quotedByNobody,
    theNarrator, importNeedsPDFProgram, importNeedsProgram,
    importLocked, importDamaged, importOtherForm, importOfScan, importEmpty, importTooLarge,
    importFailed,
    nobodySpeaks
  case notFinalDraft, notFinalDraftThere, otherElement, xmlTooLong, xmlNoMemory, xmlTooDeep
  case xmlDocumentType, xmlNoLibrary, xmlSays, notXML
  // What is doubtful in a script.
  case doubtIsAt, doubtBrokenOff, doubtNoName, doubtUnknownParagraph, doubtUnclosed
  case doubtNobodySpeaks, doubtNotRead, doubtSilent, doubtOnce, doubtNarration, namesAndMore
  // Below, in short.
  case hintPause, hintPlay, hintSkip, hintNext, hintHelp, hintEnd
  // A prompter.
  case onlyOnScreen, noteSays
  case screenTooSmall, beginsIn, waitsForPartner, partnerSpeaks, yourTurnNow, yourTurnListening
  case yourTurnHeard, yourTurnSays, listens, heardYou, waitsForSound, microphoneInShort
  case modeByHand, modeHeard, modeRobot, modeOffline, modeFamiliarity, modeOnlyMine, modeMirror,
    modeRound
  case hintGoOn, hintPrompt, helpPrompt, helpHideMore, helpHideLess, helpHideLineMore
  case helpHideLineLess, helpOnlyMine, helpMirror, helpLarger, helpSmaller, helpStrictness
  case helpListening, helpTones, helpNextTone, helpLater, helpSooner, helpNote, helpLineStrictness
  case helpUndo, hidingFull, hidingLetters, hidingBlanks, hidingNothing, hidesAll, hidesLine
  case onlyMineNow, allLinesNow, mirroredNow, notMirroredNow, sizeNow, notYourLine
  case nobodyListens, judgedNow, microphoneIsOnNow, microphoneIsOffNow, askTones, askNote
  case askTonesInShort, askNoteInShort, nobodyToDirect, nothingToUndo, unchangedNow, undone
  case directedTones, directedNoTones, directedDelay, directedNoDelay, directedNote
  case directedNoNote, directedStrictness, directedNoStrictness, directionNotKept
  case scriptHasNoPlace
  // The keys.
  case helpTitle, helpPlay, helpNext, helpPrevious, helpFirst, helpJump, helpAgain, helpRate
  case helpPauseLength, helpPauseMode, helpGranularity, helpLoop, helpVoice, helpOwn, helpHelp,
    helpRedraw,
    helpEnd
  case helpGoOn, helpLineBefore, helpLineAgain, helpPause, helpGoLine, helpGoScene, helpStop
  case keySpace, keyOr, keyNext, keyPrevious, keyFirst, keyNumber, keyRate, keyEnd, helpMore
  case helpBack
  // Models.
  case modelNone, modelNoLicence, modelUntested, modelIsInstalled, modelSpeakers, modelAdded
  case modelRemoved, modelsAreWell, modelsChecked, modelFilesWrong, modelWaits, modelDownloads
  case modelProgress, modelResumes, modelStartsOver, modelRetries, modelUnpacks, modelVoice
  case modelRecognizer, modelActivity, modelEffect, modelOther, modelNoDescription
  case modelUnreadable, modelTooLong, modelNotJSON, modelOtherFormat, modelLacksField
  case modelOutside, modelFault, modelFileMissing, modelFileUnreadable, modelFileSize
  case modelFileChecksum, modelFileUnknown, fetchNoLibrary, fetchNoAddress, fetchScheme
  case fetchNoConnection, fetchNoTrust, fetchStalled, fetchBroken, fetchBrokenOpen, fetchNotHTTP
  case fetchOther, fetchMissing, fetchForbidden, fetchStatus, fetchInsecure, fetchRedirects
  case fetchNear, fetchEndless
  case fetchCompressed, fetchPage, fetchSize, fetchChecksum, fetchTooLong, fetchStopped
  case fetchNoRoom, fetchUnwritable, packNoLibrary, packDamaged, packName, packLink, packSpecial
  case packPassword, packFiles, packLarge, onnxEmpty, onnxText, onnxPointer, onnxOther
  case modelNotFetched, modelNoAddress, modelNotUnpacked, modelCatalogueUnread
  case modelCatalogueDamaged, modelNoSource, modelNoFile, modelBadName, modelExists
  case modelOffline, modelUnknown, modelSeveral, modelLacks, modelLacksLanguage, modelNoType
  case modelDamaged, modelNotBeside, modelTwice, modelNoRoom, modelNotRead, modelNotWritten
  case modelNotInstalled, modelNotYours, modelBusy, modelTryResume, modelTryNetwork
  case modelTryByHand, modelTryLater, modelTryType, modelTryOne, modelTryWith, modelTryLanguage
  case modelTryName, modelTryLocal, modelTryList, modelTryNear, modelTryRoom, modelTryFolder
  case modelTryInstall, modelTryAgainLater
  // The progress of writing a recording.
  case writingMeasures, writingMixes, writingSubtitles, writingPage, writingTime
  // Tap Story.
  case storyNone, storyRow, storyPenYours, storyPenOf, storyPenAway, storyDials, storyLinked,
    storyUnlinked, storyOn, storyOff, storyTakeRow, storyTakeInWords, storyTakeFirst,
    storyTakeIs, storyRecordedAt, storyMuted, storySolo, storyGain, storyPan, storyPitch,
    storyUnsent, storyHead, storyDamaged, storyBegun, storyKept, storyAsFar, storyBranched,
    storyUndoneDials, storyUndoneTrack, storyUndoneBranch, storyNothing, storyTakeRemoved,
    storyRemoved, storySent, storyWaits, storySendPending, storyDropped, storyNoneWaits,
    storyRecordsUntilEnter, storyNotCalibrated, storyDamagedHint, storyTakeMissed,
    storyTakeSalvaged,
    storyReceived,
    storyAdded,
    storyPenCame, storyForked, storyNothingNew, storyNoBundles, storyMixed, storyMono,
    storyStereo, storyLoudness, storyLimited, storyVerified, storyVerifiedWrong,
    storyRepairAnswers, storyRepairBegins, storyRepairProtected
}

extension Messages {
  /// The table on which the others are based.
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
    case .takePlace: "Go to: {words}"
    case .listIsComing: "Looking for voices…"
    case .listHasNone: "Nothing in the list matches."
    case .sampleOf: "A sample of {voice}."
    case .samplePlays: "Sample"
    case .hintTake: "Enter: take it"
    case .hintSample: "Tab: hear it"
    case .hintLeave: "Esc: back"
    case .pickSpeech: "Which speech?"
    case .pickSpeechOrFile: "Number, title or file:"
    case .pickedNoSpeech: "{word} is none of them, and no file."
    case .noSpeechYet:
      "You have kept no speech yet. Name a file, or keep one with '{program} speech add FILE'."
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
    case .wordsNotHeard: "{count} word was not heard.|{count} words were not heard."
    case .saidInstead: "Instead of {line} you said {words}."
    case .wrongWords: "Missing or changed: {words}."
    case .wordsRightAndAdded:
      "{right} of {words} words were right, and {added} added ({percent} %)."
    case .wordsAndWhole:
      "{right} of {words} words were right, and {whole} of {count} repetitions without a mistake"
        + " ({percent} %)."
    case .wordsAddedAndWhole:
      "{right} of {words} words were right, {added} added, and {whole} of {count} repetitions"
        + " without a mistake ({percent} %)."
    case .addedWords: "Added: {words}."
    case .addedWordsAndMore: "Added: {words} and {more} more."
    case .wrongWordsAndMore: "Missing or changed: {words} and {more} more."
    case .asFast: "You were as fast as the voice"
    case .wordsAMinute: "{overall} words a minute, {speaking} without the silences."
    case .fillersHeard: "{count} filler was heard: {words}.|{count} fillers were heard: {words}."
    case .noFillers: "No filler was heard."
    case .loudnessWas: "Loudness: {lufs} LUFS."
    case .pitchWas:
      "Pitch: {hertz} Hz in the middle, {low} to {high} Hz most of the time: {semitones} semitones."
    case .yourOwnVoice: "You said {number}: {seconds} s."
    case .hearYourself: "Hear yourself"
    case .nothingRecorded: "Nothing of you was recorded yet; it needs --microphone."
    case .sessionsOf: "{title}: {count} session|{title}: {count} sessions, the first to the last"
    case .trendScore: "Score, %"
    case .trendWords: "Words a minute"
    case .trendSpeaking: "Words a minute, no silences"
    case .trendFillers: "Fillers in 100 words"
    case .trendLoudness: "Loudness, LUFS"
    case .trendPitch: "Pitch, Hz"
    case .trendRange: "Pitch range, semitones"
    case .nothingMeasured: "No session was heard; practise with --listen and --microphone."
    case .slower: "You took {percent} % longer than the voice"
    case .faster: "You took {percent} % less time than the voice"
    case .noSilences: "{pace}, without a silence within."
    case .silences:
      "{pace}; {count} silence within, the longest {seconds} s."
        + "|{pace}; {count} silences within, the longest {seconds} s."

    case .noSpeechesYet: "There are no speeches yet."
    case .addOne: "Add one: \(Program.name) speech add FILE"
    case .noSpeechHas: "No speech has “{words}” in its title or its text."
    case .noSuchSpeech: "There is no speech “{name}”."
    case .noSuchSpeechOrFile: "There is no speech “{name}”, and no file of that name."
    case .listNamesThem: "'\(Program.name) speech list' names them all."
    case .addKeepsOne:
      "'\(Program.name) speech list' names the speeches; '\(Program.name) speech add FILE' keeps one."
    case .notPractisedYet: "“{title}” was not practised yet."
    case .session: "{time}, {count} said"
    case .speechKept: "“{title}” is kept as number {number}: {time} to say."
    case .languageGuessed: "Its words are in “{language}”; --language names another."
    case .languageOfLocale:
      "Its words do not tell its language; your locale's is taken, “{language}”; --language names another."
    case .languageUnclear:
      "Its words do not tell its language; it is taken for “{language}”; --language names another."
    case .speechAsItWas: "“{title}” is as it was."
    case .speechChanged: "“{title}” is changed: {time} to say."
    case .speechRemoved: "“{title}” is removed."
    case .isAsItWasCopyIn:
      "The speech is as it was; what you wrote is in {path}.\n"
        + "Mend it there, then: \(Program.name) speech edit {number} {path}"
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

    case .rehearsalKeys: "Enter goes on, p pauses, q ends; ? lists all keys."
    case .keyDoesNothing: "{key} does nothing here; ? lists the keys."
    case .askLine: "Go to line:"
    case .askScene: "Go to scene:"
    case .noNumber: "That is no number; nothing is done."
    case .goesOnAtLine: "Going on at line {number}; --from 1 begins again."
    case .partPlaceNotKept: "The rehearsal goes on; where you stop is not kept this time."
    case .soundLost: "The sound is gone, and the rehearsal waits for it: {why}"
    case .soundLostAtKeys: "It tries again every {seconds} seconds; Enter tries at once, q ends."
    case .soundLostAlone: "It tries again every {seconds} seconds, for {all} seconds."
    case .soundBack: "The sound is back; line {number} begins again."
    case .nothingIsHeard: "Nothing can be heard: {why}"
    case .nothingIsHeardThere: "Nothing can be heard there: {why}"
    case .soundGoesToFile: "The sound goes on to the file alone."
    case .soundGoesTo: "The sound goes on to {device}."
    case .goesOnInSilence:
      """
      It goes on without sound, in the time that the sound would take. To hear it, start a sound server (PulseAudio or PipeWire) \
      and begin again, or name a device with --device.
      """
    case .roundBegins: "Once more: round {number}."
    case .judgedBy: "This line counts as said: {strictness}."
    case .hearsYou: "Say your lines: the rehearsal hears you. The keys work, too."
    case .hearsYouAndCommands:
      "Say your lines: the rehearsal hears you. Say “line please” for the words, “go back”, “again”, “next line” or "
        + "“stop rehearsal”; the keys work, too."
    case .stillYourLine: "It is still your line. Enter goes on."
    case .stillYourLineOrCommand:
      "It is still your line. Say it, or “line please” for its words; Enter goes on."
    case .hardNames: "Voices may say these names wrongly: {names}."
    case .castNotKept: "{why} The cast is not kept."
    case .hardNamesHint: "Hear one: {hear}. Keep these pronunciations: {keep}"
    case .hearsEarly:
      "The microphone is open while a partner speaks before your line: begin early, and no word is lost."
    case .otherLineHeard: "That was another line: {text}"
    case .languageUnknown:
      "{name} does not know the language {language}: your lines end by silence, and are not judged."
    case .otherRecognizers:
      "Whisper knows a hundred languages: make neural NEURAL=whisper, then --recognizer whisper."
    case .notThisLine: "That was not your line. Say it; Enter goes on."
    case .asksToStop:
      "Say “stop rehearsal” once more to end the rehearsal, or go on with your line."
    case .sayItAgain: "That was not understood. Say it again; Enter goes on."
    case .notAsWritten:
      "That was not the line as it is written: {words}. Say it again; Enter goes on."
    case .leftOut: "left out {words}"
    case .changedWords: "changed {words}"
    case .wordBecame: "{heard} for {word}"
    case .wordAdded: "added {words}"
    case .soundAdded: "added something"
    case .bySecond: "second opinion, {name}"
    case .byBoth: "both"
    case .wordingOfRun:
      "Wording: {right} of {count} lines as written; {second} of {count} have a second opinion ({name})."
    case .noSecondOpinion:
      "{count} line without a second opinion: {why}.|{count} lines without a second opinion: {why}."
    case .opinionUnsure: "too little of it was understood"
    case .opinionTooLong: "the recording is too long"
    case .opinionBusy: "too many lines waited"
    case .opinionFailed: "the second recognizer failed"
    case .opinionLate: "it did not come in time"
    case .goesOnWithoutOpinion: "It goes on without a second opinion on this line."
    case .directsNobody: "{path} directs what is not in the script: {names}."
    case .soundIsOver: "The sound of {name} is over."
    case .goesOnByHand: "Enter goes on."
    case .endsHere: "The rehearsal ends here."
    case .hearsAgain: "It is started again, and hears what you have said of the line."
    case .lineNotHeard: "This line is not heard; Enter goes on."
    case .hearsNoMore: "The rehearsal hears you no more; Enter goes on."
    case .pickPart: "Whose part is yours?"
    case .pickNumberOrName: "Number or name (several with commas):"
    case .pickedNobody: "{word} is none of them."
    case .pickLines: "{count} line|{count} lines"
    case .pickMore: "and {count} more; type the name|and {count} more; type the name"
    case .lineUnsaid: "Nobody could say this line; the rehearsal goes on."
    case .noVoiceWorks: "No voice of the cast works any more; the lines are only shown."
    case .standInSpeaks: "{voice} stands in."
    case .saysLineAgain: "{voice} says the line again."
    case .rehearsalHeld: "… paused"
    case .rehearsalGoesOn: "… going on"
    case .rehearsalFinished: "The end. {done} of {count} lines, {own} of them yours, {time}{place}."
    case .rehearsalStopped: "Stopped. {done} of {count} lines, {own} of them yours, {time}{place}."
    case .inFile: ", in {path}"

    case .rehearsing: "a rehearsal is under way"
    case .notRehearsing: "no rehearsal is under way"
    case .noLine: "no line is under way"
    case .notTheCurrentLine: "line {number} is not the current one"
    case .partnerIsSilent: "the partner is not speaking"
    case .notTheActorsTurn: "it is not the actor's turn"
    case .microphoneIsOff: "the microphone is off"
    case .nothingToPause: "there is nothing to pause"
    case .nothingIsPaused: "nothing is paused"
    case .unchanged: "it is so already"
    case .noSuchLine: "there is no line {number}; the script has {count}"
    case .behindTheLastLine: "this rehearsal ends before that line"
    case .noSuchScene: "there is no scene {number}; the script has {count}"
    case .haveOneVoice: "{names} have one voice ({voice}): nobody can tell them apart."
    case .soundAlike: "{names} answer each other ({times}) and sound alike ({voice})."
    case .naturalForLead: "a natural voice, as it speaks much"
    case .naturalForNarrator: "a natural voice, as it is heard everywhere"
    case .plainBeside: "plainer, to differ from {names}"
    case .movedByEffect:
      "pitch and formants moved by an effect, to differ from {names}: there are too few voices"
    case .movedByEffectAlone: "pitch and formants moved by an effect"
    case .giveAnotherVoice:
      "Give one of them another voice, as in --cast \"{name}=VOICE\"; '{program} voices' lists what there is."
    case .times: "once|{count} times"
    case .whosePart: "Whose part is yours? Say it with --as NAME."
    case .partsAndLines: "The parts and their lines: {parts}"
    case .nobodyIsCalled: "Nobody in {name} is called {role}."
    case .castNobody: "--cast: nobody in {name} is called {role}."
    case .noTerminal: "There is no terminal to press keys at."
    case .actorFromFile: "Give the actor's side as a file with --scripted."
    case .cannotBeRehearsed: "{name} cannot be rehearsed: {why}"

    case .partHasNoLines:
      "{names} has no line in what is rehearsed; you only listen."
    case .nothingToRehearse:
      "{names} has no line there; choose other lines with --scene or --from."
    case .noTrouble: "No line of {names} is a trouble spot."
    case .nothingDue: "No line of {names} is due today."
    case .nextDue: "The next one is due in {count} day.|The next one is due in {count} days."
    case .troubleAre: "Trouble spots, the worst first: {lines}."
    case .dueAre: "{count} line is due: {lines}.|{count} lines are due: {lines}."
    case .shuffledBy: "--seed {seed} gives this order again."
    case .historyTaken:
      "The history of {count} of {all} lines is taken over from {name}."
        + "|The history of {count} of {all} lines is taken over from {name}."
    case .historyNotTaken:
      "No history is taken over from {name}: none of its lines is new here."
    case .historyNotKept: "The rehearsal goes on; how your lines go is not kept this time."
    case .historyNeedsFile: "What is known of lines is kept for a script in a file."
    case .historyNeedsRuns:
      "A rehearsal with --microphone finds them; --history shows what is known."
    case .noHistoryYet:
      "Nothing is known of {name} yet; a rehearsal with --microphone keeps how your lines go."
    case .historyOf:
      "{name}: {count} line known, {due} due, {trouble} with trouble."
        + "|{name}: {count} lines known, {due} due, {trouble} with trouble."
    case .saidTimes: "said once, {quality} of 5|said {count} times, last {quality} of 5"
    case .dueNow: "due"
    case .dueInDays: "due in {count} day|due in {count} days"
    case .pickUp: "first word after {seconds} s"
    case .promptedTimes: "{count} prompt|{count} prompts"
    case .linesJudged:
      "{count} line judged, {perfect} word for word|{count} lines judged, {perfect} word for word"
    case .toWorkOn: "line {number}"
    case .moreToWorkOn:
      "and {count} more; --trouble rehearses them"
        + "|and {count} more; --trouble rehearses them"
    case .recordsNoMore:
      "The rehearsal goes on without being recorded; what was recorded is kept."
    case .historyForgotten:
      "{name}: the history of {count} line is forgotten."
        + "|{name}: the history of {count} lines is forgotten."
    case .recordingOfOwnLine:
      "Line {number} is yours; a recording or reading of it is for when somebody else plays it."
    case .readingUnused: "The reading {path} of line {number} is not used: {why}."
    case .takeRecorded: "Recorded: take {name}, {time}."
    case .pickScript: "Which script?"
    case .pickNumberOrFile: "Number or file:"
    case .pickedNoScript: "{word} is none of them, and no file."
    case .pickScene: "Which scene?"
    case .pickNumberOrAll: "Number, or Enter for all:"
    case .pickOwnLines: "{count} line of yours|{count} lines of yours"

    case .lineOfActor: "line {line} of the actor's script: {why}"
    case .unknownAction:
      "'{word}' is nothing an actor can do; try line, next, a number of seconds, pause, "
        + "resume, back, repeat, goto, scene, stop, or at"
    case .lineIsTooMuchBehind: "'{word}' is too much after '{words}'"
    case .atIsIncomplete: "'at' needs seconds and a command, as in 'at 1.5 pause'"
    case .needsNumber: "'{word}' needs a number from 1 on, as in '{word} 2'"
    case .notSeconds: "'{word}' is no number of seconds from 0 to 3600, such as 2.5"
    case .lineOfSpeaker: "line {line} of the speaker's script: {why}"
    case .unknownCommand:
      "{word} is no command; try play, pause, next, back, first, last, goto, repeat, "
        + "restart, rate, faster, slower, voice, by, longer, shorter, loop or quit"
    case .tooMuchBehind: "{word} is too much after {words}"
    case .needsValue: "{word} needs something after it, as in {example}"
    case .notASegment: "{word} is no segment's number"
    case .notRates: "{word} is no list of rates"
    case .notANumber: "{word} is no number"
    case .notAGranularity: "“by” takes sentence or paragraph, not {word}"
    case .notAPause: "“pause” takes on, off or until-quiet, not {word}"
    case .notARange: "a range is two numbers, as in 3-5, not {word}"
    case .moreThanADay: "{word} seconds are more than a day"

    case .notText:
      "line {line} has a byte that is in no text, at offset {offset}; is it a "
        + "screenplay? Save it as plain text and try again"
    case .otherKind:
      "it is {kind}, not a screenplay in Fountain, Final Draft or plain text; export it "
        + "as one of these"
    case .pdf: "a PDF file"
    case .richText: "a rich text file (RTF)"
    case .wordFile: "a Word file"
    case .openDocument: "an OpenDocument file (ODT)"
    case .electronicBook: "an electronic book (EPUB)"
    case .pagesFile: "a file of Pages"
    case .celtxFile: "a Celtx file"
    case .officeFile: "a presentation or a table"
    case .finalDraftFile: "a Final Draft file"
    case .archive: "a packed file"
    case .picture: "a picture"
    case .soundOrFilm: "a sound or a film"
    case .webPage: "a web page"
    case .scriptTooLong: "it has {size} MB, and no screenplay has more than {most}"
    case .rowsSideBySide: "two texts side by side; the left one comes first"
    case .rowInMargin: "text in the margin, left out"
    case .quotedByTurns: "only the order of turns tells who speaks"
    case .quotedByPronoun: "several people may be meant"
    case .quotedByNobody: "nothing tells who speaks"
    case .theNarrator: "the narrator"
    case .rowOfNobody: "a speech without a name above it"
    case .importNeedsPDFProgram:
      "it is a PDF file, and the program that reads them is not installed: the package cue-import-pdf"
    case .importNeedsProgram:
      "it is {kind}, and the program that reads such files is missing: cue-import-document"
    case .importLocked: "it is {kind} with a password; save it without one"
    case .importDamaged: "it is {kind}, and it is damaged"
    case .importOtherForm:
      "it is {kind} of a form that Cue does not read; save it as .docx, .odt or PDF"
    case .importOfScan:
      "its pages are pictures without text, as of a scanner; ocrmypdf (with tesseract) adds the text"
    case .importEmpty: "it is {kind} without any text"
    case .importTooLarge: "it is {kind}, and too large when it is unpacked"
    case .importFailed: "it is {kind}, and the program that reads it failed; it may be too large"
    case .emptyScript: "the script is empty"
    case .nobodySpeaks:
      "nobody speaks in the script; a speech is a name in capitals on a line of its own "
        + "after an empty line, such as ALEX, with the words on the next line"
    case .notFinalDraft: "it was read as a Final Draft file, and {why}"
    case .notFinalDraftThere: "line {line}: it was read as a Final Draft file, and there {why}"
    case .otherElement: "is <{name}> where <FinalDraft> was expected"
    case .xmlTooLong: "it is too long"
    case .xmlNoMemory: "there is no memory for it"
    case .xmlTooDeep: "its elements are too deep within each other"
    case .xmlDocumentType: "it declares a document type, which could make it refer to other files"
    case .xmlNoLibrary: "the library libexpat.so.1 is not installed"
    case .xmlSays: "{why}"
    case .notXML: "it is no XML"

    case .doubtIsAt: "{file}, line {line}: {sentence}"
    case .doubtBrokenOff: "The file breaks off here; what comes before was read."
    case .doubtNoName: "Words of a speech stand here without a name above them."
    case .doubtUnknownParagraph: "{type} is no kind of paragraph that is known; it is action."
    case .doubtUnclosed: "{mark} opens here and never closes; it is text."
    case .doubtNobodySpeaks:
      "{count} paragraph begins with a name, this one, but no speech was found: the narrator would say everything. "
        + "Name the layout with --layout."
        + "|{count} paragraphs begin with a name, this one first, but no speech was found: the narrator would say "
        + "everything. Name the layout with --layout."
    case .doubtNotRead:
      "{count} paragraph begins with a name, this one, but is not read as a speech. If that is wrong, name the layout "
        + "with --layout."
        + "|{count} paragraphs begin with a name, this one first, but are not read as speeches. If that is wrong, "
        + "name the layout with --layout."
    case .doubtSilent:
      "Nobody speaks under {count} name of the cast list: {names}."
        + "|Nobody speaks under {count} names of the cast list: {names}."
    case .doubtOnce:
      "{count} speaker speaks only once and is not in the cast list: {names}. Is it a name?"
        + "|{count} speakers speak only once and are not in the cast list: {names}. Are they names?"
    case .doubtNarration:
      "The narrator reads {count} paragraph here; is a speaker's name missing?"
        + "|From here on, the narrator reads {count} paragraphs in a row; is a speaker's name missing?"
    case .namesAndMore: "{names} and {count} more|{names} and {count} more"

    case .hintPause: "Space: pause"
    case .hintPlay: "Space: play"
    case .hintSkip: "Space: go on"
    case .hintNext: "← →: back, on"
    case .hintHelp: "?: all keys"
    case .hintEnd: "q: end"

    case .onlyOnScreen: "That changes the screen, and there is none here."
    case .noteSays: "(note: {note})"
    case .screenTooSmall: "This screen is too small: 20 columns and 5 rows are needed."
    case .beginsIn: "Begins in {seconds}"
    case .waitsForPartner: "Waiting for {name}"
    case .partnerSpeaks: "{name} speaks"
    case .yourTurnNow: "Your turn"
    case .yourTurnListening: "Your turn: listening"
    case .yourTurnHeard: "Your turn: you are heard"
    case .yourTurnSays: "Your turn:"
    case .listens: "Listening."
    case .heardYou: "Heard."
    case .waitsForSound: "Waiting for the sound"
    case .microphoneInShort: "mic"
    case .modeByHand: "by hand"
    case .modeHeard: "hears you"
    case .modeRobot: "robot"
    case .modeOffline: "offline"
    case .modeFamiliarity: "as well as known"
    case .modeOnlyMine: "only mine"
    case .modeMirror: "mirror"
    case .modeRound: "round {number}"
    case .hintGoOn: "Space: go on"
    case .hintPrompt: "Tab: line?"
    case .helpPrompt: "the next words of your line"
    case .helpHideMore: "hide more of your lines"
    case .helpHideLess: "hide less of your lines"
    case .helpHideLineMore: "hide more of this line"
    case .helpHideLineLess: "hide less of this line"
    case .helpOnlyMine: "only your lines, or all"
    case .helpMirror: "mirror for a pane of glass, on or off"
    case .helpLarger: "larger"
    case .helpSmaller: "smaller"
    case .helpStrictness: "how exactly your lines must be said"
    case .helpListening: "the microphone on or off"
    case .helpTones: "tones of the partner's line"
    case .helpNextTone: "the next tone for the partner's line"
    case .helpLater: "the partner waits 0.1 s longer"
    case .helpSooner: "the partner answers 0.1 s sooner"
    case .helpNote: "a note on this line"
    case .helpLineStrictness: "how exactly this line of yours must be said"
    case .helpUndo: "take the last direction back"
    case .hidingFull: "all words"
    case .hidingLetters: "{count} letter of each word|{count} letters of each word"
    case .hidingBlanks: "blanks"
    case .hidingNothing: "nothing"
    case .hidesAll: "Of your lines is shown: {how}."
    case .hidesLine: "Of line {number} is shown: {how}."
    case .onlyMineNow: "Only your lines are shown."
    case .allLinesNow: "All lines are shown."
    case .mirroredNow: "The text is mirrored."
    case .notMirroredNow: "The text is not mirrored."
    case .sizeNow: "Size {size} of 3."
    case .notYourLine: "This is not your line."
    case .nobodyListens: "Nobody listens: --microphone was not given."
    case .judgedNow: "From the next line on, your lines are judged as {how}."
    case .microphoneIsOnNow: "The microphone is on."
    case .microphoneIsOffNow: "The microphone is off; Enter goes on."
    case .askTones: "Tones of line {number}, {name}:"
    case .askNote: "Note on line {number}, {name}:"
    case .askTonesInShort: "Tones:"
    case .askNoteInShort: "Note:"
    case .nobodyToDirect: "No line that it could be for comes any more."
    case .nothingToUndo: "There is no direction to take back."
    case .unchangedNow: "Nothing changes: it is already set."
    case .undone: "Taken back."
    case .directedTones: "Line {number}, {name}: {value}."
    case .directedNoTones: "Line {number}, {name}: no tone."
    case .directedDelay: "Line {number}, {name}: {value} s of silence before it."
    case .directedNoDelay: "Line {number}, {name}: no silence of its own before it."
    case .directedNote: "Line {number}, {name}, note: {value}"
    case .directedNoNote: "Line {number}, {name}: no note."
    case .directedStrictness: "Line {number}, {name}: judged as {value}."
    case .directedNoStrictness: "Line {number}, {name}: judged as all of your lines."
    case .directionNotKept: "It holds for this rehearsal only: {why}"
    case .scriptHasNoPlace: "a script from standard input has no file beside it."

    case .helpTitle: "Keys"
    case .helpPlay: "pause, go on; in a pause, the next"
    case .helpNext: "the next"
    case .helpPrevious: "the one before"
    case .helpFirst: "the first, the last"
    case .helpJump: "the one of that number"
    case .helpAgain: "this one again"
    case .helpOwn: "what you said yourself"
    case .helpRate: "faster, slower"
    case .helpPauseLength: "longer pauses, shorter"
    case .helpPauseMode: "with pauses, without"
    case .helpGranularity: "by sentence, by paragraph"
    case .helpLoop: "loop: from here, to here, no more"
    case .helpText: "the whole text: go to a place in it"
    case .helpVoice: "other voices: a list, and a sample of each"
    case .helpGoOn: "your line is said, go on"
    case .helpLineBefore: "back a line"
    case .helpLineAgain: "the line again"
    case .helpPause: "pause, go on"
    case .helpGoLine: "go to a line"
    case .helpGoScene: "go to a scene"
    case .helpStop: "end; next time it goes on here"
    case .helpHelp: "these keys"
    case .helpRedraw: "redraw the screen"
    case .helpEnd: "end; next time it goes on here"
    case .keySpace: "Space"
    case .keyOr: "{names} or {last}"
    case .keyNext: "→ PageDown n"
    case .keyPrevious: "← PageUp p"
    case .keyFirst: "Home End"
    case .keyNumber: "12 Enter"
    case .keyRate: "+ − ↑ ↓"
    case .keyEnd: "q Esc"
    case .helpMore: "↑ ↓: more"
    case .helpBack: "any other key: back"

    case .modelNone: "No models are installed; '{command}' lists those that can be downloaded."
    case .modelNoLicence: "licence not known"
    case .modelUntested: "untested"
    case .modelIsInstalled: "installed"
    case .modelSpeakers: "{number} speakers"
    case .modelAdded: "{name} is installed in {folder}: {about}."
    case .modelRemoved: "{name} is removed."
    case .modelsAreWell:
      "{count} model was read: all is well.|{count} models were read: all is well."
    case .modelsChecked: "{count} model was read.|{count} models were read."
    case .modelFilesWrong: "{count} thing is wrong.|{count} things are wrong."
    case .modelWaits: "Another program is adding {name}; this one waits for it."
    case .modelDownloads: "Downloading {name}."
    case .modelProgress: "{done} of {total} ({percent} %)"
    case .modelResumes: "Going on at {done}, where an earlier download ended."
    case .modelStartsOver: "What was there is no part of what the server has now; starting over."
    case .modelRetries: "Trying again in {seconds} s: {why}."
    case .modelUnpacks: "Unpacking {name}."
    case .modelVoice: "voice"
    case .modelRecognizer: "recognizer"
    case .modelActivity: "voice activity"
    case .modelEffect: "effect"
    case .modelOther: "model"
    case .modelNoDescription: "it has no model.json"
    case .modelUnreadable: "it cannot be read: {why}"
    case .modelTooLong: "model.json is larger than 16 MB"
    case .modelNotJSON: "model.json is no JSON in line {line}"
    case .modelOtherFormat: "model.json has a format that is not known here"
    case .modelLacksField: "model.json says no {field}"
    case .modelOutside: "model.json names {path}, which is outside the folder"
    case .modelFault: "{name}: {why}."
    case .modelFileMissing: "{path} is missing."
    case .modelFileUnreadable: "{path} cannot be read."
    case .modelFileSize: "{path} has {found} bytes, and {expected} are expected."
    case .modelFileChecksum: "{path} has changed: its SHA-256 is not that of its description."
    case .modelFileUnknown: "{path} cannot be checked: its description says no SHA-256."
    case .fetchNoLibrary: "libcurl is missing or too old ({why})"
    case .fetchNoAddress: "that is no address of a file"
    case .fetchScheme: "only https and http can be used, not {scheme}"
    case .fetchNoConnection: "{host} does not answer ({why})"
    case .fetchNoTrust: "{host} cannot prove who it is ({why})"
    case .fetchStalled: "{host} sent next to nothing for {seconds} s"
    case .fetchBroken: "the connection to {host} ended after {done} of {total}"
    case .fetchBrokenOpen: "the connection to {host} ended after {done}"
    case .fetchNotHTTP: "{host} does not speak HTTP"
    case .fetchOther: "{host}: {why}"
    case .fetchMissing: "{host} has no such file ({status})"
    case .fetchForbidden: "{host} does not give it to us ({status}); one may have to log in there"
    case .fetchStatus: "{host} answered with the status {status}"
    case .fetchInsecure: "{host} sends us from https to an address without it"
    case .fetchRedirects: "{host} sends us on more than {most} times"
    case .fetchCompressed: "{host} sends it compressed ({encoding}), so that nothing can be checked"
    case .fetchPage: "{host} sent a page and not a file; one may have to log in there"
    case .fetchSize: "it has {found} bytes, and {expected} are expected"
    case .fetchChecksum: "its SHA-256 is {found}, and {expected} is expected"
    case .fetchTooLong: "it is larger than {most}"
    case .fetchNear:
      "{host} redirects to {place}, on this machine or in a local network; only an address that you name yourself may be there"
    case .fetchEndless:
      "{host} does not say how large the file is, and it is larger than {most}, the limit for such files"
    case .fetchStopped: "it was stopped"
    case .fetchNoRoom: "{needed} are needed in {folder}, and {free} are free"
    case .fetchUnwritable: "{path} cannot be written: {why}"
    case .packNoLibrary: "libarchive is missing"
    case .packDamaged: "it is damaged, or no archive that is known here"
    case .packName: "“{name}” in it leads out of its folder, or cannot be a name"
    case .packLink: "“{name}” in it is a link"
    case .packSpecial: "“{name}” in it is no file"
    case .packPassword: "“{name}” in it has a password"
    case .packFiles: "it has more than {most} files"
    case .packLarge: "unpacked it is larger than {most}, which no model of this size is"
    case .onnxEmpty: "the file is empty"
    case .onnxText: "it is text, perhaps the error page of a server"
    case .onnxPointer: "it is a pointer of Git LFS and not the file itself"
    case .onnxOther: "it is cut off or altered, or not ONNX"
    case .modelNotFetched: "{address} cannot be downloaded: {why}."
    case .modelNoAddress: "Nothing can be downloaded: {why}."
    case .modelNotUnpacked: "{name} cannot be unpacked: {why}."
    case .modelCatalogueUnread: "The catalogue of models, {path}, cannot be read: {why}."
    case .modelCatalogueDamaged: "The catalogue of models, {path}, is damaged in line {line}."
    case .modelNoSource: "There is no file “{name}”, and the catalogue has no model of that name."
    case .modelNoFile: "There is no file “{name}”."
    case .modelBadName: "“{name}” cannot be the name of a model."
    case .modelExists: "There is a model {name} already, in {folder}."
    case .modelOffline:
      "{name} would have to be downloaded, and nothing here may use a network (local-only)."
    case .modelUnknown: "Nothing here is a model that is known: {names}."
    case .modelSeveral: "There is more than one model in it: {names}."
    case .modelLacks: "A model of the type {type} has a file {file}, which is missing."
    case .modelLacksLanguage: "Nothing says which language this voice ({type}) speaks."
    case .modelNoType: "“{type}” is no type of model."
    case .modelDamaged: "{name} is no model: {why}."
    case .modelNotBeside: "{missing} is missing; {path} only describes it."
    case .modelTwice: "Two files of it are called {name}."
    case .modelNoRoom:
      "There is not enough room in {folder}: {needed} are needed, and {free} are free."
    case .modelNotRead: "{path} cannot be read: {why}."
    case .modelNotWritten: "{path} cannot be written: {why}."
    case .modelNotInstalled: "There is no model “{name}”."
    case .modelNotYours: "{name} came with the plugins, in {folder}, and is left as it is."
    case .modelBusy: "Another program is adding or removing {name}."
    case .modelTryResume: "The same command goes on where this ended."
    case .modelTryNetwork:
      "Check the network or the proxy (https_proxy), or download the file elsewhere and add it."
    case .modelTryByHand: "Download the file with a browser, and add it."
    case .modelTryLater: "Try again later; if that does not help, do not trust the file."
    case .modelTryType:
      "--type says what it is, as in --type vits; its files must be those of the type."
    case .modelTryOne: "Add one of them by itself."
    case .modelTryWith: "--with adds a file that is elsewhere."
    case .modelTryLanguage: "Say it with --language, as in --language en-GB."
    case .modelTryName: "Give it another name with --name, or remove the other first: {command}"
    case .modelTryLocal: "Leave out --local-only, or download it elsewhere and add the file."
    case .modelTryList: "'{command}' lists them."
    case .modelTryNear: "Did you mean {name}?"
    case .modelTryRoom: "Make room and run the same command again."
    case .modelTryFolder:
      "'make neural' installed it; a user who may write to that folder can delete it."
    case .modelTryInstall: "Install the whole of Cue again, or name a catalogue in CUE_CATALOGUE."
    case .modelTryAgainLater: "Try again when it is done."

    // Tap Story.
    case .storyNone: "There are no stories yet."
    case .storyRow:
      "{number}  {title}  {count} take, {time}; {pen}|{number}  {title}  {count} takes, {time}; {pen}"
    case .storyPenYours: "you have the pen"
    case .storyPenOf: "{player} has the pen"
    case .storyPenAway: "the pen goes to the first player who receives it"
    case .storyDials: "speed {speed} ×, pitch {pitch}, {link}; click {click} at {bpm}"
    case .storyLinked: "linked"
    case .storyUnlinked: "not linked"
    case .storyOn: "on"
    case .storyOff: "off"
    case .storyTakeRow: "{number}  {start}–{end}  {player}  {label}"
    case .storyTakeInWords:
      "Take {number} by {player} answers {parent}, from {start} to {end} s: {label}."
    case .storyTakeFirst:
      "Take {number} by {player} begins the story, from {start} to {end} s: {label}."
    case .storyTakeIs: "take {number}"
    case .storyRecordedAt: "recorded at {speed} ×"
    case .storyMuted: "muted"
    case .storySolo: "solo"
    case .storyGain: "{gain} dB"
    case .storyPan: "pan {pan}"
    case .storyPitch: "pitch {pitch}"
    case .storyUnsent: "not sent yet"
    case .storyHead: "the next take answers it"
    case .storyDamaged: "damaged: {what}"
    case .storyBegun: "{title} is story {number}; you are {player}."
    case .storyKept: "Take {number} is kept: {time}, from {start} to {end} s."
    case .storyAsFar: "That is as far as the dial goes."
    case .storyBranched: "The next take answers take {number}."
    case .storyUndoneDials: "The dials are as they were: {dials}."
    case .storyUndoneTrack: "Take {number} is mixed as it was."
    case .storyUndoneBranch: "The next take answers {parent} again."
    case .storyNothing: "nothing: it begins the story"
    case .storyTakeRemoved: "Take {number} is removed."
    case .storyRemoved: "{title} is removed."
    case .storySent: "{title} is in {path}; {pen}."
    case .storyWaits: "{title} waits: {folder} cannot be reached ({why}). The pen stays with you."
    case .storySendPending: "'{command}' goes on when it can."
    case .storyDropped: "{title} left the queue."
    case .storyNoneWaits: "Nothing waits to be sent."
    case .storyRecordsUntilEnter: "Recording; Enter ends the take."
    case .storyNotCalibrated:
      "How late this microphone hears this output was not measured: the take may lie late."
    case .storyDamagedHint: "The take is kept; '{command}' removes it."
    case .storyTakeMissed: "Take {number} was not heard: {why}"
    case .storyTakeSalvaged:
      "The program that recorded take {number} of “{title}” was killed; what it had recorded is kept."
    case .storyReceived:
      "{title}, from {from}: {count} new take.|{title}, from {from}: {count} new takes."
    case .storyAdded: "{player} added take {number}: {label}"
    case .storyPenCame: "You have the pen."
    case .storyForked: "You and {from} answered the same take: both branches stay."
    case .storyNothingNew: "Nothing in {path} is new."
    case .storyNoBundles: "There are no bundles in {path}."
    case .storyMixed: "{path}: {time}, {rate} Hz, {channels}."
    case .storyMono: "mono"
    case .storyStereo: "stereo"
    case .storyLoudness: "It was {measured} LUFS, and was turned by {gain} dB."
    case .storyLimited: "Peaks were turned down by {gain} dB at most."
    case .storyVerified: "{count} take was read: all is well.|{count} takes were read: all is well."
    case .storyVerifiedWrong:
      "{count} take was read; wrong: {wrong}.|{count} takes were read; wrong: {wrong}."
    case .storyRepairAnswers: "Take {number} of “{title}” answers take {parent} now."
    case .storyRepairBegins: "Take {number} of “{title}” begins the story now."
    case .writingMeasures: "measuring {share} %"
    case .writingMixes: "mixing and encoding {share} %"
    case .writingSubtitles: "writing subtitles {share} %"
    case .writingPage: "writing the page {share} %"
    case .writingTime: "{done} of {total}"
    case .storyRepairProtected: "{path} is protected from changes again."
    }
  }
}
