import CueKeys

/// The help of the modes in Estonian, text by text; option names, values and examples stay as they are typed.
///
/// A translation stands below its text, after `= `. A test names the texts that have none, and translations of texts that
/// are gone.
enum HelpInEstonian {
  /// The commands whose help is in Estonian.
  static let commands = ["rehearse", "practice", "listen", "generate", "story"]

  /// All translations, by the English texts.
  static var all: [String: String] {
    var all: [String: String] = [:]
    all[RehearsalKey.sentence] = RehearsalKey.sentence(Messages(language: .estonian))
    for table in [shared, ofRehearsal, ofPractice, ofListening, ofRecording, ofStories] {
      var english = ""
      for line in table.replacing("{program}", with: Program.name).split(separator: "\n") {
        if line.hasPrefix("= ") {
          all[english] = String(line.dropFirst(2))
        } else {
          english = String(line)
        }
      }
    }
    return all
  }

  private static let shared = """
    Examples
    = Näited
    give a plugin more than its own places, as in ID:read=FOLDER or ID:network
    = luba pluginale rohkem kui tema oma kaustad, näiteks ID:read=FOLDER või ID:network
    let plugins do all that you may do
    = luba pluginatel teha kõike, mida sina tohid
    Sound
    = Heli
    Your voice
    = Sinu hääl
    print each event as a line of JSON
    = kirjuta iga sündmus JSON-i reana
    start no plugin that needs a network, and let none use one
    = ära käivita ühtegi pluginat, mis vajab võrku, ega lase ühelgi seda kasutada
    print errors only
    = näita ainult vigu
    print more, also what plugins print
    = näita rohkem, ka seda, mida kirjutavad pluginad
    show this help
    = näita seda abi
    who speaks: an id (flite, espeak:en-us+f3) or a path (plugins/libflite.so:slt); of several, each is a fallback for those before it
    = kes räägib: nimi (flite, espeak:en-us+f3) või tee (plugins/libflite.so:slt); mitmest asendab iga järgmine eelmisi
    let no other voice stand in: end where a voice fails, with an exit status other than 0
    = ära lase teisel häälel asendada: kui hääl ei tööta, lõpeta; lõpuolek ei ole siis 0
    an effect that the sound goes through; several make a chain, in their order
    = efekt, mille heli läbib; mitu on kett, nende järjekorras
    a setting of the plugin named before it, or of PLUGIN
    = enne nimetatud plugina või PLUGIN-i seade
    neither keep nor reuse what voices of services say
    = ära hoia ega kasuta uuesti seda, mida ütlevad teenuste hääled
    0.1 to 10; 1 is the voice's own speed
    = 0.1 kuni 10; 1 on hääle oma tempo
    -24 to 24
    = -24 kuni 24
    0 to 4, linear; 1 is the voice's own volume
    = 0 kuni 4, lineaarne; 1 on hääle oma valjus
    the tone of the delivery; '{program} tones' lists them
    = kõnelemise toon; '{program} tones' loetleb need
    a language tag, as in en-GB
    = keele tähis, näiteks en-GB
    write a file: .wav, .rf64, .w64, .flac, .ogg, .opus or .mp3; - is standard output, as WAV
    = kirjuta faili: .wav, .rf64, .w64, .flac, .ogg, .opus või .mp3; - on standardväljund, WAV-ina
    write 16-bit samples without a header
    = kirjuta 16-bitised näidud ilma päiseta
    where the sound is heard: pulse if neither this nor -o is given; of several, each is a fallback
    = kust heli kostab: pulse, kui ei ole antud seda ega valikut -o; mitmest asendab iga järgmine eelmisi
    read a plugin's key from this file descriptor
    = loe plugina võti sellest failideskriptorist
    the microphone has no header; ENCODING is u8, s16 (the default), s24, s32, f32 or f64
    = mikrofonil ei ole päist; ENCODING on u8, s16 (vaikimisi), s24, s32, f32 või f64
    the recognizer: an id or a path; pocketsphinx by default; of several, each is a fallback
    = tuvastaja: nimi või tee; vaikimisi pocketsphinx; mitmest asendab iga järgmine eelmisi
    a second recognizer, which judges your wording when the line is over
    = teine tuvastaja, mis hindab sinu sõnastust, kui repliik on läbi
    who plays NAME, as in ALEX=flite:rms, or a file that 'cast --write' wrote; for this run; may be repeated
    = kes mängib rolli NAME, näiteks ALEX=flite:rms, või fail, mille kirjutas 'cast --write'; selleks korraks; võib korrata
    who reads headings and action
    = kes loeb pealkirju ja tegevust
    how a plain text shows who speaks, if Cue reads it wrongly
    = kuidas lihttekst näitab, kes räägib, kui Cue loeb seda valesti
    a novel: give its quotations to those who say them; the same as --layout prose
    = romaan: anna otsekõne neile, kes seda ütlevad; sama mis --layout prose
    pronunciations, one per line, as in Aoife = EE-fa; 'Lexicon:' on the title page does the same
    = hääldused, üks real, näiteks Aoife = EE-fa; sama teeb 'Lexicon:' tiitellehel
    Fountain, Final Draft (FDX), Fade In, Highland, Trelby, PDF, Word, OpenDocument, RTF, HTML, a play or plain text
    = Fountain, Final Draft (FDX), Fade In, Highland, Trelby, PDF, Word, OpenDocument, RTF, HTML, näidend või lihttekst
    """

