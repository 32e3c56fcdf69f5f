import Foundation
import TestSupport
import Testing

/// Voices of a service, with a server on this machine that speaks like it.
@Suite(.startsProcesses) struct `A voice of a service` {
  private let stage: Stagehand
  private let key = ["CUE_ELEVENLABS_KEY": "sk_0123456789abcdef"]
  private var output: String { stage.folder.path("out.wav") }

  init() throws { stage = try Stagehand() }

  private func configure(_ text: String) throws {
    try stage.folder.makeFolders("home/config/cue")
    try stage.folder.write(text, as: "home/config/cue/cue.conf")
  }

  private func configure(_ service: CloudService, _ more: String = "") throws {
    try configure("elevenlabs.base-url = \(service.address)\nelevenlabs.timestamps = off\n" + more)
  }

  private func script(_ count: Int) throws -> String {
    let speeches = (1...count).map { "\n\($0 % 2 == 0 ? "JO" : "BO")\nThis is line \($0).\n" }
    return try stage.folder.write(speeches.joined(), as: "play.fountain")
  }

  private func generate(_ script: String, _ more: [String]) throws -> Run {
    try stage.host(["generate", script, "-o", output] + more, key)
  }

  private func last(_ run: Run) throws -> [String: Any] {
    try #require(try stage.events(run).last)
  }

  // MARK: - Settings

