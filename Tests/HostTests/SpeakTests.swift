import CueAudio
import CueModel
import CueText
import Foundation
import TestSupport
import Testing

@Suite(.startsProcesses) struct `host says a text` {
  private let stage: Stagehand
  private var output: String { stage.folder.path("out.wav") }

  init() throws { stage = try Stagehand(hasBrokenVoices: true, knowsPlugins: false) }

  @Test func `files other than WAV need libsndfile, whose absence is reported`() throws {
    let libraries = stage.folder.path("libraries")
    try FileManager.default.createDirectory(atPath: libraries, withIntermediateDirectories: true)
    try stage.folder.write("no library", as: "libraries/libsndfile.so.1")
    let path = stage.folder.path("out.flac")
    let run = try stage.host(
      ["-v", "mock", "-o", path, "hello"], input: "", ["LD_LIBRARY_PATH": libraries])
    #expect(run.status == 69)
    #expect(run.talk.contains("needs libsndfile, which cannot be loaded"))
    #expect(!FileManager.default.fileExists(atPath: path))
    let wav = try stage.host(
      ["-v", "mock", "-o", output, "hello"], input: "", ["LD_LIBRARY_PATH": libraries])
    #expect(wav.status == 0)
  }

  @Test(arguments: ["plugins/libmock.so", "mock", "mock:high", "plugins/libmock.so:low"])
  func `with a plugin by path, by id, and with one of its voices`(voice: String) throws {
    let run = try stage.host(["--voice=\(voice)", "-o", output, "Good", "evening"])
    #expect(run.status == 0, "\(run.talk)")
    #expect(try Fixtures.sound(inFile: output).frameCount == 12 * 960)
  }

  @Test(arguments: ["flite", "espeak"])
  func `with an engine, and the same bytes every time`(voice: String) throws {
    for name in ["a", "b"] {
      let run = try stage.host(
        ["--voice=\(voice)", "-q", "-o", stage.folder.path(name), "Good evening."])
      #expect(run.status == 0, "\(run.talk)")
    }
    let sound = try Fixtures.sound(inFile: stage.folder.path("a"))
    #expect(sound.frameCount > sound.format.rateHertz / 2)
    #expect(try Fixtures.sound(inFile: stage.folder.path("b")) == sound)
  }

  @Test func `from standard input, a file and words alike`() throws {
    let file = try stage.folder.write("Hello you", as: "text.txt")
    for (arguments, input) in [
      (["Hello you"], ""), (["-f", file], ""), ([], "Hello you"), (["-f", "-"], "Hello you\n"),
      (["--", "Hello you"], ""),
    ] {
      let run = try stage.host(["speak", "-v", "mock", "-o", output] + arguments, input: input)
      #expect(run.status == 0, "\(run.talk)")
      #expect(try Fixtures.sound(inFile: output).frameCount == 9 * 960)
    }
  }

  @Test(arguments: ["mock", "flite", "espeak"])
  func `from standard input as it comes, and lasts as long as the whole`(voice: String) throws {
    let text = "Good evening, Nora. It is 42 km to the sea.\n\nCome in."
    for (arguments, name) in [([], "whole"), (["--stream"], "stream")] {
      let run = try stage.host(
        ["speak", "-v", voice, "-o", stage.folder.path(name)] + arguments, input: text)
      #expect(run.status == 0, "\(run.talk)")
    }
    let (said, whole) = (
      try Fixtures.sound(inFile: stage.folder.path("stream")),
      try Fixtures.sound(inFile: stage.folder.path("whole"))
    )
    // The sound of a sentence depends a little on the sentence before, but for mock.
    #expect(abs(said.frameCount - whole.frameCount) < whole.frameCount / 100)
    #expect((said == whole) || voice != "mock")
  }

