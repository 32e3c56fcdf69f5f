import CueConformance
import CueModel
import CuePlugins
import Testing
import TestSupport

/// A plugin that is broken in one way, and the check that must find it.
struct Mutant: Sendable, CustomTestStringConvertible {
  /// The check that is named after the fault.
  let check: String
  /// The mutant's id in its library, or the macro that makes the library of it.
  let id: String
  /// Checks of the same level that find the fault too, by their nature.
  let also: Set<String>

  init(_ check: String, _ id: String, also: Set<String> = []) {
    self.check = check
    self.id = id
    self.also = also
  }

  var testDescription: String { "\(check): \(id)" }
}

/// How plugins are judged by these tests: in their own order, with little patience.
func judge(
  _ path: String, id: String = "", checks: [Check], isProgram: Bool = false,
  timeoutSeconds: Int = 20, patience: Int = 1,
  parameters: [(name: String, value: String)] = [], secret: String? = nil
) -> [CheckResult] {
  var worker = WorkerSettings(workerPath: Places.product("cue-worker"))
  worker.deadlines = Deadlines()
  var setup = PluginSetup(
    file: PluginFile(path: path, name: path, isProgram: isProgram, id: id), worker: worker)
  setup.parameters = parameters
  setup.secret = { (_, _) throws(PluginFailure) in secret }
  var judgement = Judgement(
    setup, checks: checks, words: id.isEmpty ? path : "\(path):\(id)")
  judgement.plugin = id
  judgement.jobs = 2
  judgement.timeoutSeconds = timeoutSeconds
  judgement.patience = patience
  var results: [CheckResult] = []
  judgement.run { results.append($0) }
  return results
}

/// What was found, as a test shows it.
func found(_ results: [CheckResult]) -> [String] {
  results.compactMap { result in
    result.outcome.finding.map {
      "\(result.outcome.word) \(result.check): \($0.done) Expected: \($0.expected) Happened: \($0.happened)"
    }
  }
}

/// The library of broken voices.
let voiceMutants = Result {
  try Fixtures.mutants(
    "voice.c", as: "libvoicemutants.so",
    ["-DALL", "-Wl,-z,nodelete", "-Wl,--build-id", "-lm"])
}

/// The libraries of broken recognizers and effects.
let recognizerMutants = Result {
  try Fixtures.mutants(
    "listener.c", as: "liblistenermutants.so", ["-Wl,-z,nodelete", "-Wl,--build-id", "-lm"])
}
let effectMutants = Result {
  try Fixtures.mutants(
    "effect.c", as: "libeffectmutants.so", ["-Wl,-z,nodelete", "-Wl,--build-id", "-lm"])
}

/// What breaks a healthy library as it is made: its macro, and what is said to the linker.
struct LibraryFault {
  static func path(_ fault: String) throws -> String {
    var linking = ["-Wl,-z,nodelete", "-Wl,--build-id", "-lm"]
    switch fault {
    case "TEXT_RELOCATION": linking.append("-Wl,-z,notext")
    case "EXECUTABLE_STACK": linking.append("-Wl,-z,execstack")
    case "ABSOLUTE_PATH": linking.append("-Wl,-rpath,/opt/engine/lib")
    case "UNNAMED_LIBRARY": linking = ["-Wl,-z,nodelete", "-Wl,--build-id", "-Wl,--as-needed"]
    case "UNLOADABLE": linking.removeFirst()
    case "NO_BUILD_ID": linking[1] = "-Wl,--build-id=none"
    default: break
    }
    return try Fixtures.mutants(
      "voice.c", as: "libvoice-\(fault).so", ["-D\(fault)"] + linking)
  }
}

let libraryMutants: [Mutant] = [
  Mutant("library-one-export", "TWO_EXPORTS"),
  Mutant("library-no-text-relocations", "TEXT_RELOCATION"),
  Mutant("library-no-executable-stack", "EXECUTABLE_STACK"),
  Mutant("library-no-static-tls", "STATIC_TLS"),
  Mutant("library-no-absolute-path", "ABSOLUTE_PATH"),
  Mutant("library-names-its-libraries", "UNNAMED_LIBRARY"),
  Mutant("library-stays-loaded", "UNLOADABLE"),
  Mutant("library-build-id", "NO_BUILD_ID"),
  Mutant("library-loads", "CRASHES"),
  Mutant("library-loads", "WRONG_MAGIC"),
  Mutant("library-loads", "MISSING_SYMBOL"),
  Mutant("library-loads-light", "HEAVY"),
  Mutant("library-starts-no-thread", "STARTS_THREAD"),
  Mutant("library-opens-nothing", "OPENS"),
  Mutant("library-ids-differ", "SAME_ID"),
  Mutant("library-list-ends", "ENDLESS"),
  Mutant("library-unknown-extension", "ANY_EXTENSION"),
  Mutant("library-exact-id", "PREFIX_IDS"),
]

