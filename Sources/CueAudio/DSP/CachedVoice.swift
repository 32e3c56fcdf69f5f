import CueModel

/// A voice that says nothing twice: what it said is kept, and played again when the same is to be said.
///
/// The first time costs nothing but to keep the sound when it is whole: it is handed on as it comes. After that sound and marks
/// are those of the first time, to the byte. What was not said as it was asked (a shortfall, another voice of a chain) is not
/// kept, so that it is reported each time. Where the cache fails, the voice speaks.
public final class CachedVoice: VoiceLayer {
  /// Few enough frames that a cancel is heard at once.
  private static let blockFrames = 4096
  /// Longer sound is not kept: it would have to be collected in memory, and is rarely said twice.
  private static let mostBytes = 16 << 20

  /// The voice that is asked for what is not kept.
  public let inner: any Voice
  /// Whether sound with shortfalls is kept: the voice would make the same sound again.
  private let keepsShortfalls: Bool
  private let cache: any SoundCache
  private let key: (SpeechRequest) throws -> ClipKey?
  /// Says when the words of a kept clip are heard whose voice did not report them; does not wait.
  private let words: (Clip, ClipEntry, SpeechRequest) -> [SpeechMark]

  /// `voice`, whose clips are in `cache`.
  ///
  /// - Parameters:
  ///   - voice: speaks
  ///   - cache: keeps what was said
  ///   - keepsShortfalls: whether sound with shortfalls is kept; the shortfalls are then reported only the first time
  ///   - words: says when the words of a kept clip are heard, where the voice did not report it and the request asks for it
  ///   - key: names all that decides how a request sounds; nil if that is not known, and the request is not kept
  public init(
    _ voice: any Voice, in cache: any SoundCache, keepsShortfalls: Bool = false,
    words: @escaping (Clip, ClipEntry, SpeechRequest) -> [SpeechMark] = { _, _, _ in [] },
    key: @escaping (SpeechRequest) throws -> ClipKey?
  ) {
    self.words = words
    self.keepsShortfalls = keepsShortfalls
    inner = voice
    self.cache = cache
    self.key = key
  }

  /// Whether nothing is kept of `request`.
  public func needsService(for request: SpeechRequest) -> Bool {
    guard request.inflow == nil, let key = try? key(request) else { return true }
    return (try? cache.entry(key)) == nil
  }

  /// Passes the hint on, unless what follows is kept.
  public func expect(_ request: SpeechRequest) {
    if needsService(for: request) { inner.expect(request) }
  }

  /// Has the voice begin, unless what follows is kept.
  public func prepare(_ request: SpeechRequest) {
    if needsService(for: request) { inner.prepare(request) }
  }

  /// Plays what is kept of `request`, else says and keeps it.
  public func speak(
    _ request: SpeechRequest, cancellation: Cancellation,
    receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    // What will be said is not known yet.
    guard request.inflow == nil else {
      return try inner.speak(request, cancellation: cancellation, receive: receive)
    }
    let found: ClipKey?
    do { found = try key(request) } catch let failure as PluginFailure {
      // If the voice does not start, do not start it again for the same line.
      guard case .refused = failure.kind else { throw failure }
      found = nil
    } catch { found = nil }
    guard let key = found else {
      return try inner.speak(request, cancellation: cancellation, receive: receive)
    }
    if let clip = kept(key, request) { return try play(clip, cancellation, receive) }
    var draft: CollectedSpeech? = CollectedSpeech()
    let outcome = try inner.speak(request, cancellation: cancellation) { event in
      draft?.take(event)
      let isKept =
        draft.map {
          ($0.isAsAsked || (keepsShortfalls && $0.failures.isEmpty && !$0.hasMixedFormats))
            && $0.bytes.count <= CachedVoice.mostBytes
        } ?? false
      if !isKept { draft = nil }
      try receive(event)
    }
    if outcome == .finished, let clip = draft?.clip { _ = try? cache.put(clip, for: key) }
    return outcome
  }

  /// What is kept of `request`, with the times of its words where these are wanted.
  private func kept(_ key: ClipKey, _ request: SpeechRequest) -> Clip? {
    guard let entry = try? cache.entry(key), var clip = try? cache.clip(entry) else { return nil }
    if request.wantsMarks, request.form == .plain,
      !clip.marks.contains(where: { $0.kind == .word })
    {
      clip.marks = (clip.marks + words(clip, entry, request)).sorted { $0.frame < $1.frame }
    }
    return clip
  }

  private func play(
    _ clip: Clip, _ cancellation: Cancellation, _ receive: (SpeechEvent) throws -> Void
  ) throws -> SpeechOutcome {
    guard !cancellation.isCancelled else { return .cancelled }
    let frames = clip.sound.frameCount
    try receive(.began(clip.sound.format))
    var told = 0
    var at = 0
    while at < frames {
      guard !cancellation.isCancelled else { return .cancelled }
      let end = min(at + CachedVoice.blockFrames, frames)
      while told < clip.marks.count, clip.marks[told].frame < end || end == frames {
        try receive(.mark(clip.marks[told]))
        told += 1
      }
      try receive(.sound(clip.sound.frames(at..<end)))
      at = end
    }
    for mark in clip.marks[told...] { try receive(.mark(mark)) }
    return cancellation.isCancelled ? .cancelled : .finished
  }
}
