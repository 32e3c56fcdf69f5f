import CueListening
import CueRehearsal
import CueScreenplay
import TestSupport
import Testing

/// What a voice and a microphone that obey the effects are doing.
private struct Room {
  enum Voice { case silent, speaking, held }
  var voice = Voice.silent
  var isMicrophoneOpen = false

  mutating func obey(_ effect: RehearsalEffect) {
    switch effect {
    case .speak:
      #expect(voice == .silent)
      #expect(!isMicrophoneOpen, "the microphone would hear the partner")
      voice = .speaking
    case .pauseSpeaking:
      #expect(voice == .speaking)
      voice = .held
    case .resumeSpeaking:
      #expect(voice == .held)
      voice = .speaking
    case .stopSpeaking:
      #expect(voice != .silent)
      voice = .silent
    case .startListening:
      #expect(!isMicrophoneOpen)
      isMicrophoneOpen = true
    case .stopListening:
      #expect(isMicrophoneOpen)
      isMicrophoneOpen = false
    default:
      break
    }
  }
}

@Suite struct `Ten thousand random events` {
  static let scripts: [Script] = [
    .of("#", "ANN", "-", "BEN", "#", "CY", "BEN", "-"), .of("BEN", "BEN", "ANN", "ANN"), .of(),
    .of("-", "#", "#", "ANN", "?", "BEN", "#", "-"), .of("ANN", "BEN"),
  ]

  @Test(arguments: scripts.indices)
  func `keep every promise of a rehearsal`(number: Int) {
    let script = Self.scripts[number]
    var random = Seeded(UInt64(number) + 2026)
    var rehearsal = Rehearsal(script, roles: ["BEN"])
    var room = Room()
    var visited: Set<RehearsalState.Status> = []

    for _ in 0..<10_000 {
      let before = rehearsal.state
      let event = Self.event(at: before, in: script, using: &random)
      rehearsal.take(event)
      let after = rehearsal.state
      visited.insert(after.status)

      if case .partnerFinished = event, before.status == .playingPartner, !rehearsal.ignoredLast {
        room.voice = .silent
      }
      for effect in rehearsal.effects { room.obey(effect) }

      if rehearsal.ignoredLast { #expect(after == before) }
      #expect(after.index == Self.index(after: event, at: before, in: script), "\(event)")
      expectCompletion(event, from: before, to: after, in: script)
      expectConsistency(after, room, in: script)
    }
    let all = Set(RehearsalState.Status.allCases)
    #expect(visited == (script.lines.isEmpty ? [.idle, .finished] : all))
  }

  private static func event(
    at state: RehearsalState, in script: Script, using random: inout Seeded
  ) -> RehearsalInput {
    let line = Int.random(in: -1...script.lines.count, using: &random)
    switch Int.random(in: 0..<20, using: &random) {
    case 0: return .start(from: line)
    case 1: return .start(from: 0)
    case 2: return .partnerFinished(line: line)
    case 3...7: return .partnerFinished(line: state.index)
    case 8, 9:
      return .userFinished(UserLineEnd.allCases.randomElement(using: &random) ?? .manual)
    case 10, 11: return .advance
    case 12: return .pause
    case 13, 14: return .resume
    case 15: return .back
    case 16: return .repeatLine
    case 17: return .jump(line: line)
    case 18: return Bool.random(using: &random) ? .jumpScene(line) : .stop
    default: return .setListening(Bool.random(using: &random))
    }
  }

  /// Where `event` must lead, worked out from the rules and not from the reducer.
  private static func index(
    after event: RehearsalInput, at state: RehearsalState, in script: Script
  ) -> Int {
    let spoken = script.lines.filter { $0.character != nil }.map(\.index)
    func next(from line: Int) -> Int { spoken.first { $0 >= line } ?? script.lines.count }
    let isActive = state.status != .idle
    let isOver = state.status == .idle || state.status == .finished

    switch event {
    case .start(let line)
    where isOver && (line == 0 || script.lines.indices.contains(line)):
      return next(from: line)
    case .partnerFinished(let line)
    where state.status == .playingPartner && line == state.index:
      return next(from: line + 1)
    case .advance where state.status == .waitingForUser,
      .userFinished(.manual) where state.status == .waitingForUser:
      return next(from: state.index + 1)
    case .userFinished where state.status == .waitingForUser && state.isListening:
      return next(from: state.index + 1)
    case .resume where state.resuming == .nextLine:
      return next(from: state.index + 1)
    case .back where isActive:
      return spoken.last { $0 < state.index } ?? next(from: 0)
    case .jump(let line) where isActive && script.lines.indices.contains(line):
      return next(from: line)
    case .jumpScene(let scene) where isActive && script.scenes.indices.contains(scene):
      return next(from: script.scenes[scene].lines.lowerBound)
    case .stop:
      return 0
    default:
      return state.index
    }
  }

  private func expectCompletion(
    _ event: RehearsalInput, from before: RehearsalState, to after: RehearsalState,
    in script: Script
  ) {
    let dialogue = Set(script.lines.filter { $0.character != nil }.map(\.index))
    #expect(after.completed.isSubset(of: dialogue))
    if case .start = event, after != before {
      #expect(after.completed.isEmpty)
    } else {
      #expect(after.completed.isSuperset(of: before.completed))
      #expect(after.completed.subtracting(before.completed).isSubset(of: [before.index]))
    }
  }

  private func expectConsistency(_ state: RehearsalState, _ room: Room, in script: Script) {
    #expect((0...script.lines.count).contains(state.index))
    #expect((state.resuming != nil) == (state.status == .paused))
    #expect((room.voice == .speaking) == (state.status == .playingPartner))
    #expect(room.isMicrophoneOpen == (state.status == .waitingForUser && state.isListening))
    switch state.status {
    case .idle: #expect(state.index == 0)
    case .finished: #expect(state.index == script.lines.count)
    case .playingPartner: #expect(script.lines[state.index].character.map { $0 != "BEN" } == true)
    case .waitingForUser: #expect(script.lines[state.index].character == "BEN")
    case .paused:
      #expect((script.lines[state.index].character == "BEN") == (state.resuming == .user))
    }
  }
}