let voiceMutantTable: [Mutant] = [
  Mutant("plugin-descriptor", "no-version"),
  Mutant("plugin-descriptor", "unknown-concurrency"),
  Mutant("plugin-creates", "lifeless"),
  Mutant("plugin-creates-again", "lives-once"),
  Mutant("plugin-two-instances", "alone"),
  Mutant("plugin-unknown-extension", "any-extension"),
  Mutant("plugin-reset", "no-reset"),
  Mutant("plugin-parameters", "default-out-of-range"),
  Mutant("plugin-parameters", "same-parameter-twice"),
  Mutant("plugin-parameters", "nameless-parameter"),
  Mutant("plugin-parameter-defaults", "other-default"),
  Mutant("plugin-parameter-set", "deaf-parameter"),
  Mutant("plugin-parameter-range", "takes-anything"),
  Mutant("plugin-parameter-unknown", "any-parameter"),
  Mutant("plugin-parameter-unknown", "endless-parameters"),
  Mutant("plugin-parameter-secret", "tells-key"),
  Mutant("plugin-parameter-bounds", "dies-at-bound"),
  Mutant("plugin-parameter-fuzz", "dies-of-fraction"),
  Mutant("plugin-keeps-locale", "sets-locale"),
  Mutant("plugin-keeps-folder", "changes-folder"),
  Mutant("plugin-keeps-mask", "sets-mask"),
  Mutant("plugin-keeps-environment", "sets-environment"),
  Mutant("plugin-keeps-signal-handlers", "takes-signal"),
  Mutant("plugin-keeps-float-mode", "sets-float-mode"),
  Mutant("plugin-prints-nothing", "prints"),
  Mutant("plugin-leaves-no-descriptor", "leaves-descriptor"),
  Mutant("plugin-leaves-no-thread", "leaves-thread"),
  Mutant("plugin-cancel-idle", "remembers-cancel"),
  Mutant("plugin-leaks-no-instance", "leaks-instance"),

  Mutant("voice-lists-voices", "no-voices"),
  Mutant("voice-ids-differ", "same-voice-twice"),
  Mutant("voice-one-default", "two-defaults"),
  Mutant("voice-languages", "bad-language"),
  Mutant("voice-list-stays", "list-shrinks"),
  Mutant("voice-list-ends", "endless-list"),
  Mutant("voice-traits", "slow-only"),
  Mutant("voice-traits", "unknown-event"),
  Mutant("voice-speaks", "mute"),
  Mutant("voice-speaks", "no-sound"),
  Mutant("voice-format", "two-formats"),
  Mutant("voice-rate-as-listed", "other-rate"),
  Mutant("voice-sound-in-range", "not-a-number"),
  Mutant("voice-sound-in-range", "beyond-full-scale"),
  Mutant("voice-sound-in-range", "subnormal"),
  Mutant("voice-not-clipped", "clips"),
  Mutant("voice-no-offset", "offset"),
  Mutant("voice-every-voice", "one-voice-broken"),
  Mutant("voice-unknown-voice", "any-voice"),
  Mutant("voice-unknown-voice", "made-up-status", also: ["voice-refusal-tells"]),
  Mutant("voice-refusal-tells", "wordless"),
  Mutant("voice-refusal-tells", "other-status"),
  Mutant("voice-nothing", "nothing-is-something"),
  Mutant("voice-fingerprint", "fickle-fingerprint"),
  Mutant("voice-fingerprint", "no-fingerprint"),

  Mutant("voice-blank-text", "blank-is-error"),
  Mutant("voice-single-characters", "hates-tags"),
  Mutant("voice-long-word", "short-buffer"),
  Mutant("voice-many-lines", "line-stack"),
  Mutant("voice-megabyte", "half-megabyte"),
  Mutant("voice-text-limit", "limit-unkept"),
  Mutant("voice-invalid-text", "trusts-text"),
  Mutant("voice-nul-inside", "stops-at-nul"),
  Mutant("voice-guard-page", "reads-past-text"),
  Mutant("voice-keeps-no-text", "keeps-text"),
  Mutant("voice-unicode", "latin-only"),
  Mutant("voice-numbers", "skips-digits"),
  Mutant("voice-broken-markup", "deep-stack"),
  Mutant("voice-markup-tells", "silent-about-markup"),
  Mutant("voice-streams", "one-piece"),
  Mutant("voice-edges", "late-start"),
  Mutant("voice-only-text", "needs-language"),
  Mutant("voice-only-reads", "writes-request"),
  Mutant("voice-speed", "one-speed"),
  Mutant("voice-pitch", "one-pitch"),
  Mutant("voice-pitch-keeps-time", "higher-is-faster"),
  Mutant("voice-volume", "one-volume"),
  Mutant("voice-volume-zero", "never-silent"),
  Mutant("voice-clamps-aloud", "clamps-quietly"),
  Mutant("voice-forgets-request", "sticky-voice"),
  Mutant("voice-odd-numbers", "dies-of-nan"),
  Mutant("voice-request-fuzz", "few-tones"),

  Mutant("voice-words-come", "no-words"),
  Mutant("voice-events-asked-for", "always-words"),
  Mutant("voice-word-ranges", "counts-characters"),
  Mutant("voice-word-ranges", "overlapping-words"),
  Mutant("voice-word-ranges", "empty-words"),
  Mutant("voice-word-frames", "words-beyond-end"),
  Mutant("voice-words-in-time", "late-words"),
  Mutant("voice-words-at-speed", "words-at-own-speed"),
  Mutant("voice-marks", "marks-twice"),
  Mutant("voice-same-bytes", "noisy", also: ["voice-after-cancel"]),
  Mutant("voice-waits-for-credit", "drops-sound"),
  Mutant("voice-one-thread-at-a-time", "two-threads"),
  Mutant("voice-ends-with-its-call", "late-sound"),

  Mutant("voice-cancel", "slow-to-cancel"),
  Mutant("voice-cancel-quiet", "deaf-to-cancel", also: ["voice-cancel"]),
  Mutant("voice-cancel-quiet", "talks-on"),
  Mutant("voice-cancel-returns", "locked-cancel", also: ["voice-destroyed-while-speaking"]),
  Mutant("voice-stop", "deaf-to-stop"),
  Mutant("voice-stop", "finishes-anyway"),
  Mutant("voice-after-cancel", "leftover"),
  Mutant("voice-cancel-at-end", "frail-end"),
  Mutant("voice-destroyed-while-speaking", "undead"),
  Mutant("voice-cancel-soon", "lazy-cancel"),
  Mutant("voice-side-by-side", "shared-state"),
  Mutant("voice-leaks-no-line", "leaks-line"),
  Mutant("voice-soon", "slow-start"),
  Mutant("voice-newer-host", "copies-all"),
  Mutant("voice-older-host", "ignores-size"),
]

