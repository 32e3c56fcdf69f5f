import CueModel
import CueScreenplay
import Foundation
import TestSupport
import Testing

@testable import CueGeneration

private let script = """
  Title: Tea & <Sympathy>
  Author: Ann "A" O'Neil

  INT. KITCHEN - NIGHT

  A kettle boils.

  ANNA
  Hello there, my dear.

  BEN
  <img src=x onerror="document.title='broken'"> </script><script>document.title = 'broken'</script>

  EXT. GARDEN - DAY

  ANNA
  It rains again.
  """

@Suite(
  .startsProcesses, .serialized, .browser,
  .enabled(if: Browser.program != nil, "chromium is not installed"))
struct `A page to read along` {
  private func stage(_ kind: String = "opus") throws -> (Stage, RecordingReport) {
    let stage = try Stage(script)
    stage.settings.companions = [.page]
    stage.settings.keptEdgeMilliseconds = nil
    stage.render { index, item in
      // A word a quarter of a second.
      let bytes = Array(item.saidText.utf8)
      let starts = bytes.indices.filter { bytes[$0] != 32 && ($0 == 0 || bytes[$0 - 1] == 32) }
      let marks = starts.enumerated().map { place, start in
        let end = bytes[start...].firstIndex(of: 32) ?? bytes.count
        return SpeechMark(kind: .word, frame: place * 4000, textRange: start..<end)
      }
      return clip(
        tone(200 + 100 * Double(index), seconds: Double(starts.count) / 4, rateHertz: 16_000),
        16_000, marks: marks)
    }
    return (stage, try stage.write("out." + kind))
  }

  /// Waits until the page can be sought in, and seeks.
  private func seek(_ browser: Browser, _ seconds: Double) throws -> String? {
    try browser.evaluate(
      """
      new Promise(async (done) => {
        const sound = document.getElementById('sound');
        if (sound.readyState < 1) await new Promise(r => sound.addEventListener('loadedmetadata', r, {once: true}));
        sound.addEventListener('seeked', () => setTimeout(() =>
          done(Array.from(document.querySelectorAll('.now'), w => w.textContent).join(' ')), 0), {once: true});
        sound.currentTime = \(seconds);
      })
      """) as? String
  }

