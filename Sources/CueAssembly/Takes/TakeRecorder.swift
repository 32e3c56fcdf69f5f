import CueAudio
import CueListening
import CueModel
import CueRehearsal
import CueScreenplay

/// Records a rehearsal: a take for each scene that is gone through.
///
/// A disk that is full ends the recording and not the rehearsal; what was recorded is kept. All calls come from the session's
/// thread.
package final class TakeRecorder: SoundTap, MicrophoneWatcher {
  private let shelf: TakeShelf
  private let script: Script
  private let numbers: DialogueNumbers
  private let roles: Set<String>
  private let clock: any WallClock
  private let aheadSeconds: Double
  /// Whether a new scene is a new take.
  private let splits: Bool
  private let note: (TakeFailure) -> Void
  private var tracks: TakeTracks?
  private var take: Take?
  private var line: TakeLine?
  private var format: AudioFormat?
  private var isOver = false
  /// The takes of this run, in their order.
  package private(set) var takes: [Take] = []

  /// Records a rehearsal of `script`.
  ///
  /// - Parameters:
  ///   - shelf: where takes are kept
  ///   - script: what is rehearsed
  ///   - roles: the actor's characters, as the lines name them
  ///   - clock: says when a take began
  ///   - aheadSeconds: how much earlier sound is put out than heard
  ///   - splits: whether a new scene is a new take; not where lines are rehearsed out of their order
  ///   - note: is called once, when nothing more can be recorded
  package init(
    _ shelf: TakeShelf, _ script: Script, roles: Set<String>, clock: any WallClock,
    aheadSeconds: Double, splits: Bool, note: @escaping (TakeFailure) -> Void
  ) {
    self.shelf = shelf
    self.script = script
    self.roles = roles
    self.clock = clock
    self.aheadSeconds = aheadSeconds
    self.splits = splits
    self.note = note
    numbers = DialogueNumbers(script)
  }

  private func fail(_ failure: TakeFailure) {
    guard !isOver else { return }
    isOver = true
    endTake()
    // If the disk was full from the start, no empty take is left.
    if let last = takes.last, last.frames == 0 {
      shelf.abandon(last)
      takes.removeLast()
    }
    note(failure)
  }

  // The course of the rehearsal.

  /// Takes what happens in the rehearsal.
  package func take(_ report: RehearsalReport) {
    switch report {
    case .state(_, let status, let index):
      guard status == .playingPartner || status == .waitingForUser else { return }
      begin(index)
    case .lineDone: endLine()
    case .finished, .stopped, .brokenOff: finish()
    default: break
    }
  }

  /// Takes how a line of the actor's was said.
  package func take(_ report: ListeningReport) {
    guard case .heard(let heard) = report, line?.isOwn == true else { return }
    line?.share = heard.match?.share
    line?.pickUpSeconds = heard.pickUpSeconds
    line?.seconds = heard.seconds
  }

  private func begin(_ index: Int) {
    guard !isOver, script.lines.indices.contains(index) else { return }
    let line = script.lines[index]
    let scene = line.sceneIndex.map { $0 + 1 } ?? 0
    if take == nil || splits && take?.scene != scene { beginTake(scene) }
    guard let frame = tracks?.frame, let number = numbers.number(at: index) else { return }
    if self.line?.number == number { return }
    endLine()
    self.line = TakeLine(
      number: number, character: line.character ?? "",
      isOwn: line.character.map(roles.contains) ?? false, frames: frame..<frame)
  }

  private func endLine() {
    guard var ended = line, let frame = tracks?.frame else { return }
    line = nil
    ended.frames = ended.frames.lowerBound..<max(ended.frames.lowerBound, frame)
    take?.lines.append(ended)
    tracks?.flush()
    if let take, !isOver { try? shelf.keep(take) }
  }

  private func beginTake(_ scene: Int) {
    endTake()
    do throws(TakeFailure) {
      var take = try shelf.begin(scene: scene)
      take.title = script.title
      take.heading = scene > 0 ? script.scenes[scene - 1].heading : ""
      take.roles = roles.sorted()
      take.began = clock.millisecondsSince1970
      do throws(TakeFailure) { tracks = try tracks(of: take) } catch {
        // A take that cannot be recorded is not kept.
        shelf.abandon(take)
        throw error
      }
      self.take = take
      takes.append(take)
      if let format { tracks?.microphoneOpened(format) }
    } catch { fail(error) }
  }

  /// Writes the information file of a take that begins, and makes its sound files.
  private func tracks(of take: Take) throws(TakeFailure) -> TakeTracks {
    try shelf.keep(take)
    do throws(SoundFileError) {
      return TakeTracks(
        partner: try GrowingSoundFile(path: take.path(of: .partner), format: TakeTracks.format),
        own: try GrowingSoundFile(path: take.path(of: .own), format: TakeTracks.format),
        aheadSeconds: aheadSeconds
      ) { [unowned self] in fail(.sound($0)) }
    } catch { throw .sound(error) }
  }

  private func endTake() {
    endLine()
    tracks?.finish()
    tracks = nil
    if let take {
      if let place = takes.lastIndex(where: { $0.folder == take.folder }) { takes[place] = take }
      try? shelf.keep(take)
    }
    take = nil
  }

  /// The run is over: the last take ends, and all are mixed.
  package func finish() {
    endTake()
    for take in takes where !isOver {
      do { try TakeMixer.writeMix(of: take) } catch let error as SoundFileError {
        fail(.sound(error))
      } catch { preconditionFailure("a mix throws errors of sound files, not \(error)") }
    }
  }

  // Sound.

  package func lineBegins(_ format: AudioFormat) { tracks?.lineBegins(format) }
  package func heard(_ sound: AudioBuffer) { tracks?.heard(sound) }
  package func lineEnds(isForgotten: Bool) { tracks?.lineEnds(isForgotten: isForgotten) }
  package func silence(frames: Int, rateHertz: Int) {
    tracks?.silence(frames: frames, rateHertz: rateHertz)
  }

  package func microphoneOpened(_ format: AudioFormat) {
    self.format = format
    tracks?.microphoneOpened(format)
  }

  package func captured(_ sound: CapturedSound) {
    tracks?.captured(sound.sound, lostFrames: sound.lostFrames)
  }

  package func microphoneClosed() {
    format = nil
    tracks?.microphoneClosed()
  }
}
