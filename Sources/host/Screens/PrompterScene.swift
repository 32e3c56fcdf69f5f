import CueKeys
import CueRehearsal

/// All that the screen of a prompter shows: the prompter, and what the keys do with the screen.
@dynamicMemberLookup
struct PrompterScene: Sendable {
  typealias Ease = PrompterCourse.Ease

  var course: PrompterCourse
  /// The text that is being typed, and its kind; nil if none.
  var entry: (of: RehearsalKey.Entry, text: String)?
  /// The first row of the list of keys that is shown; nil if it is not shown.
  var help: Int?

  init(_ prompter: Prompter) { course = PrompterCourse(prompter) }

  subscript<Value>(dynamicMember member: WritableKeyPath<PrompterCourse, Value>) -> Value {
    get { course[keyPath: member] }
    set { course[keyPath: member] = newValue }
  }

  subscript<Value>(dynamicMember member: KeyPath<PrompterCourse, Value>) -> Value {
    course[keyPath: member]
  }
}
