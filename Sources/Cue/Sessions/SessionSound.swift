import CueModel
import CueOutput
import CuePlugins

extension SoundDestination {
  /// Opens it for `body`; what was put out is completed, or removed if `body` throws.
  func put(
    with host: PluginHost, _ cancellation: Cancellation, _ body: (SessionOutput) throws -> Void
  ) throws {
    let output = try open(with: host)
    do { try body(output) } catch {
      output.discard()
      throw error
    }
    do { try output.complete(cancellation: cancellation) } catch let failure as OutputFailure {
      // All was said; that the end of it is not heard on a device that is gone ends nothing.
      guard failure.lostDevice != nil, output.frames > 0 else { throw failure }
    }
  }
}