  private static let ofRehearsal = """
    Rehearse a scene: voices speak the other parts and wait for yours.
    = Tee stseeniga proovi: hääled ütlevad teiste osad ja ootavad sinu oma.
    choose script, part and scene at the terminal
    = vali tekst, roll ja stseen terminalis
    what is known of your lines
    = mis on sinu repliikide kohta teada
    Fountain, Final Draft (FDX), Fade In, Highland, Trelby, PDF, Word, OpenDocument, RTF, HTML, a play or plain text; - is standard input, and keys come from the terminal, if there is one
    = Fountain, Final Draft (FDX), Fade In, Highland, Trelby, PDF, Word, OpenDocument, RTF, HTML, näidend või lihttekst; - on standardsisend, ja klahvid tulevad terminalist, kui see on olemas
    your part; may be repeated; without it, you choose at the terminal
    = sinu roll; võib korrata; ilma selleta valid terminalis
    another name of a character, as in "YOUNG JOHN=JOHN"; nothing after = removes it; 'Alias:' on the title page does the same
    = tegelase teine nimi, näiteks "YOUNG JOHN=JOHN"; kui = järel ei ole midagi, eemaldab see nime; sama teeb 'Alias:' tiitellehel
    begin at that line; otherwise where you last stopped
    = alusta sellest repliigist; muidu sealt, kus viimati lõpetasid
    end after that line
    = lõpeta pärast seda repliiki
    only that scene, counted from 1
    = ainult see stseen, loetud alates 1
    those lines over and over, until you stop
    = need repliigid ikka ja jälle, kuni lõpetad
    all that is rehearsed over and over, until you stop
    = kõik, mida proovitakse, ikka ja jälle, kuni lõpetad
    all that is rehearsed N times
    = kõik, mida proovitakse, N korda
    the silence after a line, unless a tone says otherwise; 150 by default
    = vaikus pärast repliiki, kui toon ei ütle teisiti; vaikimisi 150
    take your actions from FILE; the rehearsal does not wait for you
    = võta tegevused failist FILE; proov ei oota sind
    hear your lines: by the default microphone, by a device, or in a file with one take after the other
    = kuula sinu repliike: vaikimisi mikrofonist, seadmest või failist, kus on võte võtte järel
    a voice says your lines, and the rehearsal hears it: shows which lines are hard to hear
    = sinu repliigid ütleb hääl ja proov kuulab seda: näitab, milliseid repliike on raske kuulda
    when your line counts as said
    = millal loeb sinu repliik öelduks
    what ends your line, besides Enter: match, speech, silence, command, or several with commas; match,speech,command by default
    = mis lõpetab sinu repliigi peale Enteri: match, speech, silence, command või mitu komadega; vaikimisi match,speech,command
    how long you may be silent within your line: short, some seconds; natural, while more than three words are unsaid; long, while any is
    = kui kaua võid repliigi sees vaikida: short, mõni sekund; natural, kuni ütlemata on üle kolme sõna; long, kuni mõnigi sõna on ütlemata
    after this silence, a note says that it is your line, or you get its next words; 15 by default
    = pärast sellist vaikust ütleb märkus, et on sinu repliik, või saad selle järgmised sõnad; vaikimisi 15
    when you are silent for so long in your line, you are given the next words
    = kui vaikid repliigi sees nii kaua, antakse sulle järgmised sõnad
    nothing that you say is a command
    = miski, mida ütled, ei ole käsk
    record takes: your voice, the partner's, and both together
    = salvesta võtteid: sinu hääl, partneri hääl ja mõlemad koos
    less silence ends your line: 0.4 s instead of 0.8 s, and 0.7 s after a short word
    = sinu repliigi lõpetab lühem vaikus: 0,8 s asemel 0,4 s, pärast lühikest sõna 0,7 s
    you may begin your line while your partner still speaks: use headphones
    = võid alustada repliiki, kui partner veel räägib: kasuta kõrvaklappe
    if you say one of your next lines instead, the scene goes on from there
    = kui ütled selle asemel mõne oma järgmise repliigi, jätkub stseen sealt
    your partners answer as soon as you do: between half and one and a half times the usual time
    = partnerid vastavad sama kiiresti kui sina: poole kuni poolteise tavalise ajaga
    where a line is judged word-perfect, a changed word is given to you at once
    = kus repliiki hinnatakse sõna-sõnalt, öeldakse muutunud sõna sulle kohe ette
    the words that you ask for are shown and not spoken
    = sõnu, mida küsid, näidatakse, aga ei öelda
    print by which rule listening to your lines ended
    = näita, mis reegli järgi sinu repliikide kuulamine lõppes
    Learning
    = Õppimine
    only the lines that you have trouble with, the worst first
    = ainult repliigid, mis valmistavad sulle raskusi, raskeim ees
    only the lines that are due today, the worst first
    = ainult repliigid, mille kordamise aeg on täna, raskeim ees
    of the other parts, only the end of the line before yours
    = teiste osadest ainult sinu repliigile eelneva repliigi lõpp
    your lines with the line before each, in random order
    = sinu repliigid koos eelmisega, juhuslikus järjekorras
    the same N gives the same order of --shuffle
    = sama N annab valikule --shuffle sama järjekorra
    show what is known of your lines, and rehearse nothing
    = näita, mis on sinu repliikide kohta teada, ilma proovita
    forget what is known of the lines, and rehearse nothing
    = unusta, mis on repliikide kohta teada, ilma proovita
    do not keep how your lines go
    = ära jäta meelde, kuidas sinu repliigid lähevad
    an earlier draft: what is known of lines with the same or similar words is taken over
    = varasem versioon: samade või sarnaste sõnadega repliikide ajalugu võetakse üle
    The prompter
    = Teleprompter
    line by line also at a terminal, as for screen readers
    = rida-realt ka terminalis, näiteks ekraanilugeja jaoks
    what is shown of your lines: all, one to three letters of each word, blanks, nothing, or less the better you know them
    = mis on sinu repliikidest näha: kõik, igast sõnast üks kuni kolm tähte, lüngad, mitte midagi, või seda vähem, mida paremini neid oskad
    show only your lines
    = näita ainult sinu repliike
    mirror the text, for a pane of glass before the screen
    = peegelda teksti ekraani ees oleva klaasi jaoks
    do not mirror the text, whatever cue.conf says
    = ära peegelda teksti, ükskõik mida ütleb cue.conf
    how large the current line is; 2 by default
    = kui suur on käsil olev repliik; vaikimisi 2
    how long the text moves to the next line; 0.4 by default
    = kui kaua liigub tekst järgmise repliigini; vaikimisi 0.4
    3, 2, 1 before the rehearsal begins
    = 3, 2, 1 enne proovi algust
    short tones: your turn, heard, a prompt
    = lühikesed märguhelid: sinu kord, kuuldud, etteütlus
    At a terminal, the script is on a prompter: the current line in the middle, words lit as they are spoken, your lines with a bar. --plain prints it line by line. Keys direct the partner's line that is spoken or comes next, and SCRIPT.direction keeps it.
    = Terminalis on tekst teleprompteril: käsil olev repliik keskel, sõnad süttivad ütlemisel, sinu repliikidel on riba. --plain näitab seda rida-realt. Klahvid lavastavad partneri repliiki, mida öeldakse või mis on järgmine, ja SCRIPT.direction jätab selle meelde.
    Without --as, the parts are listed at a terminal, and you choose yours. A speech of 'ANNA AND TOM', 'BOTH' or 'ALL' is yours if you play one of them.
    = Ilma valikuta --as loetletakse terminalis rollid ja valid enda oma. 'ANNA AND TOM', 'BOTH' ja 'ALL' on sinu repliigid, kui mängid üht neist.
    A rehearsal goes on where the last one of the same part stopped; --from 1 begins again. With --scene, --to, --loop, --repeat, --times, --trouble, --due, --cues-only, --shuffle, -o, --json or --scripted it begins at its first line, and keeps nothing.
    = Proov jätkub sealt, kus sama rolli viimane proov lõppes; --from 1 alustab algusest. Valikutega --scene, --to, --loop, --repeat, --times, --trouble, --due, --cues-only, --shuffle, -o, --json ja --scripted algab see oma esimesest repliigist ega jäta kohta meelde.
    With --scripted or a pipe, --loop and --repeat stop after the last action.
    = Valikuga --scripted või toruga lõpevad --loop ja --repeat pärast viimast tegevust.
    Standard input that is a pipe has an action on each line, as the file of --scripted, and each is waited for when it is your turn. An empty line is 'next'; other words are what you say, and your line is done.
    = Kui standardsisend on toru, on igal real tegevus nagu valiku --scripted failis, ja sinu korra ajal oodatakse seda. Tühi rida on 'next'; muud sõnad on see, mida ütled, ja sinu repliik on öeldud.
    With --microphone, the rehearsal hears you: it goes on when your line was said, waits while you think within it, and tells you what was left out. Say “line please” for the next words, also in the middle of your line; “go back”, “again” and “next line” do what the keys do, and “stop rehearsal”, said twice, ends it.
    = Valikuga --microphone kuuleb proov sind: see jätkub, kui sinu repliik on öeldud, ootab, kuni repliigi sees mõtled, ja ütleb, mis vahele jäi. Ütle „tekst palun“, et saada järgmised sõnad, ka keset repliiki; „mine tagasi“, „uuesti“ ja „järgmine rida“ teevad sama mis klahvid, ja kaks korda öeldud „lõpeta proov“ lõpetab.
    A file for --scripted has an action on each line; # begins a comment. 'next' says your line in no time, 'line' in about the time that it takes to say, a number in that many seconds; pause, resume, back, repeat, goto LINE, scene NUMBER and stop do what the keys do; 'prompt' asks for the next words, 'give' for all of the line; 'at SECONDS ACTION' does it so far into the next line of another part. After the end of the file, each further line of yours is 'line'.
    = Valiku --scripted failis on igal real tegevus; # alustab märkust. 'next' ütleb sinu repliigi hetkega, 'line' umbes nii kaua, kui selle ütlemine kestab, arv nii mitme sekundiga; pause, resume, back, repeat, goto LINE, scene NUMBER ja stop teevad sama mis klahvid; 'prompt' küsib järgmisi sõnu, 'give' kogu repliiki; 'at SECONDS ACTION' teeb seda nii kaugel teise osa järgmises repliigis. Pärast faili lõppu on iga järgmine sinu repliik 'line'.
    """

