import CueTerminal
import Glibc

// A program with the screen for itself, which ends in every way there is.

let isScreen = !CommandLine.arguments.contains("keys")
let hasMouse = CommandLine.arguments.contains("mouse")
guard let terminal = Terminal(hasMouse ? .screenAndMouse : isScreen ? .screen : .keys) else {
  print("no terminal")
  exit(1)
}

var told = "ready"

@MainActor func show() {
  guard isScreen else { return print(told) }
  let size = terminal.size
  var picture = Picture(size)
  picture.put("\(size.columns) x \(size.rows)", row: 0, column: 0, style: .bold)
  picture.put(told, row: 1, column: 0)
  terminal.show(picture)
}

func overflow(_ depth: Int) -> Int { depth == .max ? 0 : overflow(depth + 1) + depth % 3 }

show()
while true {
  switch terminal.next() {
  case .key(.character("x")): exit(3)
  case .key(.character("a")): abort()
  case .key(.character("t")): preconditionFailure("asked for")
  case .key(.character("s")): unsafe UnsafeMutablePointer<Int>(bitPattern: 8)?.pointee = 1
  case .key(.character("o")): print(overflow(0))
  case .key(.character("q")):
    terminal.close()
    print("bye")
    exit(0)
  case .key(let key): told = "\(key)"
  case .mouse(let report): told = "\(report.action) \(report.column) \(report.row)"
  case .resized: told = "resized"
  case .stopping:
    terminal.suspend()
    told = "back"
  case .resumed: told = "resumed"
  case .closed: exit(4)
  case .woken, .timeIsUp: break
  }
  show()
}
