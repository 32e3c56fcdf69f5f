import CueModel

/// Why a recognizer cannot be used.
package enum RecognizerRefusal: Error {
  /// It cannot be set up.
  case setup(PluginSetupError)
  /// It does not start.
  case failed(PluginFailure)
}

extension PluginHost {
  /// The first recognizer of `choices` that `use` accepts, and the result of `use`; the usual one if none is named.
  ///
  /// - Parameters:
  ///   - choices: the recognizers, the best first
  ///   - preferences: values of parameters; see ``PluginSetup/preferences``
  ///   - refusal: makes of a failed setup the error that lets the next recognizer be tried
  ///   - note: takes why a recognizer cannot be used, if another one can
  ///   - use: starts it; its errors of that type let the next recognizer be tried, others are thrown
  /// - Returns: the result of `use`, and the recognizer
  /// - Throws: the error of the first recognizer, if none can be used, or another error of `use`
  package func firstRecognizer<Value, Refusal: Error>(
    _ choices: [PluginChoice], preferring preferences: [(name: String, value: String)] = [],
    refusal: (PluginSetupError) -> Refusal, note: (Refusal) -> Void,
    _ use: (RecognizerClient) throws -> Value
  ) throws -> (Value, RecognizerClient) {
    let all = choices.isEmpty ? [recognizerByDefault] : choices
    var first: Refusal?
    for (place, choice) in all.enumerated() {
      do {
        var chosen: PluginSetup
        do throws(PluginSetupError) { chosen = try setup(recognizer(choice)) } catch {
          throw refusal(error)
        }
        chosen.preferences = preferences + chosen.preferences
        let client = RecognizerClient(chosen)
        do {
          let value = try use(client)
          if let first { note(first) }
          return (value, client)
        } catch {
          client.quit()
          throw error
        }
      } catch let error as Refusal {
        if place == all.count - 1 { throw first ?? error }
        if first == nil { first = error } else { note(error) }
      }
    }
    preconditionFailure("there is at least one recognizer")
  }

  /// The first recognizer of `choices` that can be started; the usual one if none is named.
  ///
  /// - Throws: ``RecognizerRefusal`` of the first one
  package func startedRecognizer(
    _ choices: [PluginChoice], preferring preferences: [(name: String, value: String)] = [],
    note: (RecognizerRefusal) -> Void
  ) throws -> RecognizerClient {
    try firstRecognizer(
      choices, preferring: preferences, refusal: { RecognizerRefusal.setup($0) }, note: note
    ) { client in
      do throws(PluginFailure) { _ = try client.parameters() } catch {
        throw RecognizerRefusal.failed(error)
      }
    }.1
  }
}
