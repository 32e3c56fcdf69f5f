// The help of listening, recordings and stories in Estonian.
extension HelpInEstonian {
  static let ofListening = """
    Listen to a sound file or a microphone, and print what was heard and why listening ended.
    = Kuula helifaili või mikrofoni ja näita, mida oli kuulda ja miks kuulamine lõppes.
    WAV, FLAC, Ogg, Opus, MP3 and others that libsndfile reads; - is standard input; without it, the microphone
    = WAV, FLAC, Ogg, Opus, MP3 ja muud, mida libsndfile loeb; - on standardsisend; ilma selleta mikrofon
    FILE has no header; ENCODING is u8, s16 (the default), s24, s32, f32 or f64
    = failil FILE ei ole päist; ENCODING on u8, s16 (vaikimisi), s24, s32, f32 või f64
    listen to the default microphone, to a device, or to FILE
    = kuula vaikimisi mikrofoni, seadet või faili FILE
    the recognizer: an id or a path; by default pocketsphinx where something is expected, else the best installed; of several, each is a fallback
    = tuvastaja: nimi või tee; vaikimisi pocketsphinx, kui midagi oodatakse, muidu parim paigaldatu; mitmest asendab iga järgmine eelmisi
    a setting of the recognizer or the microphone
    = tuvastaja või mikrofoni seade
    the language of the speech, as in en-US
    = kõne keel, näiteks en-US
    how a word is spoken; may be repeated
    = kuidas sõna hääldatakse; võib korrata
    What may be said
    = Mida võib öelda
    what may be said; see below
    = mida võib öelda; vaata allpool
    the script of the line; its other lines are recognized too
    = repliigi tekst; ka selle teised repliigid tuntakse ära
    when a line counts as said
    = millal loeb repliik öelduks
    The end
    = Lõpp
    end if no speech has begun by then; 8 by default, 0 is never
    = lõpeta, kui selleks ajaks ei ole keegi rääkima hakanud; vaikimisi 8, 0 on mitte kunagi
    end after so much silence after words; 0.8 by default, 2 near the end of the line, 8 within it; 0 is never
    = lõpeta pärast nii pikka vaikust sõnade järel; vaikimisi 0.8, repliigi lõpu lähedal 2, selle sees 8; 0 on mitte kunagi
    end when the words have not changed for so long; 2 by default, 0 is never
    = lõpeta, kui sõnad ei ole nii kaua muutunud; vaikimisi 2, 0 on mitte kunagi
    end after this time, even in the middle of a word; 60 by default
    = lõpeta pärast seda aega, ka keset sõna; vaikimisi 60
    keep the sound that was listened to, without the silence around it
    = jäta kuulatud heli alles, ilma vaikuseta selle ümber
    EXPECTATION is 'freeform' (anything, the default), 'name:A,B,…' (one of these names), 'number', 'phrase:A|B|…' (one of these phrases) or 'line:TEXT' (that line).
    = EXPECTATION on 'freeform' (ükskõik mis, vaikimisi), 'name:A,B,…' (üks neist nimedest), 'number' (arv), 'phrase:A|B|…' (üks neist fraasidest) või 'line:TEXT' (see repliik).
    The exit status is 0 if something was heard and it was what was expected, and 1 otherwise.
    = Lõpuolek on 0, kui midagi oli kuulda ja see oli oodatu, muidu 1.
    """

