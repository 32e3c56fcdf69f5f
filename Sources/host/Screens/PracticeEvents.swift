import CueAssembly
import CuePractice
import CueSystem

/// Reports practice as lines of JSON.
final class PracticeEvents: PracticeStage {
  private var writer: PracticeEventWriter
  private(set) var failure: UserError?

  init(_ setting: PracticeSetting) {
    writer = PracticeEventWriter(setting.text, explain: UserError.clause)
  }

  func show(_ report: PracticeReport) { tell(.course(report)) }

  func tell(_ event: PracticeEvent) {
    guard failure == nil, let line = writer.json(event) else { return }
    do throws(UserError) { try Console.result(line.line) } catch { failure = error }
  }
}
