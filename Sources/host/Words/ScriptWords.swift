import CueScreenplay

extension Messages {
  /// Why a file is no script, or a script cannot be rehearsed, as a clause.
  func why(_ error: ScriptError) -> String {
    switch error {
    case .notText(let offset, let line):
      self(.notText, ["line": "\(line)", "offset": "\(offset)"])
    case .otherKind(let kind): self(.otherKind, ["kind": self(Messages.name(kind))])
    case .tooLong(let bytes):
      self(
        .scriptTooLong, ["size": "\(bytes >> 20)", "most": "\(ScriptError.mostBytes >> 20)"])
    case .notFinalDraft(0, let fault): self(.notFinalDraft, ["why": why(fault)])
    case .notFinalDraft(let line, let fault):
      self(.notFinalDraftThere, ["line": "\(line)", "why": why(fault)])
    case .empty: self(.emptyScript)
    case .noCharacters: self(.nobodySpeaks)
    }
  }

  private static func name(_ kind: ScriptError.FileKind) -> Message {
    switch kind {
    case .pdf: .pdf
    case .richText: .richText
    case .archive: .archive
    case .webPage: .webPage
    }
  }

  private func why(_ fault: ScriptError.FinalDraftFault) -> String {
    switch fault {
    case .otherElement(let name): self(.otherElement, ["name": name])
    case .tooLong: self(.xmlTooLong)
    case .noMemory: self(.xmlNoMemory)
    case .tooDeep: self(.xmlTooDeep)
    case .documentType: self(.xmlDocumentType)
    case .noLibrary: self(.xmlNoLibrary)
    case .notXML(let words): words.isEmpty ? self(.notXML) : self(.xmlSays, ["why": words])
    }
  }
}

extension Screenplay.Warning {
  /// What is doubtful, as a sentence.
  var sentence: String {
    switch doubt {
    case .speechWithoutName: "Words of a speech stand here without a name above them."
    case .unknownParagraph(let type):
      "“\(type)” is no kind of paragraph that is known; it is action."
    case .unclosed(let mark): "“\(mark)” opens here and never closes; it is text."
    }
  }
}

extension Lexicon.Failure {
  /// What is wrong with the line, and how it should be, as a clause.
  var clause: String {
    "line \(line) is no entry of a lexicon; one is written WORD = SPOKEN, as in Aoife = EE-fa"
  }
}
