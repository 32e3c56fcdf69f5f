import CueModel
import CueStore
import CueStory
import Glibc

// Failures in Estonian; the English sentences are in PluginWords, StoryWords and OutputWords.
//
// A rule of the plugin interface (`BrokenRule`) stays English: it is for the plugin's author.

extension PluginFailure {
  /// Which plugin, what it was doing, what happened: one sentence in the language of `words`.
  func sentence(_ words: Messages) -> String {
    switch words.language {
    case .english: sentence
    case .estonian: inEstonian
    }
  }

  fileprivate var inEstonian: String {
    let (doing, why) = (activity.inEstonian, reason.inEstonian(of: plugin))
    return switch kind {
    case .notFound, .unusable: "Pluginat \(plugin) ei saa kasutada: \(why)."
    case .refused: "\(plugin) ei saanud hakkama, kui käsil oli \(doing): \(why)."
    case .crashed(let signal):
      "\(plugin) jooksis kokku, kui käsil oli \(doing) (\(Self.name(ofSignal: signal)))."
    case .exited(let status):
      "\(plugin) lõpetas oma protsessi, kui käsil oli \(doing), olekuga \(status)."
    case .hung(let milliseconds):
      "\(plugin) jäi kinni, kui käsil oli \(doing): \(why) (aega oli \(Self.length(milliseconds)))."
    case .misbehaved: "\(plugin) rikkus reegleid, kui käsil oli \(doing): \(why)."
    case .givenUp: "\(plugin) jääb kõrvale: \(why)."
    }
  }
}

extension PluginFailure.Activity {
  /// The words after "kui käsil oli".
  fileprivate var inEstonian: String {
    switch self {
    case .starting: "käivitumine"
    case .describing: "enda kirjeldamine"
    case .loading: "laadimine"
    case .loadingVoice: "hääle laadimine"
    case .listingParameters: "seadete loetlemine"
    case .takingKey: "võtme vastuvõtmine"
    case .takingSetting: "seade vastuvõtmine"
    case .listingVoices: "häälte loetlemine"
    case .namingVersion: "versiooni nimetamine"
    case .speaking: "repliigi ütlemine"
    case .listening: "kuulamine"
    case .preparing: "ettevalmistus"
    case .processing: "heli töötlemine"
    case .listingDevices: "seadmete loetlemine"
    case .opening: "avamine"
    case .playing: "esitamine"
    case .capturing: "heli salvestamine"
    case .locating: "asukoha teatamine"
    case .draining: "lõpuni mängimine"
    case .dropping: "vaikimine"
    case .stopping: "peatumine"
    case .ending: "lõpetamine"
    case .waiting: "ootamine"
    case .takingRequest: "ülesande vastuvõtmine"
    case .answering: "vastamine"
    case .servingRequest: "ülesande täitmine"
    }
  }
}