  @Test func `as it comes, and events tell where each line is`() throws {
    let run = try stage.host(
      ["speak", "-v", "mock", "--stream", "--lines", "--json", "-o", output],
      input: "One.\nTwo, three.\n")
    #expect(run.status == 0, "\(run.talk)")
    let events = run.text.split(separator: "\n")
    let words = events.filter { $0.contains("\"event\":\"word\"") }
    #expect(words.count == 3)
    #expect(words.last?.contains("\"offset\":10") == true, "\(run.text)")
    #expect(events.last?.contains("\"done\"") == true)
  }

  @Test func `as it comes: other text, SSML and no text are refused`() throws {
    for (arguments, words) in [
      (["--stream", "hello"], "--stream says standard input"),
      (["--stream", "--ssml"], "--stream says plain text"),
    ] {
      let run = try stage.host(["speak", "-v", "mock", "-o", output] + arguments, input: "")
      #expect(run.status == 2 && run.talk.contains(words), "\(run.talk)")
    }
    let empty = try stage.host(["speak", "-v", "mock", "-o", output, "--stream"], input: " \n")
    #expect(empty.status == 65 && empty.talk.contains("There is nothing to say"), "\(empty.talk)")
    #expect(!FileManager.default.fileExists(atPath: output))
  }

  @Test(.enabled(if: MarkdownText.refusal == nil, "cmark is not installed"))
  func `in a file of Markdown without its marks`() throws {
    let file = try stage.folder.write(
      "---\ntitle: Talk\n---\n# Hello\n\nSee [us](https://us.example).\n\n| a |\n|---|\n| b |\n",
      as: "talk.md")
    let run = try stage.host([
      "-v", "mock", "--json", "-o", stage.folder.path("out.wav"), "-f", file,
    ])
    let lines = try stage.events(run).filter { $0["event"] as? String == "line" }
    #expect(lines.compactMap { $0["text"] as? String } == ["Hello", "See us."])
  }

  @Test func `in a file without words for the eye, and with its pauses`() throws {
    let file = try stage.folder.write(
      "Hello [CLICK] you.\n\n[PAUSE 2s] (smile) Bye.", as: "text.txt")
    let run = try stage.host(["-v", "mock", "--json", "-o", output, "-f", file])
    #expect(run.status == 0, "\(run.talk)")
    let events = try stage.events(run)
    let words = events.filter { $0["event"] as? String == "word" }
    #expect(words.compactMap { $0["text"] as? String } == ["Hello", "you.", "Bye."])
    func times(_ name: String) -> [Double] {
      events.filter { $0["event"] as? String == name }.compactMap { $0["time"] as? Double }
    }
    #expect(abs(times("line")[1] - times("end")[0] - 2) < 0.001)
  }

  @Test func `to a pipe as WAV or as bare samples`() throws {
    let wav = try stage.host(["-v", "mock", "-o", "-", "hello"])
    let raw = try stage.host(["-v", "mock", "-o", "-", "--raw", "hello"])
    #expect(raw.output.count == 5 * 960 * 2)
    #expect(wav.output.count == WAV.headerByteCount + raw.output.count)
    #expect(wav.output.suffix(raw.output.count) == raw.output)
    #expect(raw.talk.contains("16000 Hz"))
    #expect(try stage.host(["-v", "mock", "-q", "-o", "-", "--raw", "hello"]).talk.isEmpty)
  }

  @Test func `at another speed, pitch, volume and tone`() throws {
    func frames(_ arguments: String...) throws -> AudioBuffer {
      let run = try stage.host(["-v", "mock", "-o", output, "hello there"] + arguments)
      #expect(run.status == 0, "\(run.talk)")
      return try Fixtures.sound(inFile: output)
    }
    #expect(try frames("--rate", "2").frameCount == 11 * 480)
    #expect(try frames("--rate", "0.5").frameCount == 11 * 1920)
    #expect(try frames("--volume", "0").int16s.allSatisfy { $0 == 0 })
    #expect(try frames("--pitch", "12") != frames("--pitch", "0"))
    #expect(try frames("--tone", "sad").frameCount > 11 * 960)
    #expect(try frames("--tone", "urgent").frameCount < 11 * 960)
  }

