/// What goes out for “Stay.” with one tone, letter by letter, by the tables of the description.
struct Golden: Sendable {
  var tone: String
  var table: Int
  var settings: String
  var note: String

  var body: String {
    #"{"text":"Stay.","model_id":"eleven_flash_v2_5","voice_settings":{\#(settings)},"#
      + #""previous_text":"\#(note)"}"#
  }
}

/// 15 tones in two tables.
let goldenBodies = [
  Golden(
    tone: "desperate", table: 0,
    settings: #""stability":0.28,"similarity_boost":0.75,"style":0.6,"use_speaker_boost":true"#,
    note: "desperately, at the end of all hope"),
  Golden(
    tone: "desperate", table: 1,
    settings: #""stability":0.2,"similarity_boost":0.8,"style":0.75,"use_speaker_boost":true"#
      + #","speed":1.05"#,
    note: "desperately, at the end of all hope"),
  Golden(
    tone: "angry", table: 0,
    settings: #""stability":0.28,"similarity_boost":0.75,"style":0.6,"use_speaker_boost":true"#,
    note: "with barely held anger"),
  Golden(
    tone: "angry", table: 1,
    settings: #""stability":0.2,"similarity_boost":0.8,"style":0.75,"use_speaker_boost":true"#
      + #","speed":1.1"#,
    note: "with barely held anger"),
  Golden(
    tone: "fearful", table: 0,
    settings: #""stability":0.28,"similarity_boost":0.75,"style":0.6,"use_speaker_boost":true"#,
    note: "afraid, the breath short"),
  Golden(
    tone: "fearful", table: 1,
    settings: #""stability":0.2,"similarity_boost":0.8,"style":0.6,"use_speaker_boost":true"#
      + #","speed":1.05"#,
    note: "afraid, the breath short"),
  Golden(
    tone: "vulnerable", table: 0,
    settings: #""stability":0.55,"similarity_boost":0.75,"style":0.15,"use_speaker_boost":true"#,
    note: "unguarded, the voice about to break"),
  Golden(
    tone: "vulnerable", table: 1,
    settings: #""stability":0.45,"similarity_boost":0.8,"style":0.25,"use_speaker_boost":true"#
      + #","speed":0.88"#,
    note: "unguarded, the voice about to break"),
  Golden(
    tone: "intimate", table: 0,
    settings: #""stability":0.55,"similarity_boost":0.75,"style":0.15,"use_speaker_boost":true"#,
    note: "close and quiet, for one person only"),
  Golden(
    tone: "intimate", table: 1,
    settings: #""stability":0.45,"similarity_boost":0.8,"style":0.25,"use_speaker_boost":true"#
      + #","speed":0.88"#,
    note: "close and quiet, for one person only"),
  Golden(
    tone: "defiant", table: 0,
    settings: #""stability":0.28,"similarity_boost":0.75,"style":0.6,"use_speaker_boost":true"#,
    note: "defiantly, not giving an inch"),
  Golden(
    tone: "defiant", table: 1,
    settings: #""stability":0.2,"similarity_boost":0.8,"style":0.75,"use_speaker_boost":true"#
      + #","speed":1.1"#,
    note: "defiantly, not giving an inch"),
  Golden(
    tone: "bitter", table: 0,
    settings: #""stability":0.28,"similarity_boost":0.75,"style":0.3,"use_speaker_boost":true"#,
    note: "bitterly, an old hurt underneath"),
  Golden(
    tone: "bitter", table: 1,
    settings: #""stability":0.2,"similarity_boost":0.8,"style":0.6,"use_speaker_boost":true"#
      + #","speed":1.0"#,
    note: "bitterly, an old hurt underneath"),
  Golden(
    tone: "sad", table: 0,
    settings: #""stability":0.55,"similarity_boost":0.75,"style":0.15,"use_speaker_boost":true"#,
    note: "sadly, with the weight of it"),
  Golden(
    tone: "sad", table: 1,
    settings: #""stability":0.5,"similarity_boost":0.8,"style":0.25,"use_speaker_boost":true"#
      + #","speed":0.88"#,
    note: "sadly, with the weight of it"),
  Golden(
    tone: "hopeful", table: 0,
    settings: #""stability":0.42,"similarity_boost":0.75,"style":0.3,"use_speaker_boost":true"#,
    note: "with hope rising"),
  Golden(
    tone: "hopeful", table: 1,
    settings: #""stability":0.45,"similarity_boost":0.8,"style":0.35,"use_speaker_boost":true"#
      + #","speed":0.92"#,
    note: "with hope rising"),
  Golden(
    tone: "loving", table: 0,
    settings: #""stability":0.55,"similarity_boost":0.75,"style":0.3,"use_speaker_boost":true"#,
    note: "warmly, with love"),
  Golden(
    tone: "loving", table: 1,
    settings: #""stability":0.45,"similarity_boost":0.8,"style":0.25,"use_speaker_boost":true"#
      + #","speed":0.92"#,
    note: "warmly, with love"),
  Golden(
    tone: "tense", table: 0,
    settings: #""stability":0.42,"similarity_boost":0.75,"style":0.6,"use_speaker_boost":true"#,
    note: "tensely, holding something back"),
  Golden(
    tone: "tense", table: 1,
    settings: #""stability":0.3,"similarity_boost":0.8,"style":0.6,"use_speaker_boost":true"#
      + #","speed":1.05"#,
    note: "tensely, holding something back"),
  Golden(
    tone: "urgent", table: 0,
    settings: #""stability":0.28,"similarity_boost":0.75,"style":0.6,"use_speaker_boost":true"#,
    note: "urgently, with no time to lose"),
  Golden(
    tone: "urgent", table: 1,
    settings: #""stability":0.3,"similarity_boost":0.8,"style":0.6,"use_speaker_boost":true"#
      + #","speed":1.1"#,
    note: "urgently, with no time to lose"),
  Golden(
    tone: "mysterious", table: 0,
    settings: #""stability":0.55,"similarity_boost":0.75,"style":0.15,"use_speaker_boost":true"#,
    note: "mysteriously, hiding what is known"),
  Golden(
    tone: "mysterious", table: 1,
    settings: #""stability":0.5,"similarity_boost":0.8,"style":0.35,"use_speaker_boost":true"#
      + #","speed":0.88"#,
    note: "mysteriously, hiding what is known"),
  Golden(
    tone: "playful", table: 0,
    settings: #""stability":0.42,"similarity_boost":0.75,"style":0.3,"use_speaker_boost":true"#,
    note: "playfully, with a smile"),
  Golden(
    tone: "playful", table: 1,
    settings: #""stability":0.38,"similarity_boost":0.8,"style":0.45,"use_speaker_boost":true"#
      + #","speed":1.0"#,
    note: "playfully, with a smile"),
  Golden(
    tone: "comedic", table: 0,
    settings: #""stability":0.42,"similarity_boost":0.75,"style":0.3,"use_speaker_boost":true"#,
    note: "with light comic timing"),
  Golden(
    tone: "comedic", table: 1,
    settings: #""stability":0.3,"similarity_boost":0.8,"style":0.75,"use_speaker_boost":true"#
      + #","speed":1.1"#,
    note: "with light comic timing"),
]
