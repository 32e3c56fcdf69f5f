import CueModel
import CueSystem

/// Carries the sound of a channel from the thread that makes it to the one that mixes.
///
/// The maker is at most a few seconds ahead.
final class ChannelPipe: Sendable {
  /// What comes out of a channel, in order.
  enum Piece: Sendable {
    /// Sound of that format follows; what was left of the last is whole.
    case began(AudioFormat, isSpeech: Bool)
    case sound(AudioBuffer)
    /// Nothing is heard for this many seconds.
    case silence(seconds: Double)
    /// Happens when all before it was heard.
    case event(SpeakingEvent.What)
    /// A mark of the words that began last.
    case mark(item: Int, SpeechMark)
    /// The words that began last do not count: as far as they were not heard yet they are dropped.
    case dropped
  }

  private struct State {
    var pieces: [Piece] = []
    var seconds = 0.0
    var isEnded = false
    var isCut = false
  }

  /// How much sound may wait.
  private static let mostSeconds = 2.0

  private let state = Monitor(State())

  // The maker's side.

  /// Hands on a piece, waiting for room; false if no more is needed.
  @discardableResult
  func put(_ piece: Piece) -> Bool {
    state.wait { state in
      if state.isCut { return false }
      let seconds = ChannelPipe.seconds(of: piece)
      // A long pause passes by itself.
      guard seconds == 0 || state.seconds < ChannelPipe.mostSeconds else { return nil }
      if case .dropped = piece { ChannelPipe.drop(&state) }
      state.seconds += seconds
      state.pieces.append(piece)
      return true
    }
  }

  /// No more comes.
  func end() { state.change { $0.isEnded = true } }

  // The mixer's side.

  /// The next piece, waited for; nil if the channel has ended.
  func take() -> Piece? {
    state.wait { state -> Piece?? in
      guard !state.pieces.isEmpty else { return state.isEnded || state.isCut ? .some(nil) : nil }
      let piece = state.pieces.removeFirst()
      state.seconds -= ChannelPipe.seconds(of: piece)
      return piece
    }
  }

  /// No more is needed; what waits is dropped.
  func cut() {
    state.change { state in
      state.isCut = true
      state.pieces = []
      state.seconds = 0
    }
  }

  /// Waits until the maker is done.
  func waitForEnd() { state.wait { $0.isEnded ? () : nil } }

  private static func seconds(of piece: Piece) -> Double {
    switch piece {
    case .sound(let sound): Double(sound.frameCount) / Double(sound.format.rateHertz)
    case .silence(let seconds): seconds
    case .began, .event, .mark, .dropped: 0
    }
  }

  /// Takes back the words that began last, as far as they were not fetched.
  private static func drop(_ state: inout State) {
    let start = state.pieces.lastIndex { if case .began = $0 { true } else { false } }
    // Where their beginning was fetched, all that waits is theirs.
    for piece in state.pieces[(start ?? 0)...] { state.seconds -= seconds(of: piece) }
    state.pieces.removeSubrange((start ?? 0)...)
  }
}
