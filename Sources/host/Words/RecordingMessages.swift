/// The messages of `generate`: its progress, its end, what reading back found, and the forecast.
enum RecordingMessage: MessageTable {
  // The bar.
  case itemsOf, ofSound, realTime, toGo, readsBack, makesOtherTakes
  // While clips are made.
  case madeAgain, retries, retriesLater, standsIn, withoutEffect, missed, clipIsSilent,
    clipHasLength
  // The end.
  case withoutSound, itemsFailed, itemsMade, timeInFile, timeInFiles, wordsHeard, wordsHeardOnce,
    itemsOfStandIns, saidTwice, standInOfItems, standInBecause, takeAsBefore, otherTakes
  case notWritten, unchanged, theRecording, stopped, goesOn, goesOnWithJob
  // Reading back.
  case noOtherTake, items, newTake, bestTake, wordsRight, wordsDiffer, notRead, takeKept,
    takeLikeEarlier, takeNoBetter
  case tooMuch, notHeard, heardAs, itemOfSpeaker, clipsNotRead, clipsRead, mayDoubt,
    recognizerFailed, theRecognizerFailed
  case noRecognizer, otherLanguage, recognizerFailedAtAll, nameRecognizer, notReadToEnd
  // The forecast.
  case forecast, share, costs, costUnknown, badPrice
  // What is wrong with the recording.
  case wordsNotSaid, saidMoreThanOnce, nobodyForPan, thereAre, notInCache, theCache, runShares
  case noTimes, noTimesInLanguage, timesEstimated
  // What is wrong with the script, or with what is wanted of it.
  case notAScreenplay, cannotBeRead, readAsProse, noHeadingNorName, headingIsAs, nothingSaid,
    noSuchScene, noSuchItem, listsItems, nobodyCalled, nothingWanted

