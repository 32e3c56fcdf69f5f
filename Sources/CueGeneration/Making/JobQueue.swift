import Synchronization

/// What is still to be made, in an order that spares the voices: each lane stays with a voice as long as that has lines.
final class JobQueue: Sendable {
  /// Jobs of one voice of one source.
  private struct Group {
    let source: Int
    var jobs: [Int]
    /// How many of them were taken.
    var taken = 0
    /// How many lanes are at it.
    var lanes = 0
    var left: Int { jobs.count - taken }
  }

  /// What a lane works on.
  struct Seat {
    /// The source it is for; nil for all that work on this machine.
    let remote: Int?
    fileprivate var group: Int?

    init(remote: Int?) { self.remote = remote }
  }

  private struct State {
    var groups: [Group]
    /// Jobs that another program had when their turn came.
    var later: [Int] = []
    var isStopped = false

    mutating func take(_ group: Int) -> Int {
      defer { groups[group].taken += 1 }
      return groups[group].jobs[groups[group].taken]
    }
  }

  private let state: Mutex<State>
  private let isRemote: [Bool]
  private let sourceOfJob: [Int]

  /// The jobs of `plan` that `isOpen`.
  init(_ plan: GenerationPlan, isRemote: [Bool], isOpen: (Int) -> Bool) {
    var groups: [Group] = []
    struct Place: Hashable {
      var source: Int
      var voice: String
    }
    var places: [Place: Int] = [:]
    for (index, job) in plan.jobs.enumerated() where isOpen(index) {
      let place = Place(source: job.source, voice: job.voice)
      if let group = places[place] {
        groups[group].jobs.append(index)
      } else {
        places[place] = groups.count
        groups.append(Group(source: job.source, jobs: [index]))
      }
    }
    self.isRemote = isRemote
    sourceOfJob = plan.jobs.map(\.source)
    state = Mutex(State(groups: groups))
  }

  /// The next job for `seat`: of the same voice as before, else of the voice with the fewest lanes and then the most lines left.
  func next(_ seat: inout Seat) -> Int? {
    let current = seat.group
    let (job, group) = state.withLock { state -> (Int?, Int?) in
      guard !state.isStopped else { return (nil, current) }
      if let current, state.groups[current].left > 0 {
        return (state.take(current), current)
      }
      if let current { state.groups[current].lanes -= 1 }
      var best: Int?
      for index in state.groups.indices {
        let group = state.groups[index]
        guard group.left > 0, serves(group.source, seat) else { continue }
        guard let found = best.map({ state.groups[$0] }) else {
          best = index
          continue
        }
        if (group.lanes, -group.left) < (found.lanes, -found.left) { best = index }
      }
      guard let best else { return (nil, nil) }
      state.groups[best].lanes += 1
      return (state.take(best), best)
    }
    seat.group = group
    return job
  }

  private func serves(_ source: Int, _ seat: Seat) -> Bool {
    seat.remote.map { $0 == source } ?? !isRemote[source]
  }

  /// Puts off a job that another program has.
  func putOff(_ job: Int) { state.withLock { $0.later.append(job) } }

  /// Takes back a job that was just put off, unless somebody has it by now.
  func takeBack(_ job: Int) {
    state.withLock { state in
      if let place = state.later.lastIndex(of: job) { state.later.remove(at: place) }
    }
  }

  /// A job that was put off.
  func putOff(for seat: Seat) -> Int? {
    state.withLock { state in
      guard !state.isStopped else { return nil }
      guard let index = state.later.firstIndex(where: { serves(sourceOfJob[$0], seat) }) else {
        return nil
      }
      return state.later.remove(at: index)
    }
  }

  /// How many jobs are put off that `seat` could do.
  func putOffCount(for seat: Seat) -> Int {
    state.withLock { state in state.later.count { serves(sourceOfJob[$0], seat) } }
  }

  /// Gives out nothing more.
  func stop() { state.withLock { $0.isStopped = true } }
}
