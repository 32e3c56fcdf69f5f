import CueModel
import CueScreenplay

extension GenerationPlan {
  /// The silence after an item, as its last words are played; nil if they have no tone.
  public func pauseAfter(item: Int) -> Int? {
    guard
      let piece = items[item].pieces.lastIndex(where: {
        if case .words = $0 { true } else { false }
      }),
      let choice = roles[roleOfItem[item]].choices.first
    else { return nil }
    return items[item].expression(ofPiece: piece, by: choice.delivery.expression)
      .pauseAfterMilliseconds
  }
}

extension SpeakableItem {
  /// How the piece at `index` is played.
  ///
  /// As notes say of the scene, as `own` says of its speaker, as the speech's notes say, and as the parenthetical ahead of it
  /// says: what is nearer to the words counts.
  func expression(ofPiece index: Int, by own: Expression) -> Expression {
    guard kind == .character else { return own }
    var direction: String?
    if case .words(_, let said) = pieces[index] { direction = said }
    guard direction != nil || !sceneTones.isEmpty || !speechTones.isEmpty else { return own }
    func read(_ words: [String]) -> Expression {
      words.reduce(Expression()) { $0.and(Expression(direction: $1)) }
    }
    let speech = speechTones.filter { $0.firstPiece <= index }
    // Of notes in one speech the latest counts.
    let nearest = speech.last.map(\.firstPiece)
    return .layered([
      read(sceneTones), own,
      read(speech.filter { $0.firstPiece < nearest ?? 0 }.map(\.words)),
      read(speech.filter { $0.firstPiece == nearest }.map(\.words)),
      direction.map(Expression.init(direction:)) ?? Expression(),
    ])
  }
}
