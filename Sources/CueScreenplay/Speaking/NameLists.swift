/// First names and words of cues that show whether a part is a man or a woman, and how old.
///
/// Small on purpose: names that are given to both, or to one here and to the other there, are left out.
enum NameLists {
  static let women = words(
    """
    abigail ada adele agnes aino alice alicia allison amanda amelia amy ana anastasia angela anita anna anne annie \
    anu april astrid audrey ava barbara beatrice bella berta bertha betty bianca birgit bonnie brenda bridget brigitte \
    britta camilla carla carmen carol caroline catherine cathy cecilia celia charlotte chiara chloe christina christine \
    claire clara claudia colette constance cordelia cynthia daisy daphne deborah denise desdemona diana dolores \
    donna dora dorothy edith eleanor elena elisa elisabeth eliza elizabeth ella ellen elodie élodie elsa emily emma erika \
    esmeralda esther eva eve evelyn faith fatima fiona florence frances françoise frieda gabriela genevieve gertrude \
    gina giulia gloria grace greta gretchen gwen hanna hannah harriet hedwig heidi helen helena helga hermia hermione \
    hilda holly ida ilse imogen ines ingrid irene iris isabel isabella isolde ivy jane janet jasmine jeanne jennifer \
    jenny jessica jill joan joanna josephine joyce judith judy julia julie juliet juliette karen karin kate katharina \
    katherine kathleen katrin katya kersti kirsten kristin kristina laura lena leila lena liis liisa lily linda lisa \
    lola lotte louise lucia lucy luisa lydia mabel madeleine maggie malle mandy marcia margaret margarita margot mari maria \
    marianne marie marlene marta martha mary matilda maud maureen meg megan melanie melissa mia michelle mildred miranda \
    miriam molly monica monika nadia nancy naomi natalia natalie natasha nell nellie nicole nina nora norah odette olga \
    olivia ophelia pamela patricia paula pauline penelope petra phoebe pia piret polly portia priscilla prudence rachel \
    rebecca regina rita rosa rosalind rose rosemary roxanne ruth sabine sabrina sally samantha sandra sara sarah selma \
    sharon sheila shirley sibyl signe silvia sofia sonia sophia sophie stella stephanie susan susanna svetlana \
    sylvia tamara tania tara teresa tess thelma theresa tiina tina titania ulrike ursula valentina valerie vanessa vera \
    veronica victoria viola violet virginia wanda wendy wilma yvonne zoe
    """)

  static let men = words(
    """
    aaron abraham adam adrian ahmed aksel alan albert alberto alejandro alexander alfred ali allan ambrose anders andres \
    andrew angus anthony antoine anton antonio antonius archie arnold arthur barry bart basil benedict benjamin bernard \
    bernd bert bill billy björn bob bobby boris brad brandon brendan brian bruce bruno caesar carl carlos cassius cecil \
    charles chester christian christopher claude claudius clifford clint clive colin conrad craig cyril damian daniel dave \
    david dennis dick diego dieter dirk dmitri dominic donald douglas duncan earl eddie edgar edmund eduard eduardo edward \
    edwin emil emilio enrico enrique eric erich ernest ernst erwin ethan eugene evan felix ferdinand fernando francesco \
    francisco francois françois franco frank franz fred frederick friedrich fritz gary gaston geoffrey george georg georges \
    gerald gerard giacomo gilbert giovanni giuseppe gordon graham gregory guido guillaume gunther günther gustav guy hamlet \
    hannes hans harold harry harvey hector heinrich heinz hendrik henri henry herbert herman hermann horace horatio howard \
    hubert hugh hugo humphrey iago ian igor ilya isaac ivan jaan jack jacob jacques jakob james jason javier jeff \
    jeffrey jeremy jerome jerry jim jimmy joachim joe johann john johnny jonas jonathan jorge josef joseph josé juan jüri \
    karl keith kenneth kevin klaus konrad konstantin kurt lars laurent lawrence lear lennart leonard leopold leroy \
    lorenzo louis luca lucas luigi luis lukas macbeth magnus malcolm manfred manuel marcel marco marcus mario mark martin \
    marvin mati matteo matthew matthias max maximilian melvin mercutio michael michel miguel mike mikhail milton mohammed \
    moritz morris nathan ned neil neville nicholas niccolo nicolas nigel nikolai norman oberon oleg oliver orlando oscar \
    oskar othello otto owen pablo paolo patrick paul pedro peeter peter phil philip philippe pierre priit prospero quentin \
    rafael ralph ramon raul raymond ricardo richard rick rob robert roberto rodney rodrigo roger roland roman romeo ronald \
    roy rudolf rufus rupert samuel sebastian sergei shylock siegfried simon stanley stefan stefano stephen steve \
    steven stuart sven tarmo ted terence theodore thomas tim timothy tom tommy tony toomas trevor tristan ulrich urmas \
    victor viktor vincent vladimir wallace walter warren werner wilfred wilhelm will willem william willy winston wolfgang \
    xavier yorick yuri
    """)

