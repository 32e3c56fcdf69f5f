extension DirectionWords {
  /// All words, made when the first direction is read.
  static let table: Table = {
    var table = Table()
    for tone in Tone.allCases { table.add(tone.rawValue, .adjective, .init(tones: [tone])) }
    for manner in Manner.allCases { table.add(manner.rawValue, .pace, .init(manners: [manner])) }
    addFeelings(to: &table)
    addManners(to: &table)
    return table
  }()

  private static func addFeelings(to table: inout Table) {
    func add(
      _ tones: [Tone], adjectives: String = "", adverbs: String = "", verbs: String = "",
      phrases: String = ""
    ) {
      let expression = Expression(tones: tones)
      table.add(adjectives, .adjective, expression)
      table.add(adverbs, .feeling, expression)
      table.add(verbs, .verb, expression)
      table.add(phrases, .phrase, expression)
    }
    add(
      [.angry],
      adjectives: """
        furious enraged irate livid mad annoyed irritated outraged incensed fuming heated \
        wütend zornig verärgert gereizt vihane raevukas pahane ärritunud furieux furieuse fâché fâchée énervé \
        énervée \
        irrité irritée enfadado enfadada furioso furiosa enojado enojada molesto arrabbiato arrabbiata adirato \
        irritato
        """,
      adverbs: """
        angrily furiously irately irritably crossly heatedly savagely fiercely hotly vihaselt raevukalt pahaselt \
        ärritunult \
        furieusement rabiosamente furiosamente rabbiosamente
        """,
      verbs: "seething raging fumes snarling snarls snapping snaps exploding explodes erupting",
      phrases: """
        in anger;with anger;with fury;in rage;with rage;losing temper;loses temper;voll zorn;vor wut;mit wut;im zorn;\
        en colère;avec colère;avec rage;con ira;con rabia;con rabbia;vihast värisedes
        """)
    add(
      [.tense],
      adjectives: """
        tense strained tight curt clipped stern threatening menacing suspicious wary anxious nervous uneasy \
        worried agitated \
        concerned angespannt nervös streng drohend besorgt misstrauisch pinges närviline ähvardav murelik kahtlustav \
        tendu tendue nerveux nerveuse menaçant menaçante inquiet inquiète sévère tenso tensa nervioso nerviosa \
        amenazante preocupado preocupada teso tesa nervoso nervosa minaccioso minacciosa preoccupato preoccupata
        """,
      adverbs: """
        tensely curtly sternly threateningly menacingly suspiciously warily anxiously nervously uneasily pingeliselt \
        närviliselt ähvardavalt murelikult kahtlustavalt nerveusement sévèrement nerviosamente nervosamente \
        minacciosamente severamente
        """,
      phrases: """
        through gritted teeth;through clenched teeth;zähneknirschend;läbi hammaste;entre ses dents;entre dents
        """
    )
    add(
      [.playful],
      adjectives: """
        teasing cheerful happy joyful joyous delighted excited merry amused bright cheery giddy mischievous \
        flirtatious \
        fröhlich heiter vergnügt verspielt neckisch aufgeregt glücklich rõõmus lõbus mänguline elevil \
        joyeux joyeuse gai gaie enjoué enjouée malicieux excité excitée alegre feliz contento contenta juguetón \
        juguetona \
        emocionado emocionada allegro allegra giocoso giocosa felice eccitato eccitata
        """,
      adverbs: """
        playfully teasingly cheerfully happily joyfully joyously delightedly excitedly merrily amusedly brightly \
        cheerily \
        giddily mischievously flirtatiously lachend lächelnd rõõmsalt lõbusalt mänguliselt elevalt naerdes naerulsui \
        joyeusement gaiement malicieusement alegremente felizmente allegramente giocosamente
        """,
      verbs: """
        laughing laughs giggling giggles chuckling chuckles grinning smiling beaming flirting naerab naeratades \
        riant rieur souriant sonriendo riendo ridendo sorridendo
        """,
      phrases: """
        with smile;with laugh;with grin;en riant;en souriant;mit lächeln;con sonrisa;con sorriso;vor freude
        """
    )
    add(
      [.comedic],
      adjectives: """
        comic comical joking funny jokey facetious silly komisch scherzhaft witzig koomiline naljakas comique \
        drôle cómico cómica divertido comico comica buffo scherzoso
        """,
      adverbs: """
        comically jokingly facetiously jestingly humorously naljatades naljakalt comiquement cómicamente \
        comicamente scherzosamente
        """,
      verbs: "joking jokes kidding scherzend plaisantant bromeando scherzando",
      phrases: "in jest;with comic timing;im scherz;im spaß;en plaisantant;en broma;per scherzo")
    add(
      [.intimate],
      adjectives: """
        intimate seductive sensual sultry vertraulich intim verführerisch intiimne võrgutav intime séducteur \
        séductrice íntimo íntima seductor seductora intimo intima seducente
        """,
      adverbs: """
        intimately seductively sensually huskily confidentially intiimselt usalduslikult võrgutavalt intimement \
        íntimamente intimamente
        """,
      verbs: "purring purrs cooing",
      phrases: "in confidence;en confidence;en confianza;in confidenza")
    add(
      [.loving],
      adjectives: """
        tender warm affectionate gentle kind fond comforting soothing zärtlich liebevoll sanft warm herzlich \
        armastav hell õrn soe lohutav tendre affectueux affectueuse doux douce tierno tierna cariñoso cariñosa dulce \
        tenero tenera affettuoso affettuosa dolce amorevole
        """,
      adverbs: """
        lovingly tenderly warmly affectionately gently kindly fondly soothingly comfortingly armastavalt hellalt \
        õrnalt \
        soojalt lohutavalt tendrement affectueusement tiernamente cariñosamente dulcemente teneramente \
        affettuosamente dolcemente
        """,
      phrases: """
        with love;with affection;mit liebe;avec amour;avec tendresse;con amor;con cariño;con amore;con \
        affetto;armastusega
        """
    )
    add(
      [.sad],
      adjectives: """
        unhappy sorrowful mournful melancholy gloomy heartbroken tearful downcast depressed traurig betrübt \
        niedergeschlagen \
        weinend kurb nukker nukrameelne masendunud triste mélancolique malheureux malheureuse abattu melancólico \
        melancólica triste malinconico malinconica addolorato addolorata
        """,
      adverbs: """
        sadly unhappily sorrowfully mournfully gloomily tearfully wistfully forlornly wehmütig kurvalt nukralt \
        masendunult \
        nuttes nutuselt tristement tristemente mélancoliquement malinconicamente
        """,
      verbs: """
        crying cries weeping weeps sobbing sobs sniffling weint schluchzend schluchzt nutab nuuksudes pleurant \
        sanglotant \
        llorando sollozando piangendo singhiozzando
        """,
      phrases: """
        through tears;in tears;close to tears;near tears;on verge of tears;fighting tears;fighting back \
        tears;holding back tears;\
        choking up;choked up;with sorrow;with sadness;unter tränen;mit tränen;den tränen nahe;tränen nahe;läbi \
        pisarate;pisarais;\
        en larmes;en pleurs;au bord des larmes;au bord larmes;avec tristesse;entre lágrimas;con tristeza;con \
        lágrimas;\
        tra lacrime;fra lacrime;in lacrime;con tristezza
        """)
    add(
      [.mysterious],
      adjectives: """
        secretive conspiratorial cryptic enigmatic eerie ominous geheimnisvoll verschwörerisch unheimlich \
        salapärane mystérieux mystérieuse misterioso misteriosa enigmático enigmática enigmatico
        """,
      adverbs: """
        mysteriously secretively conspiratorially cryptically enigmatically eerily ominously salapäraselt \
        mystérieusement misteriosamente
        """,
      phrases: "")
    add(
      [.urgent],
      adjectives: """
        urgent hurried rushed frantic breathless pressing insistent dringend eilig gehetzt atemlos hastig \
        kiireloomuline hingetu pressé pressée urgent essoufflé essoufflée urgente apresurado apresurada jadeante \
        affannato affannata affrettato
        """,
      adverbs: """
        urgently hurriedly frantically breathlessly insistently pakiliselt kiirustades hingeldades tungivalt \
        urgemment précipitamment urgentemente apresuradamente urgentemente affannosamente
        """,
      verbs: "panting pants keuchend rushing",
      phrases: """
        in hurry;in rush;out of breath;in eile;außer atem;hingetuks joostes;hors d'haleine;sin aliento;con \
        urgencia;con urgenza;senza fiato
        """
    )
    add(
      [.desperate],
      adjectives: """
        desperate pleading imploring hysterical distraught anguished verzweifelt flehend hysterisch meeleheitlik \
        anuv hüsteeriline désespéré désespérée suppliant suppliante hystérique desesperado desesperada suplicante \
        histérico histérica disperato disperata supplichevole isterico isterica
        """,
      adverbs: """
        desperately pleadingly imploringly hysterically meeleheitlikult anuvalt paludes désespérément \
        desesperadamente disperatamente
        """,
      verbs: """
        begging begs pleading pleads imploring wailing wails anub suppliant implorant suplicando rogando \
        supplicando implorando
        """,
      phrases: """
        in despair;with despair;in desperation;voller verzweiflung;avec désespoir;con desesperación;con \
        disperazione
        """
    )
    add(
      [.hopeful],
      adjectives: """
        hopeful optimistic eager enthusiastic encouraging relieved hoffnungsvoll zuversichtlich begeistert eifrig \
        erleichtert lootusrikas innukas kergendatud optimiste enthousiaste soulagé soulagée \
        esperanzado esperanzada optimista entusiasta aliviado aliviada speranzoso speranzosa ottimista entusiasta \
        sollevato sollevata
        """,
      adverbs: """
        hopefully optimistically eagerly enthusiastically encouragingly lootusrikkalt innukalt kergendatult
        """,
      phrases: """
        with hope;with relief;relieved;voller hoffnung;avec espoir;con esperanza;con speranza;lootusega
        """
    )
    add(
      [.bitter],
      adjectives: """
        bitter resentful sarcastic cynical sardonic contemptuous scornful disgusted cold icy acid caustic \
        verbittert sarkastisch zynisch verächtlich kalt eisig kibe kibestunud sarkastiline põlglik külm amer amère \
        sarcastique cynique méprisant méprisante froid froide amargo amarga sarcástico sarcástica cínico cínica \
        despectivo frío fría amaro amara sarcastico sarcastica cinico cinica sprezzante freddo fredda
        """,
      adverbs: """
        bitterly resentfully sarcastically cynically sardonically contemptuously scornfully coldly icily kibedalt \
        sarkastiliselt põlglikult külmalt amèrement froidement sarcastiquement amargamente sarcásticamente \
        fríamente amaramente freddamente sarcasticamente
        """,
      verbs: "sneering sneers scoffing scoffs spöttisch höhnisch",
      phrases: """
        with contempt;with disgust;with scorn;with bitterness;voller verachtung;avec mépris;avec amertume;con \
        desprecio;con amargura;con disprezzo;con amarezza
        """
    )
    add(
      [.fearful],
      adjectives: """
        afraid scared frightened terrified fearful horrified panicked panicky petrified alarmed timid trembling \
        shaky ängstlich verängstigt panisch entsetzt zitternd schüchtern hirmunud kartlik ehmunud arglik apeuré \
        apeurée effrayé effrayée terrifié terrifiée paniqué timide asustado asustada aterrado aterrada \
        aterrorizado tímido tímida spaventato spaventata terrorizzato terrorizzata impaurito timoroso
        """,
      adverbs: """
        fearfully timidly shakily tremblingly hirmunult kartlikult arglikult värisedes timidement tímidamente \
        timidamente
        """,
      verbs: "trembling trembles panicking shuddering shivering tremblant temblando tremando",
      phrases: """
        in fear;with fear;in terror;in panic;in horror;vor angst;mit angst;voller angst;panikas;hirmuga;avec \
        peur;avec effroi;con miedo;con paura;con terror
        """
    )
    add(
      [.defiant],
      adjectives: """
        defiant proud firm resolute determined stubborn confident insolent trotzig stolz entschlossen bestimmt \
        fest trotslik uhke kindel otsustav défiant fier fière ferme résolu résolue têtu desafiante orgulloso \
        orgullosa firme decidido decidida sfidante orgoglioso orgogliosa fermo ferma deciso decisa
        """,
      adverbs: """
        defiantly proudly firmly resolutely determinedly stubbornly confidently trotslikult uhkelt kindlalt \
        otsustavalt fièrement fermement résolument orgullosamente firmemente orgogliosamente fermamente
        """,
      phrases: """
        with defiance;with pride;mit stolz;avec défi;avec fierté;con orgullo;con orgoglio;con firmeza
        """
    )
    add(
      [.vulnerable],
      adjectives: """
        vulnerable hurt fragile broken ashamed embarrassed guilty verletzlich verletzt gebrochen beschämt \
        kleinlaut haavatav solvunud häbenev vulnérable blessé blessée brisé honteux honteuse vulnerable herido \
        herida avergonzado avergonzada vulnerabile ferito ferita imbarazzato
        """,
      adverbs: """
        vulnerably meekly sheepishly guiltily ashamedly haavunult häbelikult süüdlaslikult honteusement
        """,
      phrases: """
        voice breaking;voice breaks;voice cracking;voice cracks;mit gebrochener stimme;murtud häälega;voix \
        brisée;con voz quebrada;con voce rotta
        """
    )
  }

  private static func addManners(to table: inout Table) {
    func add(
      _ manner: Manner, adverbs: String = "", verbs: String = "", phrases: String = ""
    ) {
      let expression = Expression(manners: [manner])
      table.add(adverbs, .pace, expression)
      table.add(verbs, .verb, expression)
      table.add(phrases, .phrase, expression)
    }
    add(
      .shouting,
      verbs: """
        shouting shouts shouted shout yelling yells yelled screaming screams screamed bellowing bellows hollering \
        hollers roaring \
        roars shrieking shrieks schreiend schreit brüllend brüllt rufend ruft karjudes karjub röökides röögib \
        hüüdes hüüab \
        criant crie hurlant hurle gritando grita chillando gridando grida urlando urla
        """,
      phrases: """
        at top of lungs;at top of voice;aus vollem hals;täiest kõrist;en criant;en hurlant;à tue tête;à gritos;a \
        gritos;a squarciagola
        """
    )
    add(
      .loudly,
      adverbs: """
        loud louder aloud forcefully laut lauter valjult valjusti valjemini kõvasti fort bruyamment fuerte alto \
        forte
        """,
      verbs: "calling calls booming projecting exclaiming exclaims declaiming",
      phrases: """
        calls out;calling out;raising voice;raises voice;raised voice;mit lauter stimme;valju häälega;à voix \
        haute;à haute voix;en voz alta;ad alta voce;a voce alta
        """
    )
    add(
      .softly,
      adverbs: """
        low soft softer quiet quieter quietly calm calmly leise leiser ruhig sanftmütig vaikselt tasa tasakesi \
        rahulikult \
        doucement calmement bas tranquilamente suavemente bajo bajito piano sottovoce tranquillamente pacatamente
        """,
      phrases: """
        sotto voce;low volume;barely audible;hardly audible;barely audibly;mit leiser stimme;mit ruhiger stimme;vaiksel häälel;à voix basse;à mi voix;en voz \
        baja;a bassa voce;a voce bassa;sotto
        """
    )
    add(
      .whispering,
      verbs: """
        whispering whispers whispered whisper flüsternd flüstert geflüstert wispernd sosinal sosistades sosistab \
        chuchotant chuchote \
        murmurant susurrando susurra sussurrando sussurra bisbigliando hushed
        """,
      phrases: """
        in whisper;in whispers;barely above whisper;in hushed voice;im flüsterton;en chuchotant;en murmurant;en susurros;en susurro;in \
        sussurro
        """
    )
    add(
      .muttering,
      verbs: """
        muttering mutters muttered mumbling mumbles mumbled grumbling grumbles murmelnd murmelt brummend pomisedes \
        pomiseb omaette marmonnant marmonne grommelant murmurando murmura mascullando mormorando mormora \
        borbottando borbotta
        """,
      phrases: """
        under breath;in undertone;vor sich hin;in sich hinein;omaette pomisedes;entre ses dents;entre dientes;tra \
        denti;tra sé;tra sè
        """
    )
    add(
      .quickly,
      adverbs: """
        quick quicker fast faster rapidly rapid swiftly hastily schnell schneller rasch kiiresti kiirelt ruttu \
        rapidement vite rápido rápidamente deprisa veloce velocemente rapidamente
        """,
      verbs: "babbling babbles rattling",
      phrases: """
        all in one breath;in one breath;in einem atemzug;ühe hingetõmbega;d'un trait;de un tirón;in fretta;tutto \
        d'un fiato
        """
    )
    add(
      .slowly,
      adverbs: """
        slow slower deliberately haltingly wearily tiredly weary tired exhausted langsam langsamer bedächtig müde \
        erschöpft aeglaselt aegamisi pikkamööda väsinult väsinud lentement fatigué fatiguée lento lenta lentamente \
        despacio cansado cansada stanco stanca
        """,
      verbs: "drawling drawls",
      phrases: "with effort;mit mühe;vaevaliselt;avec peine;con esfuerzo;a fatica")
    add(
      .flatly,
      adverbs: """
        flat deadpan monotone tonelessly emotionless expressionless impassively dryly dry drily tonlos trocken \
        ausdruckslos monoton ilmetult kuivalt ükskõikselt toonitult sèchement platement monotone inexpresivo \
        secamente impassibile seccamente
        """,
      phrases: "in monotone;without expression;ohne ausdruck")
    add(
      .high, adverbs: "shrilly squeaky falsetto schrill kiledalt",
      verbs: "squealing squeals squeaking squeaks",
      phrases: """
        in high voice;high pitched;mit hoher stimme;peenikese häälega;d'une voix aiguë;con voz aguda;con voce \
        acuta
        """
    )
    add(
      .low, adverbs: "gruffly hoarsely gravely rau heiser tumedalt kähedalt",
      verbs: "growling growls rumbling knurrend uriseb grommelant",
      phrases: """
        in low voice;in deep voice;low voice;deep voice;mit tiefer stimme;madala häälega;d'une voix grave;con voz \
        grave;con voce profonda
        """
    )
  }
}
