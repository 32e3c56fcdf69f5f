/// First names of women in the United States, of all the peoples who live there, beside the lists of ``NameLists``.
///
/// From the baby names of the Social Security Administration (https://www.ssa.gov/oact/babynames/limits.html), which are in the
/// public domain: those given to at least 600 children from 1940 on, of whom 97 % were of one sex. What is also an English word
/// is left out: a cue like SAILOR names no SAILOR. So are short forms that stand for names of both, like Sam.
extension NameLists {
  static let womenInAmerica = words(
    """
    aadhya aadya aalayah aaleyah aaliah aaliya aalyah aalyiah aaniyah aanya aaralyn aarika aarushi aashna abagail \
    abbagail abbe abbie abbigail abbigale abbigayle abby abbygail abbygale abella abigal abigale abigayle abilene \
    abra abria abriana abrianna abriella abrielle abygail acadia acelynn adah adalee adaleigh adalia adalie adalina \
    adaline adalyn adalynn adalynne adamari adamaris adamary adara adaya addalyn addalynn addelyn addie addilyn \
    addilynn addisen addisyn addy addysen addyson adelaide adelia adelita adelle adelyn adelynn adena adilene adilyn \
    adilynn adina adira adisyn aditi adleigh adora adrea adreana adreanna adria adrielle adriene adrienna adrina \
    adrionna adryanna adysen adyson aeriel aerin aeris aeryn aesha africa ahana ahlam ahna ahsley ahtziri ahuva aidee \
    aiesha aiko ailani aileen ailene ailey aili ailin ailyn aine ainslee ainsley aishah aishwarya aisley aislin \
    aislinn aislyn aislynn aissa aissatou aitana aiva aixa aiyanna aiza aja ajah ajanae ajia akasha akayla akeelah \
    akemi akila akilah akshara alahna alaia alaijah alaina alaine alainna alaiya alaiyah alajah alanah alanda alandra \
    alane alani alanis alannah alara alasia alaska alauna alaura alaya alayah alayjah alayla alayna alaynah alayne \
    alaysha alayshia alaysia albany alberta albertha alda alea aleah aleaha aleana alease aleasha alecia aleeah \
    aleece aleecia aleen aleena aleesa aleesha aleeya aleeyah aleeza aleia aleida aleigha aleisha alesa alesandra \
    alesha aleshia alesia alessa aleta aletha alethea alethia aletta alexa alexanderia alexandrea alexas alexcia \
    alexsa alexsandra alexus alexxa alexxis alexzandra alexzandria aleya aleyah aleyda aleyna alfreda alfredia alia \
    aliah aliana alianna alicea alicen alicyn alida aliesha alishia alisia alissa alissia alisyn alita alivia aliviah \
    alixandra aliyah aliyana aliza alizabeth alizae alizah alizay allanah allee allegra allena allene alli allicia \
    allie allisa allisha allissa allisson allisyn alliyah allura allysa allyse allysia allyson allyssa almeda almeta \
    aloma alona alonda alonna alora alta alvina alya alyah alyana alyanna alyce alycia alyiah alyna alynna alys alysa \
    alyse alysha alyshia alysia alyson alyssah alyssandra alysse alyssia alysson alyvia alyxandra alyza amaia \
    amairani amairany amaiya amaiyah amara amarah amaria amariah amariana amayah amberlee amberley amberly amberlyn \
    amberlynn ambra ambre ambria ambrielle amee ameena ameenah ameera ameerah amena amera america amerie amia amiah \
    amie amiee amilia amilya aminah aminata amiracle amirah amisha amiya amiyah ammie ammy amna amora amya amyah \
    amyia amyiah amyra anabell anabelle anahi anahy anai anaiah anais anaiya anaiyah anakaren analeah analee analeigh \
    anali analia analicia analiese analisa analise analiyah analy analyse anamaria anamarie ananya anasia anasofia \
    anastazia anayah anayeli andee andera andraya andrea andreana andreanna andreina andrena andreya andria andriana \
    andrianna andrina andromeda anecia aneesa aneesah anela anesha anessa angele angelea angelee angelena angelene \
    angeles angeli angelia angelie angelique angelisa angelise angelita angella angelle angely angelyn angelynn \
    angila anglea anglia ania aniah anijah anisah anisha aniston anistyn anitra aniya aniyah anjali anjanette \
    anjelica annabell annabelle annabeth annagrace annaleah annalee annaleigh annalia annalicia annalie annaliese \
    annalyn annalynn annalyse annamae annamaria annamarie annastasia anndrea anneka anneke anneliese annelise annelle \
    annemarie annessa annett annice annis annisa annissa anniston annistyn anniyah annmarie annsley anslee ansleigh \
    ansley anthea antionette antonette antoniette antwanette anusha anushka anya anyah anyia anyiah anyla anylah \
    anyssa aoife aolani apryl arabella arabelle aracelis aralyn arantza aranza araseli araya arayah arcelia ardella \
    ardith areanna areli arelis arely aretha argelia ariadne ariah arial arianah ariannah arianne arianny aribella \
    arica arieana arieanna ariell ariella arielle arihanna arika arina ariona arionna arisa arisbeth arisha arissa \
    ariya ariyah ariyana ariyanna arla arlean arleen arlene arleth arletha arlett arletta arlinda arline armanda \
    armandina arminda arnetta arnita arriana arrianna arwa arwen aryah aryana aryanna aryonna aryssa ashanta asheley \
    ashely ashia ashlea ashlei ashlen ashley ashli ashlie ashlyn ashlynn ashlynne ashna asia asiya asley asmaa aspyn \
    asusena asya atalie atara athena athina atiya atlanta aubre aubree aubreigh aubri aubriana aubrianna aubrie \
    aubriella aubrielle audra audrea audree audri audria audriana audrianna audrie audrina aundria aurea auria \
    auriana aurianna aurielle autum avah avalee avalon avalyn avalynn avamarie avani avarie avaya ave avelina aveline \
    avelyn averie avia aviana avianna avie avigail avital aviva avni avonlea avrie awa awilda ayah ayala ayana ayanna \
    ayannah ayat ayda ayelet ayiana ayisha aylah ayleen ayonna aysha aysia ayva ayvah azalia azaria azeneth azia \
    azlyn azlynn azra azul babette babygirl baila bailee baileigh bailie baleigh bambi barbaraann barbie barbra basya \
    batsheva bayla bayleigh bayli baylie bea beata beatris becca becki beckie belen belia belva belynda benita \
    berenise berklee berlinda berlyn berna bernadine bernardine bernetta bernice berniece bernita beronica bertina \
    bess bessie bethaney bethani bethanie bethann bethanne betina betsabe betsaida betsey betsy bette betti bettie \
    bettyann bettye betzaida betzy beulah bev beverlee beverly beyonce bianey bibiana billi billiejo billye bionca \
    blaire blanche blenda blima blondell bobbi bobbiejo bobbijo bobette bonita bonni bonnita bracha bradi braelynn \
    brailey branda brande brandee brandice brandie brandilyn braylee brayleigh brea breah breana breann breanna \
    breanne breasia breauna breaunna bree breeana breeann breeanna breelyn breena brelynn brena brenna breona breonna \
    breyana breyanna breyonna bria briah briahna briana brianda briann briannah brianne briasia briauna bridgett \
    bridgette bridgitte brie brieana brieann brieanna brieanne briel briella brielle brienna brienne brigette brigit \
    brihanna brilee brileigh brilynn brina brinlee brinley briona brionna brisa briseida briseis briseyda brissa \
    brita britani britanny britany brithany britnee britney britnie britny brittanee brittaney brittani brittanie \
    brittany britteny brittiany brittini brittnay brittnee brittney brittni brittnie brittny briyana briyanna briza \
    brocha bronte bronwen brookelyn brookelynn brooklin brooklyn brooklyne brooklynn brooklynne brunilda bryana \
    bryanna bryanne bryleigh brylie bryna brynlee brynleigh brynley brynlie brynn brynna brynne brynnlee bryonna \
    brystal brystol buffie buffy bunnie bushra cadance cadie cady caeli caelyn caila cailee caileigh cailey cailin \
    cailyn cailynn caira caitlan caitlin caitlyn caitlynn calandra calee caleigh cali calia calie calissa calista \
    caliyah calla callee calleigh calley calli callie callista cally cambree cambri cambria cambrie cambry camela \
    camelia camella cami camie camile camille camillia camisha cammi cammie cammy candance candee candelaria candi \
    candice candida candie candise candyce capri carah caralee caraline caralyn caren caressa cari carie carin caris \
    carisa carissa carlee carleen carleigh carlena carlene carletta carlette carley carli carlina carline carlisa \
    carlisha carlissa carlita carlye carlyn carlynn carma carmelina carmelita carmella carmyn carolann carolanne \
    carolee carolin carolyne carolynn carolynne carra carri carrie carrieann carrigan carrissa caryl carylon caryn \
    carys casandra casaundra casi casie casondra cassaundra cassi cassidee cassidi cassie cassy cate catelyn catelynn \
    catharine catherin catherina catheryn cathey cathi cathie cathleen cathlene cathryn catie catina catlyn catrice \
    catrina cattleya cayla caylee cayleigh cayley caylie ceanna cecila cecily celena celene celest celeste celestina \
    celestine celinda ceola cera cerenity cesia cesilia chana chanda chandra chanel chanell chanelle chani chanie \
    channa chanta chantay chante chantel chantell chany chara chardae chardonnay chari charice charis charise \
    charissa charisse charita charla charlean charlee charleen charleigh charlena charlesetta charletta charlette \
    charli charline charlise charlize charlsie charlyn charlyne charlynn charmain charmaine charmane charmayne \
    charmin charnell charolette charyl chasidy chasity chassidy chassity chava chaya chayla chelcie chelsa chelse \
    chelsee chelsi chelsie chelsy chenelle chenoa chere cheree cherelle cherese cheri cherice cherilyn cherise \
    cherisse cherita cherly cherlyn cherrelle cherri cherrie cherryl cherylann cheryle cheryll chevonne cheyann \
    cheyanna cheyanne cheyene cheyenna chimere chioma chiquita chloee chloey chloie chole chrissa chrissie chrissy \
    christal christeen christel christena christene christi christiana christianna christianne christie christinia \
    christy christyn chrystal chyann chyanne chyenne chyna chynna ciana ciani cianna ciara ciarra cicily cidney cielo \
    cienna ciera cierra cinda cindee cindi cindie cindra cinthya cintia citlalli citlaly claira claretha claribel \
    clarinda clarisa clarise clarita classie claudette clementine cleopatra cleta cloe cloey cloie clorinda coco \
    coleen colene coletta collene collette conni connie consuella contessa cora coralee coralie coraline coralyn \
    coreen corena corene coretta corine corinn corinna corinthia corissa corrine corrinne corryn cortnee cortni \
    cortnie coryn corynn cosette courteney courtlyn courtnee courtni courtnie cozette criselda crissy crista cristel \
    cristela cristi cristiana cristie cristin cristine cristy crysta crystalyn crystel crystina crystle cydnee cydney \
    cynda cyndee cyndi cyndy cyra cyrena cyrstal dacey dacia daeja daelynn daena daesha dafne daiana daija daira \
    daisey daisha daizy daja dajah dajanae dalana dalary dalena dalene daleyza daliah dalila dalilah daliyah damara \
    damia damita damiya damiyah damya danae danah danasia danay danaya daneen daneisha danella danelle danesha \
    danessa danetta danette danice danika danille danise danisha danita danitza daniya daniyah dannette dannielle \
    danya danyelle daphine daphney daphnie darah darbi darci darcie dariana darianna darice darielle darilyn darla \
    darlean darleen darlena darline darlyn darlyne darnella darnisha darrah darya dasha dashia dasia daun dava davia \
    daviana davianna davina davita davonna dawna dawne dawnette dawnmarie daya dayami dayanara dayanna dayla dayna \
    dayonna dayra daysha daysi daysia dea deadra deana deandria deangela deann deanne deasia deatrice debbi debborah \
    debbra debera debi deborha deborrah debrah debroah december dede dedra deeann deeanna deedee deedra deena deetta \
    deidra deidre deirdra deirdre deisy deitra deja dejah dejanae delaina delainey delana delaney delani delanie \
    delany delayna delena delene deliah delicia delila delilah delina delinda delisa delisha della delois deloise \
    delora delores delories deloris delorise delorse delphia delylah demetria demitra demya dena denae denasia denee \
    deneen denelle denese denesha denette denia denice deniece denielle denisha denita denna dennise denyse deona \
    deonna derica derricka desarae desaray desaree deserae deseray deseree deserie desha deshawna desirae desiray \
    desirea despina dessa destanee destani destanie destany desteny destinee destiney destini destinie destynee \
    destyni detra deva devany devina devona devonna devora devorah devra dewanda dewanna deyanira deysi dezarae \
    dezaray dezirae dezire deziree diamonique diandra diane diania diann dianna diara diedra diedre dierdre dietra \
    dimitra dinah dinora diona diondra dionna disha divina divya dixie djuana dodie dollie dominga dominica dona \
    donella donesha donetta donette donia donica donisha donita donnalee donnamarie donnetta donnette donnita \
    doreatha dorene doretha doretta dori doria dorie dorinda dorita dorotha dorothea dorrie dortha dorthea dorthy \
    dottie drea dreama drema drucilla drusilla dulcemaria dulcie dusti dustie dwana dyamond dyana dyani dyann dyanna \
    dyanne earlean earleen earlene earline earnestine eartha easter ebone ebonee eboney eboni ebonie edie edwina \
    edythe effie eila eilene eisley eiza ekaterina elaina elana elane elani elanor elayna elayne elba elda eldora \
    eleana eleanore elease electra elektra elene eleni elenor elenora elesha elexis elexus elianna elicia elida \
    elidia elinor eliora elisheva elisia elissa elizabet elizbeth elizebeth elka ellah ellamae elle ellee ellena elli \
    ellia elliana ellianna elliette ellisa ellise elly ellyana ellyn ellyse elmira elna elnora elodia elois eloise \
    elora elouise elsie elspeth elva elvera elvia elvina elyana elyce elysa elyse elysia elyssa elysse elyza emalee \
    emaleigh emalie emaline emalyn emarie emberly emberlyn emberlynn emelda emeli emelie emelin emeline emely emelyn \
    emerie emersyn emi emiko emilee emileigh emiley emili emiliana emilyn emmalee emmaleigh emmalie emmaline emmalyn \
    emmalynn emmanuela emmanuella emmarie emmarose emme emmeline emmersyn emmery emmi emmie emmily emmylou emogene \
    emonie emree emrie emy emylee ena endia enedelia enedina eneida enid eniyah enjoli enola enriqueta ensley eowyn \
    epiphany erendira eriana erianna ericka erikka erin erina erlene erlinda erma ermelinda erminia eryka erykah \
    erynn esha eshal esme esta estee estefani estefania estefany estephanie estephany estrella estrellita ethelyn \
    eugena eugenie eula eulalia eunique evalina evalyn evalynn evamarie evangelia evangeline evanna evelia evelin \
    evelina eveline evelynn evelynne everlee everleigh everley everly evette evey evita evolet evonne evy eyvonne fae \
    faiga faigy faithe faiza falicia falisha fallyn falyn fannie fanta fantasia fara farrah fatema fatimah fatou \
    fatoumata faustina faviola fayth faythe felecia felica felicita felipa felisha felita filomena fionna fiorella \
    flor florene floretta floria florida florinda florine flossie fonda fraidy francene franchesca francheska francie \
    francina francine freda fredda frederica fredericka fredia fredrica fredricka freeda freida freyja gabryella gaia \
    gail gaile galilea gaye gayla gaylene gaynell gaynelle gearldine geena gema gena genavieve genea genell genelle \
    genessis geneva genevie genia genice genise genisis genna gennifer genny genoveva georgann georganna georganne \
    georgeann georgeanna georgeanne georgene georgetta georgiana georgiann georgianna georgianne geovanna geralyn \
    geri gerilyn gerri gerrie gertie gia giana gianella gianna giavanna giavonna gidget gigi ginamarie ginna ginnie \
    ginny gionna giovana gisel gisele gisell gisella giselle gissel gissell gisselle gittel gitty giulianna gizelle \
    gladis gladys glendora glenna glinda glynda glynis golda goldie goldy graceann gracee gracelyn gracelynn gracey \
    graci gracie graciella gracy grayce grecia greenlee gregoria gretel gretta gricelda grisel griselda guinevere \
    gwenda gwendalyn gwendolynn gweneth gwenevere gwenn gwenyth gwyneth gwynne hadassah haddie hadeel hadiya hadlee \
    hadleigh hailee haileigh hailey haili hailie haily hala halee haleigh haley hali halia halie halina halle hallee \
    halley halli hallie hally hanah haneen haniya harleen harleigh harlene harli harmonee harmoni harmonie harriett \
    harriette hattie havana hawa haya haydee hayle haylea haylee haylei hayleigh hayli haylie heavenlee heavyn heba \
    hedy heide helaina helaine henny herlinda hettie hiba hiedi hilarie hillary hinda hindy hollee holley holli \
    hollie hollyann hollyn hortencia huda ianna idalia idalis idaly idella ieisha iesha ieshia ila ilana ilda ileen \
    ilene iliana ilianna illiana ilyana ilyssa ima imogene inaaya inara india indya inell iola ione iqra irasema \
    ireland irelyn irelynn irlanda isabell isaura isela isha ishika isla isobel isra issabella italia italy itzayana \
    itzel iva ivanna ivelisse iveth ivett ivette ivie ixchel iyana iyanna iyla iyonna izabel izabell izabella \
    izabelle izzabella jabria jacalyn jacee jacelyn jacelynn jaci jacie jacinda jackelin jackeline jackelyn jacki \
    jacklin jacklyn jacklynn jackqueline jaclynn jacqlyn jacqualine jacqualyn jacquelene jacquelin jacquelyn \
    jacquelyne jacquelynn jacquelynne jacquetta jacqui jacquie jacquiline jacquline jacqulyn jada jadah jadalyn \
    jadalynn jadelyn jadelynn jadie jaeda jaela jaelah jaelynn jahaira jahzara jaia jaicee jaida jaidah jaide jaila \
    jailah jaileen jailene jailynn jaimee jaimi jaina jakayla jakelin jakeria jakia jakira jakiya jakiyah jakyla \
    jakyra jala jalaya jalayah jalea jaleah jaleesa jaleigh jalena jalesa jalessa jaliah jalicia jalisa jalissa \
    jaliyah jalyssa jamaica jamaya jamecia jameela jameelah jameka jamela jamelia jameria jamese jamesha jameshia \
    jamesia jamia jamica jamika jamilah jamilet jamileth jamilla jamillah jamilyn jamira jamisha jamiya jamiyah jamya \
    jamyah jamye jamyia jamyra janae janai janalee janan janasia janay janaya janaye janea janean janee janeen janel \
    janell janella janelle janelly janely janene janese janessa janeth janett janetta janey jania janiah janie \
    janiece janielle janika janira janis janise janisha janita janiya janiyah jannah jannat jannell jannelle jannet \
    jannett jannette jannice jannifer jannine january janyah janyce janyia janyla jaquelin jaquelyn jaquetta jaquita \
    jarely jaritza jariyah jasleen jaslene jaslyn jaslynn jasmaine jasmen jasmin jasmyn jasmyne jaunita javonna jaya \
    jayana jayanna jayci jaycie jayda jaydah jayla jaylah jaylee jayleen jayleigh jaylene jaylie jayline jaymee jaymi \
    jayna jaynee jaynie jayonna jazel jazelle jazleen jazlene jazlin jazlynn jazmen jazmine jazmyn jazmyne jazzlyn \
    jazzlynn jazzmin jazzmine jazzmyn jeana jeane jeaneen jeanell jeanelle jeanene jeanett jeanetta jeanice jeanie \
    jeanine jeanmarie jeanna jeannetta jeannie jelisa jelissa jemima jena jenae jenai jenavieve jenay jenaya jenea \
    jenean jenee jeneen jenell jenelle jenesis jenessa jenette jeneva jenevieve jeni jenica jenice jenika jenilee \
    jenine jenise jennafer jennah jennalee jennefer jennell jennelle jennessa jennette jenni jennica jennie jennine \
    jennipher jennyfer jera jeraldine jeralyn jerelyn jeri jerica jerika jerilyn jerilynn jerri jerrica jerrika \
    jerrilyn jerusha jesenia jesica jesika jeslyn jessa jessalyn jessalynn jessamyn jesseca jessenia jessika jessilyn \
    jesslyn jessyca jestine jesusa jesusita jetta jezebel jiana jianna jilian jillene jinny jiselle jiya jizelle \
    joane joanie joannie jocelin joceline jocelyn jocelyne jocelynn joclyn jodee jodell jodene joeann joelene joella \
    joellen joellyn joely joelyn joetta joette johannah johna johnae johnetta johnette johnna joi jolee joleen \
    joleigh jolena jolene jolette joli jolina jolinda jolisa jolyn jolynn jonae jonelle jonetta jonette joni jonica \
    jonie jonita jonna jonni jordana jordanna jordanne jordynn jorie josalyn josalynn joscelyn joselin joseline \
    joselyn joselyne joselynn josephina joshlyn josi josie josilyn joslin joslyn joslynn josselin josselyn jossie \
    josslyn journee journei journi journie jovanna jovie jovita joya joyanna joycelyn joye jozie jozlyn jozlynn \
    juanita judie judyth julee julene juli juliann julianne julieann julieanna julieanne juliett julietta julisa \
    julissa julyssa june junie junita jurnee kaaren kaci kacie kadance kadee kadi kadie kadijah kady kadynce kae \
    kaelee kaeleigh kaeley kaeli kaelie kaely kaelyn kaelynn kahla kahlan kahlia kaia kaila kailah kailani kailea \
    kailee kaileen kaileigh kailey kaili kailie kaily kailyn kailynn kaira kaisha kaisley kaitlan kaitlen kaitlin \
    kaitlynn kaitlynne kaiya kaiyah kala kalah kalaya kalea kaleah kalee kaleen kaleena kaleigh kaleigha kalena \
    kalene kaley kali kalia kaliah kalie kalila kalise kalisha kalissa kalista kaliya kaliyah kallee kalley kalli \
    kallie kallista kally kalynn kalyssa kama kamara kamaya kamber kambree kambri kambria kambrie kamea kamela \
    kamesha kami kamia kamiah kamie kamilah kamilla kamille kamira kamisha kamiya kamiyah kammi kammie kammy kamora \
    kamri kamry kamya kamyah kamyla kamyra kana kanani kandi kandice kandie kandis kandra kandy kandyce kaneisha \
    kanesha kanika kanisha kaniya kaniyah kapri kara karah karalee karaline karalyn karalynn kareema kareena karely \
    karena kari kariann karianne karie karilyn karima karime karis karisa karishma karisma karissa karizma karlee \
    karleen karleigh karlene karley karli karlie karly karlyn karmin karmyn karole karolyn karra karrah karren karri \
    karrie karyme karyn karyna karyssa kasandra kasha kashia kasi kasia kasie kasondra kassandra kassey kassi kassia \
    kassidee kassidi kassidy kassie kassondra kassy kataleya katalina katana katara katarzyna katee kateland katelin \
    katelynn katelynne kateri katerin katerina katey kathaleen katharyn kathe katheleen katherina kathern katheryn \
    katheryne kathey kathia kathie kathlene kathlyn kathren kathrin kathrina kathrine kathryne kathy kathya kathyrn \
    kati katiana katilyn katina katisha katlin katlyn katlynn katrena katrice katryna kattie katty kavita kawana kay \
    kayana kayanna kayci kaycie kaydance kaydee kaydence kaye kaylah kaylani kaylea kayleen kaylei kaylene kayley \
    kayli kaylia kayliana kaylin kaylyn kaylynn kaysha kaysie kaytie kaytlin kaytlyn kaytlynn kea keaira keala keana \
    keandra keanna keara kearra kearstin keasha keasia kecia keela keeley keeli keelie keely keera keesha kehlani \
    keiana keianna keiara keiko keila keilah keilani keily keiona keionna keirra keirsten keiry keitha kela kelcee \
    kelci kelcie keleigh keli kelia kelis kelle kellee kelleen kelliann kellianne kellie kellyann kellye kelsea \
    kelsee kelsi kelsie kelsy kemberly kena kenadee kenadi kenadie kenda kendalyn kendra kendrea kendria kendyl \
    kendyll kenedi kenesha kenisha keniya keniyah kenleigh kenna kennadi kennadie kennady kennedi kennedie kennia \
    kennisha kensey kensie kenslee kenzi kenzie kenzlee kenzley keona keondra keonna keosha kera keren keri keriann \
    kerianne kerra kerri kerriann kerrie kerrin kersten kesha keshia kesia keturah keva keya keyaira keyana keyanna \
    keyara keyera keyla keylee keyli keyona keyonna keyra keysha kezia keziah khadijah khaleesi khalia khaliah \
    khalilah khaliyah khara khayla khia khloe khloee khloey khloie khristina khristine khushi khyla khylee kia kiana \
    kiani kianna kiara kiarah kiarra kiaya kieara kiely kiera kierra kiersten kierstin kierston kierstyn kiesha kila \
    kilee kileigh kimaya kimberle kimberlee kimberleigh kimberley kimberli kimberlie kimberlin kimberly kimberlyn \
    kimberlynn kimbra kimerly kimiko kimora kimya kina kindra kinlee kinleigh kinley kinslee kinsleigh kinsley kinzie \
    kinzlee kinzley kiona kionna kira kirah kiri kirra kirsti kirstie kirstyn kisha kitana kittie kiya kiyah kiyana \
    kiyanna kiyomi kizzie kizzy klaire klarissa kloe kloee kloey kloie klynn kolleen komal konnie kora koral koreen \
    korina korinne korra kortnee kortni kortnie koryn kourtnee kourtni kourtnie krislyn krissa krissy kristal kriste \
    kristeen kristel kristen kristena kristene kristiana kristianna kristie kristle kristy kristyn kristyna krysta \
    krystal krystel krysten krysti krystin krystina krystine krystle krystyn kya kyah kyana kyanna kyasia kyesha kyia \
    kylah kylea kyleah kylee kyleen kylei kyleigh kylene kyli kylia kylynn kymber kymberlee kymberly kymora kyna \
    kyndal kyndra kynlee kynleigh kynnedi kynslee kynzie kyra kyrah kyria kyrsten kyrstin lacee lacey lachelle laci \
    lacie lacinda lacresha lacretia ladawn laela lafonda lahoma laiba laikyn lailah lailani laina lainee lainey \
    lainie laisha lajuana lakayla lakecia lakeesha lakeisha lakeitha lakelyn lakendra lakenya lakesha lakeshia laketa \
    lakeya lakeysha lakia lakiesha lakisha lakita lakiya lakyn lalita lamaya lamia lamiya lamiyah lamonica lamya \
    lanae lanaya landa landree landri landrie lanee laneisha lanelle lanesha lanetta lanette laney lani lania laniah \
    lanie lanisha lanita laniya laniyah lanna lanora lanya laporsha laquana laquanda laquesha laquetta laquinta \
    laquisha laquita laquitta larae laraine laree larena larhonda lariah larita laronda larraine laryssa lasandra \
    lasha lashae lashana lashanda lashandra lashanna lashauna lashaunda lashawna lashawnda lashay lashea lashell \
    lashelle lashondra lashunda lashundra lasonya latanya latara latarsha latasha latashia latasia latavia lataya \
    lateefah lateisha latesha lateshia latia laticia latifa latifah latina latisha latishia latonia latonja latonya \
    latoria latosha latoshia latoyia latrece latrese latrice latricia latrina latrisha launa laural lauralee lauran \
    lauree laurena laurene lauri laurinda laurine laurissa lavada laveda lavenia lavera laverna laveta lavetta \
    lavette lavina lavita lavona lavonda lavonia lavonna lavonne lawana lawanda lawanna laya layah layan laycee layla \
    laylah laylani layna laynee laynie laysha leala leandra leandrea leann leanna leanora leasa leasia leatha \
    leatrice lecia leda leea leeah leeana leeann leeanna leeanne leen leesa leeza leia leiah leiana leianna leidy \
    leigha leighann leighanna leighanne leighla leilah leilani leilanie leilany leisa leisha lejla lekeisha lekesha \
    lekisha lela lelah lelani lelia lenae lenda lenette lenise lenita lenna lenora lenore leola leondra leonela \
    leonna leonore leora leota lera lesa lesha leslee lesli leslye lessly leta letha letisha letisia letitia lettie \
    letty lexa lexi lexia lexie lexis lexy leya leyah leylah leylani leyna lezlie liah liane lianna lianne liba \
    libbie licia liesel liesl lilah lilee lilianna lilianne lilibeth lilith lillee lilli lillia lilliam lillian \
    lilliana lilliann lillianna lillianne lillie lillith lillyan lillyana lillyann lillyanna lillyanne lilyan lilyana \
    lilyann lilyanna lilyanne lindi lindsay lindsi lindsie lindsy linette linnette linsay linsey liora lisabeth \
    lisamarie lisandra lisbet liset liseth lisha lissa lisset lisseth lissett lissette lita litzy liya liyah liyana \
    lizabeth lizbet lizbeth lizet lizeth lizett lizette lizzet lizzette lizzie lluvia loida lois loma lona londa \
    londyn londynn loni lonna lora loraine loralee loralei loralie loreal loree loreen lorelai lorelle lorenda lorene \
    loretha lori loriann lorianne lorie lorien lorilee lorina lorinda lorissa lorita lorretta lorri lorrie loryn \
    lottie louann louanna louanne louella louvenia lovella lu luann luanna luanne lucero luci lucianna lucile lucille \
    lucina lucinda lucrecia lucretia luella lula lulu lundyn lura lutricia luvenia luzmaria lyanna lyda lyla lylah \
    lynae lyndee lyndi lyndia lyndie lyndsay lyndsi lyndsie lyndsy lynelle lynetta lynette lynlee lynley lynna lynnae \
    lynnda lynnea lynnette lynnsey lynsey lynsie lynzee lynzie lyra lysa lysandra lysette lyssa mable macayla macee \
    macey machelle maci macie mackayla mackenna mackensie mackenzee mackenzi mackinzie macy madaline madalyn madalynn \
    maddalena maddie maddilyn maddisyn maddyson madelaine madelin madeline madelon madelyn madelyne madelynn \
    madelynne madge madigan madilyn madilynn madisen madison madisson madisyn madlyn madolyn madonna madysen madyson \
    mae maegan maegen maeghan maelee maelyn maelynn magan magdalen magen maggi maha mahala mahalia mahayla mahnoor \
    maiah maida maile mailyn maire mairead mairin maisie maisy maiya maizie maizy makaela makaila makala makalah \
    makaya makaylah makaylee makeba makeda makena makenna makennah makensie makenzee makenzi makenzie makenzy makhia \
    makia makinley makinzie makiya makiyah makyla makynzie malaika malaina malana malani malanie malarie malasia \
    malaya malayah malayna malaysia maleah maleena maleia maleigha malerie malia maliah maliha malina malisa malisha \
    malissa maliya maliyah malka malky mallary mallori mallorie mallory malori malorie malory malynda mamie mammie \
    manal manar mandee mandi mandie manha manisha manya marah maralee maralyn maram maranda maraya marbella marcee \
    marceline marcene marcey marchelle marci marcie marcy mardi mareli marely marelyn marena maretta margarete \
    margarett margaretta margarette margarite marge margeaux margene margery margherita margie margo margret \
    marguerita mariaelena mariafernanda mariaguadalupe mariajose mariama marian marianela maribelle maribeth \
    maricarmen maricella maricruz mariea mariel mariela marielena marielle mariellen mariely marietta mariette \
    marijane marijo mariko marilee marilin marilou marilu marily marilynn marilynne marinda marisha mariska maritsa \
    maritza marivel mariya mariyah mariza marjean marjorie marjory markayla markeisha markesha marketa markia \
    markisha markita marla marlaina marlana marlane marlayna marlea marlee marleigh marlena marleni marli marlie \
    marlina marline marlisa marlynn marlys marna marne marni marnie marnita marolyn marquetta marquisha marquita \
    marquitta marriah marrisa marrissa marsha marshay martika marva marvella marya maryah maryalice maryan maryann \
    maryanna marybel marybeth marycatherine maryelizabeth maryellen maryfrances marygrace maryhelen maryjane maryjean \
    maryjo marykate marykatherine marykay marylee marylin marylou marylouise marylu marylyn marylynn marymargaret \
    maryn maryrose marysol maryssa mataya matilyn mattea maudie maurissa maurita mavis maxcine maxine mayah maybelle \
    maycee mayci maycie mayela maygan mayla maylee mayleen maylene maylin mayme mayrin mazie mazzy mckayla mckenna \
    mckensie mckenzee mckenzi mckinlee mckinsey mckinzie mea meagen meaghan meah meara mechele mechelle medha medina \
    meegan meena meera megann megen meggan meghana meghann meghna mei meilani meira meisha mekayla mekenzie melaina \
    melaine melana melanee melaney melani melannie melanny melany mele melea meleah melena melenie melia melida \
    melisha melissia meliza mellanie mellisa mellissa melodee melodi melodie melodye meloney melonie melony melva \
    melvina melynda melyssa meranda merari mercedez meri meriah meriam merida merideth meridith merilee merilyn \
    merissa merita merlene merna merrie merrilee mesha meya miabella miah miangel micayla michaele michaelene \
    michaeline michaella michaelle michaelyn michayla micheala michele michelene michelina michella mickayla micki \
    midori miesha migdalia mignon mikaela mikaila mikalah mikaylah mikela mikelle mikenna mikenzie mikia mikki mikyla \
    milagro milah milani milania mileena miley milinda milissa millie milly mimi minda mindi minnie mirabella \
    mirabelle miriah mirna mirta miryam misa mischelle mishelle missy misti mistie mittie mitzi mitzie mitzy miya \
    miyah moana modesta moesha mollee molli mollie monae monalisa monet monette monisha monna monserrat monserrath \
    monya morelia morgann morganne morghan morgyn moriah morrigan mozelle muna myah myasia mychelle myeisha myesha \
    myeshia myia myiah myiesha myisha mykaela mykala mykayla mykenzie mykia myla mylah mylee myleigh mylene mylie \
    mylinda myra myracle myranda myriah myrna myrtice myrtis mysti nacole nadean nadeen nadene nadira nadirah nadiya \
    nadiyah nadya nahla nahomi nahomy naia naida naila nailah nailea naima naimah naiomi naisha naiya najah najma \
    nakayla nakeisha nakesha nakeya nakisha nakita nakiya nakiyah nala nalani naliyah nallely nancee nanci nandi \
    nandini nanette nannette nannie naomie naomy nara narda nariah narissa nariyah nastassia nasya natacha natalee \
    nataleigh nataly natalya natania natanya natashia natasia natassia nataya nathaly natia natisha natosha natoya \
    naudia nautica nava navaeh naveah navya naya naydelin nayelli nayely nayla nayomi nechama necole neda nedra neela \
    neena nefertiti neha neida neila neisha nelda nelida nella nena neoma neomi nereyda neriah nerissa neta nettie \
    neva nevaeh nevaeha neve neveah neyda neysa nhi nia niah niamh niasia niccole nichele nichelle nichol nichole \
    nicholette nicholle nickole nicol nicolette nicolina nicolle nicollette nida nidhi niesha nigeria nija nikayla \
    nikisha nikkia nikkie nikkita nikkole nila nilah nilsa ninette ninfa niomi nissa nita nithya nitya nivea niya \
    niyah nizhoni noami noelani noella noemy nohely nohemi nola nona noreen norene norine noura novalee november \
    nubia nuria nuvia nyah nyasha nyasia nycole nydia nyesha nyia nykia nyla nylah nyomi nyssa oakleigh oceana \
    october odalis odalys odelia odessa odilia oksana ola oleta olyvia omayra ondrea oneida onika oona oralia oriana \
    orianna orly orpha otilia ouida paetyn paislee paisleigh paityn paizlee paizley palma pam pamala pamelia pamella \
    pamila pamla pamula pandora pari parisa patrica patrice patrina patrisha patti pattie paulene pauletta paulita \
    payal payge pearlene pearlie pearline peggi peggie penina penney penni pennie peri persephone persia pessy \
    phaedra phebe pheobe philippa phillis phylicia phylis phyliss pippa polina pollyanna porcha porche porscha \
    porsche porsha porshia prescilla preslee presleigh preslie pricila priscella prisha prisila prisilla priyanka \
    puja pyper qiana quanesha quanisha queena queenie quiana quianna quintina rabia rachal rachele rachell racquel \
    radhika rae raeann raeanna raeanne raechel raegan raegen raelee raeleigh raelene raelin raelyn raelynn raena \
    raeven rahma raigan raina raizel raizy ramiyah ramya rana ranae randa ranee raniya raniyah ranya raquelle \
    rashanda rasheda rasheeda rasheedah rashel rashell rashelle rashida rashonda ravyn rawan raya rayah rayana rayann \
    rayanna rayanne raychel raychelle rayla raylee rayleen rayleigh raylene raylynn rayma rayna raynette rayonna \
    razan reaghan reana reanna reanne reatha reba rebbeca rebbecca rebeccah rebecka rebeckah rebekka rebekkah \
    rechelle reem reema reena reesa regena regenia reghan reginae reginia reita rema remona renada renae renate renay \
    renda renea renee renesmee renetta renisha renita renna resa reta retha retta revonda reya reyna rheanna rhema \
    rhiana rhianna rhoda rhona riana riann rianna rianne richa richele richelle rifka rihanna rileigh rilla rilynn \
    rima rina rinda risa risha riva rivka rivkah rivky riya robbyn robinette robyn robyne robynn rochel rochelle \
    rolanda romelia romona rona ronda rondi ronesha ronetta ronette ronica ronisha ronita ronna ronnette ronni rori \
    rorie rosabella rosalee rosaleen rosalin rosalina rosalinda rosaline rosalyn rosalynn rosamaria rosamond rosana \
    rosann rosanne roseann roseanna roseanne rosella roselle roselynn rosetta roshanda roshell roshelle roshni \
    roshonda rosia rosiland rosio rosita roslyn roslynn rosslyn rowena roxana roxann roxanna roxie roxy roya rozalyn \
    rozanne rozella rozlyn rubi rubie rubye ruhi rutha ruthanne ruthie rya ryah ryanna ryanne rylea ryleigh saadia \
    sabella sabra sabreena sabrena sabria sabryna sachi sada sade sadee sadi safa sahana sahar sahara sahasra saira \
    saisha saja sakinah sakura saleen saleena salena salina salli sallie sallyann salwa sama samaira samanatha samara \
    samarah samaria samatha samaya sameera samia samirah samiyah sammantha samone samya samyah samyra sana sanaa \
    sanai sanaya sandee sandi sandie sandrea sandria sania saniah saniya saniyah sanjana sanjuana sanjuanita santina \
    sanvi saoirse saphira saphire sarabeth sarahann sarahi sarahy sarai sarajane saralyn saray saraya sarena saria \
    sariah sarita sariya sariyah sarra sarrah saskia sativa saundra savana savanah savina saya sayde saydee sayra \
    sayuri scarlette scotlyn seanna sebrina sedona seema seirra sejal sela selah selene seleste selin senaida senora \
    sephora september serah seraphina seren sereniti serina serinity serita serra shadae shadia shadonna shaela \
    shaelyn shaelynn shaila shailyn shaina shaindel shaindy shakara shakayla shakeema shakera shakeria shakeya shakia \
    shakima shakina shakirah shakita shakiya shakyra shala shalanda shalee shalena shalene shaley shalimar shalini \
    shalisa shaliyah shalonda shalyn shalynn shamara shamaya shameeka shameika shameka shamekia shamia shamica \
    shamika shamira shamiya shamiyah shamya shamyra shana shanae shanay shanaya shanda shandi shandra shanea shanee \
    shaneka shanel shanell shanelle shanequa shanese shanetta shanette shaniah shanice shaniece shanika shaniqua \
    shanique shanise shanita shaniya shaniyah shanna shannah shannel shanta shantae shantal shantavia shantay shantel \
    shantell shantelle shanteria shantia shantrell shanya shaquana shaquanda shaquanna shaquita shara sharae sharay \
    sharayah sharda shardae sharday sharde sharee shareen shareka sharell sharelle sharen sharese sharhonda shari \
    sharice sharie sharika sharilyn sharina sharion sharise sharisse sharita sharla sharlee sharleen sharlene \
    sharlotte sharlyn sharmaine sharman sharol sharolyn sharona sharonda sharri sharrie sharron sharry sharyl sharyn \
    shasta shatara shatavia shatia shatoya shaunda shaundra shaunice shaunna shauntae shauntel shavonda shavonna \
    shavonne shawanda shawanna shawna shawnda shawndra shawnette shawnna shawntae shawntel shayla shaylah shaylee \
    shayleigh shaylene shaylie shaylin shaylyn shaylynn shayna shealyn shealynn sheana sheba sheela sheilah shekinah \
    shela shelba shelbey shelbi shelbie sheli shelia shelita shella shellee shelley shelli shelly shelsea shemeka \
    shemika shena sheneka shenell shenika sheniqua shenita shenna shequita shera shereen sherell sherelle sherene \
    sherese sheri sheria sherian sherica sherice sherida sherie sherika sheril sherilyn sherina sherise sherita \
    sherlene sherlin sherly sherlyn sheronda sherra sherre sherree sherrie sherrilyn sherrye sherryl sheryle sheryll \
    sheyanne sheyenne sheyla shiann shianna shianne shiela shifra shila shilah shira shiree shireen shirelle shirin \
    shirlee shirleen shirlene shirly shivani shona shonda shondra shonna shontae shontel shontell shoshana shoshanna \
    shree shreya shriya shruti shyann shyanna shyanne shyla shylah shylee shyra sia siana siani sianna siara siarra \
    sicily sidnee sidra siena siera sierrah simone sindi sindy siomara sirena siya skylah skylee skylyn skylynn \
    sloane sofiya soha solana soleil somaya somer sommer sona sonali sonda sondra sonji sonjia sonora stacee staci \
    stacia starla starlene starlett starlette starlyn starr stasha stasia stefanie stefany steffani steffanie \
    steffany stepanie stephaine stephani stephania stephannie stephenie stephine stevi stormi stormie suann suanne \
    subrina sudie sueann suellen sujey sulema sumaya sumayyah sumer sunday sundra sunita sunni sunnie suri sury \
    susannah susette susie susy suzan suzann suzanna suzannah suzette suzi suzie suzy suzzanne suzzette sybil syble \
    sydne sydnee sydnei sydney sydni sydnie syeda sylvana symantha symone synthia syreeta tabatha tabbatha tabbitha \
    tabetha tabitha tacy taelynn tahira tahirah tahlia tahnee taija tailynn taira taisha taiya tajuana takara takayla \
    takeisha takesha takeya takia takira takisha takiya takiyah tala talaya talayah talea taleah taleen talena \
    talesha taliah talina talisa talisha talitha taliya taliyah tallulah talya tama tamala tamarah tamaria tamarra \
    tamatha tamaya tambra tameca tameeka tameika tameka tamela tamera tameria tamesha tami tamia tamiah tamica tamie \
    tamieka tamika tamiko tamira tamisha tamiya tamiyah tammara tammera tammey tammi tammie tammye tamora tamra tamy \
    tamya tamyra tana tanae tanasha tanasia tanaya tandi tandra tanea taneisha taneka tanesha taneshia tangela tangie \
    tani taniah taniesha tanika taniqua tanisha tanita taniya taniyah tanna tanvi tanzania tarah taraji taralyn tari \
    tarina tarra tarrah tarryn tarsha tashana tashara tashawna tasheena tashia tashina tasia tasneem tatia tatianna \
    tatiyana tatyana tatyanna tauna taunya tausha tavia tawana tawanda tawanna tawna tawnee tawni tawnia tawnie \
    tawnya taya tayah tayana tayla taylar taylee taylore taylyn taylynn tayna taysha teah teaira teairra teana teanna \
    teara tearra teasha teasia teddi tedra teela teena tehila tehya teia teisha tela telia telisa telisha temeka \
    temika tempestt tena tenaya tenesha tenia tenika tenille tenisha tenley teona teonna tequilla tera tereasa terese \
    teressa teri terica terika terilyn terina terisa terra terrah terresa terria terriana terrica terrie terrilyn \
    tesa tesha tesia tessie teya teyana thais thalia thania theadora theda therese theresia theressa thersa thomasina \
    thomasine thresa thu thuy tia tiani tianna tiare tiarra tiera tierney tierra tiesha tifani tifany tiffaney \
    tiffani tiffanie tiffeny tiffiany tiffiney tiffini tiffiny tiffney tijuana tilda tillie timara timberly timeka \
    timi timia timika tinamarie tinesha tinisha tinley tinsley tiona tionna tiphanie tirzah tisa tish tisha tiya \
    tiyana tiyanna tkeyah toccara tomasa tomeka tomekia tona tonda tondra tonette tonia toniann tonika tonisha tonita \
    tonja tonna tora toria tosha toshia tova towana towanda towanna toya tracee traci tracye trang treasa trecia \
    treena trena trenda trenity trenna tresa tresha tressa tressie treva triana tricia trina trinette trinitee \
    triniti trish trisha trishia trista trixie trudie trudy trula tuesday tula twana twanda twanna twila twilla twyla \
    tya tyana tyann tyanna tyasia tyeisha tyesha tyeshia tyiesha tyisha tykeria tykia tyla tyna tyneisha tynesha \
    tynisha tyonna tyra tyrah tyresha tysha tytiana tytianna tywanna tzipora tziporah una valarie valencia valene \
    valeri valinda vallerie vallery valli vallie valorie valrie vanetta vanita vannesa vannessa varsha vashti \
    vasiliki vayda velda velia velinda vella velma velva vena venecia venessa venetia venetta venita venus verda \
    verenice vergie verla verlene verlinda verna vernessa vernetta vernette vernita verona veronique versie vesta \
    vianca vianey vianna vianney vickey vickie vienna viki vikki vina vinita violette virgina vivian vivianna \
    vivianne vivica vivien voncile vonda vonetta vonna wanita wednesday wenda wende wendee wendi wendie wendolyn \
    wenona whitnee whittney wilda willa willene willetta willette winnie winnifred winona wonda wynette wynona wynter \
    xandria xaria xaviera xena xitlali xitlaly xochil xochilt xochitl yadhira yadira yahaira yailin yajaira yakira \
    yalanda yalitza yalonda yamila yamilet yamileth yamilex yana yaneli yanelly yanely yanira yaquelin yareli yarely \
    yaretzi yaretzy yashica yasmeen yatziri yazmin yazmine yecenia yehudis yelena yelitza yenifer yessica yevette \
    yides yisel yitty yoana yocelin yocelyn yocheved yohana yohanna yolonda yoselin yoseline yoselyn youlanda \
    ysabella yulanda yuliana yulianna yulisa yulissa yulonda yumi yuna yuritzi yusra yvonna zabrina zada zadie zahara \
    zahira zahraa zahria zailey zaina zaira zakia zakiya zakiyah zakiyyah zamaria zamira zamiyah zamora zamya zana \
    zaneta zania zaniah zaniya zaniyah zarah zari zaria zariah zariya zariyah zaryah zaya zayda zayla zaylee zayna \
    zaynah zayra zeina zeinab zella zena zenaida zendaya zenobia zeynep zharia zipporah ziva ziya zoee zoei zofia \
    zoha zoi zoie zoila zola zona zooey zowie zoya zuleika zuleima zulema zuleyka zuleyma zully zyana zykeria zyla
    """)
}
