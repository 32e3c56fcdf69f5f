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
  private func stage(
    _ kind: String = "opus", _ text: String = script,
    _ change: (inout RecordingSettings) -> Void = { _ in }
  ) throws -> (Stage, RecordingReport) {
    let stage = try Stage(text)
    stage.settings.companions = [.page]
    change(&stage.settings)
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

  @Test func `the page shows the spoken text, and marks the current word`() throws {
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
    // Text of the script has not become an element.
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

  @Test func `A page to read along obeys the keyboard`() throws {
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

  @Test func `plays from a word that the keyboard has reached`() throws {
    let (stage, _) = try stage()
    let browser = try #require(Browser.shared)
    try browser.open(path: stage.path("out.html"))
    _ = try seek(browser, 0)
    func focused() throws -> String? {
      try browser.evaluate(
        "document.activeElement.classList[0] + ' ' + document.activeElement.textContent")
        as? String
    }
    func seconds() throws -> Double? {
      try browser.evaluate("document.getElementById('sound').currentTime") as? Double
    }
    // One stop of Tab for all words; before them come the two lists of the page.
    for _ in 0..<3 { try browser.press("Tab") }
    #expect(try focused() == "w Interior")
    #expect(
      try browser.evaluate("document.querySelectorAll('.w[tabindex=\"0\"]').length") as? Int == 1)
    #expect(
      try browser.evaluate("document.activeElement.getAttribute('role')") as? String == "button")
    #expect(
      try browser.evaluate("document.activeElement.matches(':focus-visible')") as? Bool == true)
    #expect(
      try browser.evaluate(
        "parseFloat(getComputedStyle(document.activeElement).outlineWidth) >= 2") as? Bool == true)
    #expect(
      try browser.evaluate(
        "document.getElementById(document.activeElement.getAttribute('aria-describedby')).textContent.length > 0"
      ) as? Bool == true)
    try browser.press("ArrowRight")
    #expect(try focused() == "w KITCHEN")
    #expect(try seconds() == 0, "Moving plays nothing.")
    try browser.press("Enter")
    #expect(try seconds() == 0.25)
    try browser.press("ArrowDown")
    #expect(try focused() == "w A")
    try browser.press("ArrowRight")
    try browser.press("ArrowRight")
    try browser.press(" ")
    #expect(try #require(try seconds()) > 1)
    #expect(try browser.evaluate("document.getElementById('sound').paused") as? Bool == true)
    try browser.press("ArrowUp")
    #expect(try focused() == "w Interior")
    try browser.press("End")
    #expect(try focused() == "w NIGHT")
    try browser.press("Escape")
    #expect(try browser.evaluate("document.activeElement === document.body") as? Bool == true)
    #expect(browser.complaints == [])
  }

  @Test func `the page shows directions, emphasis and unspoken text`() throws {
    let text = """
      INT. HALL

      He *never* waits.

      ANNA
      (softly)
      You **must** _go
      there_ now.
      (beat)
      Un*believ*able.
      (leaving)

      CUT TO:

      BEN
      (MORE)
      Fine.
      """
    let (stage, _) = try stage("opus", text)
    let browser = try #require(Browser.shared)
    try browser.open(path: stage.path("out.html"))
    let speech =
      try browser.evaluate("document.querySelector('p.speech').textContent.replace(/\\s+/g, ' ')")
      as? String
    #expect(speech == "ANNA (softly) You must _go there_ now. (beat) Unbelievable. (leaving) ")
    #expect(
      try browser.evaluate(
        "Array.from(document.querySelectorAll('.direction'), e => e.textContent).join('|')")
        as? String
        == "(softly)|(beat)|(leaving)")
    #expect(
      try browser.evaluate(
        "Array.from(document.querySelectorAll('em,strong,u'), e => e.localName + ':' + e.textContent).join(' ')"
      ) as? String == "em:never strong:must em:believ")
    // A word is one word, however it is emphasized.
    #expect(
      try browser.evaluate(
        "Array.from(document.querySelectorAll('.w'), e => e.textContent).includes('Unbelievable')")
        as? Bool == true)
    let style =
      try browser.evaluate(
        "getComputedStyle(document.querySelector('.direction')).fontStyle") as? String
    #expect(style == "italic")
    #expect(browser.complaints == [])
  }

  @Test func `shows the stage's text where only speeches are said`() throws {
    let stage = try Stage(script, rules: .dialogueOnly)
    stage.settings.companions = [.page]
    stage.render { _, _ in clip(tone(200, seconds: 1, rateHertz: 16_000), 16_000) }
    _ = try stage.write("out.opus")
    let page = try stage.text("out.html")
    #expect(page.contains("<p class=\"stage\">A kettle boils.</p>"))
  }

  @Test(arguments: ["flac", "wav"])
  func `has its sound beside it where that is large`(kind: String) throws {
    let (stage, report) = try stage(kind) { $0.mostSoundBytesInPage = 1000 }
    let sound = kind == "flac" ? "out.flac" : "out.opus"
    #expect(report.companionPaths.contains(stage.path("out.html")))
    #expect(try stage.text("out.html").contains("src=\"\(sound)\""))
    #expect(try !stage.text("out.html").contains("base64"))
    #expect(try stage.names().contains(sound))
    let browser = try #require(Browser.shared)
    try browser.open(path: stage.path("out.html"))
    #expect(try seek(browser, 0.3) == "KITCHEN")
    #expect(browser.complaints == [])
    #expect(RecordingSettings().mostSoundBytesInPage == 20_000_000)
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
    // Contrast of text, of the marked word and of names with their background, after WCAG 2.2: 4.5 at least.
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
