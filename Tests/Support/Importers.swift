import Foundation

/// A program that reads files of other programs.
public enum Importer: String, Sendable {
  case pdf, document

  /// Its sources, and the libraries that it needs.
  fileprivate var parts: (folder: String, flags: [String]) {
    switch self {
    case .pdf: ("Plugins/ImportPDF", ["-lpoppler-cpp"])
    case .document:
      ("Plugins/ImportDocument", ["-I/usr/include/libxml2", "-larchive", "-lxml2"])
    }
  }
}

extension Fixtures {
  /// Whether the library is here with which PDF files are read.
  public static let hasPoppler = FileManager.default.fileExists(
    atPath: "/usr/include/poppler/cpp/poppler-document.h")

  /// Whether the library is here with which documents are read.
  public static let hasXML = FileManager.default.fileExists(
    atPath: "/usr/include/libxml2/libxml/parser.h")

  /// The folder of the programs that read files of other programs; `importer` is compiled by the first test that needs it.
  public static func importer(_ importer: Importer) throws -> String {
    switch importer {
    case .pdf: try pdfImporter.get()
    case .document: try documentImporter.get()
    }
  }

  private static let pdfImporter = Result { try compiled(.pdf) }
  private static let documentImporter = Result { try compiled(.document) }

  private static func compiled(_ importer: Importer) throws -> String {
    let folder = Places.products + "fixtures/importers"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let kept = "\(folder)/cue-import-\(importer.rawValue)"
    let path = "\(kept).\(ProcessInfo.processInfo.processIdentifier)"
    let sources = try FileManager.default.contentsOfDirectory(
      atPath: Places.source(importer.parts.folder)
    ).filter { $0.hasSuffix(".cpp") }.sorted()
    let run = try Run(
      "/usr/bin/env",
      ["g++", "-std=c++17", "-O1"]
        + sources.map { Places.source(importer.parts.folder + "/" + $0) } + ["-o", path]
        + importer.parts.flags)
    guard run.status == 0 else { fatalError("\(kept) cannot be built: \(run.talk)") }
    guard unsafe rename(path, kept) == 0 else { fatalError("\(kept) cannot be written") }
    return folder
  }
}