  @Test func `and tells each word with its time and its bytes of the input`() throws {
    let text = "Õhtu on.\n\nSiin me oleme."
    let file = try stage.folder.write(text, as: "text.txt")
    let run = try stage.host(["-v", "mock", "--json", "-o", output, "-f", file])
    let words = try stage.events(run).filter { $0["event"] as? String == "word" }
    #expect(words.map { $0["text"] as? String } == ["Õhtu", "on.", "Siin", "me", "oleme."])
    let bytes = Array(text.utf8)
    var last = -1.0
    for word in words {
      let offset = try #require(word["offset"] as? Int)
      let length = try #require(word["length"] as? Int)
      #expect(
        String(decoding: bytes[offset..<offset + length], as: UTF8.self) == word["text"] as? String)
      let time = try #require(word["time"] as? Double)
      #expect(time > last)
      last = time
    }
    #expect(abs(last - (8 + 8) * 0.06) < 1e-6)
  }

  @Test func `and drops the half that a crash left, before the next voice says it`() throws {
    let run = try stage.host(
      [
        "--voice=crash,mock", "--json", "-o", output, "--lines", "-f", "-",
      ], input: "one\ntwo\n")
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.talk.contains("crash crashed while saying a line (SIGSEGV)."))
    #expect(run.talk.contains("mock stands in."))
    // The first line's format, which is the broken voice's, is the file's.
    let sound = try Fixtures.sound(inFile: output)
    #expect(sound.frameCount == 2 * 3 * 960 * sound.format.rateHertz / 16000)
    let names = try stage.events(run).map { $0["event"] as? String }
    #expect(names.filter { $0 == "stand-in" }.count == 2)
  }

  @Test func `a line is said again with the same voice after its process was ended`() throws {
    let run = try stage.host(["--voice=killed-twice,mock", "--no-sandbox", "-o", output, "one"])
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.talk.contains("killed-twice says the line again."))
    #expect(!run.talk.contains("stands in"))
  }

  @Test func `and keeps the lines that are whole where no voice is left`() throws {
    let run = try stage.host(
      ["-v", "mock", "--set", "fail-after=4", "--lines", "-o", output],
      input: "one\ntwo\nthree\nfour\n")
    #expect(run.status == 69)
    #expect(run.talk.contains("The mock voice was set to fail here."))
    #expect(run.talk.contains("holds the first 2 of 4 lines"))
    #expect(try Fixtures.sound(inFile: output).frameCount == 6 * 960)
  }

  @Test func `until it is interrupted, and leaves nothing half done`() throws {
    let running = try stage.start([
      "-v", "mock", "--set", "latency=60000", "--verbose", "-o", output, "hello",
    ])
    // The worker is there as soon as the line is under way.
    while Processes.descendants(of: running.processIdentifier).isEmpty {
      try #require(Processes.parent(of: running.processIdentifier) != nil, "host has ended")
    }
    kill(running.processIdentifier, SIGINT)
    let run = running.end()
    #expect(run.status == 130)
    #expect(!FileManager.default.fileExists(atPath: output))
    // The user's folder has a list of voices, perhaps.
    let left = try FileManager.default.contentsOfDirectory(atPath: stage.folder.path)
    #expect(Set(left).subtracting(["home"]) == ["plugins"])
  }

  @Test func `to a pipe that closes early, and ends in silence as other programs do`() throws {
    let run = try Run(
      "/bin/sh",
      [
        "-c",
        "{ \"$0\" -v mock --raw -q -o - \"$(head -c 20000 /dev/zero | tr '\\0' a)\"; "
          + "echo \"status $?\" >&2; } | head -c 10", Places.product("host"),
      ], environment: ["CUE_PLUGIN_PATH": stage.plugins])
    #expect(run.talk == "status 141\n")
  }
}