  static let ofRecording = """
    Make a cast recording of a screenplay.
    = Tee näidendist osatäitjatega salvestis.
    Voices
    = Hääled
    a file whose ending says the kind (.wav .flac .ogg .opus .mp3 .m4b …); a folder with --per scene, line or character
    = fail, mille liiki näitab lõpp (.wav .flac .ogg .opus .mp3 .m4b …); kaust, kui --per on scene, line või character
    only these voices; else the cast, or a proposal
    = ainult need hääled; muidu osatäitjad või ettepanek
    other takes of voices that vary at random
    = häältelt, mis iga kord muutuvad, teised võtted
    the script's language; else the title page or the words tell
    = teksti keel; muidu ütlevad selle tiitelleht või sõnad
    What is said
    = Mida öeldakse
    what is said; table-read by default
    = mida öeldakse; vaikimisi table-read (lugemisproov)
    speeches side by side: one after the other, or at once
    = kõrvuti repliigid: üksteise järel või korraga
    say centered text, too
    = ütle ka keskele joondatud tekst
    say title and author first
    = ütle kõigepealt pealkiri ja autor
    another name of a character, as in "YOUNG JOHN=JOHN"; may be repeated
    = tegelase teine nimi, näiteks "YOUNG JOHN=JOHN"; võib korrata
    only these scenes, counted from 1
    = ainult need stseenid, loetud alates 1
    only these; NARRATOR is the narrator
    = ainult need; NARRATOR on jutustaja
    the output has only what was made now
    = väljundis on ainult see, mis nüüd tehti
    make another take of these items; with --proof, it is kept unless more of its words differ
    = tee neist repliikidest uus võte; valikuga --proof jääb see alles, kui selles ei erine rohkem sõnu
    The files
    = Failid
    one file of all, or one for each; whole by default
    = üks fail kõigest või igaühest oma; vaikimisi whole (tervik)
    the kind of file, if OUT does not say it
    = faili liik, kui OUT seda ei ütle
    samples a second; those of the best voice by default
    = diskreetimissagedus; vaikimisi parima hääle oma
    for .mp3, .opus and .m4b: thousands of bits a second
    = .mp3, .opus ja .m4b jaoks: tuhat bitti sekundis
    the silence between two speeches; 400 by default; other pauses change in proportion
    = vaikus kahe repliigi vahel; vaikimisi 400; teised pausid muutuvad samas vahekorras
    the loudness of the whole; -18 by default
    = terviku valjus; vaikimisi -18
    the limit of peaks; -1 by default
    = tippude piir; vaikimisi -1
    the stereo position of a character, from -1 (left) to 1 (right)
    = tegelase koht stereos, -1 (vasak) kuni 1 (parem)
    start a chapter at each scene or section
    = alusta peatükki iga stseeni või jao juures
    srt, vtt, lrc, labels, cues (JSON), page (read along)
    = srt, vtt, lrc, labels, cues (JSON), page (kaasalugemiseks)
    a JPEG or PNG, for .m4b
    = JPEG või PNG, .m4b jaoks
    The work
    = Töö
    print items, characters, length and cost by provider; make nothing
    = näita repliike, tähemärke, pikkust ja hinda teenuste kaupa; ära tee midagi
    let a recognizer read every clip back; list those whose words differ, each with the command that makes it again
    = lase tuvastajal iga klipp üle kuulata; loetle need, mille sõnad erinevad, koos käsuga, mis selle uuesti teeb
    with --proof: up to N more takes of each clip whose words differ; the best is kept
    = valikuga --proof: igast klipist, mille sõnad erinevad, veel kuni N võtet; parim jääb alles
    who reads back for --proof: by default the best that is installed
    = kes valiku --proof jaoks üle kuulab: vaikimisi parim paigaldatu
    how many clips are made at once: by default one for each core, and with a service as many as it accepts
    = mitu klippi tehakse korraga: vaikimisi üks tuuma kohta, teenuselt nii mitu, kui see lubab
    keep clips there, and not in the library
    = hoia klippe seal, mitte Cue kogus
    with --cache: make only the I-th of N shares of the clips, and no file
    = valikuga --cache: tee klippidest ainult I. osa N-ist, ilma failita
    with --cache: make the file of clips that all exist; exit status 75 and a list if some are missing
    = valikuga --cache: tee fail klippidest, mis on kõik olemas; kui mõni puudub, lõpuolek 75 ja loend
    print each event as a line of JSON on standard output
    = kirjuta iga sündmus JSON-i reana standardväljundisse
    Voices come from --cast, --voice or '{program} cast'; a part without a voice gets a proposal.
    = Hääled annavad --cast, --voice või '{program} cast'; hääleta roll saab ettepaneku.
    Each clip is stored at once, keyed by text, voice, version and settings. Ctrl-C keeps what is done (exit status 130), and the same command goes on there, whatever ended it; a second Ctrl-C ends at once. Clips that fail are listed at the end with the reason: exit status 1, or 75 if trying again may help.
    = Iga klipp pannakse kohe hoiule teksti, hääle, versiooni ja seadete järgi. Ctrl-C jätab tehtu alles (lõpuolek 130) ja sama käsk jätkab sealt, mis iganes selle lõpetas; teine Ctrl-C lõpetab kohe. Klipid, mis ei õnnestunud, loetletakse lõpus koos põhjusega: lõpuolek 1, või 75, kui uuesti proovimisest võib abi olla.
    With --proof, exit status 1 also means that words of some clips differ, and 75 that some could not be read.
    = Valikuga --proof tähendab lõpuolek 1 ka, et mõne klipi sõnad erinevad, ja 75, et mõnda ei saanud üle kuulata.
    """

