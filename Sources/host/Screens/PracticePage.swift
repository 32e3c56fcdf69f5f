import CueKeys
import CuePractice

/// All that the screen of practice shows: the scene, and what the keys do with the screen.
@dynamicMemberLookup
struct PracticePage: Equatable, Sendable {
  typealias Phase = PracticeScene.Phase
  typealias Pause = PracticeScene.Pause

  var scene = PracticeScene()
  /// The start of a loop that has no end yet.
  var loopStart: Int?
  /// The digits of a number that is being typed.
  var entry = ""
  /// The list that is shown instead of the text; nil while none is.
  var picker: PracticePicker?
  /// The items of that list.
  var items: [String] = []
  /// The first line of the list of keys that is shown; nil if it is not shown.
  var help: Int?

  subscript<Value>(dynamicMember member: WritableKeyPath<PracticeScene, Value>) -> Value {
    get { scene[keyPath: member] }
    set { scene[keyPath: member] = newValue }
  }
}
