import CueModel
import CuePlugins
import Foundation
import Testing
import TestSupport

@Suite(.startsProcesses) struct `An effect that breaks the rules` {
  private let folder: TemporaryFolder
  private let library: String

  init() throws {
    folder = try TemporaryFolder()
    library = folder.path("libfaulty-effect.so")
    try Fixtures.compile(Places.source("Tests/Fixtures/faulty-effects.c"), to: library)
  }

  private func effect(_ fault: String) -> EffectClient {
    var deadlines = Deadlines()
    if fault == "hang" { deadlines.gap = 200 }
    return EffectClient(
      setup(
        library, id: "faulty-effect", name: "faulty", parameters: [("fault", fault)],
        deadlines: deadlines, in: folder), blockFrames: 1000)
  }

  private let sound = Sounds.noise(frames: 5000)

  @Test func `an effect that follows the rules succeeds`() throws {
    #expect(try effect("none").whole(sound) == sound)
  }

  /// Noise of a peak of 0.5, so that a hundred times that is 50.
  @Test(arguments: ["drop", "drop-half", "zero", "loud", "grow"])
  func `fails where it loses, silences or blows up sound`(fault: String) throws {
    let long = Sounds.noise(frames: 20_000)
    let effect = effect(fault)
    for _ in 1...2 {
      let failure = try #require(throws: PluginFailure.self) { try effect.whole(long) }
      #expect(failure.kind == .misbehaved && failure.activity == .processing)
      guard case .broke(let rule) = failure.reason else {
        Issue.record("\(failure.reason)")
        return
      }
      switch rule {
      case .effectLostSound(let frames, let given):
        #expect(fault == (frames == 0 ? "drop" : "drop-half") && given == 20_000)
      case .effectSilent: #expect(fault == "zero")
      case .effectTooLoud(let times):
        #expect(fault == "loud" ? times == 100 : fault == "grow" && times > 8)
      default: Issue.record("\(rule)")
      }
    }
  }

  /// A tenth of a second may be held back, silence stays silence, and soft sound is a setting.
  @Test func `does not fail where little, silence or soft sound comes out`() throws {
    _ = try effect("drop").whole(Sounds.noise(frames: 800))
    _ = try effect("zero").whole(
      AudioBuffer(float32: [Float](repeating: 0.001, count: 20_000), rateHertz: 8000))
    #expect(try effect("soft").whole(Sounds.noise(frames: 20_000)).frameCount == 20_000)
  }

  @Test(arguments: [
    ("crash", PluginFailure.Kind.crashed(signal: 11), PluginFailure.Reason.processEnded),
    ("claim-more", .misbehaved, .said("more sound than there was room for")),
    ("idle", .misbehaved, .said("neither takes nor gives sound")),
    ("nan", .misbehaved, .broke(.halfFramesOrNotNumbers)),
    ("endless", .misbehaved, .said("gives sound without end")),
    ("hang", .hung(milliseconds: 200), .noAnswer),
    ("refuse", .refused(status: .internalError), .said("could not process a block")),
  ])
  func `fails for a reason, and can be configured again`(
    fault: String, kind: PluginFailure.Kind, reason: PluginFailure.Reason
  ) throws {
    let effect = effect(fault)
    for _ in 1...2 {
      let failure = try #require(throws: PluginFailure.self) { try effect.whole(sound) }
      #expect(failure.kind == kind)
      #expect(failure.activity == .processing)
      #expect(failure.isDue(to: reason), "\(failure.reason)")
    }
    effect.quit()
    #expect(Processes.survivors(of: Processes.mentioning(library)) == [])
  }
}

@Suite(.startsProcesses) struct `An effect that is a program` {
  /// Half as loud, and every frame twice, in one loop that reads and writes in turn.
  private static let source = """
    #!/usr/bin/env python3
    import struct, sys
    def field(tag, data): return struct.pack('<HHI', tag, 0, len(data)) + data
    def u32(number): return struct.pack('<I', number)
    def send(kind, request, body=b''):
        sys.stdout.buffer.write(struct.pack('<IHHI', len(body), kind, 0, request) + body)
        sys.stdout.buffer.flush()
    def done(request, body=b''): send(0x80, request, field(1, u32(0)) + body)
    while True:
        head = sys.stdin.buffer.read(12)
        if len(head) < 12: break
        length, kind, flags, request = struct.unpack('<IHHI', head)
        body, fields, at = sys.stdin.buffer.read(length), [], 0
        while at < length:
            tag, _, size = struct.unpack_from('<HHI', body, at)
            fields.append((tag, body[at + 8:at + 8 + size]))
            at += 8 + size
        places = b''.join(
            field(54, struct.pack('<Q', 2 * struct.unpack('<Q', data)[0]))
            for tag, data in fields if tag == 54)
        if kind == 0x01: done(request, field(5, u32(1)) + field(6, u32(0)))
        elif kind in (0x02, 0x03):
            send(0x82, request, field(10, b'doubler') + field(11, b'cue.dsp/1') +
                 field(15, b'Doubler') + field(12, u32(2)) + field(13, u32(2)))
            done(request)
        elif kind == 0x30: done(request, field(103, u32(0)) + field(104, u32(0)))
        elif kind == 0x31:
            for tag, data in fields:
                if tag != 33: continue
                samples = struct.unpack('<%df' % (len(data) // 4), data)
                made = b''.join(struct.pack('<2f', s / 2, s / 2) for s in samples)
                for start in range(0, len(made), 40000):
                    send(0x92, request, field(33, made[start:start + 40000]))
            done(request, places)
        elif kind == 0x09: break
        elif kind < 0x80: done(request, places)
    """

  @Test func `takes blocks that are sent ahead, however full both its pipes are`() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Self.source, as: "doubler.py", isProgram: true)
    let effect = EffectClient(
      setup(path, id: "doubler", isProgram: true, in: folder), blockFrames: 16384)
    let noise = Sounds.noise(frames: 200_000)
    try effect.configure(rateHertz: 22050, channels: 1)
    // Far more than the pipes hold, before anything is read.
    for at in stride(from: 0, to: 200_000, by: 20_000) {
      try effect.begin(noise.frames(at..<at + 20_000), changes: [], asking: [at + 7])
    }
    var made: [Float] = []
    for at in stride(from: 0, to: 200_000, by: 20_000) {
      let output = try effect.finish()
      made += output.sound.floats
      #expect(output.places == [2 * (at + 7)])
    }
    made += try effect.flush().floats
    #expect(made == noise.floats.flatMap { [$0 / 2, $0 / 2] })
  }
}
