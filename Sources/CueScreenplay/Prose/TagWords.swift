/// The English words that ``TagGrammar`` knows.
enum TagWords {
  /// The usual verbs of English novels; the text itself shows others.
  static let commonVerbs = words(
    """
    say says said saying ask asks asked asking reply replies replied replying answer answered answering cry cries cried \
    crying exclaim exclaimed exclaiming whisper whispered whispering murmur murmured murmuring mutter muttered muttering \
    shout shouted shouting call called calling add added adding continue continued continuing return returned repeat \
    repeated repeating remark remarked remarking observe observed began beginning think thought inquired enquired demanded \
    suggested declared insisted announced explained interrupted agreed admitted protested resumed screamed screaming sighed \
    growled spoke
    """)
  static let prepositions = words(
    """
    at by for from in into of on onto over to toward towards under with without within upon about above across against along \
    among around after beside between beyond during except near off past through throughout below
    """)
  static let formsOfBe = words("is was were be been being am are")
  /// Words that are no verb of saying, and at which a noun ends.
  static let functionWords = prepositions.union(formsOfBe).union(
    words(
      """
      and but or nor so yet as if that which who whom whose when whenever while where wherever then than though although \
      because since until till not had has have did does do would could should might must may can will shall he she it they we \
      you him her his hers its their them my your our me us himself herself the a an this these those there here what how why \
      once now too again only still just even all both very rather more up out down after before like one
      """))
  static let articles = words("the a an this that another")
  static let subordinators = words(
    """
    when whenever as while if after before because since though although until till that which who whom where than whether \
    how why what
    """
  )
  static let possessives = words("my our his her their")
  static let groups = words(
    "people men women children crowd others all both everybody everyone voices boys girls")
  /// "Came the answer" does not name the speaker.
  static let nounsForWords = words("answer reply response words word whisper question")
  static let particles = words("de von van du la le di del der den")
  /// Before a verb of saying: nobody says it.
  static let noTellers = formsOfBe.union(
    words("not never didn’t didn't don’t don't couldn’t couldn't wouldn’t wouldn't"))

  /// Short titles that the narration also writes out, as in "the doctor".
  static let titles = [
    "dr": "doctor", "capt": "captain", "prof": "professor", "col": "colonel",
  ]

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }
}