let recognizerMutantTable: [Mutant] = [
  Mutant("recognizer-hears", "no-final"),
  Mutant("recognizer-hears", "two-finals"),
  Mutant("recognizer-nothing", "invents-without-sound"),
  Mutant("recognizer-formats", "one-channel-only"),
  Mutant("recognizer-silence", "invents-in-silence"),
  Mutant("recognizer-hum", "invents-in-hum"),
  Mutant("recognizer-any-cut", "counts-blocks"),
  Mutant("recognizer-repeats", "counts-streams", also: ["recognizer-any-cut"]),
  Mutant("recognizer-odd-samples", "numbers-only"),
  Mutant("recognizer-odd-phrases", "short-phrases"),
  Mutant("recognizer-partials", "revision-stays"),
  Mutant("recognizer-partials", "forgets-promise"),
  Mutant("recognizer-partials", "takes-promise-back"),
  Mutant("recognizer-partials-asked-for", "unasked-partials"),
  Mutant("recognizer-words", "words-overlap"),
  Mutant("recognizer-words", "words-beyond-end"),
  Mutant("recognizer-words", "more-than-sure"),
  Mutant("recognizer-cancel", "deaf-to-cancel"),
  Mutant("recognizer-after-cancel", "leftover"),
]

let effectMutantTable: [Mutant] = [
  Mutant("effect-processes", "mute"),
  Mutant("effect-processes", "gives-nothing"),
  Mutant("effect-sound-in-range", "not-a-number"),
  Mutant("effect-formats", "six-is-too-much"),
  Mutant("effect-any-cut", "block-edges"),
  Mutant("effect-no-frames", "needs-frames"),
  Mutant("effect-guard-pages", "writes-on"),
  Mutant("effect-guard-pages", "writes-input"),
  Mutant("effect-silence", "hisses"),
  Mutant("effect-forgets", "keeps-sound"),
  Mutant("effect-ends", "never-ends"),
  Mutant("effect-place", "hidden-delay"),
  Mutant("effect-same-bytes", "never-twice"),
  Mutant("effect-unknown-change", "any-change"),
]
