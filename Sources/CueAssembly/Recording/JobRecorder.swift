import CueGeneration
import CueModel
import CueScreenplay
import CueStore
import CueSystem

/// What is kept to be read of a job or an item.
package enum JobMessage: Sendable {
  /// So many of all items are done.
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

/// Keeps what comes of a recording in the library: items, their sound, and the job.
///
/// Rows are written in groups by the one thread that has the library; what is lost of them in a crash is found again by the clips.
package final class JobRecorder {
  private static let taskName = "Generate Speakable Items"

  private let items: ScriptItems
  private let tasks: Tasks
  private let task: StoredTask
  private let plan: GenerationPlan
  private let voices: [VoiceSource]
  private let text: (JobMessage) -> String
  /// The library's number of each of the plan's items.
  private let numbers: [Int64]
  private var doneItems: Set<Int> = []
  private var failedItems: Set<Int> = []
  /// The items that a voice says which stands in for the part's own.
  private var standInItems: Set<Int> = []
  private var done: Int { doneItems.count }
  private var failed: Int { failedItems.count }
  /// Whether somebody has asked the job to stop.
  package private(set) var isToCancel = false

  /// The job's number.
  package var job: Int64 { task.number }

  /// Begins a job for the items of `plan`, which are `places` of all that the script says.
  init(
    _ database: Database, _ stored: StoredScript, rows: [StoredItem], places: [Int],
    plan: GenerationPlan, sources: [VoiceSource], active: [Int64: StoredAudioVersion],
    job: Int64?, options: String, clock: any WallClock, text: @escaping (JobMessage) -> String
  ) throws(StoreFailure) {
    self.plan = plan
    self.text = text
    voices = sources
    items = ScriptItems(database, clock: clock)
    tasks = Tasks(database, clock: clock)
    numbers = places.map { rows[$0].number }
    var number = job
    if number == nil {
      number = try tasks.add(
        script: stored.number, name: JobRecorder.taskName, options: options
      ).number
    }
    task = try tasks.begin(number ?? 0, total: plan.jobOfItem.count { $0 != nil })
    // What has the sound that is wanted stays as it is; all else is queued.
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
        let version = version(job, entry, choice)
        let isStandIn = plan.roles[plan.jobs[job].role].choices[choice].isStandIn
        for item in plan.jobs[job].items {
          doneItems.insert(item)
          if isStandIn { standInItems.insert(item) } else { standInItems.remove(item) }
          failedItems.remove(item)
          // A damaged clip was made again for an item that had it.
          if isMade || isOpen.contains(numbers[item]) {
            changes.append(.made(numbers[item], version))
          }
        }
      case .failed(let job, let failure, _):
        for item in plan.jobs[job].items {
          doneItems.insert(item)
          failedItems.insert(item)
          standInItems.remove(item)
          changes.append(.failed(numbers[item], text(.itemFailed(failure))))
        }
      case .cancelled(let job):
        for item in plan.jobs[job].items {
          changes.append(.failed(numbers[item], text(.itemCancelled)))
        }
      case .retrying, .fellBack, .leftEffectOut, .waiting, .missed: break
      }
    }
    try items.apply(changes)
    let goesOn = try tasks.advance(
      task.number, done: done, failed: failed, standIns: standInItems.count,
      message: text(.processing(done: done, total: total)))
    isToCancel = !goesOn
  }

  private var total: Int { plan.jobOfItem.count { $0 != nil } }

  private func version(_ job: Int, _ entry: ClipEntry, _ choice: Int) -> NewAudioVersion {
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
      default: .completed(total: total, failed: failed, standIns: standInItems.count)
      }
    try tasks.end(
      task.number, state, done: done, failed: failed, standIns: standInItems.count,
      message: text(message))
  }
}

extension StoredItem {
  init(_ item: SpeakableItem) {
    self.init(
      orderIndex: item.orderIndex, sourceKind: item.sourceKind.rawValue, scene: item.sceneID,
      text: item.text, said: item.saidText, character: item.characterName ?? "",
      rawName: item.rawCharacterName ?? "", includesAnnouncement: item.includesAnnouncement,
      tone: item.tone.rawValue)
  }
}
