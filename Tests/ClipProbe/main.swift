import CueModel
import CueStore
import Glibc

// A program that shares a folder of clips with others of its kind.

/// A key of its own for each number.
func key(_ number: Int) -> ClipKey {
  let first = String(UInt64(number + 1) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
  let digits = String(repeating: "0", count: 16 - first.count) + first
  guard let key = ClipKey(hexadecimal: digits + String(repeating: "a", count: 48)) else {
    preconditionFailure("no key: \(digits)")
  }
  return key
}

func clip(_ number: Int, frames: Int) -> Clip {
  Clip(
    sound: AudioBuffer(
      int16: (0..<frames).map { Int16(truncatingIfNeeded: $0 &* 31 &+ number) }, rateHertz: 16_000),
    marks: [SpeechMark(kind: .word, frame: number, textRange: 0..<4)])
}

func say(_ line: String) {
  _ = unsafe (line + "\n").withCString { unsafe write(1, $0, strlen($0)) }
}

let words = CommandLine.arguments
let store = ClipStore(words[2])
let count = Int(words[3]) ?? 0
do {
  switch words[1] {
  // Makes all clips up to a number that nobody has made or makes.
  case "make":
    for number in 0..<count where try store.claim(key(number)) {
      if try store.entry(key(number)) == nil {
        _ = try store.put(clip(number, frames: 500), for: key(number))
        say("\(number)")
      }
      store.release(key(number))
    }
  // Claims one and keeps it until it is ended.
  case "hold":
    say(try store.claim(key(count)) ? "held" : "refused")
    while getchar() != EOF {}
  // Puts large ones until it is ended.
  case "write":
    // Made once, so that most of its time goes to writing.
    let long = clip(0, frames: count)
    for number in 0... {
      _ = try store.put(long, for: key(number))
      say("\(number)")
    }
  // Puts one.
  case "put": say(try store.put(clip(0, frames: count), for: key(0)).checksum)
  default: exit(64)
  }
} catch {
  say("\(error.reason)")
  exit(1)
}