  var english: String {
    switch self {
    case .itemsOf: "{done} of {all} items"
    case .ofSound: "{time} of sound"
    case .realTime: "{factor} × real time"
    case .toGo: "{time} to go"
    case .readsBack: "reading back {done} of {all}"
    case .makesOtherTakes: "making other takes"

    case .madeAgain:
      "{count} clip is damaged, and made again.|{count} clips are damaged, and made again."
    case .retries: "Item {number} is tried again: {why}"
    case .retriesLater: "Item {number} is tried again in {seconds} s: {why}"
    case .standsIn: "{voice} stands in for item {number}: {why}"
    case .withoutEffect: "{voice} says item {number} without its effect: {why}"
    case .missed: "Item {number}: {why}"
    case .clipIsSilent: "nothing is heard in its sound."
    case .clipHasLength: "its sound takes {seconds} s, and about {expected} s were expected."

    case .withoutSound: "{count} of {all} items has no sound:|{count} of {all} items have no sound:"
    case .itemsFailed: "item {items}: {why}"
    case .itemsMade: "{count} item, {made} of them made now|{count} items, {made} of them made now"
    case .timeInFile: "{time} in {path}"
    case .timeInFiles:
      "{time} in {path} and {count} more file|{time} in {path} and {count} more files"
    case .wordsHeard: "{heard} of {words} words"
    case .wordsHeardOnce: "{heard} of {words} words, each once"
    case .itemsOfStandIns:
      "{count} item is said by voices that stand in."
        + "|{count} items are said by voices that stand in."
    case .saidTwice: "Said more than once: item {items}."
    case .standInOfItems: "Item {items}: {voice} stands in for {instead}."
    case .standInBecause: "Item {items}: {voice} stands in for {instead}: {why}"
    case .takeAsBefore: "Item {items}: the new take sounds like an earlier one."
    case .otherTakes:
      "The voice always says these words in the same way. Try another voice (--cast), or another spelling in the lexicon."
    case .notWritten: "Nothing has changed, so {output} is not written."
    case .unchanged: "Nothing has changed; {output} is as it should be."
    case .theRecording: "the recording"
    case .stopped: "Stopped: {done} of {all} items are done, and kept."
    case .goesOn: "The same command goes on from there."
    case .goesOnWithJob: "The same command goes on from there, as does: {command}"

    case .noOtherTake: "{items}: no other take could be made."
    case .items: "Item {items}|Items {items}"
    case .newTake: "the new take"
    case .bestTake: "the best of {tries} takes"
    case .wordsRight: "its words are right"
    case .wordsDiffer: "{count} word differs|{count} words differ"
    case .notRead: "it could not be read"
    case .takeKept: "{items}: {take} is kept; {words}."
    case .takeLikeEarlier: "{items}: {take} sounds like the earlier one."
    case .takeNoBetter: "{items}: {take} is no better, so the earlier one stays; {words}."
    case .tooMuch: "{heard} is too much"
    case .notHeard: "{written} was not heard"
    case .heardAs: "{written} was heard as {heard}"
    case .itemOfSpeaker: "Item {number}, {speaker}: {differences}."
    case .clipsNotRead:
      "{count} clip could not be read: {why}|{count} clips could not be read: {why}"
    case .clipsRead:
      "{count} clip read back by {recognizer}, {read} of them now; the words of {differing} differ."
        + "|{count} clips read back by {recognizer}, {read} of them now; the words of {differing} differ."
    case .mayDoubt:
      "{recognizer} doubts one right line in nine and misses one changed word in five: listen to what it names."
    case .recognizerFailed: "The recognizer failed."
    case .theRecognizerFailed: "the recognizer failed."
    case .noRecognizer: "Nothing can be read back: no recognizer is installed."
    case .otherLanguage:
      "Nothing can be read back: {recognizer} does not hear the language {language}."
    case .recognizerFailedAtAll: "Nothing can be read back: the recognizer failed."
    case .nameRecognizer:
      "Name another with --recognizer; '{program} plugins' lists those that are installed."
    case .notReadToEnd: "The recording was not read to its end; what was heard is kept."

    case .forecast: "{count} items, about {time} of sound."
    case .share:
      "{source}: {items} items; to be made: {clips} clips of {characters} characters, about {time}"
    case .costs: "cost about {cost}"
    case .costUnknown: "cost not known (price.{source} in cue.conf is a character's)"
    case .badPrice:
      "price.{source} in cue.conf is what a character costs, as in 0.0003; not “{text}”."

    case .wordsNotSaid: "Words of {text} are not said."
    case .saidMoreThanOnce: "{text} is said more than once."
    case .nobodyForPan: "--pan: nobody in {script} is called “{name}”."
    case .thereAre: "There are: {names}"
    case .notInCache: "{missing} of {all} items are not in {folder}: item {items}."
    case .theCache: "the cache"
    case .runShares:
      "Run the shares that are missing and join again; without --assemble they are made here."
    case .noTimes:
      "The voices tell no times of words, and no recognizer for them is installed: "
        + "the times are estimated by letters and loudness."
    case .noTimesInLanguage:
      "The voices tell no times of words, and no recognizer for them is installed (language {language}): "
        + "the times are estimated by letters and loudness."
    case .timesEstimated: "Times of words are estimated by letters and loudness: {why}"

    case .notAScreenplay: "{path} cannot be read as a screenplay: {why}."
    case .cannotBeRead: "{path} cannot be read: {why}."
    case .readAsProse:
      "{path} is read as prose, by the narrator: nobody in it speaks under a name; {count} heading."
        + "|{path} is read as prose, by the narrator: nobody in it speaks under a name; {count} headings."
    case .noHeadingNorName:
      "{path} is no screenplay: from line 1 on there is neither a scene heading nor a character."
    case .headingIsAs:
      "A heading is as INT. KITCHEN - DAY, a name in capitals stands above its speech. "
        + "Other text is read from a file that ends in .txt or .md."
    case .nothingSaid: "By the rules {rules}, nothing of {script} is said."
    case .noSuchScene: "--scenes: {script} has {count} scenes, and no scene {number}."
    case .noSuchItem:
      "--redo: there is {count} item, and no item {number}."
        + "|--redo: there are {count} items, and no item {number}."
    case .listsItems: "{command} lists them."
    case .nobodyCalled: "Nobody in {script} is called “{name}”."
    case .nothingWanted:
      "Nothing is said by these characters in these scenes of {script}."
    }
  }

