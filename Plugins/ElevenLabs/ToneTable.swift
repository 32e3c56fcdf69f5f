/// How tones become the service's voice settings.
///
/// Rows are ordered: the first that names a tone of the line wins, so an expressive row beats a
/// calm one.
struct ToneTable: Sendable {
  /// Tones that ask for `value`.
  struct Row: Sendable {
    var tones: [String]
    var value: Double
  }

  /// Rows, and what counts where none of them does.
  struct Column: Sendable {
    var rows: [Row]
    var otherwise: Double

    func value(for tones: Set<String>) -> Double {
      rows.first { row in row.tones.contains { tones.contains($0) } }?.value ?? otherwise
    }
  }

  /// What users type.
  var name: String
  var stability: Column
  var style: Column
  var similarity: Double
  /// Nothing where the table leaves speed alone.
  var speed: Column?
}

extension ToneTable {
  /// The milestone's table.
  static let first = ToneTable(
    name: "v0.1",
    stability: Column(
      rows: [
        Row(tones: ["angry", "desperate", "fearful", "urgent", "defiant", "bitter"], value: 0.28),
        Row(tones: ["intimate", "mysterious", "sad", "vulnerable", "loving"], value: 0.55),
      ], otherwise: 0.42),
    style: Column(
      rows: [
        Row(tones: ["angry", "desperate", "urgent", "defiant", "fearful", "tense"], value: 0.60),
        Row(tones: ["intimate", "sad", "mysterious", "vulnerable"], value: 0.15),
      ], otherwise: 0.30),
    similarity: 0.75, speed: nil)

  /// The later one, which also sets the speed.
  static let second = ToneTable(
    name: "v0.2",
    stability: Column(
      rows: [
        Row(tones: ["angry", "desperate", "fearful", "defiant", "bitter"], value: 0.20),
        Row(tones: ["tense", "urgent", "comedic"], value: 0.30),
        Row(tones: ["intimate", "vulnerable", "loving", "hopeful"], value: 0.45),
        Row(tones: ["sad", "mysterious"], value: 0.50),
      ], otherwise: 0.38),
    style: Column(
      rows: [
        Row(tones: ["angry", "desperate", "defiant", "comedic"], value: 0.75),
        Row(tones: ["tense", "urgent", "fearful", "bitter"], value: 0.60),
        Row(tones: ["intimate", "vulnerable", "loving", "sad"], value: 0.25),
        Row(tones: ["mysterious", "hopeful"], value: 0.35),
      ], otherwise: 0.45),
    similarity: 0.80,
    speed: Column(
      rows: [
        Row(tones: ["urgent", "angry", "defiant", "comedic"], value: 1.10),
        Row(tones: ["desperate", "fearful", "tense"], value: 1.05),
        Row(tones: ["sad", "intimate", "mysterious", "vulnerable"], value: 0.88),
        Row(tones: ["loving", "hopeful"], value: 0.92),
      ], otherwise: 1.0))

  /// All of them, in the order of the parameter's choices.
  static let all = [first, second]
}
