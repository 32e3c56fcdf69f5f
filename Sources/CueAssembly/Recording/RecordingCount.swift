import CueGeneration
import CueModel

/// How far the making of clips has come.
package struct RecordingCount: Sendable {
  /// A line that has no sound.
  package struct Failure: Sendable {
    /// Its place in the plan.
    package let item: Int
    /// Why.
    package let because: PluginFailure
    /// Whether another try may succeed.
    package let mayPass: Bool
  }

  /// The clips to make.
  package let plan: GenerationPlan
  /// The number of each of the plan's items, as users name them.
  package let numbers: [Int]
  /// How many items have ended, whether made, kept or failed.
  package private(set) var done = 0
  /// How many clips were made in this run.
  package private(set) var made = 0
  /// How long those are, in seconds.
  package private(set) var madeSeconds = 0.0
  /// How long the clips of all ended items are, in seconds.
  package private(set) var seconds = 0.0
  /// The items that have no sound.
  package private(set) var failures: [Failure] = []
  /// The jobs that have ended, each once, and how long their clips are.
  private var ended: [Int: Double] = [:]

  /// The count before anything is made.
  package init(_ plan: GenerationPlan, numbers: [Int]) {
    self.plan = plan
    self.numbers = numbers
    done = plan.jobOfItem.count { $0 == nil }
  }

  /// Counts `event`.
  package mutating func take(_ event: GenerationEvent) {
    switch event {
    case .made(let job, let entry, _):
      end(job, seconds: entry.seconds)
      made += 1
      madeSeconds += entry.seconds
    case .kept(let job, let entry, _): end(job, seconds: entry.seconds)
    case .failed(let job, let failure, let mayPass):
      end(job, seconds: 0)
      for item in plan.jobs[job].items {
        failures.append(Failure(item: item, because: failure, mayPass: mayPass))
      }
    default: break
    }
  }

  /// A job has ended; if it is repeated because its clip was lost, it counts once.
  private mutating func end(_ job: Int, seconds length: Double) {
    let items = plan.jobs[job].items
    if ended[job] == nil { done += items.count }
    seconds += (length - (ended[job] ?? 0)) * Double(items.count)
    ended[job] = length
    failures.removeAll { items.contains($0.item) }
  }

  /// The numbers of a job's items, as users name them.
  package func numbers(ofJob job: Int) -> [Int] { plan.jobs[job].items.map { numbers[$0] } }

  /// Which voice stands in for which, each once, with the items that it says.
  package func grouped(_ standIns: [Int: StandIn]) -> [(standIn: StandIn, items: [Int])] {
    Dictionary(grouping: standIns.keys.sorted()) { standIns[$0] }
      .compactMap { standIn, items in standIn.map { ($0, items) } }
      .sorted { ($0.items.first ?? 0) < ($1.items.first ?? 0) }
  }
}
