/// Words of scripts that mark sounds and text on the screen, by language.
enum CueLabelTables {
  /// The words of one language, in small letters.
  struct Table {
    let language: String
    /// Labels of sounds that are not a name in any language.
    let sounds: Set<String>
    /// The same where the word is a name or a person in other languages: French SON, a sound, is an English child.
    let ownSounds: Set<String>
    /// Labels of sounds that may be characters.
    let doubtfulSounds: Set<String>
    /// Labels of text on the screen that are not a name.
    let screens: Set<String>
    /// Labels of text on the screen that may be characters: SUPER, CARD.
    let doubtfulScreens: Set<String>
    /// Nouns by which capitals in brackets are a sound.
    let nouns: Set<String>

    init(
      _ language: String, sounds: String, own: String = "", doubtful: String = "",
      screens: String = "", doubtfulScreens: String = "", nouns: String
    ) {
      func list(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: { $0 == "," || $0 == "\n" }).map { String(trimmed($0)) })
      }
      self.language = language
      self.sounds = list(sounds)
      ownSounds = list(own)
      doubtfulSounds = list(doubtful)
      self.screens = list(screens)
      self.doubtfulScreens = list(doubtfulScreens)
      self.nouns = list(nouns)
    }
  }

  static let all: [Table] = [
    Table(
      "en",
      sounds: """
        sfx, fx, f/x, s.f.x., sound, sounds, sound fx, sound effect, sound effects, sound cue, sound cues
        music, music cue, music cues, music and sfx, music & sfx, sfx & music, sound & music, music & sound, music/sfx, music/sound
        sound/music, mx, bgm, background music, theme music, theme song, incidental music, source music, opening music, closing music
        ambience, ambiance, ambient, ambient sound, ambient noise, atmos, background noise, background sound, background sounds
        room tone, underscore, soundscape
        """,
      doubtful: """
        effect, effects, background, theme, bed, noise, noises, atmosphere, grams, song, score, applause, foley, walla, sting
        stinger, jingle
        """,
      screens: """
        title card, title cards, chyron, chyrons, superimpose, superimposed, superimposition, super title, supertitle, super-title
        intertitle, inter-title, on-screen text, on screen text, onscreen text, text on screen, text onscreen, on screen, on-screen
        screen text, lower third, main title, main titles, end title, end titles, opening titles, opening title, end credits
        opening credits, title over, titles over, super over, caption over, end card
        """,
      doubtfulScreens:
        "super, supers, title, titles, card, caption, captions, legend, text, subtitle, subtitles, graphic, banner, screen",
      nouns: """
        music, sfx, fx, f/x, sound, sounds, ambience, ambiance, noise, noises, effect, effects, jingle, theme, sting, fanfare
        applause, bgm, underscore
        """),
    Table(
      "de",
      sounds: """
        geräusch, geräusche, musik, soundeffekt, soundeffekte, atmo, atmos, hintergrundgeräusch, hintergrundgeräusche
        hintergrundmusik, titelmusik, tonspur, klänge, lärm
        """,
      own: "ton, klang", doubtful: "effekt, effekte, applaus",
      screens:
        "texttafel, texteinblendung, einblendung, schrifteinblendung, bauchbinde, zwischentitel, schrifttafel, texteinblender",
      doubtfulScreens: "titel, tafel, insert, text, untertitel",
      nouns: "musik, geräusch, geräusche, atmo, klang, applaus, lärm, effekt"),
    Table(
      "fr",
      sounds: """
        bruitage, bruitages, bruit, bruits, musique, effet sonore, effets sonores, ambiance sonore, fond sonore, musique de fond
        """,
      own: "son, sons", doubtful: "ambiance, effet, effets, générique, applaudissements",
      screens:
        "intertitre, incrustation, surimpression, texte à l'écran, titre à l'écran, banc-titre",
      doubtfulScreens: "carton, titre, texte, sous-titre, sous-titres, légende",
      nouns: "musique, bruit, bruits, bruitage, son, sons, ambiance, applaudissements"),
    Table(
      "es",
      sounds: """
        sonido, sonidos, música, efecto de sonido, efectos de sonido, efecto sonoro, efectos sonoros, sonido ambiente
        música de fondo, ruido, ruidos, cortina musical
        """,
      own: "musica", doubtful: "control, ambiente, efecto, efectos, cortina, aplausos",
      screens:
        "rótulo, intertítulo, sobreimpresión, sobreimpreso, texto en pantalla, cartela, sobretítulo",
      doubtfulScreens: "título, texto, subtítulo, cartel, letrero",
      nouns: "música, musica, sonido, sonidos, ruido, ruidos, efecto, aplausos"),
    Table(
      "it",
      sounds: """
        suono, suoni, effetto sonoro, effetti sonori, rumore, rumori, sottofondo, sottofondo musicale, colonna sonora
        """,
      own: "musica, ambiente", doubtful: "effetto, effetti, sigla, applausi",
      screens:
        "sovrimpressione, didascalia, titolo in sovrimpressione, scritta in sovrimpressione, cartello",
      doubtfulScreens: "titolo, testo, scritta, sottotitolo",
      nouns: "musica, suono, suoni, rumore, rumori, effetto, applausi"),
    Table(
      "pt",
      sounds: """
        efeito sonoro, efeitos sonoros, efeito de som, sonoplastia, ruído, ruídos, música de fundo, trilha sonora
        """,
      own: "som, sons, música, musica, trilha",
      doubtful: "técnica, efeito, efeitos, ambiente, vinheta, aplausos",
      screens: "letreiro, legenda na tela, texto na tela, cartela, intertítulo",
      doubtfulScreens: "título, texto, legenda",
      nouns: "música, musica, som, sons, ruído, ruídos, efeito, aplausos"),
    Table(
      "nl",
      sounds:
        "geluid, geluiden, muziek, geluidseffect, geluidseffecten, achtergrondmuziek, achtergrondgeluid, sfeergeluid",
      doubtful: "effect, applaus", screens: "titelkaart, tekst in beeld, tussentitel",
      doubtfulScreens: "titel, tekst, ondertitel",
      nouns: "muziek, geluid, geluiden, effect, applaus"),
    Table(
      "sv",
      sounds: "ljud, musik, ljudeffekt, ljudeffekter, bakgrundsljud, bakgrundsmusik",
      doubtful: "effekt, applåd, applåder",
      screens: "textskylt, mellantext", doubtfulScreens: "titel, text, undertext, skylt",
      nouns: "musik, ljud, effekt, applåder"),
    Table(
      "da", sounds: "lyd, lyde, lydeffekt, lydeffekter, baggrundsmusik, baggrundslyd",
      doubtful: "effekt, bifald",
      screens: "tekstskilt", doubtfulScreens: "titel, tekst, undertekst",
      nouns: "musik, lyd, lyde, effekt"),
    Table(
      "nb", sounds: "lyd, lyder, lydeffekt, lydeffekter, musikk, bakgrunnsmusikk",
      doubtful: "effekt, applaus",
      screens: "tekstplakat", doubtfulScreens: "tittel, tekst, undertekst",
      nouns: "musikk, lyd, lyder, effekt"),
    Table(
      "fi",
      sounds:
        "ääni, äänet, ääniefekti, ääniefektit, musiikki, äänitehoste, taustamusiikki, tehoste",
      doubtful: "efekti, aplodit", screens: "väliteksti, ruututeksti",
      doubtfulScreens: "otsikko, teksti",
      nouns: "musiikki, ääni, ääniä, tehoste"),
    Table(
      "et",
      sounds:
        "helid, heliefekt, heliefektid, muusika, taustamuusika, taustaheli, müra, helikujundus",
      doubtful: "heli, efekt, taust, aplaus", screens: "vahetiiter, ekraanitekst, tekst ekraanil",
      doubtfulScreens: "tiiter, pealkiri, tekst", nouns: "muusika, heli, helid, müra, aplaus"),
    Table(
      "ru",
      sounds:
        "звук, звуки, музыка, шум, шумы, звуковой эффект, звуковые эффекты, фонограмма, фон, шумы и музыка",
      doubtful: "эффект, аплодисменты", screens: "титр, титры, надпись", doubtfulScreens: "текст",
      nouns: "музыка, звук, звуки, шум, аплодисменты"),
    Table(
      "pl",
      sounds: "dźwięk, dźwięki, muzyka, efekt dźwiękowy, efekty dźwiękowe, odgłos, odgłosy",
      own: "szum", doubtful: "efekt, oklaski", screens: "napis, napisy, plansza",
      doubtfulScreens: "tytuł, tekst",
      nouns: "muzyka, dźwięk, dźwięki, odgłos, odgłosy, oklaski"),
    Table(
      "cs", sounds: "zvuk, zvuky, hudba, zvukový efekt, zvukové efekty", doubtful: "efekt, potlesk",
      screens: "mezititulek, titulek", doubtfulScreens: "titul, text",
      nouns: "hudba, zvuk, zvuky, potlesk"),
    Table(
      "ja", sounds: "音楽, 効果音, 音響", screens: "テロップ, 字幕", nouns: "音楽, 効果音"),
    Table("zh", sounds: "音乐, 音效, 音樂, 背景音乐", screens: "字幕", nouns: "音乐, 音效"),
    Table("ko", sounds: "음악, 효과음, 배경음악", screens: "자막", nouns: "음악, 효과음"),
  ]
}
