import CueCasting
import CueRehearsal
import CueScreenplay
import CueStore

// Which lines are rehearsed, and what is kept of them.
extension RehearsalSession {
  /// Checks that the requested lines and scene are in the script.
  func checkLines() throws(RehearsalProblem) {
    let count = numbers.count
    let bounds: [(RehearsalRequest.Bound, Int?)] = [
      (.first, request.firstLine), (.last, request.lastLine), (.loop, request.loop?.upperBound),
    ]
    for (bound, number) in bounds {
      // An empty range has a first line.
      if let number, number > count, number != 1 {
        throw .noSuchLine(bound, number: number, count: count)
      }
    }
    if let scene = request.scene, scene > script.scenes.count {
      throw .noSuchScene(number: scene, count: script.scenes.count)
    }
  }

  /// The lines that the request bounds, by index.
  private var range: Range<Int> {
    if let scene = request.scene { return script.scenes[scene - 1].lines }
    let first = request.loop?.lowerBound ?? request.firstLine ?? 1
    let last = request.loop?.upperBound ?? request.lastLine ?? numbers.count
    let start = numbers.index(of: first) ?? 0
    return start..<max(start, (numbers.index(of: last) ?? script.lines.count - 1) + 1)
  }

  /// The lines to rehearse, in order; nil for all, in the order of the script.
  func chosenLines() throws(RehearsalProblem) -> [Int]? {
    let roles = self.roles.sorted()
    let own = Passages.ownLines(of: cast.script, self.roles, in: range)
    guard !own.isEmpty else {
      guard !request.picksLines else { throw .nothingToRehearse(roles: roles) }
      tell(.note(.noOwnLines(roles: roles)))
      return nil
    }
    guard request.picksLines else { return nil }
    var passages = Passages.leading(
      to: try chosen(of: own, roles), in: cast.script, self.roles)
    if request.shuffles {
      let seed = request.seed ?? UInt64.random(in: 1...9999)
      passages = Passages.shuffled(passages, seed: seed)
      if request.seed == nil { tell(.note(.shuffled(seed: seed))) }
    }
    return passages.flatMap { $0 }
  }

  private func chosen(of own: [Int], _ roles: [String]) throws(RehearsalProblem) -> [Int] {
    guard let history, request.choice != .all else { return own }
    let chosen: [Int]
    if request.choice == .trouble {
      chosen = history.troubleSpots(in: range)
      guard !chosen.isEmpty else { throw .noTrouble(roles: roles) }
    } else {
      chosen = history.due(in: range)
      guard !chosen.isEmpty else {
        let days = own.compactMap { history.histories[$0]?.plan.daysLeft(at: history.now) }.min()
        throw .nothingDue(roles: roles, nextInDays: max(1, days ?? 0))
      }
    }
    let numbers = DialogueNumbers(cast.script)
    tell(.note(.chosen(chosen.compactMap { numbers.number(at: $0) }, request.choice)))
    return chosen
  }

  /// The kept cast of a script, and what keeps it; if the library cannot be opened, there is a note.
  static func keptCast(
    of file: ScreenplayFile, in library: UserLibrary, _ tell: (RehearsalEvent) -> Void
  ) -> (CastKeeper?, KeptCast) {
    do throws(StoreFailure) {
      let keeper = try library.castKeeper(of: file)
      return (keeper, try keeper.kept())
    } catch {
      tell(.note(.unkept(.cast, error)))
      return (nil, KeptCast())
    }
  }

  /// Keeps how the actor's lines go; lines of a robot or a script are only reported.
  ///
  /// If the library cannot be opened, there is a note, and the rehearsal goes on.
  func lineHistory() throws -> LineMemory? {
    let needsHistory = request.choice != .all || request.draft != nil
    guard request.isHeard || needsHistory || request.isAttended else { return nil }
    let keeps = request.keepsHistory && request.robot == nil && !request.isScripted
    guard keeps || needsHistory, !file.absolutePath.isEmpty else {
      guard !needsHistory else { throw RehearsalProblem.historyNeedsFile }
      return LineMemory(cast.script, roles: roles, clock: clock)
    }
    let tell = tell
    do {
      let memory = try library.lineMemory(
        of: file, cast.script, roles: roles, keeps: keeps
      ) { tell(.note(.unkept(.history, $0))) }
      if let draft = request.draft { try takeOver(draft, memory) }
      return memory
    } catch let failure as StoreFailure {
      tell(.note(.unkept(.history, failure)))
      return LineMemory(cast.script, roles: roles, clock: clock)
    }
  }

  private func takeOver(_ draft: String, _ memory: LineMemory) throws {
    let scripts = Scripts(try library.database(toLook: false), clock: clock)
    guard let script = try scripts.found(called: draft) else {
      throw RehearsalProblem.noSuchScript(draft)
    }
    let (taken, all) = try memory.takeOver(from: script.number)
    tell(.note(.historyTaken(taken, of: all, draft: script.name)))
  }

  /// Keeps the place where the part stops; nil if this is not wanted.
  func keptPlace() -> RehearsalMemory? {
    guard request.keepsPlace, request.isOfWholeScript else { return nil }
    let tell = tell
    func note(_ failure: StoreFailure) { tell(.note(.unkept(.place, failure))) }
    do throws(StoreFailure) {
      return try library.rehearsalMemory(of: file, script, roles: roles, note: note)
    } catch {
      note(error)
      return nil
    }
  }
}

extension RehearsalReport {
  /// Whether no report follows it.
  var isLast: Bool {
    switch self {
    case .finished, .stopped, .brokenOff: true
    default: false
    }
  }
}