extension PluginFailure.Reason {
  /// What went wrong with `plugin` in detail, without a full stop at its end.
  fileprivate func inEstonian(of plugin: String) -> String {
    switch self {
    case .said(let words): words
    case .unexplained: "põhjust see ei öelnud"
    case .processEnded: "selle protsess lõppes"
    case .noAnswer: "see ei vastanud"
    case .noRequestsTaken: "see ei võtnud enam ülesandeid vastu"
    case .broke(let rule): rule.clause
    case .file(let fault): fault.inEstonian
    case .unnamed: "ühtegi pluginat ei ole nimetatud"
    case .unknownID(let folders):
      "sellise nimega pluginat ei ole siin: \(folders.joined(separator: ", ")). "
        + "'\(Program.name) plugins' loetleb pluginad; faili nimes on kaldkriips, näiteks ./\(plugin).so"
    case .noSuchFile:
      "sellist faili ei ole, ei siin ega programmi kõrval. '\(Program.name) plugins' loetleb pluginad"
    case .workerNotStarted(let path, let errno):
      "tööprotsessi \(path) ei saanud käivitada (\(Console.describe(errno: errno)))"
    case .otherProtocol(let version, let supported):
      "see räägib protokolli versiooni \(version), aga see programm versiooni \(supported)"
    case .failedInARow(let times): "see on \(times) korda järjest ebaõnnestunud"
    case .noVoiceWorks: "ükski selle hääl ei tööta"
    case .noSound: "sellest tekstist ei tule sel mingit heli"
    case .otherLetters(let script, let languages):
      "teksti kiri on \(script), aga selle hääle keel on \(languages.prefix(3).joined(separator: ", "))"
    case .exitedWhileLoaded(let status): "selle protsess lõppes laadimisel, olekuga \(status)"
    case .misbehavedWhileLoaded(let reason):
      "see rikkus reegleid: \(reason.inEstonian(of: plugin))"
    case .failedInUse(let failure):
      "see ebaõnnestus kolm korda järjest, viimati nii: \(failure.inEstonian) "
        + "Seda ei kasutata, kuni selle fail muutub või kuni '\(Program.name) plugins rescan'"
    }
  }
}

extension PluginFailure.FileFault {
  fileprivate var inEstonian: String {
    switch self {
    case .missing: "sellist faili ei ole"
    case .danglingLink: "see on viit failile, mida ei ole"
    case .folder: "see on kaust"
    case .namedPipe: "see on nimega toru"
    case .socket: "see on sokkel"
    case .deviceFile: "see on seadmefail"
    case .empty: "see on tühi"
    case .unreadable(errno: 0): "seda ei saa lugeda"
    case .unreadable(let errno): "seda ei saa lugeda (\(Console.describe(errno: errno)))"
    case .goneAfterLoading: "pärast laadimist oli selle fail kadunud"
    }
  }
}

// Stories.

extension StoryFailure {
  /// What happened, as one sentence in the language of `words`.
  func sentence(_ words: Messages) -> String {
    switch words.language {
    case .english: sentence
    case .estonian: inEstonian
    }
  }

  private var inEstonian: String {
    switch self {
    case .locked(let title, let holder):
      "Loo „\(title)“ sulg on \(holder.isEmpty ? "teisel mängijal" : "mängijal " + holder): võid kuulata, aga mitte muuta."
    case .noTake(let name, let fault): "„\(name)“ ei saa olla osa: \(fault.inEstonian)."
    case .noTail(let least, let seconds):
      "Osal ei jää saba: see kestab \(Self.short(seconds)) s, aga vaja on \(Self.short(least, up: true)) s, "
        + "et lõppeda pärast eelmist."
    case .beyondReach(let take, let speed, let semitones):
      "Osa \(take) tuleks mängida \(Self.short(speed)) korda kiiremini ja \(Self.short(semitones)) pooltooni "
        + "kõrgemalt, aga seda ei suuda ükski efekt."
    case .noStory(let name): "Lugu „\(name)“ ei ole."
    case .noName(let name):
      "„\(name)“ ei saa siin nimi olla: nimi on üks rida, 1 kuni \(StoryLimits.mostNameCharacters) tähemärki."
    case .noRate(let rate):
      "Loos ei saa olla \(rate) kaadrit sekundis: neid on \(StoryLimits.ratesHertz.lowerBound) kuni "
        + "\(StoryLimits.ratesHertz.upperBound)."
    case .titleIsTaken(let title, let number): "Loo \(number) pealkiri on juba „\(title)“."
    case .noSuchTake(let name, let story): "Loos „\(story)“ ei ole osa \(name)."
    case .ambiguousTake(let name, let story): "Loos „\(story)“ algab mitu osa nii: \(name)."
    case .notRemovable(let take, let refusal):
      "Osa \(take) ei saa eemaldada: \(refusal.inEstonian)."
    case .storyIsShared(let title, let takes):
      "Lugu „\(title)“ ei saa eemaldada: \(takes == 1 ? "üks osa on teise mängija oma või saadetud" : "\(takes) osa on teiste mängijate omad või saadetud")."
    case .nothingToUndo(let title):
      "Loos „\(title)“ ei ole midagi tagasi võtta: pärast algust, saatmist või saabumist ei ole midagi tehtud."
    case .noTakes(let title): "Loos „\(title)“ ei ole veel ühtegi osa."
    case .allMuted(let title): "Loost „\(title)“ ei ole midagi kuulda: kõik osad on vaigistatud."
    case .damaged(let path): "\(path) ei ole see, mis salvestati."
    case .changedMeanwhile(let title):
      "Teine programm muutis lugu „\(title)“: seda, millele osa vastaks, enam ei ole, või alustab lugu teine osa."
    case .broken(let title):
      "Lugu „\(title)“ ei saadeta: selle osad ei moodusta puud ja sõbra programm ei võtaks seda vastu."
    case .inUse: "Teine programm muudab praegu lugusid."
    case .system(let path, let errno):
      "Faili \(path) ei saa kasutada: \(Console.describe(errno: errno))."
    case .bundle(let path, let fault): "Pakki \(path) ei võeta vastu: \(fault.inEstonian)."
    }
  }
}

