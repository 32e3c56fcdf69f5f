import Foundation

/// A PDF file with pages of typewritten rows, written by hand.
public enum PDFFile {
  /// A file; each page has rows of text, `x` and `y` in points from the upper left corner.
  public static func bytes(_ pages: [[(x: Int, y: Int, text: String)]]) -> Data {
    var objects = ["<< /Type /Catalog /Pages 2 0 R >>"]
    let kids = pages.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
    objects.append("<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>")
    objects.append("<< /Type /Font /Subtype /Type1 /BaseFont /Courier >>")
    for (index, rows) in pages.enumerated() {
      objects.append(
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents \(5 + 2 * index) 0 R "
          + "/Resources << /Font << /F 3 0 R >> >> >>")
      let text = rows.map { row in
        let escaped = row.text.replacingOccurrences(of: "(", with: "\\(")
          .replacingOccurrences(of: ")", with: "\\)")
        return "BT /F 12 Tf \(row.x) \(792 - row.y) Td (\(escaped)) Tj ET"
      }.joined(separator: "\n")
      objects.append("<< /Length \(text.utf8.count) >>\nstream\n\(text)\nendstream")
    }
    var file = "%PDF-1.4\n"
    var places: [Int] = []
    for (index, object) in objects.enumerated() {
      places.append(file.utf8.count)
      file += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = file.utf8.count
    file += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for place in places {
      let digits = String(place)
      file += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    file += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\nstartxref\n\(start)\n%%EOF\n"
    return Data(file.utf8)
  }
}
