/// Words that lead from scene to scene and need no mark to be known: `FADE OUT.`, `CUT TO:`, `ABBLENDE`.
enum TransitionWords {
  /// Whether `text` is nothing but a transition, in capitals.
  static func isTransition(_ text: String) -> Bool {
    // No transition is longer.
    guard text.utf8.count <= 40, !text.utf8.contains(.lineFeed),
      !text.unicodeScalars.contains(where: \.properties.isLowercase)
    else { return false }
    var words = trimmed(text[...])
    while let last = words.last, ".:…".contains(last) { words = words.dropLast() }
    return all.contains(words.lowercased())
  }

  private static let all = Set(
    """
    fade in,fade out,fade up,fade to,fade to black,fade to white,fade in from black,fade up from black,fade in on,cut to,cut to black
    cut back to,hard cut to,hard cut,smash cut to,smash cut,smash to black,smash cut to black,match cut to,match cut,jump cut to
    jump cut,quick cut to,dissolve to,dissolve,slow dissolve to,wipe to,iris in,iris out,crossfade,crossfade to,cross fade
    cross fade to,intercut with,back to scene,time cut,flash cut to
    schnitt,schnitt auf,schnitt zu,abblende,aufblende,überblendung,überblende,weiche blende,ausblende
    fondu au noir,fondu enchaîné,fondu,fondu au blanc,ouverture en fondu,fermeture en fondu,cut au noir
    corte a,fundido a negro,fundido,funde a negro,fundido encadenado,disolvencia,disolvencia a,abre a
    dissolvenza,dissolvenza a nero,dissolvenza incrociata,stacco,stacco su,stacco a nero
    corta para,corte para,fusão,fusão para,escurece,fade para preto
    overvloeier,overgang naar,snijden naar,klipp till,klipp til,ristikuva,leikkaus,lõige,pimendus,sujuv üleminek
    затемнение,из затемнения,перебивка,наплыв,cięcie,ściemnienie,rozjaśnienie,střih,zatmívačka,roztmívačka
    """.split(whereSeparator: { $0 == "," || $0 == "\n" }).map { String(trimmed($0)) })
}