@Suite(.startsProcesses) struct `host refuses with a sentence` {
  private let stage: Stagehand

  init() throws {
    stage = try Stagehand(hasBrokenVoices: true)
    try stage.folder.write("no library", as: "text.so")
    try stage.folder.write("int nothing(void); int nothing(void) { return 0; }\n", as: "bare.c")
    try Fixtures.compile(stage.folder.path("bare.c"), to: stage.folder.path("bare.so"))
    try stage.folder.write("a\u{0}b", as: "nul.txt")
    try stage.folder.write("{\\rtf1 Good evening.}", as: "rich.txt")
    try stage.folder.write("<!DOCTYPE html><p>Good evening.", as: "page.txt")
    try stage.folder.write("", as: "empty.txt")
    try stage.folder.write("INT. HOUSE - DAY\n\nNobody speaks.\n", as: "mute.fountain")
    try stage.folder.write("ALEX\nHello.\n\nJAMIE\nYes.\n", as: "two.fountain")
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let status: Int32
    let words: String
    var testDescription: String { arguments.joined(separator: " ") }
    init(_ arguments: String, _ status: Int32, _ words: String) {
      self.arguments = arguments.split(separator: " ").map(String.init)
      self.status = status
      self.words = words
    }
  }

  @Test(arguments: [
    Case("-v ./nowhere.so x", 69, "./nowhere.so cannot be used: there is no such file"),
    Case("-v nowhere x", 69, "nowhere cannot be used: no plugin of that id"),
    Case("-v @/text.so -o @/x x", 69, "the loader says"),
    Case("-v @/bare.so -o @/x x", 69, "no Cue plugin: it has no cue_plugin_entry"),
    Case("-v @/plugins -o @/x x", 69, "it is a folder"),
    Case("-v mock -o @/no/x x", 73, "cannot be written: No such file or directory."),
    Case("-v mock -o /dev/full x", 74, "No space left on device."),
    Case("-v mock -f @/nothing -o @/x", 66, "cannot be read: No such file or directory."),
    Case("-v mock -f @/nul.txt -o @/x", 65, "NUL byte at offset 1"),
    Case("-v mock -f @/rich.txt -o @/x", 65, "the program that reads such files is missing"),
    Case("-v mock -f @/page.txt -o @/x", 65, "it is a web page, and the program"),
    Case("-v mock -f @/empty.txt -o @/x", 65, "There is nothing to say"),
    Case("-v mock:middle -o @/x x", 69, "The mock voice has no “middle”"),
    Case("-v mock --set nothing=1 -o @/x x", 2, "has no parameter “nothing”"),
    Case("-v mock --set chunk=0 -o @/x x", 2, "from 1 to 10000"),
    Case("-v mock --set key=secret12 -o @/x x", 2, "is a secret"),
    Case("-v elevenlabs -o @/x x", 77, "host credentials set elevenlabs"),
    Case("-v refuses -o @/x x", 69, "This voice speaks no such language."),
    Case("-v nan -o @/x x", 69, "samples that are no numbers"),
    Case("rehearse @/nothing --as X", 66, "cannot be read"),
    Case("rehearse @/mute.fountain --as X", 65, "cannot be rehearsed"),
    Case("rehearse @/two.fountain", 2, "ALEX (1), JAMIE (1)"),
    Case("rehearse @/two.fountain --as SAM", 2, "ALEX (1), JAMIE (1)"),
    Case("rehearse @/two.fountain --as alex --cast SAM=mock -o @/x", 2, "nobody in"),
    Case("rehearse @/two.fountain --as alex --from 9 -v mock -o @/x", 2, "no line 9"),
    Case("credentials set elevenlabs", 65, "8 to 1024 characters"),
    Case("--nope", 2, "There is no option --nope."),
  ])
  func `host refuses with a sentence and the status of its kind`(refused: Case) throws {
    let arguments = refused.arguments.map {
      $0.replacingOccurrences(of: "@", with: stage.folder.path)
    }
    let run = try stage.host(arguments)
    #expect(run.status == refused.status, "\(run.talk)")
    #expect(!run.wasEndedBySignal)
    #expect(run.talk.contains(refused.words), "\(run.talk)")
    #expect(run.talk.hasPrefix("host: "))
    #expect(!FileManager.default.fileExists(atPath: stage.folder.path("x")))
  }

