/// Finds the quotations of a novel and their speakers.
///
/// ``Narrative`` finds the quotations and splits the narration into words. ``TagGrammar`` learns the text's verbs of saying, names
/// and nouns for people from the words beside quotations. ``NarrativeCast`` joins names of one person. ``TurnReader`` reads the
/// paragraphs in order: a tag counts most, then an action in the same paragraph, then whose turn it is.
struct QuotationReader {
  /// A quotation, with the marks around it.
  struct Quotation {
    let paragraph: Int
    /// UTF-8 offsets in the paragraph, the marks included.
    let range: Range<Int>
    /// UTF-8 offsets of what stands between the marks.
    let inside: Range<Int>
    /// The name that the narration uses most; nil if nobody says it (scare quotes, titles).
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
        paragraph: saying.paragraph, range: saying.range, inside: saying.inside,
        speaker: verdict.person.map { cast.people[$0].name }, doubt: verdict.doubt)
    }
  }
}
