import Glibc

/// What the calling thread has computed so far.
///
/// For reports alone: nothing is decided by it.
enum ThreadClock {
  static var seconds: Double {
    var time = timespec()
    guard unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time) == 0 else { return 0 }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension RecordingCost {
  /// Adds what another thread took.
  mutating func add(_ other: RecordingCost) {
    readingSeconds += other.readingSeconds
    loudnessSeconds += other.loudnessSeconds
    resamplingSeconds += other.resamplingSeconds
    mixingSeconds += other.mixingSeconds
    limitingSeconds += other.limitingSeconds
    encodingSeconds += other.encodingSeconds
    companionSeconds += other.companionSeconds
  }
}
