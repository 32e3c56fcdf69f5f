import CueRehearsal
import CueScreenplay
import CueStore

/// Remembers at which line the rehearsal of a part stopped.
///
/// A failure to write the library is reported once, and the rehearsal continues.
package final class RehearsalMemory {
  private let rehearsals: Rehearsals
  private let script: Int64
  private let part: String
  private let lines: Script
  private let numbers: DialogueNumbers
  private let note: (StoreFailure) -> Void
  private var kept: Int?
  private var hasFailed = false

  /// The memory of rehearsing `roles` in `lines`.
  ///
  /// - Parameters:
  ///   - rehearsals: where it is kept
  ///   - script: the number of the script there
  ///   - lines: what is rehearsed
  ///   - roles: the actor's characters
  ///   - note: is called once if something cannot be kept
  package init(
    _ rehearsals: Rehearsals, script: Int64, _ lines: Script, roles: Set<String>,
    note: @escaping (StoreFailure) -> Void
  ) {
    self.rehearsals = rehearsals
    self.script = script
    part = roles.sorted().joined(separator: "\n")
    self.lines = lines
    numbers = DialogueNumbers(lines)
    self.note = note
  }

  /// The number of the spoken line to go on with; nil for the first.
  ///
  /// In a script that has changed, it is the nearest line with the same words; nil if there is none.
  package func place() throws(StoreFailure) -> Int? {
    guard let place = try rehearsals.place(of: part, in: script) else { return nil }
    kept = place.line
    let same = (1...max(1, numbers.count)).filter { words(of: $0) == place.words }
    let line = same.min { abs($0 - place.line) < abs($1 - place.line) }
    return line == 1 ? nil : line
  }

  /// Keeps what a report changes.
  package func take(_ report: RehearsalReport) {
    switch report {
    case .state(_, let status, let line):
      guard status == .playingPartner || status == .waitingForUser,
        let number = numbers.number(at: line), number != kept
      else { return }
      keep(number)
    case .finished: keep(nil)
    default: break
    }
  }

  private func keep(_ number: Int?) {
    kept = number
    let place = number.map { Rehearsals.Place(line: $0, words: words(of: $0)) }
    guard !hasFailed else { return }
    do throws(StoreFailure) { try rehearsals.setPlace(place, of: part, in: script) } catch {
      hasFailed = true
      note(error)
    }
  }

  private func words(of number: Int) -> String {
    numbers.index(of: number).map { lines.lines[$0].text } ?? ""
  }
}
