import CueAudio
import CueModel
import CueStore
import CueSystem
import Glibc
import Synchronization

/// Reads the waveforms of takes that are seen, each once, on a thread that lives while there is something to read.
///
/// What was counted is kept in a small file beside the take, `ID.peaks`; the take itself is never touched. A file that is lost
/// or damaged is made again. A limited number of waveforms stays in memory: those that were looked at last.
package final class PeakReader: Sendable {
  /// The most waveforms in memory; one of five minutes has 15 KB.
  package static let mostKept = 200
  /// Takes that wait to be read; when more are seen, those that were seen first wait no longer.
  private static let mostWaiting = 200

  private struct Kept: Sendable {
    var peaks: [String: TakePeaks] = [:]
    /// Ids in `peaks`, the one that was looked at last at the end.
    var order: [String] = []
    var waiting: [StoredTake] = []
    /// Takes that cannot be read.
    var failed: Set<String> = []
    var isReading = false
  }

  private let kept = Mutex(Kept())
  private let rateHertz: Int
  private let path: @Sendable (_ take: String) -> String
  private let tell: @Sendable () -> Void

  /// A reader of the takes of a story.
  ///
  /// - Parameters:
  ///   - rateHertz: the story's
  ///   - path: the file of a take, by its id
  ///   - tell: is called on another thread when another waveform is ready
  package init(
    rateHertz: Int, path: @escaping @Sendable (_ take: String) -> String,
    tell: @escaping @Sendable () -> Void
  ) {
    self.rateHertz = rateHertz
    self.path = path
    self.tell = tell
  }

  /// The waveform of a take; nil while it is not read yet, which begins now, or where it cannot be.
  package func peaks(of take: StoredTake) -> TakePeaks? {
    let (found, starts) = kept.withLock { kept -> (TakePeaks?, Bool) in
      if let found = kept.peaks[take.id] {
        if kept.order.last != take.id, let at = kept.order.lastIndex(of: take.id) {
          kept.order.remove(at: at)
          kept.order.append(take.id)
        }
        return (found, false)
      }
      guard !kept.failed.contains(take.id),
        !kept.waiting.contains(where: { $0.id == take.id })
      else { return (nil, false) }
      kept.waiting.append(take)
      if kept.waiting.count > PeakReader.mostWaiting { kept.waiting.removeFirst() }
      defer { kept.isReading = true }
      return (nil, !kept.isReading)
    }
    if starts {
      do throws(ThreadError) { try Threads.start("waveforms") { self.readAll() } } catch {
        // Without a thread there are no waveforms now; the next look tries again.
        kept.withLock {
          $0.isReading = false
          $0.waiting = []
        }
      }
    }
    return found
  }

  private func readAll() {
    while let take = next() {
      let peaks = read(take)
      kept.withLock { kept in
        kept.waiting.removeAll { $0.id == take.id }
        guard let peaks else {
          kept.failed.insert(take.id)
          return
        }
        kept.peaks[take.id] = peaks
        kept.order.append(take.id)
        if kept.order.count > PeakReader.mostKept {
          kept.peaks[kept.order.removeFirst()] = nil
        }
      }
      tell()
    }
  }

  /// The take to be read next: the one that was seen last.
  private func next() -> StoredTake? {
    kept.withLock { kept in
      if kept.waiting.isEmpty { kept.isReading = false }
      return kept.waiting.last
    }
  }

  /// Reads the waveform of a take from the file of its peaks, or from its sound.
  func read(_ take: StoredTake) -> TakePeaks? {
    let sound = path(take.id)
    let file = TakeFiles.peaks(of: sound)
    do throws(WholeFile.ReadError) {
      let bytes = try WholeFile.read(file, limit: 1 << 20)
      let found = TakePeaks(
        file: bytes, frames: take.frames, rateHertz: rateHertz, recordedAt: take.recorded.rate)
      if let found { return found }
    } catch { /* It is not there yet. */  }
    guard let peaks = count(take, sound) else { return nil }
    do throws(WholeFile.WriteError) {
      try WholeFile.write(peaks.file(frames: take.frames), to: file, permissions: 0o600)
    } catch { /* It is counted again next time. */  }
    return peaks
  }

  private func count(_ take: StoredTake, _ path: String) -> TakePeaks? {
    let descriptor = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard lseek(descriptor, off_t(WAV.headerByteCount), SEEK_SET) >= 0 else { return nil }
    let format = take.format(rateHertz: rateHertz)
    var peaks = TakePeaks(rateHertz: rateHertz, recordedAt: take.recorded.rate)
    // Whole peaks at a time, about a second.
    let piece =
      TakePeaks.framesEach(rateHertz: rateHertz) * format.frameByteCount * TakePeaks.perSecond
    var left = take.frames * format.frameByteCount
    var bytes = [UInt8](repeating: 0, count: piece)
    while left > 0 {
      var got = 0
      while got < min(left, piece) {
        let count = unsafe bytes.withUnsafeMutableBytes { room in
          unsafe Glibc.read(
            descriptor, room.baseAddress.map { unsafe $0 + got }, min(left, piece) - got)
        }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return nil }
        got += count
      }
      peaks.append(bytes[..<got], format)
      left -= got
    }
    return peaks
  }
}
