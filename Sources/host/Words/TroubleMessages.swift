import CueRehearsal
import CueStory

/// What goes wrong while a mode runs: microphones, outputs, plugins, takes.
enum TroubleMessage: MessageTable {
  // Microphones.
  case micSilent, micClipped, micMeter, micTurnDown, micLost, micIsUsedAgain, micBack,
    micUnusable, micDevices, micOver, micUnreadable
  // Outputs.
  case installDevice, startServer, unwritable, takesNoMore, standardOutput, standardInput
  // Plugins and their voices.
  case listPlugins, nameSecondVoice, otherSettings, otherRecognizer, listSettings, listVoices,
    storeKey, noLocalOnly, showLocalOnly, tryLater, noSuchVoice, chooseVoice
  case leavesDirections, hasSettings, leavesPronunciations, takesSpelling
  // Casting.
  case getsNoPart, triedAgain, voiceUnknown, stranger, languageOfLocale, languageAssumed,
    theScript, nameLanguage, genderOfOne, genderOfMore, sayGender
  // Directions.
  case inRow, headingMissing, headingWrong, notAPair, noneOf, noTone, noSeconds, noStrictness,
    directionsTooLong
  // Threads.
  case noThread, closePrograms, readKeys, readCommands, readActorsLines, waitForStop,
    showScreen, findVoices
  // Before a mode can begin.
  case needsSpeech, needsScript
  // Sound in place of a voice.
  case lineTooShort, lineTooLong, lineSilent
  // What failed while a take was recorded.
  case micLostSound, framesLost, beginsOff, clocksApart, micGone, outputGone, diskFull,
    programEnded,
    blocksLate

  var english: String {
    switch self {
    case .micSilent:
      "Nothing comes from the microphone {name}: it may be muted, or not plugged in."
    case .micClipped: "The microphone {name} is too loud: its sound is cut off."
    case .micMeter: "Look at its level with '{program} devices --meter {name}'."
    case .micTurnDown: "Turn its level down, or speak from farther away. {meter}"
    case .micLost: "You are not heard any more: {why}"
    case .micIsUsedAgain: "The microphone is used again as soon as it is back."
    case .micBack: "The microphone {name} is back."
    case .micUnusable: "You cannot be heard: {why}"
    case .micDevices:
      "'{program} devices' lists the microphones that can be named with --microphone."
    case .micOver: "{name}, where you are heard, has no more sound."
    case .micUnreadable: "The microphone {path} cannot be read: {why}."

    case .installDevice: "Install a device plugin, or write a file with -o out.wav."
    case .startServer:
      "Start a sound server (PulseAudio or PipeWire), or write a file with -o out.wav."
    case .unwritable: "{path} cannot be written: {why}."
    case .takesNoMore: "{path} takes no more sound: {why}."
    case .standardOutput: "Standard output"
    case .standardInput: "Standard input"

    case .listPlugins: "'{program} plugins' lists the plugins that can be used."
    case .nameSecondVoice: "Name a second voice to stand in, as in --voice={plugin},espeak."
    case .otherSettings: "Try it with other settings, or without this --dsp."
    case .otherRecognizer:
      "Try another recognizer with --recognizer; '{program} plugins' lists them."
    case .listSettings: "'{program} plugins {plugin}' lists what may be set."
    case .listVoices: "'{program} voices {plugin}' lists its voices."
    case .storeKey: "'{program} credentials set {plugin}' stores a key."
    case .noLocalOnly: "Leave out --local-only if you gave it; {where}\nOtherwise try again later."
    case .showLocalOnly: "'{program} config show local-only' tells whether cue.conf has it."
    case .tryLater: "Try again later."
    case .noSuchVoice: "{plugin} has no voice “{voice}”."
    case .chooseVoice: "'{program} voices' lists them; choose one with --voice."

    case .leavesDirections:
      "{plugin} leaves out some directions: its voice or model does not take them."
    case .hasSettings: "'{program} plugins {plugin}' lists its settings."
    case .leavesPronunciations:
      "{plugin} ignores pronunciations in IPA, and says these words as they are written."
    case .takesSpelling: "Every voice takes a spelling, as in: Aoife = EE-fa"

    case .getsNoPart: "{why} It gets no part."
    case .triedAgain:
      "It is tried again when its file changes, or after '{program} plugins rescan'."
    case .voiceUnknown:
      "{plugin} cannot be used: it has no voice “{voice}”; '{program} voices {plugin}' lists its voices."
    case .stranger:
      "{file}, line {line}: nobody in {script} speaks as “{name}”; that is left out."
    case .languageOfLocale:
      "The words of {script} do not tell their language; your locale's is taken: “{language}”."
    case .languageAssumed:
      "The words of {script} do not tell their language; it is taken for “{language}”."
    case .theScript: "the script"
    case .nameLanguage:
      "Name it with --language, or on the title page as in 'Language: et'."
    case .genderOfOne: "The script does not say whether {names} is a man or a woman."
    case .genderOfMore: "The script does not say whether {names} are men or women."
    case .sayGender: "To say so: {command}"

    case .inRow: "{path}, row {row}: {why}."
    case .headingMissing: "a heading such as [OSKAR] should stand above it"
    case .headingWrong: "a heading should be as in [OSKAR], [scene 2] or [line 12]"
    case .notAPair: "it should be as in 'tones = angry'"
    case .noneOf: "“{word}” is none of {known}"
    case .noTone: "“{word}” names no tone; '{program} tones' lists them"
    case .noSeconds: "“{word}” is no number of seconds from 0 to 60"
    case .noStrictness: "“{word}” is not gist, standard or word-perfect"
    case .directionsTooLong: "it is longer than 1 MB"

    case .noThread: "No thread could be started to {what}: {why}."
    case .closePrograms:
      "Close other programs, or raise the limits on processes and memory (ulimit -u, ulimit -v)."
    case .readKeys: "read keys"
    case .readCommands: "read commands"
    case .readActorsLines: "read the actor's lines"
    case .waitForStop: "wait for Ctrl-Z"
    case .showScreen: "show the screen"
    case .findVoices: "list the voices"

    case .needsSpeech: "Practice needs a speech: its title, its number, or a file."
    case .needsScript: "A rehearsal needs a script."

    case .lineTooShort: "it has no more than 1000 bytes"
    case .lineTooLong: "it is longer than ten minutes"
    case .lineSilent: "nothing is heard in it"

    case .micLostSound: "the microphone lost sound once|the microphone lost sound {count} times"
    case .framesLost:
      "{count} frames came faster than the disk took them|{count} frames came faster than the disk took them"
    case .beginsOff: "it begins {count} frames off its place|it begins {count} frames off its place"
    case .clocksApart:
      "the clocks were {count} frames apart at its end|the clocks were {count} frames apart at its end"
    case .micGone: "the microphone was gone"
    case .outputGone: "the output was gone"
    case .diskFull: "the disk was full"
    case .programEnded: "the program that recorded it was ended"
    case .blocksLate: "one block of the others came late|{count} blocks of the others came late"
    }
  }

