/// What a sound file says about its sound: what it is called, who made it, where its parts begin.
public struct SoundNotes: Equatable, Sendable {
  /// A part of a sound.
  public struct Place: Equatable, Sendable {
    /// Where it begins.
    public var frame: Int
    /// What it is called.
    public var title: String

    /// A part that begins at `frame`.
    public init(frame: Int, title: String) {
      self.frame = frame
      self.title = title
    }
  }

  /// What the sound is called; empty for nothing, as all below.
  public var title = ""
  /// Its author.
  public var artist = ""
  /// What it is a part of.
  public var album = ""
  /// Its place there, as in `3`.
  public var track = ""
  /// What it is spoken in, as a BCP 47 tag; only books have room for it.
  public var language = ""
  /// Where parts begin, in order.
  ///
  /// Cue points in a WAV file; no other kind has room for them.
  public var places: [Place] = []

  /// Nothing.
  public init() {}
}

extension WAV {
  /// What follows the sound: a LIST of what `notes` say, cue points and their labels.
  ///
  /// After "Multimedia Programming Interface and Data Specifications 1.0", chapters 2 and 3. Texts are UTF-8, as programs of today
  /// read them.
  static func trailer(_ notes: SoundNotes) -> [UInt8] {
    var trailer: [UInt8] = []
    let texts = [
      ("INAM", notes.title), ("IART", notes.artist), ("IPRD", notes.album), ("ITRK", notes.track),
    ].filter { !$0.1.isEmpty }
    if !texts.isEmpty {
      var list = Array("INFO".utf8)
      for (name, text) in texts { append(chunk: name, Array(text.utf8) + [0], to: &list) }
      append(chunk: "LIST", list, to: &trailer)
    }
    let places = notes.places.filter { $0.frame <= Int(UInt32.max) }
    guard !places.isEmpty else { return trailer }
    var points: [UInt8] = []
    append(places.count, bytes: 4, to: &points)
    var labels = Array("adtl".utf8)
    for (index, place) in places.enumerated() {
      append(index + 1, bytes: 4, to: &points)
      append(place.frame, bytes: 4, to: &points)
      points += Array("data".utf8)
      append(0, bytes: 4, to: &points)
      append(0, bytes: 4, to: &points)
      append(place.frame, bytes: 4, to: &points)
      var label: [UInt8] = []
      append(index + 1, bytes: 4, to: &label)
      append(chunk: "labl", label + Array(place.title.utf8) + [0], to: &labels)
    }
    append(chunk: "cue ", points, to: &trailer)
    append(chunk: "LIST", labels, to: &trailer)
    return trailer
  }

  private static func append(chunk name: String, _ body: [UInt8], to bytes: inout [UInt8]) {
    bytes += Array(name.utf8)
    append(body.count, bytes: 4, to: &bytes)
    bytes += body
    if body.count % 2 == 1 { bytes.append(0) }
  }
}