  private static let ofPractice = """
    Practise a speech: a voice reads a sentence, leaves a pause of the same length for you to repeat it, and goes on.
    = Harjuta kõnet: hääl loeb lause, jätab kordamiseks sama pika pausi ja läheb edasi.
    the title or the number of a speech that is kept ('{program} speech'), or a file; - is standard input; without it, you choose at the terminal
    = hoitud kõne ('{program} speech') pealkiri või number, või fail; - on standardsisend; ilma selleta valid terminalis
    what is said at once; sentence by default
    = mida öeldakse korraga; vaikimisi sentence (lause)
    0.1 to 1; 0.5 is the voice's own pace
    = 0.1 kuni 1; 0.5 on hääle oma tempo
    say each segment at each of these rates, one after the other
    = ütle iga lõik järjest kõigis neis tempodes
    the pause to repeat each segment; on by default
    = paus iga lõigu kordamiseks; vaikimisi on
    how many times as long as the segment: 0.25 to 3
    = mitu korda lõigust pikem: 0.25 kuni 3
    the pause ends when you have spoken and fall silent
    = paus lõpeb, kui oled rääkinud ja jääd vait
    start at that segment; otherwise where you last stopped
    = alusta sellest lõigust; muidu sealt, kus viimati lõpetasid
    those segments over and over
    = need lõigud ikka ja jälle
    begin no further segment after N minutes
    = pärast N minutit ära alusta uut lõiku
    go on automatically after an interruption, such as SIGTSTP
    = jätka pärast katkestust (näiteks SIGTSTP) ise
    forget what was set for this speech and where you stopped, then begin again
    = unusta selle kõne seaded ja koht, kus lõpetasid, ja alusta algusest
    the language of a file, as in en-US or et; else it is recognized
    = faili keel, näiteks en-US või et; muidu tuntakse see ära
    a file is Markdown, whatever its name
    = fail on Markdown, mis tahes nimega
    take the first 10,000 characters of a longer text
    = võta pikemast tekstist esimesed 10 000 tähemärki
    who speaks, as for 'speak'; else a voice for the language
    = kes räägib, nagu käsul 'speak'; muidu selle keele hääl
    your voice: the default microphone, a device, or a file with one take after the other
    = sinu hääl: vaikimisi mikrofon, seade või fail, kus on võte võtte järel
    compare what you repeat with the text, and report at the end
    = võrdle seda, mida kordad, tekstiga ja anna lõpus aru
    The program
    = Programm
    line mode also at a terminal, as for screen readers
    = rida-realt ka terminalis, näiteks ekraanilugeja jaoks
    ring at the end and after an error; at a terminal also when it is your turn
    = kell lõpus ja pärast viga; terminalis ka siis, kui on sinu kord
    commands come from a file, and practice does not wait for you
    = käsud tulevad failist ja harjutus ei oota sind
    At a terminal, practice has the whole screen. Space pauses and goes on; the arrows, and PageUp and PageDown as foot pedals and remotes send them, go back and on; Home and End go to the first and the last segment, a number and Enter to that one; r repeats, a plays what you said yourself, + and - change the rate, ] and [ the pause, q ends; ? shows all keys. t lists the whole text: choose a place by its words or with the arrows, and press Enter. v lists the voices: Tab plays a sample, Enter takes the voice. A click on the text goes there, too.
    = Terminalis on harjutus kogu ekraanil. Tühik peatab ja jätkab; nooled ning PageUp ja PageDown, mida saadavad jalapedaalid ja puldid, lähevad tagasi ja edasi; Home ja End viivad esimesse ja viimasesse lõiku, number ja Enter sellesse; r kordab, a mängib, mida ise ütlesid, + ja - muudavad tempot, ] ja [ pausi, q lõpetab; ? näitab kõiki klahve. t näitab kogu teksti: vali koht sõnade järgi või nooltega ja vajuta Enter. v loetleb hääled: Tab mängib näidise, Enter valib hääle. Ka klõps tekstil viib sinna.
    In line mode each line of standard input is a command. An empty line pauses and goes on; the others are: play, pause, next, back, first, last, goto N, repeat, a (what you said yourself), restart, quit, rate R, rates R,R, faster, slower, voice V, sample V, voices, by sentence, by paragraph, pause on, pause off, factor F, longer, shorter, loop A-B, loop off. A file for --scripted has these, too; a number there waits for that many seconds, and 'segment' waits for the next segment.
    = Rida-realt harjutades on iga standardsisendi rida käsk. Tühi rida peatab ja jätkab; teised on: play, pause, next, back, first, last, goto N, repeat, a (mida ise ütlesid), restart, quit, rate R, rates R,R, faster, slower, voice V, sample V, voices, by sentence, by paragraph, pause on, pause off, factor F, longer, shorter, loop A-B, loop off. Valiku --scripted failis on need samuti; arv ootab seal nii mitu sekundit ja 'segment' ootab järgmist lõiku.
    Start slow: --rates 0.4,0.5,0.6 says each sentence slower first. Use the pauses: repeat aloud. Practise in chunks: --loop 3-5. Come back often: --minutes 10, and practice goes on where you stopped.
    = Alusta aeglaselt: --rates 0.4,0.5,0.6 ütleb iga lause enne aeglasemalt. Kasuta pause: korda valjusti. Harjuta jupi kaupa: --loop 3-5. Tule sageli tagasi: --minutes 10, ja harjutus jätkub sealt, kus lõpetasid.
    Settings are kept for each speech, except with -o or --json; '{program} speech history SPEECH' shows how it went. In cue.conf, 'voice.et = espeak:et' sets the voice of a language.
    = Seaded jäävad iga kõne juures meelde, välja arvatud valikutega -o ja --json; '{program} speech history SPEECH' näitab, kuidas läks. Failis cue.conf määrab 'voice.et = espeak:et' keele hääle.
    """
}
