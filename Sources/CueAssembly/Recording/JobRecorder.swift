import CueGeneration
import CueModel
import CueScreenplay
import CueStore
import CueSystem

/// What is kept to be read of a job or an item.
package enum JobMessage: Sendable {
  /// This many of all items are done.
  case processing(done: Int, total: Int)
  /// All items are done, some without sound, some by voices that stand in.
  case completed(total: Int, failed: Int, standIns: Int)
  /// It was cancelled.
  case cancelled(done: Int, total: Int)
  /// It failed.
  case failed(done: Int, total: Int)
  /// An item has no sound.
  case itemFailed(PluginFailure)
  /// It was cancelled while an item was made.
  case itemCancelled
}

/// A voice that stands in for another one.
package struct StandIn: Hashable, Sendable {
  /// The voice that speaks, as in `flite:slt`.
  package let voice: String
  /// The voice that should have spoken.
  package let instead: String
  /// Why that voice does not speak, in a sentence; empty if unknown.
  package let because: String
}

/// Keeps what comes of a recording in the library: items, their sound, and the job.
///
/// Rows are written in groups by the one thread that has the library; what is lost of them in a crash is found again by the
/// clips.
package final class JobRecorder {
  private static let taskName = "Generate Speakable Items"

  private let items: ScriptItems
  private let versions: AudioVersions
  private let cache: any SoundCache
  private let tasks: Tasks
  private let task: StoredTask
  private var plan: GenerationPlan
  private let voices: [VoiceSource]
  /// Voices that were not available when the plan was made, and why.
  private let unusable: [(source: Int, failure: PluginFailure)]
  private let active: [Int64: StoredAudioVersion]
  private let text: (JobMessage) -> String
  /// The library's number of each of the plan's items.
  private let numbers: [Int64]
  private var doneItems: Set<Int> = []
  private var failedItems: Set<Int> = []
  /// The last failure of the voice of each job.
  private var lastFailures: [Int: PluginFailure] = [:]
  /// The items that another voice than the part's own says, by their places in the plan.
  package private(set) var standIns: [Int: StandIn] = [:]
  /// Items that were made again and sound the same as an earlier take.
  package private(set) var repeated: Set<Int> = []
  private var done: Int { doneItems.count }
  private var failed: Int { failedItems.count }
  /// Whether somebody has asked the job to stop.
  package private(set) var isToCancel = false

  /// The job's number.
  package var job: Int64 { task.number }

  /// Begins a job for the items of `plan`, which are `places` of all that the script says.
  init(
    _ database: Database, _ stored: StoredScript, rows: [StoredItem], places: [Int],
    plan: GenerationPlan, sources: [VoiceSource],
    unusable: [(source: Int, failure: PluginFailure)], cache: any SoundCache,
    active: [Int64: StoredAudioVersion], job: Int64?, options: String, clock: any WallClock,
    text: @escaping (JobMessage) -> String
  ) throws(StoreFailure) {
    self.plan = plan
    self.text = text
    self.unusable = unusable
    self.cache = cache
    self.active = active
    voices = sources
    items = ScriptItems(database, clock: clock)
    versions = AudioVersions(database)
    tasks = Tasks(database, clock: clock)
    numbers = places.map { rows[$0].number }
    var number = job
    if number == nil {
      number = try tasks.add(
        script: stored.number, name: JobRecorder.taskName, options: options
      ).number
    }
    task = try tasks.begin(number ?? 0, total: plan.jobOfItem.count { $0 != nil })
    // Items that have the wanted sound do not change; all others are queued.
    var open: [Int64] = []
    for (index, place) in places.enumerated() {
      let row = rows[place]
      // Silence and sounds have no clip to wait for.
      guard let job = plan.jobOfItem[index] else { continue }
      let wanted = plan.jobs[job].key
      guard row.status != .audioComplete || active[row.number]?.made.clip.key != wanted else {
        continue
      }
      open.append(row.number)
    }
    try items.queue(open, again: true)
    isOpen = Set(open)
  }

  private let isOpen: Set<Int64>

  /// Keeps what happened.
  package func keep(_ events: [GenerationEvent]) throws(StoreFailure) {
    var changes: [ItemChange] = []
    for event in events {
      switch event {
      case .generating(let job, _):
        for item in plan.jobs[job].items {
          changes.append(.moved(numbers[item], from: .audioQueued, to: .audioGenerating))
        }
      case .made(let job, let entry, let choice), .kept(let job, let entry, let choice):
        var isMade = false
        if case .made = event { isMade = true }
        let isStandIn = plan.roles[plan.jobs[job].role].choices[choice].isStandIn
        for item in plan.jobs[job].items {
          doneItems.insert(item)
          standIns[item] = isStandIn ? standIn(job, item, choice) : nil
          failedItems.remove(item)
          // A damaged clip was made again for an item that had it.
          guard isMade || isOpen.contains(numbers[item]) else { continue }
          let version = version(job, entry, choice, standIns[item])
          guard isMade, let number = try sameVersion(item, entry) else {
            changes.append(.made(numbers[item], version))
            continue
          }
          if plan.jobs[job].take > 0 { repeated.insert(item) }
          changes.append(.same(numbers[item], as: number, version))
        }
      case .failed(let job, let failure, _):
        for item in plan.jobs[job].items {
          doneItems.insert(item)
          failedItems.insert(item)
          standIns[item] = nil
          changes.append(.failed(numbers[item], text(.itemFailed(failure))))
        }
      case .cancelled(let job):
        for item in plan.jobs[job].items {
          changes.append(.failed(numbers[item], text(.itemCancelled)))
        }
      case .fellBack(let job, let failure, _): lastFailures[job] = failure
      case .retrying, .leftEffectOut, .waiting, .missed: break
      }
    }
    try items.apply(changes)
    let goesOn = try tasks.advance(
      task.number, done: done, failed: failed, standIns: standIns.count,
      message: text(.processing(done: done, total: total)))
    isToCancel = !goesOn
  }

  /// Keeps another take of a job, which replaces the one before.
  package func keep(
    _ retaken: RecordingWork.Retaken, as job: Int
  ) throws(StoreFailure) {
    plan.replace(job, with: retaken.job)
    try keep([.made(job: job, retaken.entry, choice: retaken.job.choice)])
  }

  private var total: Int { plan.jobOfItem.count { $0 != nil } }

  /// The stand-in that says an item, with the reason from this run, or from the run that made the sound.
  private func standIn(_ job: Int, _ item: Int, _ choice: Int) -> StandIn {
    let role = plan.roles[plan.jobs[job].role]
    let choices = role.choices
    let failure =
      lastFailures[job] ?? role.absent?.failure
      ?? unusable.first { $0.source == choices[0].source }?.failure
    let reason =
      failure.map { text(.itemFailed($0)) } ?? active[numbers[item]]?.standIn?.because ?? ""
    return StandIn(
      voice: name(choices[choice]), instead: role.absent?.name ?? name(choices[0]),
      because: reason)
  }

  private func name(_ choice: GenerationRole.Choice) -> String {
    let source = voices[choice.source].name
    return choice.delivery.voice.isEmpty ? source : source + ":" + choice.delivery.voice
  }

  /// The number of a version of the item that has the same sound as `entry` under another key; nil if there is none.
  private func sameVersion(_ item: Int, _ entry: ClipEntry) throws(StoreFailure) -> Int64? {
    let others = try versions.versions(of: numbers[item]).filter { other in
      other.made.clip.key != entry.key && other.made.clip.format == entry.format
        && other.made.clip.frames == entry.frames && !other.isCollected
    }
    guard !others.isEmpty, let clip = (try? cache.clip(entry)) ?? nil else { return nil }
    return others.first { other in
      let known = (try? cache.clip(other.made.clip)) ?? nil
      return known?.sound.bytes == clip.sound.bytes
    }?.number
  }

  private func version(
    _ job: Int, _ entry: ClipEntry, _ choice: Int, _ standIn: StandIn?
  ) -> NewAudioVersion {
    let planned = plan.jobs[job]
    let chosen = plan.roles[planned.role].choices[choice]
    var settings = JSONObject()
    if planned.take > 0 { settings["take"] = .integer(planned.take) }
    if chosen.delivery.speed != 1 { settings["speed"] = .number(chosen.delivery.speed) }
    if chosen.delivery.pitchSemitones != 0 {
      settings["pitch"] = .number(chosen.delivery.pitchSemitones)
    }
    if chosen.delivery.formantSemitones != 0 {
      settings["formants"] = .number(chosen.delivery.formantSemitones)
    }
    if let standIn {
      settings["stands_in_for"] = .string(standIn.instead)
      settings["because"] = .string(standIn.because)
    }
    return NewAudioVersion(
      clip: entry, plugin: voices[chosen.source].name, voice: chosen.delivery.voice,
      characters: planned.request.requests.reduce(0) { $0 + $1.text.count },
      settings: settings.text)
  }

  /// Ends the job.
  package func end(_ state: TaskState) throws(StoreFailure) {
    let message: JobMessage =
      switch state {
      case .cancelled: .cancelled(done: done, total: total)
      case .failed: .failed(done: done, total: total)
      default: .completed(total: total, failed: failed, standIns: standIns.count)
      }
    try tasks.end(
      task.number, state, done: done, failed: failed, standIns: standIns.count,
      message: text(message))
  }
}

extension StoredItem {
  init(_ item: SpeakableItem) {
    self.init(
      orderIndex: item.orderIndex, sourceKind: item.sourceKind.rawValue, scene: item.sceneID,
      text: item.text, said: item.saidText, character: item.characterName ?? "",
      rawName: item.rawCharacterName ?? "", includesAnnouncement: item.includesAnnouncement,
      tone: item.kind.rawValue)
  }
}