  /// Words of a cue that name a woman or a girl.
  static let female = words(
    """
    mrs ms miss mme mlle madame mademoiselle madam ma'am lady woman women girl girls mother mom mommy mum mummy mama granny \
    grandma grandmother daughter sister aunt auntie niece wife bride widow queen princess duchess countess empress baroness \
    goddess priestess nun witch waitress actress hostess stewardess policewoman saleswoman barmaid maid housekeeper \
    governess heroine matron ballerina female lass señora señorita signora signorina frau fräulein dame mutter tochter \
    schwester königin prinzessin großmutter oma tante mädchen mère fille soeur sœur épouse reine princesse femme madre hija hermana \
    reina princesa mujer niña donna regina sorella figlia ragazza naine ema tütar õde kuninganna printsess vanaema tüdruk \
    proua preili tädi gran nan nana stepmother abbess seamstress sorceress enchantress huntress heiress mistress marchioness \
    viscountess sultana tsarina czarina doña bridesmaid milkmaid chambermaid housemaid nursemaid diva fiancée spinster \
    suffragette murderess lioness
    """)

  /// Words of a cue that name a man or a boy.
  static let male = words(
    """
    mr sir lord man men boy boys father dad daddy papa grandpa granddad grandfather son brother uncle nephew husband groom \
    bridegroom widower king prince duke count earl emperor baron god monk wizard waiter actor policeman salesman barman \
    butler fireman milkman postman doorman henchman fisherman gentleman businessman anchorman sheriff male lad guy señor \
    signor signore monsieur herr vater sohn bruder könig prinz großvater opa onkel junge père fils frère époux roi homme landlord padre \
    hijo hermano rey príncipe hombre niño re uomo fratello figlio ragazzo mees isa poeg vend kuningas prints vanaisa poiss \
    härra onu stepfather abbot friar pope sultan sheikh emir shah tsar czar squire footman bachelor fiancé warlock sorcerer \
    rabbi imam patriarch don chap bloke fella hangman chairman airman alderman boatman cameraman caveman churchman clergyman \
    coachman congressman councilman craftsman deliveryman foreman frontiersman garbageman guardsman gunman handyman helmsman \
    highwayman horseman huntsman infantryman lineman lumberman mailman marksman madman middleman midshipman nobleman oarsman \
    patrolman plowman ploughman repairman rifleman sandman seaman serviceman showman snowman spaceman spokesman sportsman \
    statesman swordsman townsman tradesman watchman weatherman woodsman workman yachtsman yeoman
    """)

  static let children = words(
    """
    child children kid kids boy boys girl girls baby toddler infant schoolboy schoolgirl kind junge mädchen \
    enfant garçon fillette niño niña bambino bambina ragazzino ragazzina laps poiss tüdruk
    """)
  static let young = words(
    "young younger teen teenage teenager adolescent youth student lad lass jung junger junge jeune joven giovane noor"
  )
  static let old = words(
    """
    old older elderly aged ancient grandma grandpa granny granddad grandfather grandmother alt alter alte vieux vieille \
    viejo vieja vecchio vecchia anciano anciana vana vanaema vanaisa oma opa crone
    """)

  static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }
}
