import CueABI
import CueModel
import CueSystem

// What a plugin has learned (cue.state/1), and messages of its own extensions.
extension PluginClient {
  /// Gives the new instance what the plugin had learned, if it learns anything; `request` is a SAVE that was sent.
  func restore(_ request: UInt32, _ worker: Worker) throws(PluginFailure) {
    learned = nil
    guard let states = setup.states, let id = description?.id else { return }
    do throws(PluginFailure) {
      let done = try finish(request, worker, within: deadlines.answer, while: .starting)
      learned = done.sound(CUE_TAG_BYTES)
    } catch {
      // It learns nothing.
      guard case .refused = error.kind, worker.isRunning else { throw error }
      return
    }
    guard let state = states.state(of: id), state != learned else { return }
    let load = addToInstance(CUE_MSG_LOAD, worker) { $0.sound(CUE_TAG_BYTES, state) }
    try worker.flush(while: .starting)
    do throws(PluginFailure) {
      try finish(load, worker, within: deadlines.load, while: .loading)
      learned = state
    } catch {
      guard case .refused = error.kind, worker.isRunning else { throw error }
      setup.worker.stateTrouble(name, .refused)
    }
  }

  /// Keeps what the plugin has learned since it started; what goes wrong is reported.
  func keepState() {
    guard let learned, let states = setup.states, let id = description?.id, let worker = running
    else { return }
    self.learned = nil
    defer { keys = [] }
    do throws(PluginFailure) {
      _ = try ready()
      guard worker.isRunning else { return }
      let save = addToInstance(CUE_MSG_SAVE, worker)
      try worker.flush(while: .ending)
      let done = try finish(save, worker, within: deadlines.answer, while: .ending)
      let state = done.sound(CUE_TAG_BYTES)
      guard state != learned else { return }
      guard state.count <= PluginStates.mostBytes else {
        return setup.worker.stateTrouble(name, .tooLong(bytes: state.count))
      }
      guard !keys.contains(where: { $0.isContained(in: state) }) else {
        return setup.worker.stateTrouble(name, .holdsKey)
      }
      do throws(WholeFile.WriteError) { try states.keep(state, of: id) } catch {
        setup.worker.stateTrouble(name, .notWritten(words: error.system.words))
      }
    } catch {
      setup.worker.stateTrouble(name, .notGiven)
    }
  }

  /// The plugin's answer to a message of an extension that it and the caller know.
  func answer(to message: [UInt8], of extensionID: String, cancellation: Cancellation? = nil)
    throws(PluginFailure) -> [UInt8]
  {
    let done = try ask(
      CUE_MSG_EXTENSION, within: deadlines.answer, while: .waiting, cancellation: cancellation,
      {
        $0.text(CUE_TAG_ID, extensionID)
        $0.sound(CUE_TAG_BYTES, message)
      })
    return done.sound(CUE_TAG_BYTES)
  }
}
