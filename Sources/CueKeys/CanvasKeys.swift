import CueStory
import CueTerminal

extension CanvasKey {
  /// What a key of the terminal means on the canvas.
  package static func of(_ key: Key) -> CanvasKey? {
    switch key {
    case .character(" "): .go
    case .character("m"): .marker
    case .character("r"): .preRoll
    case .character("x"), .delete: .delete
    case .character("u"): .undo
    case .left: .left
    case .right: .right
    case .up: .previous
    case .down: .next
    case .pageUp: .pageLeft
    case .pageDown: .pageRight
    case .home: .home
    case .end: .end
    case .character("+"), .character("="): .zoomIn
    case .character("-"), .character("_"): .zoomOut
    case .character("["): .slower
    case .character("]"): .faster
    case .character("{"): .lower
    case .character("}"): .higher
    case .character("f"): .fine
    case .character("l"): .link
    case .character("c"): .click
    case .character("s"): .scrub
    case .character("t"): .tree
    case .character("?"): .keys
    case .enter: .enter
    case .escape: .cancel
    case .character("q"), .control("c"), .control("d"): .quit
    default: nil
    }
  }
}
