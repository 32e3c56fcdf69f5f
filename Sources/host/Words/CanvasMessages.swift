/// The messages of the canvas of a story; like ``Message``, with places and forms.
enum CanvasMessage: CaseIterable, Sendable {
  // The screen.
  case tooSmall, takes, penYours, penOf, penLocked
  case speed, pitch, linked, unlinked, clickOn, clickOff, fineSteps, scrubs
  case stopped, playing, aiming, markerSet, waiting, recording, keeping
  case timeOf, tailMissing, columnsASecond, secondsAColumn
  case punch, preRoll, aim, newTake, muted, solo, damaged, sent, answers, here
  // Short texts for keys.
  case hintPlay, hintStop, hintMark, hintFirst, hintRecord, hintPreRoll, hintUnmark, hintEndTake,
    hintLetGo, hintTree, hintListen, hintShow, hintBack
  // Notes.
  case aimed, aimedFirst, marked, markedBranch, markedFirst, preRolled, preRollIsLate, noMarker,
    noTakes, locked, lockedByOther, busy, missing, dropped, kept, keptDamaged, removalAsked,
    removed,
    changeUndone, notYours, wasSent, isAnswered, dialEnds, zoomEnds, fineOn, fineOff, branchShown,
    scrubOn, scrubOff
  // Lines of words.
  case opened, takeFrom, sounds, soundTogether, nothingSounds, begins, ends, dialsAre,
    tailReached, treeRow,
    inBranch, linesEnd
  // The list of keys.
  case keysTitle, namesPage, namesEnds, keyGo, keyMarker, keyPreRoll, keyCancel, keyDelete, keyUndo,
    keyMove, keyTails,
    keyPage, keyEnds, keyZoom, keySpeed, keyPitch, keyFine, keyLink, keyClick, keyScrub,
    keyTree, keyHelp,
    keyQuit, mouseTitle, mouseTap, mouseHold, mouseHoldBefore, mouseDrag, mouseSwipe, mouseWheel
}

extension Messages {
  /// The message with `values` in its places; all of them must be given.
  func callAsFunction(_ message: CanvasMessage, _ values: [String: String] = [:]) -> String {
    fill(forms(message)[0], values)
  }

  /// The message in the form for `count`, which is the value of `{count}`.
  func callAsFunction(
    _ message: CanvasMessage, count: Int, _ values: [String: String] = [:]
  ) -> String {
    let forms = forms(message)
    precondition(forms.count == 2, "\(message) has no form for a number")
    return fill(forms[language.form(of: count)], values.merging(["count": grouped(count)]) { $1 })
  }

  /// The forms of a message, with their places.
  func forms(_ message: CanvasMessage) -> [String] {
    let text =
      switch language {
      case .english: Messages.english(message)
      case .estonian: Messages.estonian(message)
      }
    return Signs.fitted(text).split(separator: "|").map(String.init)
  }

