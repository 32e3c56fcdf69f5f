import Testing

@testable import CueStory

@Suite struct `A finger on the canvas` {
  private func at(_ column: Int, _ row: Int = 5) -> CanvasPoint {
    CanvasPoint(column: column, row: row)
  }

  @Test func `taps, where it goes up within a second`() {
    var touch = CanvasTouch()
    #expect(touch.press(at(3), 0) == [.down(at(3))])
    #expect(touch.patience(400) == 600)
    #expect(touch.pass(999).isEmpty)
    #expect(touch.release(at(4), 999) == [.tap(at(3))])
    #expect(touch.patience(2000) == nil && touch.pass(2000).isEmpty)
  }

  @Test func `holds after a second, and aims until it goes up`() {
    var touch = CanvasTouch()
    _ = touch.press(at(3), 0)
    #expect(touch.pass(1000) == [.hold(at(3))])
    #expect(touch.pass(1500).isEmpty && touch.held == at(3))
    #expect(touch.move(at(9), 1600).isEmpty && touch.held == at(9))
    #expect(touch.release(at(9), 1700) == [.release(at(9))])
    #expect(touch.held == nil)
  }

  /// Nothing lets time pass between the press and the release of a screen that hangs.
  @Test func `holds even where that is only known when it goes up`() {
    var touch = CanvasTouch()
    _ = touch.press(at(3), 0)
    #expect(touch.release(at(3), 1200) == [.hold(at(3)), .release(at(3))])
  }

  @Test func `A finger on the canvas drags, where it moves before`() {
    var touch = CanvasTouch()
    _ = touch.press(at(3), 0)
    #expect(touch.move(at(4), 10).isEmpty)
    #expect(touch.move(at(6), 20) == [.drag(columns: 3)])
    #expect(touch.pass(2000).isEmpty && touch.patience(2000) == nil)
    #expect(touch.move(at(1), 2001) == [.drag(columns: -5)])
    #expect(touch.release(at(1), 2002).isEmpty)
  }

  @Test func `swipes, where it goes up the screen`() {
    var touch = CanvasTouch()
    _ = touch.press(at(3, 8), 0)
    #expect(touch.move(at(4, 6), 10).isEmpty)
    #expect(touch.pass(1500).isEmpty, "a finger that goes up does not hold")
    #expect(touch.release(at(4, 5), 1600) == [.swipeUp(from: at(3, 8))])
  }

  @Test func `means nothing more once it is forgotten`() {
    var touch = CanvasTouch()
    _ = touch.press(at(3), 0)
    touch.forget()
    #expect(touch.move(at(30), 10).isEmpty && touch.release(at(30), 2000).isEmpty)
    #expect(touch.release(at(30), 3000).isEmpty)
  }
}