  @Test func `is listed with settings of that one listing`() throws {
    let service = CloudService()
    let run = try stage.host(
      ["voices", "elevenlabs", "--set", "base-url=\(service.address)"], key)
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.text.contains("elevenlabs:v1") && run.text.contains("Sarah"))
    let named = try stage.host(
      ["voices", "elevenlabs", "--set", "elevenlabs:base-url=\(service.address)", "--json"], key)
    #expect(try stage.events(named).map { $0["id"] as? String } == ["elevenlabs:v1"])
    #expect(try stage.host(["voices", "--set", "base-url=http://127.0.0.1:9"]).status == 2)
    #expect(
      try stage.host(["voices", "mock", "--set", "flite:a=b"]).talk.contains("was not used"))
  }

  @Test func `is where cue.conf says, unless the command says otherwise`() throws {
    let (kept, other) = (CloudService(), CloudService())
    try configure(kept)
    #expect(try stage.host(["voices", "elevenlabs"], key).text.contains("elevenlabs:v1"))
    let say = ["-v", "elevenlabs:v1", "-o", output, "Stay."]
    #expect(try stage.host(say, key).status == 0)
    #expect(kept.lines.count == 1)
    let elsewhere = ["-v", "elevenlabs:v1", "--set", "base-url=\(other.address)", "-o", output]
    #expect(try stage.host(elsewhere + ["Stay."], key).status == 0)
    #expect(kept.lines.count == 1 && other.lines.count == 1)
  }

  @Test func `a key or an unknown setting in cue.conf is refused`() throws {
    for line in ["elevenlabs.key = sk_0123456789abcdef", "elevenlabs.regoin = eu"] {
      try configure(line + "\n")
      let run = try stage.host(["-v", "elevenlabs", "-o", output, "Stay."], key)
      #expect(run.status != 0 && !run.talk.contains("sk_0123456789abcdef"), "\(run.talk)")
    }
  }

  @Test func `is called by its id, by its name, or by a name of the user's own`() throws {
    let service = CloudService { $0.isPicky = true }
    try configure(service, "elevenlabs.voice.mother = v1\n")
    for name in ["v1", "mother", "Mother", "Sarah", "sarah - warm"] {
      let run = try stage.host(
        ["-v", "elevenlabs:\(name)", "--no-keep", "-o", output, "Stay."], key)
      #expect(run.status == 0, "\(name): \(run.talk)")
    }
    let before = service.lines.count
    let run = try stage.host(
      ["-v", "elevenlabs:mother", "--no-keep", "-o", output, "Stay."], key)
    #expect(run.status == 0 && service.lines.count == before + 1, "its id is known")
    #expect(service.lines.last?.target.hasPrefix("/v1/text-to-speech/v1/") == true)
    #expect(try stage.host(["-v", "elevenlabs:nobody", "-o", output, "Stay."], key).status != 0)
    #expect(try stage.host(["voices", "elevenlabs"], key).text.contains("yours: mother"))
    // In a cast, too.
    let play = try script(2)
    let cast = try generate(
      play, ["--cast", "JO=elevenlabs:mother", "--cast", "BO=elevenlabs:Sarah", "--voice", "mock"])
    #expect(cast.status == 0, "\(cast.talk)")
    // A cast may say where its voice is.
    try configure("")
    let set = "?set.base-url=\(service.address)&set.timestamps=off"
    let there = try generate(play, ["--cast", "JO=elevenlabs://v1\(set)", "--voice", "mock"])
    #expect(there.status == 0, "\(there.talk)")
  }

  // MARK: - Limits

  @Test func `takes as much text at once as the service's list of models says`() throws {
    let service = CloudService {
      $0.models = #"[{"model_id":"next_year","maximum_text_length_per_request":60}]"#
    }
    try configure(service, "elevenlabs.model = next_year\n")
    let text = String(repeating: "This is a sentence of the speech. ", count: 6)
    let run = try stage.host(["-v", "elevenlabs:v1", "-o", output, text], key)
    #expect(run.status == 0, "\(run.talk)")
    let lengths = try service.lines.map { line in
      let body = try JSONSerialization.jsonObject(with: Data(line.body)) as? [String: Any]
      return (body?["text"] as? String ?? "").utf8.count
    }
    #expect(lengths.count >= 4 && lengths.allSatisfy { $0 <= 60 }, "\(lengths)")
  }

  @Test func `starts also where the list of models does not come`() throws {
    let service = CloudService { $0.models = nil }
    try configure(service, "elevenlabs.model = next_year\n")
    let run = try stage.host(["-v", "elevenlabs:v1", "-o", output, "Stay."], key)
    #expect(run.status == 0, "\(run.talk)")
    #expect(service.lines.count == 1)
  }

  @Test func `is asked no more often at once than it accepts`() throws {
    let service = CloudService { $0.mostAtOnce = 2 }
    try configure(service)
    let run = try generate(try script(61), ["--voice", "elevenlabs:v1", "--json"])
    #expect(run.status == 0, "\(run.talk)")
    let end = try last(run)
    #expect(end["made"] as? Int == 61 && end["failed"] as? Int == 0)
    #expect(service.lines.count <= 70, "\(service.lines.count) requests for 61 items")
  }

  // MARK: - Stand-ins

  @Test func `stand-ins are reported by a recording, its job and its events`() throws {
    let service = CloudService { $0.status = 400 }
    try configure(service)
    let play = try script(4)
    let cast = ["--cast", "JO=elevenlabs:v1", "--cast", "BO=mock", "--voice", "mock"]
    let run = try generate(play, cast)
    #expect(run.status == 0, "\(run.talk)")
    #expect(run.talk.contains("2 items are said by voices that stand in."))
    #expect(run.talk.components(separatedBy: "stands in for item").count == 2, "\(run.talk)")
    #expect(try stage.host(["jobs"]).text.contains("2 by stand-ins"))
    let shown = try stage.host(["jobs", "show", "1"]).text
    #expect(
      shown.contains("2 by stand-ins") && shown.contains("2 of them said by voices that stand"))
    let job = try last(try stage.host(["jobs", "--json"]))
    #expect(job["stand_ins"] as? Int == 2)
    // The service is back: no stand-in speaks.
    service.change { $0.status = 200 }
    let again = try generate(play, cast + ["--json"])
    #expect(again.status == 0, "\(again.talk)")
    #expect(try last(again)["stand_ins"] as? Int == 0)
    #expect(try last(try stage.host(["jobs", "show", "2", "--json"]))["stand_ins"] as? Int == 0)
  }

  @Test(arguments: [400, 503])
  func `--strict: a recording ends with the first failure`(status: Int) throws {
    let service = CloudService { $0.status = status }
    try configure(service, "elevenlabs.timeout = 2\n")
    let cast = ["--cast", "JO=elevenlabs:v1", "--cast", "BO=mock", "--voice", "mock"]
    let run = try generate(try script(4), cast + ["--strict"])
    #expect(run.status != 0, "\(run.talk)")
    #expect(run.talk.contains("HTTP \(status)"), "\(run.talk)")
    #expect(!run.talk.contains("stands in"))
    #expect(!FileManager.default.fileExists(atPath: output))
    #expect(try stage.host(["jobs"]).text.contains("failed"))
  }

  @Test func `--strict: a line is not said by another voice`() throws {
    let service = CloudService { $0.status = 400 }
    try configure(service)
    let say = ["-v", "elevenlabs:v1,mock", "-o", output, "Stay."]
    let usual = try stage.host(say, key)
    #expect(usual.status == 0 && usual.talk.contains("mock stands in"))
    let strict = try stage.host(["--strict"] + say, key)
    #expect(strict.status != 0 && strict.talk.contains("HTTP 400"), "\(strict.talk)")
    #expect(!strict.talk.contains("stands in"))
    let missing = try stage.host(["--strict", "-v", "gone,mock", "-o", output, "Stay."], key)
    #expect(missing.status != 0 && missing.talk.contains("gone"))
  }

  @Test func `--strict: rehearsal and practice end`() throws {
    let service = CloudService { $0.status = 400 }
    try configure(service)
    let play = try script(6)
    let rehearse = [
      "rehearse", play, "--as", "BO", "-v", "mock", "--cast", "JO=elevenlabs:v1", "--scripted",
      "-", "-o", output,
    ]
    let usual = try stage.host(rehearse, input: "", key)
    #expect(usual.status == 0, "\(usual.talk)")
    let strict = try stage.host(rehearse + ["--strict"], input: "", key)
    #expect(strict.status != 0 && strict.talk.contains("HTTP 400"), "\(strict.talk)")
    let text = try stage.folder.write("One is here. Two is here.", as: "toast.txt")
    let practice = [
      "practice", text, "-v", "elevenlabs:v1,mock", "--scripted", "-", "--pause", "off", "-o",
      output,
    ]
    let said = try stage.host(practice, key)
    #expect(said.status == 0, "\(said.talk)")
    let ended = try stage.host(practice + ["--strict"], key)
    #expect(ended.status != 0 && ended.talk.contains("HTTP 400"), "\(ended.talk)")
  }

  @Test func `a dead service costs one failure, and its lines are listed at the end`() throws {
    let service = CloudService { $0.status = 503 }
    try configure(service)
    let lines = (1...10).map { "Line \($0).\n" }.joined()
    let run = try stage.host(
      ["-v", "elevenlabs:v1,mock", "-o", output, "--lines", "--json"], input: lines, key)
    #expect(run.status == 0, "\(run.talk)")
    #expect(service.lines.count == 1)
    let events = try stage.events(run)
    #expect(events.count { $0["event"] as? String == "stand-in" } == 1)
    #expect(try last(run)["stand_ins"] as? Int == 10)
  }

  @Test func `costs all parts of a rehearsal one failure`() throws {
    let service = CloudService { $0.status = 503 }
    try configure(service)
    let speeches = (1...10).map { "\n\(["JO", "BO", "NED"][$0 % 3])\nThis is line \($0).\n" }
    let play = try stage.folder.write(
      speeches.joined() + "\nANN\nAnd that is the end.\n", as: "parts.fountain")
    let cast = ["JO", "BO", "NED"].flatMap { ["--cast", "\($0)=elevenlabs:v1"] }
    let run = try stage.host(
      ["rehearse", play, "--as", "ANN", "-v", "mock", "--scripted", "-", "-o", output] + cast, key)
    #expect(run.status == 0, "\(run.talk)")
    #expect(service.lines.count == 1, "\(run.talk)")
  }
}
