import CueModel
import CueScreenplay

/// A part of a script and who may play it.
public struct GenerationRole: Sendable {
  /// A voice and how it plays the part.
  public struct Choice: Hashable, Sendable {
    /// Which of the sources.
    public var source: Int
    /// How the part is played.
    public var delivery: RoleDelivery
    /// Whether it is not the voice that the part was given.
    public var isStandIn: Bool

    /// A choice of that source.
    public init(source: Int, delivery: RoleDelivery, isStandIn: Bool = false) {
      self.source = source
      self.delivery = delivery
      self.isStandIn = isStandIn
    }
  }

  /// The voice that a part was given, where it could not be started and is not one of the choices.
  public struct AbsentVoice: Equatable, Sendable {
    /// Its name, as in `flite:slt`.
    public var name: String
    /// Why it could not be started; nil if that is not a failure of a plugin.
    public var failure: PluginFailure?

    /// The voice called `name`.
    public init(name: String, failure: PluginFailure?) {
      self.name = name
      self.failure = failure
    }
  }

  /// The name for people.
  public var speaker: String
  /// The best first; the others stand in where it fails.
  public var choices: [Choice]
  /// The part's own voice, where all choices stand in for it.
  public var absent: AbsentVoice?

  /// A part called `speaker`.
  public init(speaker: String, choices: [Choice]) {
    precondition(!choices.isEmpty, "a part needs a voice")
    self.speaker = speaker
    self.choices = choices
  }
}

/// The clips to make, without duplicates.
public struct GenerationPlan: Sendable {
  /// A clip that is wanted.
  public struct Job: Equatable, Sendable {
    /// Names the clip.
    public var key: ClipKey
    /// The request, in the form that is sent.
    public var request: ClipRequest
    /// What the items ask for, as the part has it: for those who stand in.
    var asked: ClipRequest
    /// Which of the roles.
    public var role: Int
    /// Which of the role's choices.
    public var choice: Int
    /// Which of the sources.
    public var source: Int
    /// The items that are said by it, in order; numbers of the plan's items.
    public var items: [Int]
    /// How often the same was requested again.
    public var take: Int
    /// What is kept of it already.
    public var entry: ClipEntry?
    /// The key of the clip that the part's voice makes, where another one was chosen.
    var ownKey: ClipKey?

    /// The voice that says it.
    var voice: String { request.requests.first?.voice ?? "" }
  }

  /// What is said, in order.
  public var items: [SpeakableItem]
  /// The role of each item.
  public var roleOfItem: [Int]
  /// The job of each item; nil if the item says nothing.
  public internal(set) var jobOfItem: [Int?]
  /// In the order in which their first items stand.
  public internal(set) var jobs: [Job]
  /// The parts.
  public var roles: [GenerationRole]

  /// Has items heard by clips that somebody has chosen, whatever voice their parts have.
  ///
  /// - Parameter chosen: what is known of the clips, by the places of their items among the plan's
  public mutating func choose(_ chosen: [Int: ClipEntry]) {
    for (item, entry) in chosen.sorted(by: { $0.key < $1.key }) {
      guard let job = jobOfItem[item], jobs[job].key != entry.key else { continue }
      var other = jobs[job]
      other.ownKey = other.key
      other.key = entry.key
      other.entry = entry
      other.items = [item]
      jobs[job].items.removeAll { $0 == item }
      jobOfItem[item] = jobs.count
      jobs.append(other)
    }
    keep { !$0.items.isEmpty }
  }

  /// Replaces the job of that number by `other`, a job of another plan; the job keeps its items.
  public mutating func replace(_ job: Int, with other: Job) {
    let items = jobs[job].items
    jobs[job] = other
    jobs[job].items = items
  }

  /// Leaves only the jobs that `isWanted`, for somebody who makes a share.
  public mutating func keep(_ isWanted: (Job) -> Bool) {
    var number: [Int?] = []
    var kept: [Job] = []
    for job in jobs {
      number.append(isWanted(job) ? kept.count : nil)
      if number.last! != nil { kept.append(job) }
    }
    jobOfItem = jobOfItem.map { $0.flatMap { number[$0] } }
    jobs = kept
  }
}

extension GenerationPlan {
  /// Of nothing yet.
  package init() { self.init(items: [], roleOfItem: [], jobOfItem: [], jobs: [], roles: []) }

  /// Of one item, said by `speaker` in the clip of `key`: an example.
  package init(example item: SpeakableItem, by speaker: String, _ key: ClipKey) {
    let request = ClipRequest([])
    let job = Job(
      key: key, request: request, asked: request, role: 0, choice: 0, source: 0, items: [0],
      take: 0)
    let choice = GenerationRole.Choice(source: 0, delivery: RoleDelivery())
    self.init(
      items: [item], roleOfItem: [0], jobOfItem: [0], jobs: [job],
      roles: [GenerationRole(speaker: speaker, choices: [choice])])
  }
}