  var estonian: String {
    switch self {
    case .micSilent:
      "Mikrofonist {name} ei tule midagi: see võib olla vaigistatud või ühendamata."
    case .micClipped: "Mikrofon {name} on liiga vali: heli lõigatakse ära."
    case .micMeter: "Taset näitab '{program} devices --meter {name}'."
    case .micTurnDown: "Keera tase maha või räägi kaugemalt. {meter}"
    case .micLost: "Sind ei ole enam kuulda: {why}"
    case .micIsUsedAgain: "Mikrofon võetakse jälle kasutusele, kui see on tagasi."
    case .micBack: "Mikrofon {name} on tagasi."
    case .micUnusable: "Sind ei saa kuulda: {why}"
    case .micDevices: "'{program} devices' loetleb mikrofonid valiku --microphone jaoks."
    case .micOver: "{name}: sinu heli on läbi."
    case .micUnreadable: "Mikrofoni {path} ei saa lugeda: {why}."

    case .installDevice: "Paigalda heliseadme plugin või kirjuta faili: -o out.wav."
    case .startServer:
      "Käivita heliserver (PulseAudio või PipeWire) või kirjuta faili: -o out.wav."
    case .unwritable: "Faili {path} ei saa kirjutada: {why}."
    case .takesNoMore: "{path} ei võta enam heli vastu: {why}."
    case .standardOutput: "Standardväljund"
    case .standardInput: "Standardsisend"

    case .listPlugins: "'{program} plugins' loetleb pluginad, mida saab kasutada."
    case .nameSecondVoice: "Nimeta asendajaks teine hääl, näiteks --voice={plugin},espeak."
    case .otherSettings: "Proovi teiste seadetega või ilma selle valikuta --dsp."
    case .otherRecognizer:
      "Proovi teist tuvastajat: --recognizer; '{program} plugins' loetleb need."
    case .listSettings: "'{program} plugins {plugin}' loetleb, mida saab seada."
    case .listVoices: "'{program} voices {plugin}' loetleb selle hääled."
    case .storeKey: "'{program} credentials set {plugin}' jätab võtme meelde."
    case .noLocalOnly:
      "Kui andsid valiku --local-only, jäta see ära; {where}\nMuidu proovi hiljem uuesti."
    case .showLocalOnly: "'{program} config show local-only' ütleb, kas see on failis cue.conf."
    case .tryLater: "Proovi hiljem uuesti."
    case .noSuchVoice: "Pluginal {plugin} ei ole häält „{voice}“."
    case .chooseVoice: "'{program} voices' loetleb hääled; vali üks: --voice."

    case .leavesDirections:
      "{plugin} jätab mõned juhised vahele: selle hääl või mudel neid ei oska."
    case .hasSettings: "'{program} plugins {plugin}' loetleb selle seaded."
    case .leavesPronunciations:
      "{plugin} ei oska IPA hääldusi ja ütleb need sõnad nii, nagu kirjas."
    case .takesSpelling: "Iga hääl oskab kirjapilti, näiteks: Aoife = EE-fa"

    case .getsNoPart: "{why} See ei saa ühtegi rolli."
    case .triedAgain:
      "Seda proovitakse uuesti, kui selle fail muutub, või pärast '{program} plugins rescan'."
    case .voiceUnknown:
      "Pluginat {plugin} ei saa kasutada: sellel ei ole häält „{voice}“; '{program} voices {plugin}' loetleb selle hääled."
    case .stranger:
      "{file}, rida {line}: failis {script} ei ole rolli „{name}“; see jääb välja."
    case .languageOfLocale:
      "Sõnad keelt ei näita ({script}); võetud on lokaadi keel „{language}“."
    case .languageAssumed: "Sõnad keelt ei näita ({script}); keeleks on võetud „{language}“."
    case .theScript: "tekst"
    case .nameLanguage: "Nimeta see: --language või tiitellehel, näiteks 'Language: et'."
    case .genderOfOne: "Tekst ei ütle, kas {names} on mees või naine."
    case .genderOfMore: "Tekst ei ütle, kas {names} on mehed või naised."
    case .sayGender: "Nii saab seda öelda: {command}"

    case .inRow: "{path}, rida {row}: {why}."
    case .headingMissing: "kohal peab olema pealkiri, näiteks [OSKAR]"
    case .headingWrong: "pealkiri on nagu [OSKAR], [scene 2] või [line 12]"
    case .notAPair: "see peab olema nagu 'tones = angry'"
    case .noneOf: "„{word}“ ei ole üks neist: {known}"
    case .noTone: "„{word}“ ei ole toon; '{program} tones' loetleb need"
    case .noSeconds: "„{word}“ ei ole sekundite arv 0 kuni 60"
    case .noStrictness: "„{word}“ ei ole gist, standard ega word-perfect"
    case .directionsTooLong: "see on suurem kui 1 MB"

    case .noThread: "Lõime ei saanud käivitada, et {what}: {why}."
    case .closePrograms:
      "Sulge teisi programme või tõsta protsesside ja mälu piire (ulimit -u, ulimit -v)."
    case .readKeys: "lugeda klahve"
    case .readCommands: "lugeda käske"
    case .readActorsLines: "lugeda näitleja ridu"
    case .waitForStop: "oodata klahvi Ctrl-Z"
    case .showScreen: "näidata ekraani"
    case .findVoices: "loetleda hääli"

    case .needsSpeech: "Harjutamiseks on vaja kõnet: pealkirja, numbrit või faili."
    case .needsScript: "Prooviks on vaja teksti."

    case .lineTooShort: "see ei ole pikem kui 1000 baiti"
    case .lineTooLong: "see on pikem kui kümme minutit"
    case .lineSilent: "selles ei ole midagi kuulda"

    case .micLostSound: "mikrofoni heli katkes korra|mikrofoni heli katkes {count} korda"
    case .framesLost:
      "{count} kaader tuli kiiremini, kui ketas jõudis|{count} kaadrit tuli kiiremini, kui ketas jõudis"
    case .beginsOff: "algus on {count} kaadri võrra nihkes|algus on {count} kaadri võrra nihkes"
    case .clocksApart:
      "kellade vahe oli lõpus {count} kaader|kellade vahe oli lõpus {count} kaadrit"
    case .micGone: "mikrofon kadus"
    case .outputGone: "väljund kadus"
    case .diskFull: "ketas sai täis"
    case .programEnded: "salvestav programm lõpetati"
    case .blocksLate: "üks teiste osade plokk hilines|{count} teiste osade plokki hilines"
    }
  }
}

