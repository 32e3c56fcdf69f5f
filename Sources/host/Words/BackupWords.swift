import CueAssembly
import CueStore
import CueStory

// What is said of backups of the library.

extension LibraryCopies {
  /// What is in the backup in `folder`, and what is new in it.
  func told(_ folder: String) -> String {
    var text =
      "\(folder) has the library and \(Counted.clips(clips.copied + clips.kept)) that items refer to; "
      + "\(clips.copied) of them are new.\n"
    if takes.copied + takes.kept > 0 {
      text += "It has \(takes.copied + takes.kept) takes; \(takes.copied) of them are new.\n"
    }
    let count = stories.copied + stories.kept
    if count > 0 {
      text +=
        "It has \(count == 1 ? "1 take" : "\(count) takes") of stories; \(stories.copied) of them are new.\n"
    }
    return text
  }
}

extension RebuiltLibrary {
  /// What became of the library at `path`, and what came back from the backup in `folder`.
  func told(_ path: String, from folder: String?) -> String {
    var text = ""
    if let folder {
      text = "\(path) is as it is in \(folder).\n"
    } else {
      text = "\(path) is new, with \(rows) rows that could be read.\n"
      for table in tables {
        guard let expected = table.expected, expected > table.rows else { continue }
        text += "  \(table.name): \(table.rows) of \(expected) rows\n"
      }
      if lost == 0, rows > 0 {
        text +=
          "No row is lost; what was changed by damage is kept as it is now: look at your speeches.\n"
      }
    }
    if let former { text += "The former library is \(former).\n" }
    if copies.takes.copied > 0 { text += "\(copies.takes.copied) takes came back with it.\n" }
    if copies.stories.copied > 0 {
      text += "\(copies.stories.copied) takes of stories came back with it.\n"
    }
    return text
  }
}

extension LibraryCopies {
  /// What is missing in a backup, or in a library that was restored.
  var faults: [UserError] {
    var faults: [UserError] = []
    if let first = takes.growing.first {
      faults.append(
        UserError(
          "\(first) is being recorded, and is not in the backup.",
          hint: "Make the backup again when the rehearsal is over.", .done))
    }
    if !clips.missing.isEmpty {
      faults.append(
        UserError(
          "\(Counted.clips(clips.missing.count)) that items refer to "
            + "\(clips.missing.count == 1 ? "is" : "are") damaged or gone.",
          hint:
            "'\(Program.name) library check' names them; '\(Program.name) generate' makes them again.",
          .done))
    }
    if let first = stories.missing.first {
      let rest = stories.missing.count - 1
      faults.append(
        UserError(
          "\(first)\(rest == 0 ? " is" : " and \(rest) more takes of stories are") damaged or gone.",
          hint: "'\(Program.name) story verify' names them all.", .done))
    }
    return faults
  }
}