  @Test func `host refuses with a sentence words that are not UTF-8`() throws {
    let run = try Run(
      "/bin/sh",
      ["-c", "\"$0\" -v mock -o /dev/null \"$(printf 'a\\377b')\"", Places.product("host")],
      environment: ["CUE_PLUGIN_PATH": stage.plugins])
    #expect(run.status == 65)
    #expect(run.talk.contains("is not UTF-8"))
  }

  @Test func `a machine without a sound server, and goes on with a file`() throws {
    let alone = try stage.host(["-v", "mock", "hello"])
    #expect(alone.status == 69)
    #expect(alone.talk.contains("Nothing can be heard"))
    #expect(alone.talk.contains("-o out.wav"))
    let path = stage.folder.path("heard.wav")
    let both = try stage.host(
      ["-v", "mock", "--device", "pulse", "-o", path, "--lines"], input: "a\nb\n")
    #expect(both.status == 0)
    #expect(both.talk.components(separatedBy: "Nothing can be heard").count == 2)
    #expect(try Fixtures.sound(inFile: path).frameCount == 2 * 960)
  }

  @Test func `and never shows a key, whatever it says`() throws {
    let key = "sk_abcdefghijklmnopqrstuvwxyz"
    let run = try stage.host(
      [
        "-v", "elevenlabs", "--set", "base-url=http://127.0.0.1:9", "--set", "retries=0",
        "--verbose", "--json", "-o", stage.folder.path("y.wav"), "hello",
      ], ["CUE_ELEVENLABS_KEY": key])
    #expect(run.status == 75, "\(run.talk)")
    #expect(!run.talk.contains(key) && !run.text.contains(key))
  }
}

@Suite(.startsProcesses) struct `host lists` {
  private let stage: Stagehand
  init() throws { stage = try Stagehand() }

  @Test func `voices, of one plugin or of a language`() throws {
    let flite = try stage.host(["voices", "flite"])
    #expect(flite.status == 0)
    for voice in ["flite:slt", "flite:rms", "flite:awb", "flite:kal16", "flite:kal "] {
      #expect(flite.text.contains(voice))
    }
    let estonian = try stage.host(["voices", "--language", "et"])
    #expect(estonian.text.contains("espeak:") && !estonian.text.contains("mock:"))
    #expect(!estonian.text.contains("flite:"))
    let events = try stage.events(try stage.host(["voices", "mock", "--json"]))
    #expect(events.compactMap { $0["id"] as? String } == ["mock:low", "mock:high"])
  }

  @Test func `plugins and what may be set, and which cannot be used`() throws {
    try stage.folder.write("no library", as: "plugins/libtext.so")
    let all = try stage.host(["plugins"])
    #expect(all.status == 0)
    for id in ["espeak", "flite", "elevenlabs", "mock-ear", "mock-gain", "null"] {
      #expect(all.text.contains(id))
    }
    #expect(all.text.contains("GPL-3.0-or-later"))
    #expect(all.text.contains("libtext.so cannot be used: the loader says"))
    let one = try stage.host(["plugins", "espeak"])
    #expect(one.text.contains("--set range=0…100 (50)"))
  }

  @Test func `host lists fifteen tones in their order`() throws {
    let tones = try stage.events(try stage.host(["tones", "--json"]))
    #expect(tones.count == 15)
    #expect(tones.first?["label"] as? String == "tense")
    #expect(try !stage.host(["tones", "--no-emoji"]).text.contains("😤"))
  }