  @Test func `shows what is said, and marks the word that is heard`() throws {
    let (stage, _) = try stage()
    let browser = try #require(Browser.shared)
    try browser.open(path: stage.path("out.html"))
    let text = try browser.evaluate("document.getElementById('text').innerText") as? String
    #expect(text?.contains("Hello there, my dear.") == true)
    #expect(text?.contains("<img src=x onerror=") == true)
    #expect(try browser.evaluate("document.title") as? String == "Tea & <Sympathy>")
    #expect(
      try browser.evaluate("document.querySelector('h1').textContent") as? String
        == "Tea & <Sympathy>")
    // What the script wrote has become no element.
    let elements = try browser.evaluate(
      "Array.from(new Set(Array.from(document.body.querySelectorAll('*'), e => e.localName))).sort().join(' ')"
    )
    #expect(
      elements as? String
        == "a audio button dd details div dl dt footer h1 h2 header input label li main nav ol output p script section span summary"
    )
    // The heading has a second: three words are said as Interior, kitchen, night.
    #expect(try seek(browser, 0.3) == "KITCHEN")
    // Heading 0.75, pause 0.25, action 0.75, pause 0.4: Anna begins at 2.15.
    #expect(try seek(browser, 2.15 + 0.3) == "there")
    #expect(
      try browser.evaluate("document.querySelector('[aria-current]').innerText") as? String
        == "ANNA\nHello there, my dear.")
    #expect(try browser.evaluate("document.querySelectorAll('[aria-current]').length") as? Int == 1)
    #expect(browser.complaints == [])
    #expect(browser.requests == [])
  }

  @Test func `obeys the keyboard`() throws {
    let (stage, report) = try stage()
    let browser = try #require(Browser.shared)
    try browser.open(path: stage.path("out.html"))
    _ = try seek(browser, 0)
    try browser.press("n")
    let second = try #require(
      try browser.evaluate("document.getElementById('sound').currentTime") as? Double)
    #expect(second > 4 && second < report.seconds)
    #expect(
      try browser.evaluate("document.querySelector('[aria-current]').textContent") as? String
        == "Exterior. GARDEN. DAY.")
    try browser.press("ArrowDown")
    #expect(
      try browser.evaluate("document.querySelector('[aria-current]').innerText") as? String
        == "ANNA\nIt rains again.")
    try browser.press("p")
    try browser.press("p")
    #expect(try browser.evaluate("document.getElementById('sound').currentTime") as? Double == 0)
    try browser.press("+")
    #expect(
      try browser.evaluate("document.getElementById('sound').playbackRate") as? Double == 1.1)
    try browser.press(" ")
    #expect(try browser.evaluate("document.getElementById('sound').paused") as? Bool == false)
    try browser.press(" ")
    #expect(try browser.evaluate("document.getElementById('sound').paused") as? Bool == true)
    #expect(browser.complaints == [])
  }

  @Test(arguments: [(1280, false), (1280, true), (360, false), (360, true)])
  func `fits desks and pockets, by day and by night`(width: Int, isDark: Bool) throws {
    let (stage, _) = try stage()
    let browser = try #require(Browser.shared)
    try browser.open(path: stage.path("out.html"), width: width, isDark: isDark)
    _ = try seek(browser, 2.45)
    #expect(
      try browser.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth") as? Int
        == 0)
    // Contrast of text, of the marked word and of names to what is behind them, after WCAG 2.2: 4.5 at least.
    let least =
      try browser.evaluate(
        """
        (() => {
          const light = (c) => { const [r, g, b] = c.match(/[\\d.]+/g).map(Number).map(v => v / 255)
              .map(v => v <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4);
            return .2126 * r + .7152 * g + .0722 * b; };
          const paper = (e) => { for (; e; e = e.parentElement) {
            const c = getComputedStyle(e).backgroundColor; if (!c.startsWith('rgba(0, 0, 0, 0')) return c; } };
          return Math.min(...Array.from(document.querySelectorAll('p.line, .who, .now, h1, h2, summary, button, #time, .by'), e => {
            const a = light(getComputedStyle(e).color), b = light(paper(e));
            return (Math.max(a, b) + .05) / (Math.min(a, b) + .05); }));
        })()
        """) as? Double
    #expect(try #require(least) >= 4.5)
    // Nothing to press is smaller than 24 by 24, nor without a name.
    let small =
      try browser.evaluate(
        """
        Array.from(document.querySelectorAll('button, summary, input[type=range]')).filter(e => {
          const r = e.getBoundingClientRect();
          return r.width < 24 || r.height < 24 || !(e.ariaLabel || e.textContent.trim() || e.labels?.length); }).length
        """) as? Int
    #expect(small == 0)
    if let folder = ProcessInfo.processInfo.environment["CUE_PICTURES"] {
      let name = "\(folder)/page-\(width)-\(isDark ? "dark" : "light").png"
      try browser.screenshot().write(to: URL(filePath: name))
    }
  }

  @Test(arguments: ["opus", "ogg", "mp3", "flac", "wav"])
  func `has its sound in it, whatever the recording is`(kind: String) throws {
    let (stage, report) = try stage(kind)
    #expect(try stage.names() == ["out." + kind, "out.html"].sorted())
    let browser = try #require(Browser.shared)
    try browser.open(path: stage.path("out.html"))
    #expect(try seek(browser, 0.3) == "KITCHEN")
    let seconds = try #require(
      try browser.evaluate("document.getElementById('sound').duration") as? Double)
    #expect(abs(seconds - report.seconds) < 0.1)
    #expect(browser.complaints == [])
    #expect(browser.requests == [])
  }
}
