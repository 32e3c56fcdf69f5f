import CueModel
import CueStore
import CueStory
import Glibc

// A program that changes stories, and is ended without a warning at a step of its change.
//
//     story-probe FOLDER STEP take|live FRAMES|remove|send FILE|receive FILE
//
// 'live' records this many frames, and is ended before their end at the step "recording".
// Says "kept" when what it was asked for was reported as done.

struct FixedClock: WallClock {
  let millisecondsSince1970: Int64 = 1_000_000
}

func say(_ line: String) {
  _ = unsafe (line + "\n").withCString { unsafe write(1, $0, strlen($0)) }
}

let words = CommandLine.arguments
let folder = words[1]
do {
  let shelf = StoryShelf(
    try Database(.file(folder + "/library.db"), modules: [Stories.module]),
    folder: folder + "/stories", clock: FixedClock(),
    step: { step in
      if step.rawValue == words[2] { kill(getpid(), SIGKILL) }
    })
  func view() throws -> StoryView { try shelf.view("1") }
  switch words[3] {
  case "take", "live":
    let view = try view()
    let format = AudioFormat(sample: .int16, rateHertz: view.story.rateHertz)
    let isLive = words[3] == "live"
    let frames =
      (isLive ? Int(words[4]) : nil) ?? view.timeline().leastNextLength / 1000 + 4000
    var new = NewTake(format: format, label: "probe", recorded: view.story.dials.asHeard)
    new.isLive = isLive
    _ = try shelf.add(new, to: view) { write in
      defer { if words[2] == "recording" { kill(getpid(), SIGKILL) } }
      for start in stride(from: 0, to: frames, by: 1000) {
        try write(
          AudioBuffer(
            int16: (start..<min(start + 1000, frames)).map { Int16(truncatingIfNeeded: $0 &* 31) },
            rateHertz: format.rateHertz))
      }
    }
  case "remove":
    let view = try view()
    if let take = view.chain().last { _ = try shelf.remove(take, of: view) }
  case "send": _ = try shelf.send(try view(), to: "bob", path: words[4])
  case "receive": _ = try shelf.receive(words[4], player: "bob")
  default: exit(64)
  }
  say("kept")
} catch {
  say("\(error)")
  exit(1)
}