extension StoryFailure {
  /// What to try, in Estonian; may be empty.
  var hintInEstonian: String {
    let name = Program.name
    return switch self {
    case .locked: "Sulg tuleb tagasi pakiga: \(name) story receive FAIL"
    case .noTake(_, .tooLong): "Tee sellest mitu osa."
    case .noTail: "Räägi kauem, alusta hiljem (--lead) või vasta varasemale osale."
    case .beyondReach: "Keera --speed või --pitch pisut tagasi."
    case .noStory: "Lood loetleb '\(name) story list'."
    case .titleIsTaken: "Anna teine pealkiri."
    case .noSuchTake: "Osad näitab '\(name) story tree'."
    case .ambiguousTake: "Anna rohkem märke või osa number."
    case .notRemovable(_, .answered): "Eemalda enne vastused."
    case .notRemovable, .storyIsShared:
      "Mis on sõpradel, see jääb; '\(name) story track' saab selle vaigistada."
    case .noTakes: "Lisa üks: \(name) story say või \(name) story import"
    case .allMuted: "Ava üks: \(name) story track LUGU OSA --mute off"
    case .damaged:
      "'\(name) library rebuild --from KAUST' toob selle varukoopiast tagasi, kui selle enne eemaldad."
    case .changedMeanwhile:
      "Midagi ei jäetud alles. Proovi uuesti: '\(name) story tree' näitab osi."
    case .broken(let title): "Paranda see: \(name) story verify --repair \"\(title)\""
    case .inUse: "Proovi hetke pärast uuesti."
    case .bundle(_, .noLibrary): "Paigalda see (Debianis: apt-get install libarchive13)."
    case .bundle(_, .version): "Seda loeb Cue uuem versioon."
    case .bundle(_, .missingParent): "Võta enne vastu pakk, mis saadeti enne seda."
    case .bundle(_, .noFile): "Kirjuta selle sisu faili ja võta vastu see."
    case .bundle: "Palu see uuesti saata; midagi sellest ei jäetud alles."
    case .noTake, .noName, .noRate, .nothingToUndo, .system: ""
    }
  }
}

extension TakeFault {
  fileprivate var inEstonian: String {
    switch self {
    case .empty: "selles ei ole heli"
    case .tooLong: "see on pikem kui \(StoryLimits.mostSeconds) sekundit"
    case .channels(let count): "sellel on \(count) kanalit, aga osal on üks või kaks"
    }
  }
}