  private static func english(_ message: CanvasMessage) -> String {
    switch message {
    case .tooSmall: "This screen is too small: the canvas needs 40 columns and 12 rows."
    case .takes: "{count} take|{count} takes"
    case .penYours: "you have the pen"
    case .penOf: "{name} has the pen"
    case .penLocked: "another player has the pen"
    case .speed: "speed {speed} ×"
    case .pitch: "pitch {pitch}"
    case .linked: "linked"
    case .unlinked: "not linked"
    case .clickOn: "click on"
    case .clickOff: "click off"
    case .fineSteps: "fine steps"
    case .scrubs: "scrub"
    case .stopped: "Stopped"
    case .playing: "Playing"
    case .aiming: "Aiming"
    case .markerSet: "Marker set"
    case .waiting: "Recording begins at the marker"
    case .recording: "Recording"
    case .keeping: "Keeping the take"
    case .timeOf: "{time} of {total}"
    case .tailMissing: "{time} more for a tail"
    case .columnsASecond: "{number} columns a second"
    case .secondsAColumn: "{number} s a column"
    case .punch: "punch"
    case .preRoll: "pre-roll"
    case .aim: "here?"
    case .newTake: "new take"
    case .muted: "muted"
    case .solo: "solo"
    case .damaged: "damaged"
    case .sent: "sent"
    case .answers: "{count} answer|{count} answers"
    case .here: "shown"
    case .hintPlay: "Space: play"
    case .hintStop: "Space: stop"
    case .hintMark: "m: set the marker"
    case .hintFirst: "m, then Space: record the first take"
    case .hintRecord: "Space: record"
    case .hintPreRoll: "r: pre-roll"
    case .hintUnmark: "Esc: no marker"
    case .hintEndTake: "Space: end the take"
    case .hintLetGo: "let go: the marker is set"
    case .hintTree: "t: tree"
    case .hintListen: "you can listen"
    case .hintShow: "Enter: show this branch"
    case .hintBack: "t: back"
    case .aimed: "Let go to set the marker: an answer to take {number}."
    case .aimedFirst: "Let go to set the marker: the first take."
    case .marked: "Space records an answer to take {number} from here."
    case .markedBranch: "Space records another answer to take {number} from here: a new branch."
    case .markedFirst: "Space records the first take."
    case .preRolled: "Playing begins {time} before the marker."
    case .preRollIsLate: "Pre-roll begins before the marker: move the playhead there first."
    case .noMarker: "There is no marker yet: m sets it."
    case .noTakes: "There are no takes yet: m sets the marker, and Space records the first one."
    case .locked: "{name} has the pen: you can listen, and change nothing."
    case .lockedByOther: "Another player has the pen: you can listen, and change nothing."
    case .busy: "Not while a take is recorded or kept."
    case .missing:
      "A take must end after the one that it answers, and {time} are missing. Another stop drops the take."
    case .dropped: "The take had no tail yet and is dropped."
    case .kept: "Take {number} is kept."
    case .keptDamaged: "Take {number} is kept, but something went wrong while it was recorded."
    case .removalAsked: "x again removes take {number} for good."
    case .removed: "Take {number} is removed."
    case .changeUndone: "The last change is taken back."
    case .notYours: "Take {number} is {name}'s: only they can remove it."
    case .wasSent: "Take {number} was sent: others have it."
    case .isAnswered: "Take {number} has answers and stays."
    case .dialEnds: "The dial goes no further."
    case .zoomEnds: "The zoom goes no further."
    case .fineOn: "Dials turn in small steps."
    case .fineOff: "Dials turn in usual steps."
    case .scrubOn: "The playhead is heard where it is moved."
    case .scrubOff: "The playhead is moved in silence."
    case .branchShown: "This is the branch that ends with take {number}."
    case .opened: "{title}: {takes}, {time}; {pen}."
    case .takeFrom: "take {number} by {name}, “{label}”, {start} to {end}"
    case .sounds: "At {time} take {number} sounds."
    case .soundTogether: "At {time} takes {number} and {other} sound."
    case .nothingSounds: "At {time} nothing sounds."
    case .begins: "{time}: take {number} by {name} begins."
    case .ends: "{time}: take {number} ends."
    case .dialsAre: "Dials: {dials}."
    case .tailReached: "The take has a tail now and can be ended."
    case .treeRow: "Take {number} by {name}, “{label}”, {time} long, {answers}, branch {branch}."
    case .inBranch: "It is in the branch that is shown."
    case .linesEnd: "The canvas is closed."
    case .keysTitle: "Keys of the canvas"
    case .namesPage: "PageUp PageDown"
    case .namesEnds: "Home End"
    case .keyGo: "play, record or stop"
    case .keyMarker: "set the marker: the next take answers the tail at the playhead"
    case .keyPreRoll: "pre-roll: playing begins at the playhead, before the marker"
    case .keyCancel: "take the marker away, or stop"
    case .keyDelete: "remove your newest take that was not sent (press twice)"
    case .keyUndo: "take back the last change"
    case .keyMove: "move the playhead"
    case .keyTails: "to the tail before, to the next one"
    case .keyPage: "half a screen back, on"
    case .keyEnds: "to the beginning, to the end"
    case .keyZoom: "nearer, further"
    case .keySpeed: "slower, faster"
    case .keyPitch: "lower, higher"
    case .keyFine: "small steps of the dials, or usual ones"
    case .keyLink: "link speed and pitch, as on a tape, or not"
    case .keyClick: "click on, off"
    case .keyScrub: "hear the playhead where it is moved, or not"
    case .keyTree: "the tree of takes; Enter goes to another branch"
    case .keyHelp: "these keys"
    case .keyQuit: "end"
    case .mouseTitle: "Mouse (with Shift the terminal selects text)"
    case .mouseTap: "tap: play from there; whatever sounds stops"
    case .mouseHold: "hold for a second, let go: set the marker"
    case .mouseHoldBefore: "hold before the marker: pre-roll; then tap: record"
    case .mouseDrag: "drag, or turn the wheel: move the timeline"
    case .mouseSwipe: "swipe your newest take up: remove it"
    case .mouseWheel: "tap a take of the tree twice: go to its branch"
    }
  }

