/// First names of men in the United States, of all the peoples who live there, beside the lists of ``NameLists``.
///
/// From the baby names of the Social Security Administration (https://www.ssa.gov/oact/babynames/limits.html), which are in the
/// public domain: those given to at least 600 children from 1940 on, of whom 97 % were of one sex. What is also an English word
/// is left out: a cue like SAILOR names no SAILOR. So are short forms that stand for names of both, like Sam.
extension NameLists {
  static let menInAmerica = words(
    """
    aaiden aakash aamir aarav aarron aarush aaryan aayan aayden abdallah abdias abdiel abdoulaye abdul abdulaziz \
    abdullah abdulrahman abe abelino abhay abhinav abhishek abiel abimael abrahan abrahm abram abran achilles acie \
    adams adan adarius addam adelbert adem aden adham adian adnan adolph adolphus adon adrion aedan aeden agapito \
    aharon ahmir ahren ahron aidan aidin aiyden aizen aj ajay akash akeem akhil akil akim al alaric alban albaro \
    aldon alec aleck aleczander alek alekzander alessio alexandros alexavier alexsander alexzander alfonza alfonzo \
    alford algernon allister alon alonza alonzo aloysius alphonso alphonzo alston alton alvino amaan amadeo amadou \
    amarion amaury ameen amer americo ames amilcar ammar ammon amon amonte amos amr anakin anand anastacio anastasios \
    anden ander andon andrez andrik andru aneesh anfernee anibal anil anirudh anish ankit ankur ansel anselmo ansh \
    anson anthoney anthoni anthonie antione antjuan antone antonie antonios antonyo antron antuan antwain antwan \
    antwane antwaun antwoine antwon antwone antwuan anuj apolinar apolonio aram arash arath arav arcadio archibald \
    argenis arham aric arick arif arik aristeo aristotle arlan arland arlon armaan arman armand armen armon armondo \
    arnaldo arnav arnie arnoldo aron artem artemio arther arun arvel arvil arvin aryeh asael asher ashish ashraf \
    ashwin asim athan atreyu atticus augustus aundre aurelio aurelius auther authur avinash avraham avram avrohom axl \
    axton aydenn aydon ayman ayrton ayush azaan azael aziel babyboy bakari baldemar baldomero baltazar barak barnett \
    barret barrington barron bartley barton baruch bashir basilio baxter beckam beckham benaiah benigno benjaman \
    benjamen benjamine benjiman bennett benson benton benuel benzion bernabe bernardino berton bertram bijan binyamin \
    binyomin bj bladen bladimir blain blane blas blayden boden bodie boe bohdan bonifacio booker boruch bowen boyce \
    boyd bradd braden bradey bradford bradly bradon brady braedan braeden braedon braiden brandan branden brando \
    brannon bransen branson brant brantly branton braulio braxten braxton braydan brayden braydin braydon braylon \
    brayson brayton brenan brenden brendin brendon brendyn brennen brenner brennon brenten brently brenton bret brett \
    bretton brevin breyden briant bricen bridger brien briggs brigham brinton brison broc brock brockton brodee \
    broden broderick brodey brodrick brody bronson bronx bryant brycen bryden bryon brysen bryson bryston bucky \
    buford burke burl burley burt burton byran byron cade caden cadin caeden caedmon cael caiden cain cainan caine \
    caius calan calder cale calob calum calvert calvin camdon camron candelario candido cardell carleton carlson \
    carlton carmello carsten casen cashton casimir casimiro cason caspian castiel catarino cavan cavin cayleb cayson \
    ceasar cecilio cedrick celso cesario cezar chace chadd chadrick chadwick chaim chancelor chanse chantz chapman \
    chas chasen chason chavez chavis chayton chaz chazz cheston chet chico chirag chirstopher chistopher chrisopher \
    christ christapher christiaan christiano christion christipher christobal christoher christop christoper christos \
    christpher chuckie chucky cillian cirilo cisco clarance clarence clark claud clem clemon cleon cleophus cletis \
    cletus cleve cleveland cliffton clifton cloyd clyde cobe cobey codey cody coen colden coleman coleson coleton \
    collin collis colson colston coltan colten colter coltin coltyn columbus colvin colyn conlan conner constantine \
    constantino constantinos conway corban corben corbett corbin cordarius cordell cordero cornel cornelio cornelious \
    cornell cort cortez cortland corvin corwin cosme cosmo coulter crawford creighton cresencio creston crispin crist \
    cristo cristopher croix cru cuauhtemoc cullen curran curtis curtiss cutler cuyler cy cylas cyle cylus cyrus dade \
    dadrian daequan daeshawn daevon dagan daijon daimon dain daiquan daivd daivon dajuan dakarai dalen dallan dallen \
    dallin dallon dalon dalton dalvin daman damar damarco damarcus damario damarion damarius damein dameion damen \
    dameon damion damond damone damonte dandre dane daneil dangelo danial danthony dantrell darek darel darell daren \
    daric darick darious darl darold daron darran darrel darrick darris darrius darron darryle darryll darshan \
    dartagnan darvin daryll dasean dashaun dashiell dashon dathan daulton daunte davante davaughn daveon davey davian \
    davidson davien davion davon davonta davontae davonte dawayne dawson dawud dax daxon daxton daylon daymon daymond \
    dayon dayquan dayshawn dayson dayvion dayvon deagan deandre deangelo deante deanthony deaundre decarlo decarlos \
    decker dedric dedrick deegan deion dejuan deklan delano delante delbert deleon delmar delmas delmer delon delonte \
    delroy delton delvin delvon delwin delwyn demar demarco demarcus demario demarion demarius demarko demarkus \
    demetre demetrick demetrio demetrios demetruis demitri demitrius demond demonta demontae demonte denard denilson \
    dennison denton denzel denzell denzil deondre deonta deontae deontay deonte deontre dequan derald derell deric \
    derick derik deron derreck derrek derrel derrell derric derrik derrin derrius derron derryl derwin deryk desean \
    desmon detrick devante devaughn deveon devion devonta devontae devontay devonte devron dewan dewayne dewey dewitt \
    dexter dezmon dezmond diallo diante dilan dillard dillion dimas dimitrios dimitrius diondre dionicio dionisio \
    diontae dionte dixon dj djuan dmarcus dolan domanic domanick domenick dominick domonic domonick donato donavan \
    donaven donavin donavon dondre donivan donn donny donovan donovin donovon donta dontae dontavious dontavius \
    dontay donte dontez dontrell donzell doran dorman doron doug douglass dov dovid doyle drayden drayton dre \
    dreshawn drevon drexel duaine duane dudley dujuan dupree duran durand durell durrell durward durwin dustan dusten \
    duston dustyn dutch duwayne duy dwain dwaine dwane dwayne dwight dwyane dyland dylen dyllon dylon dyson eamonn \
    ean earle earvin eason easton eathan ebenezer eber ector edd edison edmundo edric edrick edsel edvin edwardo \
    efraim efrain efren ehren eian eitan eithan eladio elam elbert elden eldred eldridge eleazar elgin eli eliam \
    elian eliazar eliel eliezer eligah eligh elihu elija elijha elijiah elimelech eliott eliseo eliud eliyahu \
    ellsworth elmer elmo elmore elpidio elroy elson elston elton elwin elwood elwyn elyas elyjah emad emmit emmitt \
    emre ender enmanuel enoc enoch enos enrigue eoin ephraim epifanio erasmo erek eriberto erickson ericson eriq \
    ernie eros errick errol erroll erron erskine esai esau esdras esequiel eshaan eshan estevan esteven eston \
    ethaniel ethen ethyn eulalio eusebio evander evangelos evans evaristo everardo everett everette evert ewell \
    exavier eyad eyan ezekial fabien fabricio fadi fahad faheem faisal fareed farley faron favian feliciano felton \
    fenton ferman fermin fidencio filiberto finnegan finnian finnigan fischer floyd forrest fortino franklyn fransico \
    fransisco frantz frazier freddrick frederic fredric fredrick fredy froylan fulton furman gadiel gaige gaines \
    galvin gamaliel gannon gardner garen garet garett garey garfield garin garold garon garren garrett garrick garron \
    garth garvin gatlin gaurav gavan gaven gavino gavriel gavyn gayland gaylord gearld geary gehrig gennaro geno \
    geoff geoffery geoffry georgio georgios geovani geovanny geovany geraldo geremy geroge gerome gerrit gerrod \
    gershon gerson gery giancarlo giancarlos gianfranco gibran gifford gildardo giovani giovannie giovany giovonni \
    girard glendon glenn glennon glenwood godfrey gorden grady grafton grahm graig granger grayden graydon greg \
    greggory greyson griffen griffith grover gus gustave haider hakeem hakim hal halbert hamilton hanif hansel hansen \
    hanson hari haris harlan harland harlen harlon harmon haroon harris harrison harun hasani hashim haskell hassan \
    hayward haywood haziel henderson hendrick henery henrry herbie hercules hermon hernan hernando herschel hersh \
    hershel hershell hershy heston heyward hezekiah hilario hillard hillel hilliard hilton hipolito hiram hisham \
    hobart hobert holden holt holton horacio houston howell howie hoyt huck huey hughie humza hussain hussein huston \
    hyrum ibn ibraheem ibrahim ibrahima ignatius ikaika ike ilan ilyas imanol immanuel ioannis irvin irwin isaak \
    isacc isadore isael isai isaias isaih isaiha isak isayah ishan ishmael isiah isidoro isom isreal issac issiah \
    iven iverson izaac izaak izac izaiah izak izaya izayah iziah izrael jabari jabbar jabez jabriel jabril jaccob \
    jace jacen jaceon jaciel jacobe jacobie jacoby jacolby jacorey jacori jacory jacquez jad jadarius jadiel jadon \
    jaedon jaeger jaelon jagger jahaziel jaheem jaheim jahir jahleel jahlil jahmal jahmari jahmir jair jairo jairus \
    jaison jaivon jajuan jakeb jakeem jakhi jakobe jakobi jakoby jakson jalal jaleel jalil jamaal jamaar jamahl \
    jamaine jamall jamar jamarcus jamaree jamarian jamario jamarion jamarious jamarius jamarr jamauri jameel jameer \
    jamen jamere jamichael jamiel jamier jamir jamon jamonte jancarlo jancarlos janson jantzen japheth jaquan \
    jaquarius jaquavious jaquez jaquon jarad jarek jarel jarell jaret jareth jarett jarid jariel jarius jarod jarom \
    jaron jarrad jarrel jarrell jarren jarret jarrett jarrid jarrod jarron jarryd jarvis jaryd jasean jasen jashaun \
    jashawn jashon jashua jasir jasson jathan javan javar javari javaris javarius javaughn javeon javian javien javin \
    javion javis javonta javontae javonte jawad jawan jawaun jawon jawuan jax jaxen jaxin jaxon jaxsen jaxson jaxton \
    jaxx jaxxon jaycen jayceon jaycob jaydon jaykob jayon jayquan jayse jaysen jayshawn jaythan jayton jayven jayveon \
    jayvian jayvin jayvion jayvon jaziel jc jd jeancarlo jeancarlos jeanluc jeanpaul jeanpierre jeb jed jedd jedediah \
    jediah jedidiah jefferey jeffory jeffry jefrey jehu jemal jemel jencarlos jenson jerald jeramey jeramiah jeramie \
    jeramy jerard jerardo jered jerel jerell jereme jeremey jeremia jeremih jeremyah jerick jerico jerid jeriel \
    jerimiah jerimy jermain jermaine jermal jermane jermel jermey jermy jerod jerold jeromy jeron jerone jeronimo \
    jerrad jerrald jerred jerrel jerrell jerrett jerrick jerrid jerrold jerron jeshua jesse jestin jethro jett jevin \
    jevon jhett jhonathan jhonny jibril jimmey jionni jiovanni joab joah jobe joeseph joesph johathan johnatan \
    johnathen johnathon johndavid johney johnmichael johnney johnpaul johnson johnthan jomar jonah jonathen jones \
    jonmichael jonnathan jonothan jonpaul jonthan jordy jorel jorje jose joseangel joseantonio josedejesus joselito \
    joseluis josemanuel joshuah joshue josias jospeh jossue jostin josua jovani jovanny jovany jowell joziah jr \
    juancarlos juandiego juanjose juanmanuel juanpablo juaquin jubal judah judd judson juliano julious junius justen \
    justino justo juston juventino juwan kaan kabir kace kacen kadarius kade kadeem kaden kadon kaeson kage kahlil \
    kaileb kain kaine kainen kainoa kairo kaisen kaiser kaison kaito kajuan kal kaleb kalel kalem kaleo kalib kalil \
    kalman kalob kalon kalub kalvin kamal kamar kamarion kamau kamran kanaan kannon kanoa kanye karam kareem karlos \
    karlton karmelo karthik kase kaseem kasen kashif kashton kasim kason kasper kavan kaven kavin kavion kavon kawika \
    kayleb kayne kayvon keagen kean keandre keane kedric kedrick kee keefe keenan keenen keeton keifer keion keithan \
    kejuan kekoa kelan keldrick kelson kemarion kemp kenan kenard kendarius kendon kendrell kendric kendrick kenith \
    kenji kennard kenney kennith kennon kennth kenric kenrick kent kenta kentavious kenton kentrell kenyan kenyon \
    kenzo keon keondre keontae kermit kerrick kervin kerwin kesean keshav keshun keston kevan keven kevion kevon \
    kevonte keyan keyon keyshaun keyshawn keyton khaleb khaleel khalif khaliq khang khary khiry khristopher khyree \
    kiefer kiel kieron kieth kile kimo kion kip kipp kipton kiptyn kirkland kirt kishan kiyan klay klayton klint knox \
    kobe koby kodey kohen kohl kole kolin kollin kolt kolten koltin kolton koltyn kong konner konnor konstantinos \
    korben korbin kordell kortez kreg krew krish kristofer kristofor kruz krystopher kullen kunal kurtis kush kyden \
    kyle kylon kyng kyrell kyron kysen kyson kyzer ladarius ladarrius ladd lafayette laird laith lakeith lakendrick \
    lamarcus lamarion lamarr lambert lamon lamond lamont lamonte landan landen landin landon langdon lanny larenzo \
    larnell laron laroy larry lary laszlo lateef lathan latroy laurence lauro lavar lavonte lawerance lawerence \
    lawernce lawrance lawton lazaro lazarus leamon leandre leandrew lebron leeland leeroy leland lemar lemont lemuel \
    len lenard lenin lennard lenord lenwood leobardo leonidas leotis leron lester lev levar levell leviticus lew \
    lewis librado lindon linkin linton linwood lionell lipa lizandro lleyton lochlan lon londell lonell lonnell lonny \
    lonzo lorne louie lowell loyd lucian lucien lucious lucius lucus ludwig luisangel luiz lukus luqman luther lyam \
    lydell lyman lynwood macario macarthur macen maceo mack macklin maddex magdaleno maher mahir mahki mahlon mahmoud \
    makaio makhai makhi malachai malachi malakai malakhi malcom maleek malek maliek malikai maliki maliq malique \
    malvin mamadou manav manley manny marcanthony marcello marcellous marcellus marciano marcoantonio markanthony \
    markeith markel markese markis markos marlan marland marquan marquavious marquell marques marquese marquez \
    marquice marqus marshall marshaun martavious martavius martel martell martinez marwan masen matan matheo mattew \
    matthews mattias maurilio mavrick maxfield maximillian maximino maximus maxon maxson maxton maxx mayer maynard \
    maynor mazen mcarthur mccoy mehki meir mekhi melchor melton melvyn menachem mendel menno merton mervyn micahel \
    michaelangelo michial michiel mick mickeal mickel migel miguelangel mihir mikail mikey mikhael milburn milford \
    millard misael mitch mitchel mohamed moise moises moishe monico montavious monte montel montell montreal montrel \
    montrell monty mordecai mordechai morton mose moses moshe mostafa murry mynor myron naaman nabeel nabil nadav \
    nadeem nader naeem naftali nahom nahshon nahum naim naji namon napoleon naquan narciso nash nasir nasser nassir \
    nathaneal nathanel nathanial nathen nathon naveed navin naythan nazario neel nehemias neill neo nephi nestor \
    nevan nevin newell newman neymar niam nicanor nicco nicholai nicholaus nicholes nicholis nicholos nichols \
    nicholus nickalas nicklaus nickolas nickolaus nicodemus nicolai nicolo niel nikhil nikolaos nikolaus nikos niles \
    nitin noe noland nolen norberto normand norris norton norval norvell norwood nunzio nyle nyles obadiah obie \
    octavious oden odin odis olan olando olen olin omid omri oneal oneil ontario oran oren orin orion orland orlin \
    orrin orson orval orville oryan osama osbaldo osborne osiel osman osmar otho otis otoniel ottis ovidio oziel ozzy \
    panagiotis parnell parth pascal patric paulino payne penn percell percy perfecto peterson petros philbert \
    phillipe phillips phineas phong piero pierson pinchas placido powell prentice prentis prescott prestin preston \
    princeton qasim quade quadir quaid quan quantez quashawn quenten quenton quint quintavious quinten quintez \
    quintin quinton quran radames radford raekwon rafe rafeal raffi raheem raheim rahim rahmel rahul raj rajan rajesh \
    rajiv rajon rakeem rakim ramel ramin ramir ramond ramone ramses ramy rance randal randall randel randell randle \
    randolf randolph randon rapheal raquan rasean rashaad rashad rashard rashaud rasheed rasheem rashid rashod raudel \
    rayburn rayce rayfield rayford rayhan raylon raymon raymone raymundo raynaldo raynard rayquan rayshaun rayshon \
    raziel recardo reco reginal regino rehan reid renaldo renard renardo reno reuben reuven rexford reyansh reyli \
    reymundo reynard reynold reza riaan ric riccardo ricco richardo richmond richy rickey riggs rigo riker rishaan \
    rishabh ritchie rithvik rito rj robb robby robet roby rockey rockwell rodd roddrick roddy rodell roderic roderick \
    rodman rodrick rodriguez rodriquez roel rogelio rohit rojelio rolan rolland rollie rollin romario romel romello \
    romelo romero rommel romulo ronak ronaldo ronan rondal rondall rondell ronen roney ronin ronn ronnald ronney \
    ronold rosalio roscoe rosendo rosevelt rowland rubin rudolfo rudolph rueben ruel rufino ruger rumaldo russ russel \
    rustin ruston ryker ryne ryo ryon ryu sabastian sabian sabin sabino sachin saeed sagar sahil saif sal saleem \
    salman salomon salvadore samad samarth sameer samer sameul sammuel sampson samson samual sanchez sandor sanford \
    sanjay santo santonio saquan sarkis savion scotty sebastien sebastion sedric sedrick seferino sekou selvin selwyn \
    serafin sergio serjio servando severo seymour shaan shadrach shaheed shaheem shahid shain shakeem shakir shakur \
    shamus shane shant shareef sharif sharod shedrick sheldon shelton shem shemar shepard sherman sherrod sherwin \
    sherwood shimon shiv shivam shlok shlomo shmuel sholom shreyas shulem shyam shyheim sid sigmund silverio \
    silvestre simeon sione sixto slade slater soham sohan soloman solon spence spiro stafford stan stanford stanton \
    stavros steele stefen steffan steffen steffon stefon stellan stephon stephone stetson stevan stevens stevenson \
    stevon stockton stratton stryker sulaiman sunil suraj sy syed sylas syler sylis sylus sylvester syrus tadd tadeo \
    taevon tafari taft tait tajh tajuan talan talen talha talib tallon talmadge talmage taquan taras tarek tarell \
    tarik tariq tarrance tarrell tarrence tarun taurean tavares tavaris tavarius tavarus taveon tavian tavin tavion \
    tavis tavish tavon tayshaun tayshawn tayson tayton tayvion tayvon teague tedd tedrick tejas teofilo teon terance \
    terell termaine teron terrel terrence terrick terron tevin tevita tevon tex thad thaddaeus thadeus thane thayne \
    theadore theodis theophilus theotis therman theron thimothy thom thompson thorin thornton thurman thurmond \
    thurston tiberius tillman timmothy timonthy tino tirrell tito tj tobin tod toren toriano toribio tou trae traevon \
    trajan tramell travell traven traveon travion travon trayton trayvon tre treavor tremain tremayne trenten trentin \
    trenton trequan tresean treshaun treshawn treston trevan trevaughn trevell treven treveon trever trevin trevion \
    trevis trevon trevyn trey treyson treyton treyvon trinton tripp triston triton truett truitt truman tryston tuan \
    ty tyce tyjuan tylen tyler tylon tymir tynan tyon tyquan tyran tyre tyrece tyreece tyreek tyreese tyrek tyreke \
    tyrel tyrell tyrelle tyren tyrese tyriek tyrik tyrin tyriq tyrique tyris tyrome tyronne tyrrell tyrus tysean \
    tysen tyshaun tyshawn tyshon tytan tytus tyus tyvon tywan tywon tzvi ubaldo ulices ulises ulisses ulyses ulysses \
    urijah uziel valente vance vander vann varun vasilios vaughan ved vedant verlin vern vernard vernon viaan vicent \
    victoriano viet vijay vikram vinay vincente vincenzo vinh vinny vinson virgil vishal vishnu vito vivaan vivek vu \
    walden waleed wali wally walt walton wardell warner warrick waseem watson wayde waylan wayland waylen waylon \
    wayman waymon waymond webb webster weldon welton wendall wendel wendell wes wesly wesson westen westin westley \
    westly wil wilber wilbert wilbur wilburn wiley wilford wilfredo wiliam willaim willam willard williams wilton \
    windell winfield winford winfred winton wm woodrow wyman xaiden xaiver xavi xavian xavien xavion xavior xzavier \
    xzavion yaakov yadiel yahir yahya yakov yale yancey yandel yariel yaseen yasir yazan yechezkel yechiel yehoshua \
    yehuda yehudah yerik yeshua yisrael yisroel yitzchak yitzchok yobani yoel yohan yonah yonatan yonathan yoni york \
    yosef yoseph yousef yousif youssef yousuf yovani yovany ysidro yul yurem yusef zabdiel zacarias zacary zacchaeus \
    zachari zacharia zachariah zacharias zacheriah zachery zachory zachry zack zackariah zackary zackery zade zaden \
    zahid zaid zaiden zaine zak zakai zakary zakery zaki zakkary zamarion zamir zander zane zarek zavian zavien \
    zavier zavion zayan zayden zaylen zayn zayne zayvion zeb zebadiah zebedee zebulon zebulun zechariah zeke zenon \
    zeth zeus zev ziad ziyad zoltan zyler zymir
    """)
}