  static let ofStories = """
    Tap Story: takes of friends, layered over each other at any speed and pitch, and sent to and fro.
    = Tap Story: sõprade osad üksteise peal, mis tahes kiiruse ja kõrgusega, saadetud edasi-tagasi.
    begin a story
    = alusta lugu
    the stories, the last changed first
    = lood, viimati muudetu ees
    its dials, its pen, and the takes that are heard
    = loo nupud, sulg ja osad, mida on kuulda
    all its takes, and which answers which
    = kõik osad ja mis millele vastab
    add a take that a voice says
    = lisa osa, mille ütleb hääl
    add a sound file, or a take of a rehearsal
    = lisa helifail või proovi võte
    its canvas: takes on lanes under a playhead, by keys and mouse ('?' lists them)
    = loo lõuend: osad radadel mängupea all, klahvide ja hiirega ('?' loetleb need)
    record a take while the others are heard
    = salvesta osa, kui teisi on kuulda
    hear it
    = kuula lugu
    turn the dials: how all of it is heard
    = keera nuppe: kuidas kogu lugu kõlab
    how one take is mixed
    = kuidas üks osa miksitakse
    let the next take answer this one
    = järgmine osa vastab sellele
    take back what was done last
    = võta viimane tegu tagasi
    write a bundle, or put it into a shared folder; pass the pen
    = kirjuta pakk või pane see ühisesse kausta; anna sulg edasi
    take over what is new in bundles
    = võta pakkidest üle, mis on uus
    write it as it is heard, into a sound file
    = kirjuta lugu nii, nagu see kõlab, helifaili
    read every byte of its takes, or of all
    = loe loo või kõigi lugude osade iga bait
    remove your own takes that were not sent, or a story that is yours alone
    = eemalda oma saatmata osad või lugu, mis on ainult sinu
    its number or its title
    = loo number või pealkiri
    its number in the story, or at least four digits of its id
    = osa number loos või vähemalt neli märki selle tunnusest
    Takes
    = Osad
    what you are called in it; your login name by default
    = sinu nimi loos; vaikimisi kasutajanimi
    the rate of all its takes; 48000 by default
    = kõigi osade diskreetimissagedus; vaikimisi 48000
    say a file instead of words; - is standard input
    = ütle sõnade asemel fail; - on standardsisend
    silence ahead of the take's sound
    = vaikus enne osa heli
    how fast the story played when the file was recorded; its dial by default
    = kui kiiresti lugu mängis, kui fail salvestati; vaikimisi loo nupu järgi
    of a rehearsal: your voice (the default), the partner's, or both
    = proovist: sinu hääl (vaikimisi), partneri hääl või mõlemad
    Dials
    = Nupud
    0.25 to 2; 1 is as fast as takes are made
    = 0.25 kuni 2; 1 on nii kiire, nagu osad tehti
    -12 to 12 in whole semitones, of the story or of one take; say: of the voice
    = -12 kuni 12 täispooltooni, loo või ühe osa kohta; say: hääle kohta
    --pitch in cents, as in 0.35
    = --pitch sentides, näiteks 0.35
    on: faster is higher, as on a tape; off: the pitch stays
    = on: kiirem on kõrgem nagu lindil; off: kõrgus jääb
    a click while it plays; it is in no mix
    = klõps mängimise ajal; miksis seda ei ole
    the click's tempo at speed 1, 20 to 400 beats a minute
    = klõpsu tempo kiirusel 1, 20 kuni 400 lööki minutis
    Playing and recording
    = Mängimine ja salvestamine
    where the sound is heard; pulse by default
    = kust heli kostab; vaikimisi pulse
    begin there
    = alusta sealt
    where you are heard; the default microphone without it
    = kust sind on kuulda; ilma selleta vaikimisi mikrofon
    record from there on; from where the take begins by default
    = salvesta sealt alates; vaikimisi sealt, kus osa algab
    hear so much ahead of it
    = kuula enne nii palju
    end the take then; else Enter ends it
    = lõpeta osa siis; muidu lõpetab selle Enter
    how late the microphone hears what is played; as 'calibrate' measured by default
    = kui hilja mikrofon kuuleb seda, mida mängitakse; vaikimisi nii, nagu mõõtis 'calibrate'
    what the take is about
    = millest osa räägib
    A take in the mix
    = Osa miksis
    how much louder it is, -200 to 24
    = kui palju valjem see on, -200 kuni 24
    from -1 (left) to 1 (right)
    = -1 (vasak) kuni 1 (parem)
    leave it out
    = jäta see välja
    hear only this one, and others like it
    = kuula ainult seda ja teisi samasuguseid
    Mixing
    = Miksimine
    mix: a sound file, whose ending says the kind (.wav .flac .ogg .opus .mp3 .m4b …); send: the bundle
    = mix: helifail, mille liiki näitab lõpp (.wav .flac .ogg .opus .mp3 .m4b …); send: pakk
    also each take by itself, in its place: OUT-take-1.wav …
    = ka iga osa eraldi, oma kohal: OUT-take-1.wav …
    mix, play: up to this take, on its branch; the last by default
    = mix, play: kuni selle osani, selle harus; vaikimisi viimane
    the loudness of the whole; else as it is
    = terviku valjus; muidu nii, nagu on
    the limit of peaks with --loudness; -1 by default
    = tippude piir valikuga --loudness; vaikimisi -1
    samples of .wav and .flac; s16 by default
    = .wav- ja .flac-faili näidud; vaikimisi s16
    how much is worked on at once; what is written is the same
    = kui palju tehakse korraga; tulemus on sama
    what keeps the pitch where the story is not linked; rubberband by default
    = mis hoiab kõrgust, kui kiirus ja kõrgus ei ole seotud; vaikimisi rubberband
    Sending
    = Saatmine
    a folder that you share
    = kaust, mida jagad
    the player who gets the pen; else the first player who receives it
    = mängija, kes saab sule; muidu esimene, kes loo vastu võtab
    send what waits for a folder
    = saada, mis ootab kausta
    first repair what needs no backup
    = paranda kõigepealt, mis ei vaja varukoopiat
    in whole sentences, for screen readers
    = tervete lausetega, ekraanilugeja jaoks
    print lines of JSON
    = kirjuta JSON-i ridu
    A take is kept as it was made, with the speed and pitch that the story had then; nothing is ever rendered into it. Take 2 begins with take 1, and each later take where the last one but one ends; a take must end after the one before it.
    = Osa jääb alles nii, nagu see tehti, koos loo tolleaegse kiiruse ja kõrgusega; midagi ei arvutata kunagi selle sisse. Osa 2 algab koos osaga 1 ja iga järgmine seal, kus lõpeb üle-eelmine; osa peab lõppema pärast eelmist.
    The player who has the pen may add takes, turn dials and send. 'send' passes the pen.
    = Mängija, kelle käes on sulg, võib lisada osi, keerata nuppe ja saata. 'send' annab sule edasi.
    """
}