extension RemovalRefusal {
  fileprivate var inEstonian: String {
    switch self {
    case .anothers(let author): "selle autor on \(author)"
    case .sent: "see on saadetud"
    case .answered(let count): count == 1 ? "sellele vastab üks osa" : "sellele vastab \(count) osa"
    }
  }
}

extension BundleFault {
  fileprivate var inEstonian: String {
    func take(_ id: String) -> String { "osa \(id.prefix(8))" }
    return switch self {
    case .noLibrary: "pakkide jaoks on vaja libarchive'i, mis ei ole paigaldatud"
    case .noArchive: "see ei ole pakk, on rikutud või katkeb"
    case .noFile: "see on toru või seade, mitte fail"
    case .noStory: "see ei ütle, mis lugu see on"
    case .version(let version): "selle versioon on \(version), mida see programm ei tunne"
    case .name(let name): "selles on fail nimega „\(name)“, mida üheski pakis ei ole"
    case .notAFile(let name): "„\(name)“ selles ei ole tavaline fail"
    case .twice(let name): "„\(name)“ on selles kaks korda"
    case .tooLarge(let name): "„\(name)“ selles on pikem, kui kirjas"
    case .missing(let name): "„\(name)“ on sellest puudu"
    case .changed(let name): "„\(name)“ selles ei ole see, mis salvestati"
    case .take(let id, let fault): "\(take(id)) ei saa olla osa: \(fault.inEstonian)"
    case .twoOfOne(let id): "kahel selle osal on tunnus \(id)"
    case .missingParent(let id): "\(take(id)) vastab osale, mida ei ole ei selles ega siin"
    case .cycle(let id): "\(take(id)) vastab lõpuks iseendale"
    case .secondBeginning(let id): "\(take(id)) alustab lugu teist korda"
    case .noTail(let id): "\(take(id)) ei lõpe pärast seda, millele ta vastab"
    case .rewritten(let id): "\(take(id)) on siin juba teistsugusena: ajalugu ei kirjutata ümber"
    case .rate(let rate, let known):
      "selle osade sagedus on \(rate) Hz, aga siinsel lool \(known) Hz"
    }
  }
}

// What is kept.

extension StoreFailure {
  /// What Cue did, expected and saw, as sentences in the language of `words`.
  func sentence(_ words: Messages) -> String {
    switch words.language {
    case .english: sentence
    case .estonian: inEstonian
    }
  }

  /// What to try, in the language of `words`; may be empty.
  func hint(_ words: Messages) -> String {
    switch words.language {
    case .english: hint
    case .estonian: hintInEstonian
    }
  }