extension Messages {
  /// As in `words.trouble(.micGone)`; `{program}` need not be given.
  func trouble(_ message: TroubleMessage, _ values: [String: String] = [:]) -> String {
    said(message, values.merging(["program": Program.name]) { $1 })
  }

  /// What is wrong with a direction, without a period at its end.
  func clause(_ reason: DirectionFile.Failure.Reason) -> String {
    switch reason {
    case .noHeading: trouble(.headingMissing)
    case .heading: trouble(.headingWrong)
    case .notAPair: trouble(.notAPair)
    case .unknownKey(let key, let known):
      trouble(.noneOf, ["word": key, "known": known.joined(separator: ", ")])
    case .noTone(let text): trouble(.noTone, ["word": text])
    case .seconds(let text): trouble(.noSeconds, ["word": text])
    case .strictness(let text): trouble(.noStrictness, ["word": text])
    case .tooLong: trouble(.directionsTooLong)
    }
  }

  /// What failed while a take was recorded, as a clause.
  func clause(_ damage: TakeDamage) -> String {
    switch damage {
    case .overruns(let count): said(TroubleMessage.micLostSound, count: count)
    case .lostFrames(let count): said(TroubleMessage.framesLost, count: count)
    case .slipped(let frames): said(TroubleMessage.beginsOff, count: abs(frames))
    case .drifted(let frames): said(TroubleMessage.clocksApart, count: abs(frames))
    case .microphoneLost: trouble(.micGone)
    case .outputLost: trouble(.outputGone)
    case .diskFull: trouble(.diskFull)
    case .interrupted: trouble(.programEnded)
    case .outputLate(let blocks): said(TroubleMessage.blocksLate, count: blocks)
    }
  }
}