  private static func estonian(_ message: CanvasMessage) -> String {
    switch message {
    case .tooSmall: "Ekraan on liiga väike: lõuendil on vaja 40 veergu ja 12 rida."
    case .takes: "{count} osa|{count} osa"
    case .penYours: "sulg on sinu käes"
    case .penOf: "sulg on mängijal {name}"
    case .penLocked: "sulg on teisel mängijal"
    case .speed: "kiirus {speed} ×"
    case .pitch: "kõrgus {pitch}"
    case .linked: "seotud"
    case .unlinked: "sidumata"
    case .clickOn: "klõps sees"
    case .clickOff: "klõps väljas"
    case .fineSteps: "väikesed sammud"
    case .scrubs: "kerimine kostab"
    case .stopped: "Seisab"
    case .playing: "Mängib"
    case .aiming: "Sihib"
    case .markerSet: "Märk on paigas"
    case .waiting: "Salvestus algab märgi juures"
    case .recording: "Salvestab"
    case .keeping: "Osa jäetakse alles"
    case .timeOf: "{time} / {total}"
    case .tailMissing: "sabani veel {time}"
    case .columnsASecond: "{number} veergu sekundis"
    case .secondsAColumn: "{number} s veerus"
    case .punch: "algus"
    case .preRoll: "eelmäng"
    case .aim: "siia?"
    case .newTake: "uus osa"
    case .muted: "vaigistatud"
    case .solo: "soolo"
    case .damaged: "rikutud"
    case .sent: "saadetud"
    case .answers: "{count} vastus|{count} vastust"
    case .here: "näha"
    case .hintPlay: "Tühik: mängi"
    case .hintStop: "Tühik: peata"
    case .hintMark: "m: pane märk"
    case .hintFirst: "m, siis Tühik: salvesta esimene osa"
    case .hintRecord: "Tühik: salvesta"
    case .hintPreRoll: "r: eelmäng"
    case .hintUnmark: "Esc: märk ära"
    case .hintEndTake: "Tühik: lõpeta osa"
    case .hintLetGo: "lase lahti: märk on paigas"
    case .hintTree: "t: puu"
    case .hintListen: "võid kuulata"
    case .hintShow: "Enter: näita seda haru"
    case .hintBack: "t: tagasi"
    case .aimed: "Lase lahti, et märk panna: vastus osale {number}."
    case .aimedFirst: "Lase lahti, et märk panna: esimene osa."
    case .marked: "Tühik salvestab siit vastuse osale {number}."
    case .markedBranch: "Tühik salvestab siit uue vastuse osale {number}: kasvab haru."
    case .markedFirst: "Tühik salvestab esimese osa."
    case .preRolled: "Mäng algab {time} enne märki."
    case .preRollIsLate: "Eelmäng algab enne märki: vii esmalt mängupea sinna."
    case .noMarker: "Märki veel ei ole: m paneb selle."
    case .noTakes: "Osi veel ei ole: m paneb märgi ja Tühik salvestab esimese."
    case .locked: "Sulg on mängijal {name}: võid kuulata, aga mitte midagi muuta."
    case .lockedByOther: "Sulg on teisel mängijal: võid kuulata, aga mitte midagi muuta."
    case .busy: "Mitte siis, kui osa salvestatakse."
    case .missing:
      "Osa peab lõppema pärast seda, millele ta vastab; puudu on {time}. Teine peatus jätab osa ära."
    case .dropped: "Osal ei olnud veel saba, ja see jäi ära."
    case .kept: "Osa {number} on alles."
    case .keptDamaged: "Osa {number} on alles, kuid salvestamisel läks midagi viltu."
    case .removalAsked: "Veel üks x eemaldab osa {number} jäädavalt."
    case .removed: "Osa {number} on eemaldatud."
    case .changeUndone: "Viimane muudatus on tagasi võetud."
    case .notYours: "Osa {number} autor on {name}: ainult tema saab selle eemaldada."
    case .wasSent: "Osa {number} on saadetud: see on ka teistel."
    case .isAnswered: "Osal {number} on vastuseid, ja see jääb."
    case .dialEnds: "Nupp ei pöördu kaugemale."
    case .zoomEnds: "Suurendus ei muutu enam."
    case .fineOn: "Nupud pöörduvad väikeste sammudega."
    case .fineOff: "Nupud pöörduvad tavaliste sammudega."
    case .scrubOn: "Mängupead on kuulda, kui seda liigutad."
    case .scrubOff: "Mängupea liigub vaikselt."
    case .branchShown: "See on haru, mis lõpeb osaga {number}."
    case .opened: "{title}: {takes}, {time}; {pen}."
    case .takeFrom: "osa {number}, {name}, „{label}“, {start} kuni {end}"
    case .sounds: "Ajal {time} kõlab osa {number}."
    case .soundTogether: "Ajal {time} kõlavad osad {number} ja {other}."
    case .nothingSounds: "Ajal {time} ei kõla midagi."
    case .begins: "{time}: algab osa {number}, {name}."
    case .ends: "{time}: osa {number} lõpeb."
    case .dialsAre: "Nupud: {dials}."
    case .tailReached: "Osal on nüüd saba ja selle võib lõpetada."
    case .treeRow: "Osa {number}, {name}, „{label}“, pikkus {time}, {answers}, haru {branch}."
    case .inBranch: "See on näidatavas harus."
    case .linesEnd: "Lõuend on suletud."
    case .keysTitle: "Lõuendi klahvid"
    case .namesPage: "PageUp PageDown"
    case .namesEnds: "Home End"
    case .keyGo: "mängi, salvesta või peata"
    case .keyMarker: "pane märk: järgmine osa vastab mängupea juures olevale sabale"
    case .keyPreRoll: "eelmäng: mäng algab mängupea juurest, enne märki"
    case .keyCancel: "võta märk ära või peata"
    case .keyDelete: "eemalda oma uusim saatmata osa (vajuta kaks korda)"
    case .keyUndo: "võta viimane muudatus tagasi"
    case .keyMove: "liiguta mängupead"
    case .keyTails: "eelmise saba juurde, järgmise juurde"
    case .keyPage: "pool ekraani tagasi, edasi"
    case .keyEnds: "algusesse, lõppu"
    case .keyZoom: "lähemale, kaugemale"
    case .keySpeed: "aeglasemalt, kiiremini"
    case .keyPitch: "madalamalt, kõrgemalt"
    case .keyFine: "nuppude väikesed sammud või tavalised"
    case .keyLink: "seo kiirus ja kõrgus nagu lindil, või ära seo"
    case .keyClick: "klõps sisse, välja"
    case .keyScrub: "kuule mängupead, kui seda liigutad, või mitte"
    case .keyTree: "osade puu; Enter viib teise harru"
    case .keyHelp: "need klahvid"
    case .keyQuit: "lõpeta"
    case .mouseTitle: "Hiir (koos Shiftiga valib terminal teksti)"
    case .mouseTap: "puudutus: mängi sealt; mis kõlab, peatub"
    case .mouseHold: "hoia sekund ja lase lahti: pane märk"
    case .mouseHoldBefore: "hoia enne märki: eelmäng; siis puuduta: salvesta"
    case .mouseDrag: "lohista või keera ratast: liiguta ajatelge"
    case .mouseSwipe: "tõmba oma uusim osa üles: eemalda see"
    case .mouseWheel: "puuduta puus osa kaks korda: mine selle harru"
    }
  }
}