  private var inEstonian: String {
    func words(_ errno: Int32) -> String { Console.describe(errno: errno) }
    return switch reason {
    case .noLibrary(let why): "Hoidmiseks on vaja SQLite'i, mida ei saa laadida: \(why)."
    case .noMemory(let path): "Mälu ei jätku faili \(path) avamiseks."
    case .notOurs(let path): "\(path) on andmebaas, aga mitte Cue oma."
    case .noDatabase(let path): "\(path) ei ole andmebaas."
    case .newer(let path, let module, let found, let known):
      "Faili \(path) on kirjutanud uuem Cue: selle versioon on \(found)"
        + (module.map { " („\($0)“)" } ?? "") + ", aga see siin tunneb versiooni \(known)."
    case .damaged(let path, let message): "\(path) on rikutud: \(message)."
    case .danglingRow(let path): "\(path) on rikutud: üks rida viitab teisele, mida ei ole."
    case .emptied(let path): "\(path) on tühi, aga enne oli seal midagi."
    case .gone(let path): "Faili \(path) ei ole enam, aga enne oli seal midagi."
    case .changedSchema(let path): "\(path) on rikutud: selle tabelid ei ole sellised, nagu tehti."
    case .changedTable(let path, let table, let rows, let expected):
      rows == expected
        ? "\(path) on rikutud: tabeli „\(table)“ väärtused ei ole need, mis kirjutati."
        : "\(path) on rikutud: tabelis „\(table)“ on \(rows) rida, aga kirjutati \(expected)."
    case .impossibleRow(let path, let table):
      "\(path) on rikutud: tabeli „\(table)“ ühes reas on midagi võimatut."
    case .busy(let path):
      "Faili \(path) kasutab teine programm, mis ei lasknud seda viie sekundi jooksul lahti."
    case .unusable(let path, let message): "Faili \(path) ei saa kasutada: \(message)."
    case .inputOutput(let path, let message):
      "Faili \(path) ei saa lugeda ega kirjutada: \(message)."
    case .cannotMake(let path, let errno): "Faili \(path) ei saa luua: \(words(errno))."
    case .cannotOpen(let path, let errno): "Faili \(path) ei saa kasutada: \(words(errno))."
    case .cannotWrite(let path, let errno): "Faili \(path) ei saa kirjutada: \(words(errno))."
    case .cannotRead(let path, let errno): "Faili \(path) ei saa lugeda: \(words(errno))."
    case .cannotRemove(let path, let errno): "Faili \(path) ei saa eemaldada: \(words(errno))."
    case .cannotLock(let path, let errno): "Faili \(path) ei saa lukustada: \(words(errno))."
    case .clipTooLarge(let path): "Faili \(path) ei saa kirjutada: selle heli on suurem kui 4 GB."
    case .noJob(let number): "Tööd \(number) ei ole."
    case .jobIsCompleted(let number): "Töö \(number) on valmis."
    case .jobIsTaken(let number, let process):
      "Töö \(number) on teise programmi käes: protsess \(process)."
    case .jobHasEnded(let number, let state):
      "Tööd \(number) ei saa katkestada: selle olek on \(state.rawValue)."
    case .speechHasChanged(let title):
      "Kõnet „\(title)“ on vahepeal mujal muudetud või see on kustutatud, ja üle seda ei kirjutata."
    case .titleIsTaken(let title, let number): "Kõne „\(title)“ on juba olemas: number \(number)."
    case .ambiguous(let name, let scripts):
      "„\(name)“ võib olla mitu teksti (\(scripts.count)): "
        + scripts.map { "\($0.number) (\($0.path.isEmpty ? "failita" : $0.path))" }
        .joined(separator: ", ") + "."
    }
  }

  private var hintInEstonian: String {
    switch reason {
    case .noLibrary: "Paigalda see (Debianis: apt-get install libsqlite3-0)."
    case .notOurs, .noDatabase: "Vii see mujale; asemele tehakse uus."
    case .newer: "Kasuta uuemat Cue'd. Midagi ei muudetud."
    case .damaged, .danglingRow, .emptied, .gone, .changedSchema, .changedTable, .impossibleRow:
      "Pane asemele varukoopia: \(Program.name) library rebuild --from KAUST\n"
        + "Või päästa, mis loetav on: \(Program.name) library rebuild\nMidagi ei muudetud."
    case .busy: "Proovi uuesti."
    case .cannotWrite where kind == .inaccessible: "Mis juba hoiul on, jääb alles."
    case .cannotWrite(_, let errno) where [ENOSPC, EDQUOT, EFBIG].contains(errno):
      "Tee ruumi ('\(Program.name) library clean' eemaldab heli, millele miski ei viita) ja jätka: mis juba hoiul on, "
        + "jääb alles."
    case .cannotLock: "Kaust peab olema failisüsteemis, kus on lukud."
    case .noJob: "Tööd loetleb: \(Program.name) jobs"
    case .jobIsTaken(let number, _):
      "Oota või katkesta see: \(Program.name) jobs cancel \(number)"
    case .titleIsTaken(_, let number):
      "Anna teine pealkiri (--title) või muuda olemasolevat: \(Program.name) speech edit \(number)"
    case .ambiguous: "Nimeta see numbriga."
    default: ""
    }
  }
}