/// Makes plans: asks the voices what they would be sent, and the cache what is there.
///
/// One thread.
public final class GenerationPlanner {
  private let sources: [VoiceSource]
  private var made: [Int: any RecordingVoice] = [:]
  private var failures: [Int: PluginFailure] = [:]
  private var identities: [Place: SoundIdentity] = [:]
  /// The voices that were not available, and why, in the order in which that came up.
  public private(set) var unusable: [(source: Int, failure: PluginFailure)] = []

  private struct Place: Hashable {
    var source: Int
    var voice: String
  }

  /// A planner that asks `sources`.
  public init(_ sources: [VoiceSource]) { self.sources = sources }

  /// What decides how `voice` of a source sounds.
  public func identity(
    source: Int, voice: String
  ) throws(PluginFailure) -> SoundIdentity {
    let place = Place(source: source, voice: voice)
    if let known = identities[place] { return known }
    let identity = try self.voice(source).soundIdentity(voice: voice)
    identities[place] = identity
    return identity
  }

  private func voice(_ source: Int) throws(PluginFailure) -> any RecordingVoice {
    if let failure = failures[source] { throw failure }
    if let voice = made[source] { return voice }
    do throws(PluginFailure) {
      // It goes on in the first lane.
      let voice = try sources[source].makeVoice(0)
      made[source] = voice
      return voice
    } catch {
      failures[source] = error
      throw error
    }
  }

  /// The voices that were started, for the code that goes on with them.
  func release() -> [Int: any RecordingVoice] {
    defer { made = [:] }
    return made
  }

  /// Ends what was started.
  public func quit() {
    for voice in made.values { voice.quit() }
    made = [:]
  }

  /// What makes `items` heard.
  ///
  /// Where the first choice of a role is not available at all, the next one is planned with.
  ///
  /// - Parameters:
  ///   - items: what is said, in order
  ///   - roleOfItem: the role of each
  ///   - roles: the voices of each role
  ///   - takes: for items that are requested again, how often they already were
  ///   - only: the places of the items that get a job; nil for all
  ///   - cache: what is there
  /// - Returns: the plan
  /// - Throws: a `PluginFailure` where no voice of a role is available, or what the cache throws
  public func plan(
    _ items: [SpeakableItem], roleOfItem: [Int], roles: [GenerationRole], takes: [Int: Int] = [:],
    only: Set<Int>? = nil, cache: any SoundCache
  ) throws -> GenerationPlan {
    precondition(items.count == roleOfItem.count, "every item has a role")
    var plan = GenerationPlan(
      items: items, roleOfItem: roleOfItem, jobOfItem: [], jobs: [], roles: roles)
    plan.jobOfItem.reserveCapacity(items.count)
    plan.jobs.reserveCapacity(items.count)
    var jobs: [ClipKey: Int] = [:]
    jobs.reserveCapacity(items.count)
    var usable: [Int?] = Array(repeating: nil, count: roles.count)
    var said = ""
    var next = items.first?.saidText ?? ""
    for (index, item) in items.enumerated() {
      let current = next
      next = index + 1 < items.count ? items[index + 1].saidText : ""
      defer { said = current }
      guard !current.isEmpty, only?.contains(index) != false else {
        plan.jobOfItem.append(nil)
        continue
      }
      let role = roleOfItem[index]
      let choice = try usable[role] ?? firstUsable(roles[role])
      usable[role] = choice
      let chosen = roles[role].choices[choice]
      let take = takes[index] ?? 0
      let retake = Retake(number: take)
      let asked = ClipRequest(
        item, retake.seeded(chosen.delivery), previousText: said, nextText: next)
      var request = try asked.asSent(to: voice(chosen.source))
      let identity = try identity(
        source: chosen.source, voice: request.requests.first?.voice ?? "")
      if identity.repeatsItself {
        request = try retake.varied(asked).asSent(to: voice(chosen.source))
      }
      let key = request.key(identity, take: take)
      if let job = jobs[key] {
        plan.jobs[job].items.append(index)
        plan.jobOfItem.append(job)
        continue
      }
      jobs[key] = plan.jobs.count
      plan.jobOfItem.append(plan.jobs.count)
      plan.jobs.append(
        GenerationPlan.Job(
          key: key, request: request, asked: asked, role: role, choice: choice,
          source: chosen.source, items: [index], take: take, entry: try cache.entry(key)))
    }
    return plan
  }

  private func firstUsable(_ role: GenerationRole) throws(PluginFailure) -> Int {
    var first: PluginFailure?
    for (index, choice) in role.choices.enumerated() {
      do throws(PluginFailure) {
        _ = try identity(source: choice.source, voice: choice.delivery.voice)
        return index
      } catch {
        if !unusable.contains(where: { $0.source == choice.source && $0.failure == error }) {
          unusable.append((choice.source, error))
        }
        if first == nil { first = error }
      }
    }
    guard let first else { preconditionFailure("a part needs a voice") }
    throw first
  }
}
