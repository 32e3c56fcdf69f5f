/// What a finger, or the left button of a mouse, did.
package enum CanvasGesture: Hashable, Sendable {
  /// It went down.
  case down(CanvasPoint)
  /// It was down for a moment at one place.
  case tap(CanvasPoint)
  /// It is down at one place for a second.
  case hold(CanvasPoint)
  /// It went up after a hold.
  case release(CanvasPoint)
  /// It moved this many columns before a second was over.
  case drag(columns: Int)
  /// It went up from a place, and off.
  case swipeUp(from: CanvasPoint)
}

/// A place on the screen.
package struct CanvasPoint: Hashable, Sendable {
  /// From the left; the first is 0.
  package var column: Int
  /// From the top; the first is 0.
  package var row: Int

  /// A place.
  package init(column: Int, row: Int) {
    self.column = column
    self.row = row
  }
}

/// Tells taps, holds, drags and swipes of a mouse apart.
///
/// It has no clock: milliseconds are given with what happens, and ``pass(_:)`` lets time pass.
package struct CanvasTouch: Equatable, Sendable {
  /// So long a finger is down until it holds.
  package static let holdMilliseconds: Int64 = 1000
  /// This many rows up are a swipe.
  package static let swipeRows = 2

  private enum Phase: Equatable {
    /// It is down since a time.
    case down(since: Int64)
    case held
    case dragged
  }

  private var phase: Phase?
  private var start = CanvasPoint(column: 0, row: 0)
  private var place = CanvasPoint(column: 0, row: 0)

  /// A finger that is up.
  package init() {}

  /// Where the finger is while it holds.
  package var held: CanvasPoint? { phase == .held ? place : nil }

  /// It goes down.
  package mutating func press(_ point: CanvasPoint, _ now: Int64) -> [CanvasGesture] {
    phase = .down(since: now)
    start = point
    place = point
    return [.down(point)]
  }

  /// It moves while it is down.
  package mutating func move(_ point: CanvasPoint, _ now: Int64) -> [CanvasGesture] {
    let gestures = pass(now)
    let before = place.column
    place = point
    switch phase {
    case .down where abs(point.column - start.column) > 1:
      phase = .dragged
      return gestures + [.drag(columns: point.column - start.column)]
    case .dragged where point.column != before:
      return gestures + [.drag(columns: point.column - before)]
    default: return gestures
    }
  }

  /// It goes up.
  package mutating func release(_ point: CanvasPoint, _ now: Int64) -> [CanvasGesture] {
    let gestures = move(point, now)
    defer { phase = nil }
    switch phase {
    case .down where start.row - point.row >= CanvasTouch.swipeRows:
      return gestures + [.swipeUp(from: start)]
    case .down: return gestures + [.tap(start)]
    case .held: return gestures + [.release(point)]
    case .dragged, nil: return gestures
    }
  }

  /// It counts as up: what follows until it goes up is ignored.
  package mutating func forget() { phase = nil }

  /// Time passes.
  package mutating func pass(_ now: Int64) -> [CanvasGesture] {
    guard case .down(let since) = phase, now - since >= CanvasTouch.holdMilliseconds,
      abs(start.row - place.row) < CanvasTouch.swipeRows
    else { return [] }
    phase = .held
    return [.hold(place)]
  }

  /// In how many milliseconds something happens by itself; nil for never.
  package func patience(_ now: Int64) -> Int? {
    guard case .down(let since) = phase else { return nil }
    return Int(max(0, since + CanvasTouch.holdMilliseconds - now))
  }
}