  @Test func `keys by their ends, and keeps and removes them`() throws {
    #expect(
      try stage.host(["credentials", "set", "elevenlabs"], input: "sk_0123456789\n").status == 0)
    let list = try stage.host(["credentials", "list"])
    #expect(list.text == "elevenlabs key sk_0••••••••6789\n")
    #expect(try stage.host(["credentials", "remove", "elevenlabs"]).status == 0)
    #expect(try stage.host(["credentials", "remove", "elevenlabs"]).status == 1)
  }

  @Test func `ask a key command at the terminal, whatever standard input is`() throws {
    let asked = stage.folder.path("asked")
    try stage.configure(
      "elevenlabs.key.command = echo Key? >/dev/tty; read -r key </dev/tty; "
        + "echo $key > \(asked); echo $key\n")
    let run = try stage.startAtTerminal(
      shell: "echo words | \"$0\" \"$@\"",
      [
        "--voice", "elevenlabs", "--set", "base-url=http://127.0.0.1:9", "-o",
        stage.folder.path("x.wav"),
      ])
    #expect(run.waits(forWords: "Key?"))
    run.type("sk_0123456789\r")
    #expect(run.end() != 0)
    #expect(try String(contentsOfFile: asked, encoding: .utf8) == "sk_0123456789\n")
  }

  @Test(arguments: ["speak", "rehearse", "voices", "plugins", "devices", "tones", "credentials"])
  func `the help of every command`(command: String) throws {
    let run = try stage.host([command, "--help"])
    #expect(run.status == 0)
    #expect(run.text.contains("host \(command)"))
    #expect(run.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }
}

@Suite(.startsProcesses) struct `host serves plugins that others write` {
  private let stage: Stagehand
  private var output: String { stage.folder.path("out.wav") }
  init() throws { stage = try Stagehand() }

  @Test func `in plain C, built by the C compiler alone`() throws {
    let library = stage.folder.path("plugins/libexample.so")
    try Fixtures.compile(
      Places.source("plugin-sdk/examples/c/voice.c"), to: library,
      ["-Wl,--version-script=" + Places.source("plugin-sdk/cue-plugin.map"), "-lm"])
    for voice in [library, "org.cue.example-c"] {
      let run = try stage.host(["-v", voice, "--json", "-o", output, "Two words"])
      #expect(run.status == 0, "\(run.talk)")
      let words = try stage.events(run).filter { $0["event"] as? String == "word" }
      #expect(words.map { $0["text"] as? String } == ["Two", "words"])
      #expect(try Fixtures.sound(inFile: output).frameCount > 1000)
    }
  }

  @Test func `host serves plugins that others write as a program in Python`() throws {
    let program = Places.source("plugin-sdk/examples/python/voice.py")
    let run = try stage.host(["-v", program, "--json", "-o", output, "Kaks sõna"])
    #expect(run.status == 0, "\(run.talk)")
    let words = try stage.events(run).filter { $0["event"] as? String == "word" }
    #expect(words.map { $0["text"] as? String } == ["Kaks", "sõna"])
    let sound = try Fixtures.sound(inFile: output)
    #expect(sound.frameCount == 2 * (5733 + 1764))
  }

  @Test func `host: each of Cue's plugin libraries exports one symbol`() throws {
    for name in ["mock", "flite", "espeak", "elevenlabs", "pulse"]
    where FileManager.default.fileExists(atPath: Places.product("libplugin-\(name).so")) {
      let run = try Run(
        "/usr/bin/env",
        ["nm", "-D", "--defined-only", "--extern-only", Places.product("libplugin-\(name).so")])
      let symbols = run.text.split(separator: "\n").compactMap { $0.split(separator: " ").last }
      #expect(symbols == ["cue_plugin_entry"], "\(name)")
    }
  }
}
