import CueSystem

/// The words of a PDF file with their places, as the program `cue-import-pdf` prints them; lengths in points from the upper left
/// corner of a page.
package struct PDFWords: Equatable, Sendable {
  /// A word.
  struct Word: Equatable, Sendable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    /// Quarters of a turn; 0 for upright.
    var turns: Int
    /// The size of its font.
    var size: Double
    var text: String
    var isBold = false
    var isItalic = false

    var end: Double { x + width }
    var middle: Double { y + height / 2 }
  }

  /// A page.
  struct Page: Equatable, Sendable {
    var width: Double
    var height: Double
    var words: [Word] = []
  }

  /// Why the program's output cannot be read.
  package enum Failure: Error, Equatable, Sendable {
    /// A line that the program never prints; its number from 1.
    case line(Int)
    /// The output ends too early.
    case incomplete
  }

  /// No sheet of paper is so large, in points.
  static let farthest = 100_000.0

  let pages: [Page]

  /// The words of the PDF file in `bytes`.
  init(of bytes: [UInt8]) throws(ImportFault) {
    let output = try ImportProgram.pdf.output(of: bytes)
    do throws(Failure) { try self.init(parsing: output) } catch { throw .failed }
    guard !isEmpty else { throw .noText }
  }

  /// Reads what the program prints.
  package init(parsing text: String) throws(Failure) {
    var pages: [Page] = []
    var isWhole = false
    for (index, line) in text.split(separator: "\n").enumerated() {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      func number(_ place: Int) throws(Failure) -> Double {
        guard fields.indices.contains(place), let value = Double(fields[place]), value.isFinite
        else { throw .line(index + 1) }
        return value
      }
      switch fields[0] {
      case "page": pages.append(Page(width: try number(1), height: try number(2)))
      case "word":
        guard !pages.isEmpty, fields.count == 9, let turns = Int(fields[5]) else {
          throw .line(index + 1)
        }
        let font = fields[7].lowercased()
        let word = Word(
          x: try number(1), y: try number(2), width: try number(3), height: try number(4),
          turns: turns, size: try number(6), text: String(fields[8]),
          isBold: ["bold", "black", "heavy"].contains { font.contains($0) },
          isItalic: ["italic", "oblique"].contains { font.contains($0) })
        let isOnPaper = [word.x, word.y, word.width, word.height, word.size]
          .allSatisfy { abs($0) <= PDFWords.farthest }
        if isOnPaper, !word.text.allSatisfy(\.isWhitespace) {
          pages[pages.count - 1].words.append(word)
        }
      case "end": isWhole = true
      default: throw .line(index + 1)
      }
    }
    guard isWhole else { throw .incomplete }
    self.pages = pages
  }

  /// Whether there is no word: a scan has pictures only.
  package var isEmpty: Bool { pages.allSatisfy(\.words.isEmpty) }
}
