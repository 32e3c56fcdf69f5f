/// First names of men in some eighty languages and regions, beside the small list of ``NameLists``.
///
/// From Faker 40.54.0 (https://pypi.org/project/Faker/), Copyright (c) 2012 Daniele Faraglia, MIT license: see Documentation/ThirdParty.md.
/// Names that are given to both somewhere are left out.
extension NameLists {
  static let menElsewhere = words(
    """
    aaden aadi aage aapo aarnav aarne aarón aatos aayush abayomi abbas abbos abdelatif abdelkader abderaouf abderrahmane \
    abdirahman abdiş abdu abduaziz abduboriy abdulhamid abdullahi abdulloh abdumalik abdurahmon abdurrahman abdón \
    abednego abeer abeiku abel abelardo abhiram abid abiodun abiona abner abror abubakar abubakr abyasa achiel achille \
    achim adalbert adalberto adebiyi adebowale adedayo adedeji adekitan adekola adekunle adelard adeleke adelin adelmo \
    adeniyi adeolu adeoti aderopo adeshina adesoji adetayo adeyi adiarja adigun adil aditya adolf adolfo adolphe adonis \
    adriano adrien adrián advaith advik adán adıgün afiq afolarin afonso agnolo agnos agris agustin agustín ahmad ahmet \
    aiden aidyn aigars aijuka aimable aimo aimé ainārs aivar aivars ajala ajani ajimin akanmu akatay akbar aki akif \
    akinkunmi akinlabi akinwale akmal akobir akram akshay akwasi akwesi akçabay alade aladin aladino alain alamu \
    alastair alattin alberico alberts albin alcides aldair aldemar alderano aldis aldo aleix alejo aleks aleksandar \
    aleksander aleksandr aleksandrs aleksanteri aleksei aleksi alen aleodor alessandro alexandar alexandre alexandro \
    alexe alexej aleš alf alfio alfons alfonso alfredo alfréd alfrēds alinur alirio aliro alistair alistar alister aliyu \
    aljaž alkor allen alois alojz alojzij alonso alphons alphonse alphonsus altoğan alvaro alvin amadeus amado amador \
    amar amaro ambrosio amedeo amin amine amir amleto amol among amri amza américo amílcar anar anas anatoli anderson \
    andile andor andrae andre andreas andrei andrej andrejs andrešs andrija andrin andris andrus andrzej andrás andré \
    andrés andwele andy anes angavu angelo anghel anh anicet anis anjolaoluwa anmol anoni ansaldo ansgar ansis antal \
    ante antero anto antoni antonino antoniu antons antony antonín antoníus antoon ants antun antónio antônio anvar \
    aníbal anže apaydın apollo aqil arbey arbie archer arda arezki argono ari arild aristide aristides arjun arkadiusz \
    arlind arlo armando armands armas armin armond arnau arnaud arnbjörn arne arnis arnmundur arno arnolds arnošt \
    arnulfo arpád arron arsenio artan artawan artis arttu artturi artur arturo arturs artūrs arvid arvīds aryan asad \
    asafe asani asbjørn asger asilbek asko aslanhan aslijan asmuni aspar asəf atabala athanasios atharv athman athumani \
    atilhan atilio atmaja attila august augustin augustine augusto augusts augustín aukusti aulis aurel aurelien aurică \
    austin austine austmar auston avelino avgust axel axinte ayaan aydınbey ayinde aymen ayodeji ayodele ayoub ayub \
    ayushman ayvas azad aziz azizi aðalbjörn ağahadi ağamusa aşir baba babasola babatunji babawale baccio bagya \
    bahadurjit bajragin bajram bakidin bakiono baktiono balapati balduino bale balendra balinda baljiwan baltaş balveer \
    balz balázs banara bancar bandile baptist baptiste barna barnabás barrett barri bartek bartholomew bartolomeo \
    bartolomeu bas bastian bastián batırhan baudelio bautista bayron bağdaş beau bedřich behbud behrem behruz bekim \
    belarmino bello belo ben benard bence bendegúz benedek benedikt beni benicio benito benjamim benjamín benjámin benn \
    benny benoit benone benoît bento benício benóný beppe berend bergþór berkal bernabé bernardo bernfried bernhard \
    bernt bertalan bertil bertrand beshte besim beyzade beňadik bhekani bibuwa biel bilal bilol binışık birger birnir \
    bjarnfreður bjorn bjólfur bjørn blahoslav blaž blažej blerim boaz bobur bodhi bogdan bogomir bohumil bohumír \
    bohuslav bohuš bojan boleslav bonface bonifác boone borgúlfur borja borut borys botond boynak bořivoj božo bradley \
    bram brandt branko brayan brencis breno brent brice brjánn brodie bryan bryce buck bucur burakhan burim burrell \
    bálint bæring béla börje bøje børge bănel bērends bērtulis błażej břetislav bəhruz bảo cahir cahyadi cahyono caio \
    cakrajiya caleb calebe calisto callum calogero camil camilo canal candra canice caolain caraka carl-heinz carlito \
    carlo carmelo cas casian casper cathal cauã cauê cavad cavit cawisadi cayetano cecep cedric cedrin ceferino \
    celestino cengiz cengkal cesar cesare cevheri cezary chabane chad chakradev champak chandran charan charlton charly \
    chatresh che cherif cheusi chibuzo chigozie chijioke chinedu christer christofer christoffer christoph christophe \
    chukwudi chukwuemeka châu cian ciaran ciprian cipriano ciril cirillo cirino ciro claas clabe claudio claus clayton \
    clement clemente clinton clodomiro cláudio codrin cohen cole colins collins colman colton conal conan conleth \
    connell connor conor conrado constant constantin cooper coriolano cormac corneille cornelis corneliu cornelius \
    cosimo cosmin costantino costel courtland cristea cristhian cristian cristiano cristobal cristofer cristóbal csaba \
    csongor ctibor ctirad curt cvetko cyprian cyprián cyrill cyrille cándido cédric célestin césar călin cəmil daan \
    dacian dadap dag dagfinnur dagoberto dai dainis dairo dakshesh dalan daler dalibor dalimin dalmas damiano damien \
    damife damijan damir damon dan danang dancun daniels danijel danilo danjuma danny dante daquan dardan dariati darin \
    dario daris darius dariusz darko darmaji darrell darren darrin darry darryl darryn darsh darsirah darwin daryani \
    darío daud daudi davi davide davin davis davor davy dawid dean deane declan dejan delfino demeter demian demilade \
    demiriz denny dereck derek dermot derrick deryl desmond dev dezider dezső değmeer dhruv diarmuid didier diedrich \
    dietmar dillon dimaz dimitri dinis dino diogo dion dionigi dionýz dirican dismas diyor djamel dobroslav dolli dom \
    domagoj domen domenic domenico domhnall domingo dominik don donagh donal donat donatello doniyor donnacha donough \
    dorian dorinel dovud dragan drago dragutin drahoslav drajat dražen dries duarte ducu dufþakur duje duma dunia \
    duracan durante durodola durwood dustin duuk duván dušan dylano dzintars dániel dávid dénes désiré dönməz dāvis dũng \
    eamon eanna eba eben eberhard ebuka edelbert eder edgard edgardo edgars edi edilberto edilson edin edmond edmunds \
    edouard edson eduar eduards edvard edvīns edwar eelis eemeli eerik eero efrem ega egil egils egon einar einari eino \
    eirik eivind ekalinga ekapad ekavir ekber ekene ekow ekundayo ekundu eldar eldon eldór elemér eleodoro eliakimu \
    elias elie eliecer elige eligio elijah elio eliáš elkin elladio elliot elliott elman elmar elmeri elmārs elnur elof \
    eloi eloy elsevər elvin elvis elías elínór elşad eman emanoil emanuel emanuele emeka emile emilian emiliano emir \
    emirşan emmanuel emmanúel emmet emmett empluk emry emīls endre enes ennio enno enzo eoghan ephantus erbil eremia \
    erensoy erick erik erkan erkki erling ermanis ermanno ermes ernesto ernests ernst-dieter ernő ersel ervin eryk eröz \
    esben esko esneider espen esteban estiawan esupofo etibar ettore eugen eugenio eugine eugène eusebiu eustace eutimio \
    evald evelio ewan eydan eymar eyyub eyyüp ezekiel ezequiel ezio faber fabian fabio fabián fabrice fabrizio facundo \
    falan falk famil faraj fares farhan farhod farid faris fariz farouk faton fatteh faustino fausto fearghal fedde \
    fedele federico federigo fehim felicien felipe ferenc ferhat ferney ferzi fiachra fidel fidelis fiifi filip filipe \
    filippo finbar finbarr finn finngeir fintan fiodor fionan fiorino firdavs firmin firudin fisnik fitan fitzgerald \
    flavio flemming fletcher florea florencio florent florentino florian floridor florin floris florián flosi fodil folu \
    frado francisc franciszek franck franjo franklin frankline franky frans františek frančišek frazer freddy frederico \
    frederik fredi fredo fredrik freybjörn fricis fridrich friedhold friðgeir frode fryderyk frédéric fuzayl fábio \
    fáfnir félix füzuli fəhmin fərahim fərda fəxrəddin gabino gabor gabriel gadang gael gaetano gal galak galasso \
    galiono gamani ganda gangsa gantar garda gareth garreth garry garvan garðar gaspar gasper gastone gatis gaurang \
    gautam gauthier gavin gazel gazmend gaël gašpar gbadebo gbolahan gbowoade geert geir geirhjörtur gejza genaro \
    geoffroy georgian geovanni gerardo geraud gergely gergő gerhard german germán gerold geronimo gert gerónimo ghani \
    gheorghe ghilas ghislain giacobbe giampaolo gian gian-luca gianfrancesco gianluca gianmarco gianpaolo gică gideon \
    giel gil gilberto giles gilles gino gioacchino gioele giorgian giorgio giovanny girindra gitonga giuliano glen \
    glúmur goffredo goncalo gonzalo gonçalo gopal goran gordan gottfrid gottfried graeme grant granville greco grega \
    gregg gregor gregorian gregorio greppur grzegorz grégoire grégory guenter guglielmo guilherme guillermo guneet \
    gunnar gunnhallur guntars gunter guntis gunārs guss gustaaf gustaf gustavo gustaw gustáv gusztáv guðbjartur guðni \
    gylfi gyula györgy győző gábor gérald gérard géza gökbudun gönen göte gülbala gülel güneri gürelcem habib habibu \
    hacıbəy hadi hadithi hafiz hagalín hagen hakan halid halidun hallmar hamid hamis hampton hamza hamzah hannu hans- \
    eberhard hans-martin hans-uwe hansjoachim hansjürg hanss haralamb harald harambee hardi harijs harish harjasa \
    haroldo harrell harri harrý harsanto harsh harto haruna hasan hasso hatem heber heikki heimir heinz-joachim heinz- \
    willi heitor helge helmut hemang henning henricus henrik henrikki henriks henrique heraclio heraldo herbjörn \
    heribert heriberto hermanis hermanni hermes herminio herney hernán hersveinn hicham hidde hildingur hindal hipólito \
    hitesh hjalte hjálmur hlynur hoani hocine holger homero honoré horea horymír hosea houcine hoàng hrappur hritik \
    hrvoje hróðgeir hudson hugues hugó humberto humoyun hunor huy hynek hávar håkan håkon håvard hænir héctor hólmfastur \
    hümbət hüryaşar hüseynqulu hưng həmid həzi iacob iain ianis ibidapo ibrohim idris ifeanyi ifechukwu ige ignace \
    ignacio ignacy ignazio ignác igors iisakki ikenna ikeoluwa iker ilarie ilhan ilias ilie ilija ilkka ilmari ilmārs \
    ilyes imants imaran imran imre imrich imron indrek indriķis ingemar ingibjörn ingo ingþór inioluwa ion ionică iosif \
    irungu irving irwan isac isaiah isaque isaya isaías iseoluwa isfandiyor ishaan ishola isidro islom ismael ismail \
    ismet ismoil israel issack istván ituri iulian iustin ivar ivars ivo ivor iván iwo izidor iztok iľja işıman jaakko \
    jaanus jabulani jacek jacinto jackson jacky jacobo jader jaeman jafet jagdish jahiem jahongir jail jairaj jaka jake \
    jakobs jakov jakub jalia jalmari jalol jamal jameson jamil jamshid jan-olof jan-peter janez jangwa jani janik janko \
    jannik jannis jared jari jarkko jarl jarlath jarmo jarne jarolím jaromír jaroslav jarwa jase jasper jasur jaswadi \
    jatin javohir jay jayadi jaylon jayson ja’far jean-charles jean-claude jean-françois jean-luc jean-marc jean-paul \
    jean-philippe jean-pierre jefferson jeffery jeisson jelani jelle jelte jens jenő jeppe jerad jere jeremi jeremiah \
    jeremias jeremie jerguš jermiah jernej jerrod jerson jerzy jesper jesus jesús jevgeni jezups jhan jhoan jhon \
    jhonatan jindřich jiří joakim joannes joao joaquim joaquin joaquín job jochen joel joey johan johannes johans \
    johnathan johny joko jon jonatan jonathon jonás jonáš joojo joona joonatan joost joppe jordi joren joris jorma jort \
    jos josep josephus josh joshua josiah josip joso josue josué jouni jovan jozef jozo joão joé joël joško juanito jude \
    juelz juha juhani juho jules julian julien julio julius juliusz julián jumaane juraj jure juri juris jurre jussi \
    justin justiniani justus juvenal juwon jyrki ján jános jérémie jérôme jóndór józef józsef jörgen jørgen júlí jürgen \
    jānis jāzeps jēkabs jēkaubs jędrzej jūlijs kaarlo kabiru kacper kada kael kai kaique kaj kajetan kalervo kalevi \
    kalim kalle kambali kamil kamron kanak kane karanbay karanja kardi karim karl-erik karl-hans karl-peter karles karlo \
    karsana kash kashangaki kaspar kaspars kasusra kauko kay-uwe kaygusuz kazimierz kazimír keanu keelan keji keld \
    kelechi kelton kelvin kemba keneth kenn kenny kenyangi keshaun kete khaled khalid khalil khamani khamisi khoa kiaan \
    kian kiapo kiaran kibet kick kieran kiernan kijani kike kilian kiljan killian kimanzi kimbilio kimmo kimutai \
    kingston kinte kinubi kinuthia kioko kipchumba kipkirui kipkorir kiplimo kipruto kirk kirui kiume kjell kjetil klaas \
    klaus-michael klavs klemen klement knut koen kofi koggi kojo kolawole koloman kondo konguralp konradi konradus \
    konstanty korede kornel kornél kort kovu koçkan kraig kristaps kristers kristijan kristinn kristián kristjan kristof \
    kristoffer kristopher krists kristóf krisztián krisztofer krišjānis krišs krummi krystian kryštof krzysztof ksawery \
    kujoe kullervo kuno kunthara kurunzi kusiima kustaa kvetoslav kwabena kwadwo kwaku kwame kwamena kwasi kweku kwesi \
    kyan kálmán károly kåre kévim kévin kösemen kārlis kızıl kəmaləddin kərim labuh lachlan ladislau ladislav lafe lage \
    laimonis lajos laksh lamberto lamine lance langalibalele langgeng lars-olof lasmono lassi latif laurance laureano \
    laurens laurenz laurian laurin lauris laurits laust lautaro laziz lazım lean leander leandro leano lega leif leiknir \
    leke lenn lennarth lenny leo leon leonardo leonel leonhard leons leopoldo leordean leoš lere leszek levente levi \
    levin levis lex liam lian libardo libor limar lincoln lino linus lio lionel lirjan lisandro livio liviu ljósálfur \
    lloyd lode lohit lope lorcan lorenz lotfi lourenço lovre lovro loïc luan lubomír luboš luc lucca luchino lucho \
    luciano lucio lucrețiu ludger ludo ludolf ludovic ludvig ludvík luděk luej luke lukáš lulut lumír lungile luthfi \
    lutz luyanda luís lwandile lyle lászló léo léon léonard léopold lúkas maanav maarten mac macauley macharia maciej \
    macs magne mahdi mahmud mahmut mahsun maingi makokha maks maksim maksymilian makunga makuta makuu malaki malik malio \
    malte malthe manaaki manan mandla mandlakhe manole manolo manthan manúel marc marcantonio marcelino marcell marcelo \
    marcial marcin marcio marcos marcu marek mareks margarito margus mariadi mariano marijan marijn marino marius \
    mariusz marián markku marko markus markó marlon maroš mart martani martez martijn martim martino martti martyn martí \
    martín maryanto mason massimo massinissa mate matei matej mateo mateus mateusz matevž matheus mathew mathias mathieu \
    mathijs mathis matias matic matiu matjaž mato matouš mats matthieu matti mattia matts matyáš matías matúš matěj \
    matīss mauno maurice mauricio maurits maurizio mauro maurycy mavuno maxim maxime maximiliano maximo maxwell mcebisi \
    medard meelis mehdi mehman mehmed mehmet meinrad melichar merijn mert mertel mervin metin metod metúsalem micael \
    miceal michaël michał micheal michelangelo micheletto mickael mieszko mihael mihai mihels mihhail mihin mihkel \
    mihnea mihály miika mijo mik mika mikeal mikels mikko miklós mikołaj mikuláš mikyas mile miller milo miloslav miloš \
    milán minenhle minh miran mirko miro miron mironshoh miroslav mirsad mirəli mislav mitchell mitică miķelis miłosz \
    mladen mlungisi modesto modris mogens mohamad mohamedi mohammad mohamud mohand moisés mojmír moli monroe moreno \
    morten mouloud mounir mourad moussa mthokozisi muchiri mueni mugendi mugo mugur muhammad muhammadali muhammadamin \
    muhammadamir muhammadayub muhammadaziz muhammadrizo muhammadsafo muhammadsodiq muhammadsolih muhammadumar \
    muhammadyasin muhammadyusuf muhammadziyo muhammed muhip mulele mulwa mulyanto mungai murad murat murilo murithi \
    murod murray mursinin mursita musa muslim mustafa mustafo mustapha musyoka muthui mutinda mutiso muvaffak mwaniki \
    mwezi mwikali mwiti myer myles mzamo márcio mário márk márton mátyás máté mårten mümtaz müntəzir mürit müzəffər \
    mýrkjartan māris mārtiņš məmməd nacer nacio nadir nae naksh nam namiq nand nando napoleone narcisse narji nas nasim \
    nasiru nassim natan natanael nataniel nathanael nathaniel naud naveen nazim nazir nazmi ndegwa nduta neal nechifor \
    nehemiah nehip neider nels nelson nenad nevio ngamia ngari ngeni nhiên nhlanhla niall nibaldo nichifor nick nicklas \
    nicky nico nicolae nicolaj nicolaus nicolás nicu nicușor niels nik nikau niklas niklaus niko nikodem nikolaj \
    nikolajs nikolas nikora niks nikša nil nilo nils nino nitesh niyaga niyilolawa njabulo njeri njeru nnamdi noah noam \
    nolan noman nonso norbert normunds noud novruz noël ntimi nuhu nuno nuriat nurlan nurmuhammad nurşərəf nwabudike \
    nyamai nándor néstor nóni nüsrət nəcəf nəsimi oba obanijesu obed obinna ocampo octavian octavio octavius odd \
    oddsteinn odhran odongo ogooluwa oiva ojas oke okechukwu okseven oladare oladimeji olaf olakunle olanrewaju olansile \
    olavi oldrich oldřich ole olgierd olimpian olivier oliviu olivér oliwier olle olli oloo olumorotimi oluoch oluwafemi \
    oluwagbemiga oluwamumibori oluwamuyiwa oluwasanmi oluwasegun oluwole om omar omarion omer omobobola omondi omotayo \
    onat ondieki ondřej onkar onni onofre opung orduxan oreste orinder ormur ortak orvil oskari oskars oskár osmo osogo \
    osunleke osvaldo osvalds oswald oswaldo otabek otakar oto ottokar ottone ottó otávio ouanes oussama ove owens \
    oğuzman oļģerts paavo paco padraic padraig pambe pamfil pangeran pascual pasqual pasquale patricio patrik patrizio \
    patryk pau pauli paulo pauls pauric pavao pavel paweł peadar pearce peder peer pelaji pelayo pentti pepijn per \
    perkasa perley pero perry pertti petar pete petr petri petrică petru petter petteri phelix philemon philipp phillip \
    phúc piaras pier piergiorgio piermaria pierpaolo pieter pieter-jan pietro piotr pirmin pleșu plácido pol polad \
    pomponio pontus popobawa porfirio poul prabowo pranav pranit prasetya pratt pravoslav prayoga predrag prudencio \
    przemysław pumbaa purwanto putu pál páll pål péter pătru pēteris přemysl pərvin qabil qadir qarin qoşqar quang \
    quincy quique qüdrət qələndər qəzənfər rabah rachid radek radim rado radomír radoslav radosław radovan radúz raf \
    rafaél rafał raffael raffaele raffaello rafi raghav ragnar ragúel rahman rahmet rahsaan raik raimonds raimundo \
    rainer raivis raivo rajko ralf rama ramazan ramil ramiro ramzi ramón ranieri ranveer raoul raphael raphaël rashaan \
    rashidi rasim rasmus rauno ravi ravy ray reginald rehaan reijo reimar reinaldo reinhold reinis remi remo remus remzi \
    renan renato renaud rens renzo rené resulcan rex reynaldo rhavi rhett rhys riad ricciotti richardt richárd rickard \
    ricky rico rida ridwan rigoberto rihards rik riku rinor risasi rishi risto ričards roan roar roberts robinson rocco \
    rochdi rodger rodolfo rodolphe rodrigue roeland rohan rok roko rolando rolands rolf romain romano romolo romulus \
    román ron ronal ronny rony roope roosevelt roque ross rossa rostislav ruairi ruari rubani ruben rubén rudra rudy \
    ruffin ruggiero ruhiu rui rune rungo ruperto rusman russell ryan ryder ryszard réginald rémi rémy róbert rómulo \
    rósmann rögnvar rúben rüfət răzvan rūdolfs rəis rəşid saad saadat saba sabar sabas sabri sadaka saddam sadiki sadıq \
    said sakari saksham salah salami saleh salih salim salohiddin salvador salvatore samandar samar samesh sami samir \
    sammy samo samu samweli samy sander sandile sandis sandro sandu sani sanjar santeri santiago santino sançar sardor \
    sarthak sarvan sarvar sascha saul saverio saydam saúl sašo scot scott seamus sean sean-paul sebastiaan sebastiano \
    sebastijan sebastián sebastião sebastjan seda segundo seif sem semender senn seosamh sep serafín serge sergej sergey \
    serol seth setya sever severiano severin severino severín seye seymur sezal shaban shahriyor shahzod shahzoda \
    shamsuddeen shaun shaurya shehu shekoni shohjahon shohrux sibonelo sibusiso siddharth siebe siegmar sigfrid sigfrido \
    sigfús sigur sigurd sigurgísli sigurmundur siim sijuade sil sila silas silli silvano silvester silvio silviu silvo \
    simen simion simiyu simo simphiweyinkosi simão simón sindre siniša siro siyabonga sjoerd skjöldur slamet slavko \
    slavomír slobodan snæbjartur sofiane solomon somtochukwu sondre songurkan sonny sorin sosimo soufiane spencer sphiwe \
    spói srečko stancu stanislav stanislaw stanisław stanko staņislavs steen stef stefaan stein steinar steinfinnur sten \
    stephan sterling stewart stian stig stjepan stojan stormur stéphane sunel svanberg svante svatopluk svatoslav svein \
    sveinbjartur sverre svätopluk sylvain sylvère szabolcs szilveszter szilárd szymon sándor sæþór sébastien sérgio \
    sókrates sören søren sübhan sücəddin sümeyye sýrus səlahəddin sənan sərxan tade tadeusz tadeáš tadhg taha tahir tahj \
    taine taisto takatifu tali tamás tanay tane tanimu tansev tanveer tapani tapio tarzícius tasdik taufik tayaydın \
    teber teddy tedi teemu teerth tejs telemaco telman temidayo temir temirhan tenis teo teodor teodoro teodors teofil \
    terje tero terrance teymur tezol teófilo thabani thabiti thaddeus thales thando theo theodor theodoro thiago thibaud \
    thibault thibaut thierry thijmen thijs thomás thor thorsten thành théo théodore théophile thór tiago tibo tibor \
    tiernan ties tiit tijn tilen till timm timmy timo timon timotei timotej timoteo timothée timur timéo titus tivadar \
    tiziano tobias tobiasz tobiáš todd todor toki tokunbo tolli tomas tomasz tomi tomislav tommi tomo tomori toms tomàs \
    tomás tomáš tomé tonguç tonino tonny topias tor torbjørn tord tore toño toğrul travis trent tri troels trond troy \
    trung trọng tsuma tudor tukufu tullio tumi tunahan tuomas tural tuukka tuyuğ tycho tymon tymoteusz tyron tyrone \
    tyson tõnu tùng tú tümkurt uberto uche uchenna uda udant ugolino ulakbey uldis ulf ultan umang umar umman uno uolevi \
    urban urbano urfan uriel uroš ushindi usiku usman usmon utama utkarsh uwe uxi uygun uğurtan vadim vagn vahid \
    valbergur valdemar valdis valeh valentim valentin valentino valerio valeriu valmar valter valtteri valér valéry \
    vasco vasile vasyl vavrinec vazeh vedran veer vegard veijo veikko velitdin vello vendelín veniamin ver verl verner \
    verneri vesa veysəl vic vicente vid vidal vidar viesturs vihaan viktors vilbogi vilho viliam vilis viljami villads \
    ville vilmer vilmos vilnis vilém viman vince vincenc vincentio vincențiu vinicius vino vinícius viraj virgel \
    virgilio visarion visvaldis vitor vittorio vitus viðar viļums vjekoslav vladimír vladislav vladislavs vlado \
    vlastimil voicu vojtěch voldemārs vratislav vurğun vusumuzi václav víctor vít vítor vítězslav víðar víťazoslav \
    vöttur vũ wachira wahab waldo walid wamalwa wangari wangui wanjohi wanyonyi ward wardaya warjas warji warwick \
    washington wasis wassim watt wayne wenzel wesley wesonga weston wiktor wilder wilfrido wilfried willian willis \
    wilman wilmar wilmer wilson winfried wiremu wisnu witold wojciech wolf-rüdiger worth wouter wridesh wyatt xaləddin \
    xamis xander xanlar xolid xudaverdi xəyal yacine yadigar yago yahia yahyo yair yakobo yalazabay yamid yan yanis \
    yannick yannik yasan yash yasin yasser yassin yassine yatin yavər yaw yeferson yeison yekda yerson yesid yngve yoan \
    yohane yolal youba youcef younes yunis yunus yusuf yuvraj yvan yves yönetmen zablon zac zacarías zach zacharie \
    zachary zahir zahur zakaria zakariyo zakaría zakir zalán zamiq zashil zayd zayyan zbigniew zbyněk zdenko zdeněk \
    zdravko zeferino zekayi zende zeno zenzele zeynulla ziedonis ziggy zikmund zlatko zollie zoltán zoran zsigmond zsolt \
    zsombor zuba zubayr zuhri zvonko zwatie zülgarni ábel ádám ákos álex álvaro ángel árgeir áron árpád áskell ástvald \
    ângelo çavuldur çelikkan çingiz çopur èric édouard émile éric étienne ëakumbu ísmael ítalo óliver ólíver óscar \
    ögmundur ömür över özdal özgür özsözlü øjvind øvli øystein øyvind ülfet ülvi ünübol þjóðbjörn þorfinnur þormar \
    þórgnýr þórsteinn ādams ādolfs đuro ēriks ēvalds ģederts ģirts ľubomír ľuboslav ľudomil łukasz şahmar şamxal şanlı \
    şenkal şıxı şərəfəddin šime šimon štefan štěpán žanis željko žiga žigmund șerban əflatun əhəd əliş ələsgər əmir \
    ərtoğrul əyyub άγγελος άρης έξαρχος αίας αγαθάγγελος αγαμέμνων αγγελής αδαμάντιος αθηνόδωρος ακρίτας αλέξιος \
    αμβρόσιος αναγνώστης αναστάσιος ανδρόνικος αντίγονος αντώνιος αρίσταρχος αριστομένης αριστόβουλος αρτέμιος ασημάκης \
    αστέριος αφέντης βάιος βαλέριος βαρθολομαίος βασίλης βενιαμίν βικέντιος βλάσιος βύρων γαληνός γεώργιος γκίκας δήμος \
    δαμιανός δημήτριος δημόκριτος διομήδης δομήνικος δωρόθεος ελισσαίος ερμής ερωτόκριτος ευγένιος ευκλείδης ευσέβιος \
    ευτύχιος ζαφείρης ζαχαρίας ηρακλής θέμης θεοδόσης θεοτόκης θεοχάρης θεόδωρος θεόφιλος θουκυδίδης ιάκωβος ιγνάτιος \
    ιερόθεος ιουλιανός ιππόλυτος ιωάννης ιωσήφ κίμων κλέαρχος κλεομένης κομνηνός κρυστάλλης κυριάκος κύρος λάμπρος λέων \
    λαυρέντιος λεονάρδος λουδοβίκος λυκούργος μάρκος μαγδαληνός μαρίνος μαυρίκιος μαύρος μελέτιος μηνάς μιλτιάδης \
    νέαρχος νίκων νεκτάριος νικήτας νικόδημος ξενοφών ορέστης πάτροκλος παναγής πανορμίτης παντελεήμων πασχάλης \
    πελοπίδας πλούταρχος πολυκράτης πολύδωρος προκόπιος πυθαγόρας ρήγας ραφαήλ ρωμανός σαμουήλ σεραφείμ σοφοκλής \
    σπυρίδων στέφανος σταύρος σωκράτης σόλων τίμων ταξιάρχης τηλεμαχος τριαντάφυλλος υάκινθος φαίδων φλοριάντ φραγκίσκος \
    φωκίων χάρις χαρίλαος χρίστος χριστόφορος χρύσανθος аарон аблен август августин аверкий авксентий аврелій агатопод \
    агафон адалберт адам азалия азар аким албияна алевтин александар алексей алексеј альберт амвросій ананий андрей \
    андреј андрій аникей анисим антон аполлинарий арефий аркадій арсен арсений артем атанас афанасий бажен берия биньо \
    благосвет благој богдан богодар богуслав бодромир божко болеслав борис борислав борче боян бојан бранко будимир \
    вʼячеслав вадим валентин валерий валерій варлаам варфоломій васил василь вацлав венедикт веніямин веспасиян видин \
    видое виктор вилислав виолет виссарион вихрен влад владислав владлен влатко володимир всемил вышеслав віктор віталій \
    гаврило галактион гани гвардиана геннадий геннадій гено георгій гергей герман герчо гиздален гліб горан гордей \
    гордій гоце гремислав григорій давид давыд дамјан дан даниел данило дарко демʼян дементий демид дениз денис дердидас \
    детелин дејан джанко дивизия димитар дмитро добромысл доне драган душан евгений евдоким евстатий евстафий егор \
    едуард еким елиан елко емельян емил емилиян еремей еремия ерофей ефрем жарко заварин зафир захар звездислав здравчо \
    зиновій златил златоцвет зоран зорян зосима иван игнатий игор измаил иларион илија илко иннокентий ипатий ираклий \
    ириней искрен итко йоан-иво йовчо йосип казимир капитон карло касьян кеворк кин кир кирил кирило киряк китомир \
    климент коко кондратий корнил коста костянтин крсте кузман куприян ладимир лазар лазарь лало ластър левент левко \
    леон леонид леонтій леонід леопольд лесе лесь липе лонгин лора-софия лукʼян лука лукьян лусия любомир макар максим \
    манчо мариан марий марк марко мартин мартын маруш марјан медиан методи мефодий микита миколай милан милован мир \
    мирон мирослав митко митофан михаил михайло михей мокей момчило назар нако наско наум нацко невилиян недю ненко \
    нестор никандр никифор никола николай нифонт огнемир огнен олег олекса олександр олесь омелян оник онисим онуфрий \
    опанас орест орхип орце осип остап охрім павел павле павлинчо павло панайот панас панкрат пантелеймон панто парамон \
    пармен паруш паун пахом пейчо пеньо персиян петар петрана петре петро пилип платон порфирий прокл прохор прохір \
    радован расате ратмир реан ристо роберт розалин роман ромен роско ростислав руслан савва самсон сашо светозар \
    святослав себастиан севастьян севелин селиверст семен сергей сергій сидор силаги сильвестр симон сирман славен \
    слободан сократ соломон софрон спас спиридон станіслав степан стефан стојан тарас теодор теохар терентий тимофій \
    тимур тимчо тихомир тишо тодор толю томе тоне тотко трајан трајче трифон трохим ульян устим фадей федот федір \
    феоктист феофан филарет филип филипп финдо фока фори фортунат франц фродо харалампи харитон хасатин химинай хома \
    хрелко христиела христо христозорницомил христофор хрусан цветан цъки чауш чедо черноризец чоню чудослав шенко ширко \
    щедю щерю щурк ьобирдар эммануил эраст ювеналий юлий юрий юстим юхим яким яків ян янакин яниел яно януарий ярема \
    ярно ярослав ястреб ѓорги ѓорче євген єлисей єфрем іван ігнат ігор ілля јане јован јовче աբել աբիգ աբրահամ ադամ ազատ \
    աղասի անդրանիկ անդրեաս առաքել ավետիս ատոմ արամ արգամ արգիշտի արեգ արթուր արմեն արմենակ արշակ արշավիր արսեն արտակ \
    արտաշես արտուշ արտուր բաբկեն բագրատ բաղդասար բաղրամ բարսեղ բեռնար բորիս գաբրիել գալուստ գառնիկ գասպար գարեգին գարրի \
    գեղամ գոռ գևորգ դավիթ դենիս դերենիկ դոմինիկ երվանդ զոհրաբ զոհրապ զորի էդգար էդուարդ թադևոս թաթուլ թորգոմ ժիրայր \
    խոսրով կիկոս կլոդ կորյուն հակոբ հայկազ հարություն հմայակ հովիկ հովհաննես հունան հուսիկ հրանտ մամիկոն մանվել մարգար \
    մարկոս մաքսիմ մելքոն մելքում մեխակ միհրան մինաս մուրադ յուրի նարեկ ներսես նշան նորայր նուբար շավարշ շմավոն ուիլյամ \
    չարլի պարգև պարթև պարույր պետրոս պողոս ջիվան ջոն ջորջ ռաֆայել ռոբերտ ռոման ռուդոլֆ սաղաթել սանասար սարգիս սերգեյ \
    սերոբ սիմոն սմբատ սուրեն սպարտակ ստեփան ստեֆան վազգեն վախթանգ վահագն վահան վաղարշակ վասակ վարուժան վիկտոր վլադիմիր \
    տարոն տիգրան տրդատ ցոլակ փայլակ քրիստոֆեր օլեգ օհան ֆելիքս ֆիլիպ אביאל אביהו אבינועם אביתר אברהם אוהד אורון אוריאל \
    אושרי אחמד אייל איליי אימרי איתמר אלדר אליאב אליאל אליעזר אלירן אלכסנדר אלעד אלקנה אמיר אמרי אפק אראל ארז אשר בן \
    בניהו ברק גבריאל גור דוד דין הראל זאב זיין חגי חיים חסן יאמן יאסין יהונתן יואל יוגב יונתן יותם יחיא ינאי יניב יצחק \
    ישכר ישראל כפיר כרם לאון ליאב לירוי מאיר מוחמד מחמוד מילאן מרום מתן נאור נדב נחמן ניב ניתאי נתן סאלח סמיר עברי עדיאל \
    עובדיה עומרי עילאי עלי עקיבא עתי פנחס צור קוסאי ראם רואי רועי רם שאול שגיא שון שילה שלו שלמה שמחה שניאור תבור תומר \
    תמיר آدم آراد آرتين آرتین آرش آرمين آرمین آريا آرين آریا آرین أحمد أرزقي أسامة أكرم أمير أمين أنيس أيمن أيوب إبراهيم \
    إلياس ابوالفضل احسان اميرحسين اميررضا اميرعباس اميرعلي اميرمحمد اميرمهدي امیرحسین امیررضا امیرعباس امیرمحمد امیرمهدی \
    ايليا ایلیا بنيامين بنیامین تحسين ثاقب جاد جسور جهاد حامد حسام حسني حسين حسین حمزة حنبل خافق خالد خطيب خليل دانيال \
    دانیال داهي دهمان رؤوف رابح راتب راسم رامح رباح رجب رسمي رشدي رشيد رضا رضوان رمزي رمضان رياض زاكي زبير زكريا زهران \
    زين ساطع سامي ساميار ساهد سبحان سجاد سرحان سعد سعدي سعيد سفيان سلام سليم سليمان سمير سهل سينا سینا شادي شامخ شريف \
    شعبان شفيع شهب صائب صارم صالح صباح صخر صعب صنديد ضرغام طائع طامح طاها طلعت طه ظريف عادل عاقل عباس عثمان عذب عرشیا \
    عرفان عزاز عصام عقيل علي عليرضا علی علیرضا عمر عمران غالب غزير فائق فاتح فارس فارع فاروق فتحي فخري فرحات فرحان فريد \
    فضيل فلاح قادة قاصد قدري قنوع كاظم كبير كليم كیان لؤي لطفي لطوف لمين لهفان مالك ماهان ماهر مبين مبین متين متین محفوظ \
    محمد محمدامين محمدامین محمدجواد محمدحسين محمدحسین محمدرضا محمدعلي محمدمهدي محمدياسين محمدپارسا محمدیاسین محند مخلص \
    مراد مرتجي مرشد مسرور مشرق مصطفى مطاوع مقداد ممتاز منسي منير مهدي مهدی موسى مولود ميمون ناجح نادر ناصر ناظم ناعم \
    نبيل نجوان نزيه نسيم نضال نمر نيازي نیما هزار هيثم وادع وجيه وريد وسيم وليد وناس ياسر ياسين يانيس يحيى يعقوب يوبا \
    يوسف يونس پارسا پرهام کيان یاسین یوسف अकबर अजय अभय अमर आशय ईश ओम करन जय नरपल रजत लव शरद सजन सरल অমল আজম ইমন અજય કમલ \
    કરણ જય ધવલ યશ ନବ ମଦନ ଶରତ අචල උදය කළණ กฤตเมธ ธนภณ ธาเอก ธเนษฐ ปฐม พศร ยอดแมน สมปอง สมหมาย หรรษธร เกษตร เจตธนากร \
    เจษฎากร โกมล โชคภาดล ใจกลาง ไชยภพ ავთანდილ აკაკი ალექს ალექსანდრე ამირან ანზორ არმენ არტურ არჩილ ასლან ბადრი \
    ბესარიონ ბესიკ ბექა ბიძინა ბონდო ბორის გელა გენადი გია გიგა გიგლა გივი გიორგი გოგა გოგი გოგიტა გოდერძი გოჩა გრიგოლ \
    გურამ დავით დათო დემურ დიმიტრი ედუარდ ელგუჯა ემზარ ვალერი ვალერიან ვანო ვაჟა ვასილ ვახტანგ ვეფხვია ვიქტორ ვლადიმერ \
    ზაზა ზაურ ზაქარია ზვიად ზურაბ თამაზ თეიმურაზ თემურ თენგიზ თორნიკე იაგო ივანე ილია იოსებ ირაკლი იური კარლო კახა \
    კახაბერ კობა კონსტანტინე ლაშა ლევან მალხაზ მამუკა მერაბ მინდია მირიან მიხეილ მურთაზ მურმან ნიკა ნიკოლოზ ნოდარ ნუგზარ \
    ნუკრი ოთარ ომარ პაატა პავლე პეტრე რამაზ რატი რევაზ რეზო რობერტ როინ როლანდ რომან სერგო სიმონ სოსო ტარიელ უშანგი უჩა \
    შალვა შაქრო შოთა ხვიჩა ჯაბა ჯემალ ჯონი ჯუმბერ 世昌 世明 京助 亮介 仁傑 俊佑 俊傑 俊宇 俊宏 俊廷 俊明 俊男 俊良 俊豪 俊賢 俊銘 俊雄 信宏 修平 健一 冠宇 冠宏 冠廷 \
    冠霖 凱翔 勝雄 博文 和也 品睿 哲瑋 哲維 嘉宏 國榮 國華 國雄 太一 太郎 威廷 子宸 子恩 子睿 子翔 子豪 宇恩 宇翔 宇軒 宗憲 宗翰 宗霖 宥廷 宥辰 家宏 家榮 家瑋 家豪 家銘 宸睿 康弘 建中 建军 建华 建国 \
    建宏 建平 建志 建成 建興 建良 建華 建銘 彥廷 志偉 志宏 志強 志强 志忠 志成 志文 志明 志誠 志豪 志賢 志遠 志銘 志雄 志鴻 恩碩 承恩 承翰 拓真 政宏 文傑 文彬 文忠 文欽 文正 文祥 文章 文華 文賢 文雄 \
    文龍 明哲 明宏 明宗 明德 明輝 智也 柏宇 柏宏 柏睿 柏翰 柏諺 柏霖 榮華 正義 正雄 武雄 永昌 洋介 涼平 直人 直樹 睿恩 篤司 红霞 義雄 翔太 聡太郎 聰明 英樹 裕太 裕樹 進發 進興 進財 金龍 陽一 건우 \
    경수 광수 도윤 도현 동현 민석 민수 민재 민준 병철 상철 상현 상호 상훈 서준 성민 성수 성진 성현 성호 성훈 승민 승현 시우 영길 영수 영식 영일 영진 영철 영호 영환 예준 우진 재현 재호 정남 정수 정식 \
    정웅 정호 정훈 종수 주원 준서 준영 준혁 준호 중수 지후 지훈 진우 진호 현우 현준
    """)
}
