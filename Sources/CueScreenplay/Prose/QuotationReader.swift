/// Finds what is said in a narrative text, and by whom.
///
/// The marks are read first. Then the text shows its verbs of saying, its names and its nouns for people: all of them stand
/// beside quotations. At last the paragraphs are read in order, as a listener hears them: a tag counts most, then what somebody
/// does in the same paragraph, then whose turn it is.
struct QuotationReader {
  /// A quotation, with the marks around it.
  struct Quotation {
    let paragraph: Int
    /// UTF-8 offsets in the paragraph, the marks included.
    let range: Range<Int>
    /// The name that the narration uses most; nil: the narrator reads it (scare quotes, titles, inscriptions).
    let speaker: String?
    let doubt: Doubt?
  }

  /// Why a speaker may be wrong.
  typealias Doubt = Screenplay.DoubtfulQuotation.Reason

  /// The quotations of a text and their speakers, in order.
  ///
  /// - Parameters:
  ///   - paragraphs: the text, without hard line breaks
  ///   - isWoman: whether a name ("Mrs. Bennet", "Tom") or a noun in lower case ("the old lady", "boy") means a woman; nil if
  ///     it is not clear, or means no person
  /// - Returns: the outermost quotations; those that one paragraph leaves open go on in the next
  static func quotations(in paragraphs: [String], isWoman: (String) -> Bool?) -> [Quotation] {
    let story = Narrative(paragraphs)
    let (cast, verdicts) = withoutActuallyEscaping(isWoman) { isWoman in
      let grammar = TagGrammar(story, isWoman)
      let cast = NarrativeCast(story, grammar, isWoman)
      var turns = TurnReader(story, grammar, cast)
      return (cast, turns.read())
    }
    return zip(story.sayings, verdicts).map { saying, verdict in
      Quotation(
        paragraph: saying.paragraph, range: saying.range,
        speaker: verdict.person.map { cast.people[$0].name }, doubt: verdict.doubt)
    }
  }
}
