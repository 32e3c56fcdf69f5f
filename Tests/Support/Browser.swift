import CSystem
import Foundation
import Testing

/// A browser without a window, driven over the pipe that Chromium's DevTools protocol offers.
///
/// Everything that a page asks the network for, says on its console or fails with is kept.
/// One thread uses it at a time.
package final class Browser: @unchecked Sendable {
  /// The browser of the suite that is running; see ``BrowserTrait``.
  @TaskLocal package static var shared: Browser?

  /// Where the program is; nothing where it is not installed.
  package static let program = ["/usr/bin/chromium", "/usr/bin/chromium-browser"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  /// What a browser did not do.
  package struct Failure: Error { package let message: String }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let folder: TemporaryFolder
  private var waiting = Data()
  private var number = 0
  private var session = ""
  private var profile = ""
  /// Addresses that were asked for, but the page's own.
  package private(set) var requests: [String] = []
  /// What stood on the console, and what was thrown.
  package private(set) var complaints: [String] = []

  /// Starts the program.
  package init() throws {
    guard let program = Browser.program else { throw Failure(message: "there is no Chromium") }
    folder = try TemporaryFolder()
    process.executableURL = URL(filePath: "/bin/sh")
    // The protocol's pipes are the descriptors 3 and 4.
    process.arguments = [
      "-c", "exec \"$@\" 3<&0 4>&1 </dev/null >/dev/null 2>&1", "sh", program, "--headless",
      "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
      "--disable-background-networking", "--disable-component-update", "--mute-audio",
      "--autoplay-policy=no-user-gesture-required", "--force-prefers-reduced-motion",
      "--remote-debugging-pipe", "--user-data-dir=" + folder.path, "about:blank",
    ]
    // Its leftovers go with the folder.
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["TMPDIR": folder.path]) { $1 }
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    if process.isRunning {
      try? send("Browser.close")
      process.waitUntilExit()
    }
  }

  /// Opens `path` in a profile of its own and waits until all of it is there; the page before it is closed.
  package func open(path: String, width: Int = 1280, height: Int = 800, isDark: Bool = false) throws
  {
    if !profile.isEmpty {
      _ = try call("Target.disposeBrowserContext", ["browserContextId": profile])
    }
    complaints = []
    profile = try call("Target.createBrowserContext")["browserContextId"] as? String ?? ""
    let target =
      try call("Target.createTarget", ["url": "about:blank", "browserContextId": profile])[
        "targetId"] as? String
    let attached = try call(
      "Target.attachToTarget", ["targetId": target ?? "", "flatten": true])
    session = attached["sessionId"] as? String ?? ""
    for name in ["Page.enable", "Runtime.enable", "Log.enable", "Network.enable"] {
      _ = try call(name)
    }
    _ = try call(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600])
    _ = try call(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]]])
    let address = URL(filePath: path).absoluteString
    requests = []
    _ = try call("Page.navigate", ["url": address])
    _ = try evaluate(
      "new Promise(r => document.readyState === 'complete' ? r() : addEventListener('load', r))")
    requests.removeAll { $0 == address }
  }

  /// What `expression` is, a promise's value where it is one.
  package func evaluate(_ expression: String) throws -> Any? {
    let answer = try call(
      "Runtime.evaluate",
      [
        "expression": expression, "awaitPromise": true, "returnByValue": true,
        "userGesture": true,
      ])
    if let thrown = answer["exceptionDetails"] { throw Failure(message: "\(thrown)") }
    return (answer["result"] as? [String: Any])?["value"]
  }

  /// Presses a key, as a keyboard would.
  package func press(_ key: String) throws {
    var event: [String: Any] = ["key": key]
    if key == "Tab" { event["windowsVirtualKeyCode"] = 9 }
    for type in ["keyDown", "keyUp"] {
      event["type"] = type
      _ = try call("Input.dispatchKeyEvent", event)
    }
  }

  /// A picture of what is seen, as PNG.
  package func screenshot() throws -> Data {
    let answer = try call("Page.captureScreenshot", ["format": "png"])
    return Data(base64Encoded: answer["data"] as? String ?? "") ?? Data()
  }

  private func send(_ method: String, _ parameters: [String: Any] = [:]) throws {
    number += 1
    var message: [String: Any] = ["id": number, "method": method, "params": parameters]
    if !session.isEmpty, !method.hasPrefix("Target."), !method.hasPrefix("Browser.") {
      message["sessionId"] = session
    }
    // A browser that has ended is a failure, and no signal that ends the tests.
    var rest = Array(try JSONSerialization.data(withJSONObject: message)) + [0]
    while !rest.isEmpty {
      let count = unsafe cue_write(input.fileHandleForWriting.fileDescriptor, rest, rest.count)
      guard count > 0 else { throw Failure(message: "The browser has ended.") }
      rest.removeFirst(count)
    }
  }

  private func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    try send(method, parameters)
    while true {
      let message = try next()
      if message["id"] as? Int == number {
        if let error = message["error"] { throw Failure(message: "\(method): \(error)") }
        return message["result"] as? [String: Any] ?? [:]
      }
      note(message)
    }
  }

  private func note(_ message: [String: Any]) {
    guard message["sessionId"] as? String == session else { return }
    let parameters = message["params"] as? [String: Any] ?? [:]
    switch message["method"] as? String {
    case "Network.requestWillBeSent":
      let address = (parameters["request"] as? [String: Any])?["url"] as? String ?? ""
      // What is in the page itself is not a request.
      if !address.hasPrefix("data:") { requests.append(address) }
    case "Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded":
      complaints.append("\(parameters)")
    default: break
    }
  }

  private func next() throws -> [String: Any] {
    while true {
      if let end = waiting.firstIndex(of: 0) {
        let message = waiting[waiting.startIndex..<end]
        waiting.removeSubrange(waiting.startIndex...end)
        return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
      }
      let more = output.fileHandleForReading.availableData
      guard !more.isEmpty else { throw Failure(message: "Chromium ended") }
      waiting += more
    }
  }
}

/// Starts one browser for all tests of a suite, which runs them one after another.
package struct BrowserTrait: SuiteTrait, TestScoping {
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await Browser.$shared.withValue(try Browser(), operation: function)
  }
}

extension Trait where Self == BrowserTrait {
  /// The tests share a browser.
  ///
  /// It is ``Browser/shared``. Their suite is `.serialized`.
  package static var browser: Self { Self() }
}