  var estonian: String {
    switch self {
    case .itemsOf: "repliike {done} / {all}"
    case .ofSound: "heli {time}"
    case .realTime: "{factor} × reaalaeg"
    case .toGo: "jäänud {time}"
    case .readsBack: "kuulan üle: {done} / {all}"
    case .makesOtherTakes: "teen uusi võtteid"

    case .madeAgain:
      "{count} klipp on rikutud ja tehakse uuesti.|{count} klippi on rikutud ja tehakse uuesti."
    case .retries: "Repliiki {number} proovitakse uuesti: {why}"
    case .retriesLater: "Repliiki {number} proovitakse {seconds} s pärast uuesti: {why}"
    case .standsIn: "Repliigi {number} ütleb asendaja {voice}: {why}"
    case .withoutEffect: "{voice} ütleb repliigi {number} ilma efektita: {why}"
    case .missed: "Repliik {number}: {why}"
    case .clipIsSilent: "helis ei ole midagi kuulda."
    case .clipHasLength: "heli kestab {seconds} s, oodatud oli umbes {expected} s."

    case .withoutSound:
      "Helita jäi {count} repliik, kokku {all}:|Helita jäi {count} repliiki, kokku {all}:"
    case .itemsFailed: "repliik {items}: {why}"
    case .itemsMade:
      "{count} repliik, neist nüüd tehtud {made}|{count} repliiki, neist nüüd tehtud {made}"
    case .timeInFile: "{time} failis {path}"
    case .timeInFiles:
      "{time} failis {path} ja veel {count} failis|{time} failis {path} ja veel {count} failis"
    case .wordsHeard: "sõnu {heard} / {words}"
    case .wordsHeardOnce: "sõnu {heard} / {words}, igaüks üks kord"
    case .itemsOfStandIns:
      "{count} repliigi ütleb asendaja.|{count} repliiki ütlevad asendajad."
    case .saidTwice: "Rohkem kui üks kord öeldud: repliik {items}."
    case .standInOfItems: "Repliik {items}: {instead} asemel räägib {voice}."
    case .standInBecause: "Repliik {items}: {instead} asemel räägib {voice}: {why}"
    case .takeAsBefore: "Repliik {items}: uus võte kõlab nagu üks varasem."
    case .otherTakes:
      "See hääl ütleb neid sõnu alati ühtemoodi. Proovi teist häält (--cast) või teist kirjapilti hääldussõnastikus."
    case .notWritten: "Midagi ei ole muutunud, nii et {output} jääb kirjutamata."
    case .unchanged: "Midagi ei ole muutunud; {output} on nii, nagu peab."
    case .theRecording: "salvestis"
    case .stopped: "Peatatud: valmis ja alles on {done} / {all} repliiki."
    case .goesOn: "Sama käsk jätkab sealt."
    case .goesOnWithJob: "Sama käsk jätkab sealt, nagu ka: {command}"

    case .noOtherTake: "{items}: uut võtet ei õnnestunud teha."
    case .items: "Repliik {items}|Repliigid {items}"
    case .newTake: "uus võte"
    case .bestTake: "parim {tries} võttest"
    case .wordsRight: "selle sõnad on õiged"
    case .wordsDiffer: "erineb {count} sõna|erineb {count} sõna"
    case .notRead: "seda ei saanud üle kuulata"
    case .takeKept: "{items}: alles jääb {take}; {words}."
    case .takeLikeEarlier: "{items}: {take} kõlab nagu varasem."
    case .takeNoBetter: "{items}: {take} ei ole parem ja alles jääb varasem; {words}."
    case .tooMuch: "{heard} on liigne"
    case .notHeard: "{written} ei olnud kuulda"
    case .heardAs: "{written} asemel oli kuulda {heard}"
    case .itemOfSpeaker: "Repliik {number}, {speaker}: {differences}."
    case .clipsNotRead:
      "{count} klippi ei saanud üle kuulata: {why}|{count} klippi ei saanud üle kuulata: {why}"
    case .clipsRead:
      "{recognizer} on üle kuulanud {count} klipi, neist nüüd {read}; sõnad erinevad: {differing}."
        + "|{recognizer} on üle kuulanud {count} klippi, neist nüüd {read}; sõnad erinevad: {differing}."
    case .mayDoubt:
      "{recognizer} kahtleb igas üheksandas õiges repliigis ja ei märka igat viiendat muutunud sõna: kuula ise, mida see nimetab."
    case .recognizerFailed: "Tuvastaja ei töötanud."
    case .theRecognizerFailed: "tuvastaja ei töötanud."
    case .noRecognizer: "Üle kuulata ei saa: ühtegi tuvastajat ei ole paigaldatud."
    case .otherLanguage: "Üle kuulata ei saa: {recognizer} ei oska keelt {language}."
    case .recognizerFailedAtAll: "Üle kuulata ei saa: tuvastaja ei töötanud."
    case .nameRecognizer:
      "Nimeta teine: --recognizer; '{program} plugins' loetleb need, mis on paigaldatud."
    case .notReadToEnd: "Salvestist ei kuulatud lõpuni; seni kuuldu on alles."

    case .forecast: "Repliike {count}, heli umbes {time}."
    case .share:
      "{source}: repliike {items}; teha on veel klippe {clips}, tähemärke {characters}, umbes {time}"
    case .costs: "hind umbes {cost}"
    case .costUnknown: "hind teadmata (price.{source} failis cue.conf on ühe tähemärgi hind)"
    case .badPrice:
      "price.{source} failis cue.conf on ühe tähemärgi hind, näiteks 0.0003, mitte „{text}“."

    case .wordsNotSaid: "Lõigu {text} sõnu ei öelda."
    case .saidMoreThanOnce: "{text} öeldakse rohkem kui üks kord."
    case .nobodyForPan: "--pan: failis {script} ei ole rolli „{name}“."
    case .thereAre: "Rollid on: {names}"
    case .notInCache: "Puudu on {missing} / {all} repliiki ({folder}): {items}."
    case .theCache: "vahemälu"
    case .runShares:
      "Käivita puuduvad osad ja liida uuesti; ilma valikuta --assemble tehakse need siin."
    case .noTimes:
      "Hääled ei ütle sõnade aegu ja nende tuvastajat ei ole paigaldatud: "
        + "ajad on hinnatud tähtede ja valjuse järgi."
    case .noTimesInLanguage:
      "Hääled ei ütle sõnade aegu ja nende tuvastajat ei ole paigaldatud (keel {language}): "
        + "ajad on hinnatud tähtede ja valjuse järgi."
    case .timesEstimated: "Sõnade ajad on hinnatud tähtede ja valjuse järgi: {why}"

    case .notAScreenplay: "Faili {path} ei saa näidendina lugeda: {why}."
    case .cannotBeRead: "Faili {path} ei saa lugeda: {why}."
    case .readAsProse:
      "Faili {path} loeb proosana jutustaja: ühegi nime all keegi ei räägi; {count} pealkiri."
        + "|Faili {path} loeb proosana jutustaja: ühegi nime all keegi ei räägi; {count} pealkirja."
    case .noHeadingNorName:
      "{path} ei ole näidend: alates reast 1 ei ole ühtegi stseeni pealkirja ega tegelast."
    case .headingIsAs:
      "Pealkiri on nagu INT. KÖÖK - PÄEV, suurtähtedega nimi on repliigi kohal. "
        + "Muu tekst olgu failis, mille lõpp on .txt või .md."
    case .nothingSaid: "Reeglite {rules} järgi ei öelda failist {script} midagi."
    case .noSuchScene: "--scenes: failis {script} on stseene {count}, aga stseeni {number} ei ole."
    case .noSuchItem:
      "--redo: on {count} repliik, aga repliiki {number} ei ole."
        + "|--redo: on {count} repliiki, aga repliiki {number} ei ole."
    case .listsItems: "Repliigid loetleb {command}"
    case .nobodyCalled: "Failis {script} ei ole rolli „{name}“."
    case .nothingWanted: "Neil tegelastel ei ole faili {script} neis stseenides ühtegi repliiki."
    }
  }
}

extension Messages {
  /// As in `words.recording(.goesOn)`.
  func recording(_ message: RecordingMessage, _ values: [String: String] = [:]) -> String {
    said(message, values)
  }

  /// The same for a number.
  func recording(
    _ message: RecordingMessage, count: Int, _ values: [String: String] = [:]
  ) -> String {
    said(message, count: count, values)
  }
}
