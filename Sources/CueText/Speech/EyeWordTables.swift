/// Words that begin a mark that the speaker sees and does not say, by language.
enum EyeWordTables {
  /// All of them, in small letters.
  static let directing = Set(
    tables.joined(separator: " ").split(whereSeparator: \.isWhitespace).map(String.init))

  private static let tables = [
    // English
    """
    click clicks slide slides advance next smile smiles smiling grin grins chuckle chuckles laugh laughs laughing laughter nod nods
    gesture gestures point points wave waves bow bows breathe breath inhale exhale sip drink look looks glance glances walk walks
    step steps turn turns applause applaud clap pause pauses beat silence wait waits slow slowly softly quietly whisper whispers
    louder faster slower emphasis emphasize emphasise demo video cue sigh sighs sighing gasp gasps cough coughs sob sobs sobbing
    groan groans
    """,
    // German
    """
    klick klicken folie nächste lächeln lächelt lachen lacht nicken nickt zeigen zeigt blick atmen atem applaus warten pause stille
    trinken langsam leise flüstern flüstert seufzen seufzt husten hustet
    """,
    // French
    """
    clic diapo diapositive suivante sourire sourit rire rires rit hocher regarder regard respirer applaudissements attendre pause
    silence boire lentement doucement
    """,
    // Spanish, Italian, Portuguese
    """
    clic diapositiva siguiente sonrisa sonríe sonreír risa risas mirar respirar aplausos esperar pausa silencio despacio
    avanti sorriso sorride sorridere risata risate guardare guarda respirare applausi attendere silenzio piano lentamente
    clique próximo sorriso sorrir risos olhar respirar silêncio devagar
    """,
    // Dutch, Swedish, Danish, Norwegian, Finnish
    """
    klik dia volgende glimlach lachen knikken kijken ademen applaus wachten pauze stilte
    klicka bild nästa leende le skratt nicka andas applåder vänta paus tystnad
    klikk smil smile latter nikk pust vent stillhet applaus
    klikkaa dia seuraava hymyile hymy naura nyökkää katso hengitä aplodit odota tauko
    """,
    // Estonian
    """
    klõps klõpsa slaid järgmine naerata naeratus naer naera noogutus noogutab vaata hinga aplaus oota paus vaikus aeglaselt vaikselt
    """,
    // Polish, Czech, Russian, Ukrainian
    """
    klik slajd następny uśmiech śmiech spojrzenie oddech oklaski czekaj pauza cisza úsměv smích pohled nádech potlesk čekej ticho
    клик слайд следующий улыбка улыбнуться смех кивок взгляд вдох аплодисменты ждать пауза тишина посмішка сміх оплески
    """,
  ]
}
