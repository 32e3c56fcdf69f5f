/// First names of women in some eighty languages and regions, beside the small list of ``NameLists``.
///
/// From Faker 40 (https://pypi.org/project/Faker/), Copyright (c) 2012 Daniele Faraglia, MIT license: see Documentation/ThirdParty.md.
/// Names that are given to both somewhere are left out.
extension NameLists {
  static let womenElsewhere = words(
    """
    aachal aada aagot aahana aaliyah aanuoluwapo aarna aba abbi abebi abelone abena abeni abha abigael abigaili abigaíl \
    abina abiye abosede abril achieng adaeze adebukola adela adelaida adelasia adelina adeline adella adenike adepeju \
    adesewa adesua adetoke adetoun adhra adia adilə adimu adoración adriana adrianna adrianne adrienn adrienne adrijana \
    adriána adunni adviye adweta adwoa adèle adéla adélaïde aferdita afia afra afruza afua afət agatha agathe agnesa \
    agnese agneta agnieszka agnès agostina agripina agustina agáta aicha aida aideen aidə aiga aija aila ailis ailish \
    aimee aimée aina ainoa airi aisha aishani aisling aisyah aiyana ajda ajna ajoke akise akos akosua akoth akua akumaa \
    akumu alana alanna alaz alba alberte albertina albertine albina albína alejandra alejandrina aleksandra alena alene \
    alenka alessandra alessia alexandra alexandria alexandrie alexia alfonsina alica alina aline alis alisa alise alisha \
    alison alisson alix aliya aliyə alizée allana alma almasi almira almut aloisia alojzija alondra aloyse althea \
    altınbike alvīne alyssa alzina alícia alída alīda alžbeta alžběta ama amada amahle amaira amalia amalie amalija \
    amandine amarachi amarilis amaris amaya ambar amber amel amelie ami amilía amina aminatu amira amoke amope amparo \
    amrita amélia amélie anabel anabela anabella anamika anasa anastacia anastasie anastazja anastázie anaya anaïs anda \
    andjelina andreea andreia andreja andrejka andrée anděla ane anel aneta anete anett anette anežka angelica angelika \
    angelina angeline angie angèle angélica angélique ani anica aniela anika anikó anisa anissa anișoara anja anka anke \
    ankica ann ann-charlott ann-kristin ann-sofi anna-lena anna-liisa anna-maria annabel annabella annah annalisa \
    annalise annamária anne-marie anne-rose anne-sophie anneli annelie annemie annemijn annerose annet annetta annette \
    anni annick annija annika annikki annita annunziata anny anouk ansora antje antoinette antonella antonia antonieta \
    antonietta antonija antonina antoņina antra antònia anvi anína anđa anđela aoibheann apolena apolonia apríl araceli \
    aracely aradhana aranka ariadna ariana ariane arianna ariela arifə arike arinola arja arlena arlet arlette armelle \
    armida arnaude arnborg arnóra artemisa arusi arya arzu asake asali asatira asha ashlee ashleigh ashlene ashly asila \
    asilə asma asma’u asmini asmira assumpta asunción atinuke aud aude augusta augustina aune aura aurelia aureliana \
    aurora aurore aurélia aurélie ausma auðbjört avril avunç awero awesi awhina axelle axenia aya aydar ayelén ayesha \
    aygül ayinke ayla aylil aylin aylla aynurə ayoka ayse aysel aysuna aytəkin ayu ayçiçək ayülker azalea aziza azucena \
    açılay aðalheiður baaba baiba balca bara barbora barica barkha bassí beatrijs beatrix beatriz becky bediriye belinda \
    belkize belén benedikte benedita benta bente bentey benthe berenice bergrín berit beriye bernadett bernadette \
    bernarda berthe besarta beth bethan bethany bettina beverley bezek beáta bhavani bhavini bhavya bhekisisa bhekizizwe \
    bhekokwakhe bianka bibi bibisora biddie bienvenida biljana bilkisu bina binay birgitta birgitte birthe biruta \
    biserka bjarndís björgey bjørg blanca blandine blanka blažena blessing bodil boel bogdís boglárka bohumila bolatito \
    boluwatife bonu borbála bosibori bouchra božena božica braghildur brandi branislava branka breege brendah brianna \
    bridgit brigid brigita brigitta brilyant brinda britni britt-mari bronach bronwyn brooke broņislava bruna brunhilde \
    brynfríður bryony brândușa bukurije bunmi burcuhan busara busisiwe bárbara béatrice béatrix caetana caitriona camila \
    candace candela candis canfeza caoimhe capucine cara caridad carina carita carlota carlotta carly carmela carmenza \
    carmina carminho carola carole carolina carolyn carren cassandra cassondra cataleya catalina catarina caterina \
    catharina cathrine catrin catrinel cayetana ceara cecelia cecile cecilie cecilija cecília celina celine cemiyle \
    centa ceyla ceyran chakrika chameli chandani chanez chaniya chantal chantelle charity charlene charlotta charos \
    charvi chausiki chavvi chelangat chelsea chelsey chepkorir cherie cherotich cheryl chestina chi chiamaka chidimma \
    chinelo chinyere chipukizi chiraz chizoba chloé chloë chlóe christa christabel christelle christiane christin cicely \
    cici cindy cinthia cipriana cirkeline citlali clarice clarissa clarisse claudine clelia clella clementina clodagh \
    clotilde clàudia clémence clémentine codrina colleen comfort concepción concepta concetta conchita consolata \
    constantina constanza constanze constança consuela consuelo corina corinne cornelia corrie corrina cosima crenguța \
    crescencia cristal cristina csilla cuheyna cvetka cándida cécile célestine célia célina céline cəmilə dace daciana \
    dagmar dagmara dagny dahiana daiga daijah daina dalaja daley dalia dalili dalima damaris damyanti dania danica \
    daniela daniella danielle danijela danièle danna danuše danyell daphné daria darinka darlene dary davida dawn \
    dayamai dayana deanna dearbhaile dearbhla debbie debby debora debra debóra deepa deicy delfina delia delphine \
    demetra demi denine denisa denisse desiree destiny devi dewi değer dhriti diah dian dianne dicie dilara dilarə \
    dildora dilnoz dilnur dilsitan dimitrina dina dionisia dita ditte diya diyora diána diāna dobromila doina domenica \
    dominika donata donatella doralisa dorcas doreen doriana dorien dorina dorine doris dorota doroteja dorothe dorothée \
    dorottya dorte dounia dovie doyinsola draga dragica drahomíra drahoslava dröfn dulce dumisani dumisile dunyo durdona \
    durgadin durna duyên dzidra dzintra dáša débora déborah dóra dürnisə dương eavan ebba ecaterina ecegül ecrin eda \
    edda edel edelgard edina edit edita edna ednah edona eduarda edīte eesha eeva ehrentraud eija eileen eilish eimer \
    einfríður eivor ekaja ekanta ekiya ela elaine elcy elea eleanora eleina eleonora eleonore eleonóra elfi elfida \
    eliabeth eliana eliane eliette elif eliisa elin elina eline eliona elisabet elisabete elisaveta elise elita \
    elizabeta elize eliška elke ellie ellinor ellisif elma elnarə eloah eloisa elona eloá eloísa eloïse else elsy elvana \
    elvira elvire elvíra elvīra eléonore elínbjörg elīna elżbieta emanuella emanuelly embla emelia emelina emese emilia \
    emilie emilija emilly emilse emiş emmaculate emmah emmanuelle emmy emília emīlija encarna endah ene engilráð enikő \
    eniola enya ergül erica eris erna ernestina ernestine erva eryn erzsébet eshana esi esila esmee esmira esna esparta \
    esperanza essi estefanía estela estella estelle ester eszter etela etelka etelvina etha ethel etta eugenia eugénia \
    eunice eunika eusebia eva-maria evaline evalyne evangelina evangelista evanghelina evelena evelien eveliina evelyne \
    evelína everline everlyne evie evija ewa ewatomi ewelina eybjört eyþrúður fabia fabiana fabienne fabiola fabiënne \
    fabrizia fadekemi faderera fadile faisa faizah falak fanni fanny farah farangiz farhunnisa farijika fariza farzona \
    fatimə fatma fatmanur fatmire fay faye febi fehintola felicia feliciana felicitas feline felisa felister fella femke \
    fenne feraye feriel fernanda fernande feruza feyha fiamma fibikemi fidan fien fiene fikayomi filipa filippa filoména \
    finnborg fionnuala firəngiz fitnat fitria fizzə fjolla flavia floarea floor flora florencia florentina floriane \
    florina florrie folashade fortunata forum fotima fouzia france francesca francia francisca franciska františka \
    franziska frederika frederikke frederique fredrika freya frida friederike friðjóna frán frédérique fríður fuma \
    fərqanə gabriella gabrielle gabrielly gaby gaida gaja gala galina gambo garima gasti gauri gautami geirfríður \
    gelsomina gemma geneviève genovefa genta georgeta georgette georgia georgina georgine geraldine gerda germana gerti \
    gertrud gertrudis gesare gesche geta gethera ghislaine giada gifty gilberte gilda gillian gilslaug ginette giorgia \
    giovanna girtha gisela gitte giuliana giulietta giuseppina gizela gizella glenda glóa goma gordana gracia graciela \
    grainne grazia graziella grațiela greca grete grethe grieta gro gréta grímey grēta gugu gugulethu guillermina gun- \
    britt gunda gundhild gunita gunn gunndóra gunnel gunný gunta gurli guusje guðmunda gwendolen gwendolyn gyöngyi \
    györgyi géraldine gökçe gülay güldam gülev gülhisar güllər gülnarə gülnaziye gülnur gülsevil gültac gültəkin \
    gülzadiye gülzar gülçin gülüş gülşeref habiba habibe hadassa hadicha hadija hadiza hadjer hafdís hafsa hafsat \
    hafshah haiba hajnalka halima halisi haliye hamsini hana hani hania hanja hannabel hanne hannele harbinaz harini \
    hashiki hauwa havse hawehindi hayat hayley hazel heather hedvig hedviga hedvika hege heiderose heidy heiður hekime \
    helan helene heli helinä hella helle hellen hellena helmi heloisa heloise heloísa helvi heléne helēna hema hemangini \
    henrieta henrietta henriette herbjört herdis herlinde hermelinda hermina herminia herta hesti hidaya hilde hildegard \
    hildigerður hilkka hillevi hilma hinet hiral hjálmgerður hodari honora hortense hortensia hortenzia houda hróðný \
    hubertine huia humaira humaiya humayra hákonía héloïse hélène hólmdís hökümə húndís hüda hương həcər hồng iara ibeth \
    ibironke ibolya icha ifa ifeoma ifora ifunanya iida iiris ijaya ika ikram ilaria ildikó ildız ileana ilenia ilga \
    ilona ilsa ilze imany imara imelda imene imona ina inaya indah indiana indie indira ine inese ineta inez ing-marie \
    inga ingalill ingeborg ingeburg ingela inger ingifinna ingrida ingrīda inguna ingveldur inken inkeri inta intan inès \
    inés inês ināra iolanda iona iosefina irena iretioluwa irina irine irma irmeli irmgard irmtraut irya irène irén \
    irēna isabela isabelle isabelly isadora isaline ishani isidora isis iuliana ivana ivanka iveta ivka ivona ivone \
    ivonne iyabode iyadunni iymona izabela ize jacinta jacintha jackie jackline jaclyn jacqueline jadranka jael jagrati \
    jahi jalsa jalə jamalia jamie-lee jamila jana janani janette janice janina janine janja janna janni jannie janya \
    jaqueline jara jarmila jaromíra jaroslava jasiri jasmijn jasmina jasminka jasna jaylinn jayne jazlyn jazmin jazmín \
    jeanette jeannette jeannine jeevika jekaterina jele jelena jelita jelka jemma jemutai jenifer jeniffer jenna \
    jenniffer jeptoo jerneja jerono jerotich jet jillian jimena jina jindřiška jinnie jinthe jitka jiřina joana joann \
    joanne joaquina jodi jodie jody joelle johana johanna johanne jolana jolanda jolie jolien jolijn joline jolán jorja \
    jorunn josefa josefiina josefin josefina josefine josette josiane josipa josphine josy joséphine jovana joyline \
    jozefína joëlle jožefa juana judi judit judita juliana juliane julianna julieta julijana julita juna justina justyna \
    justína jyoti jytte jázmin jéssica jódís jónhildur júdit júlia jūla jūlija kaarina kadri kaela kahina kaija kaitlyn \
    kaja kalina kaluwa kamala kamaria kamila kamilly kamí kandace kani karama karimah karina karine karla karlijn \
    karlotta karlīna karmen karoliina karolina karoline karolína kartika karyl kashish kaskazi kata katalin katariina \
    katarina katarína katarīna katcha katelijne katelyn katerine kateřina katharine katherin kathi kathryn katia katica \
    katie katie-louise katja katri katrijn katrina katrine katrīna katy katý kavya kayla kaylee kayleigh kaylie kefser \
    keira keisha kelli kenia kerstin kerttu kerubo khadidja khadija khanyisile kiah kiandra kibafupia kibibi kikelomo \
    kiki kimberely kinaya kinga kiojah kipepeo kirsi kirstin kirsty kisima kitti kiwara kjersti klara klaudia klaudie \
    klavdija klementína klára koncagül konstanze kornelia kornélia kosisochukwu krisha krista kristi kristien kristiina \
    kristine kristjana kristýna krisztina krystyna ksenija kuchanua kumush kvetoslava květa květoslava kwamboka kyara \
    kyla kylie kyllikki kâzime käte kókó könül künkyi kəmalə lada ladislava ladli ladonna laetitia laia laila lailati \
    laini lakshmi lala laləzar lamiyə lan lana laora lara larisa larissa lashonda latika latoya laure laureen lauren \
    lauretta laurette laurie lauryn lavender lavinia lavínia lavīze lawrencia laylo laíla laís leah leana leanne leela \
    leena lekha lenah lene leni lenka leocadia leona leoni leonie leonor leonora leontina leontīne lerze lesana lesia \
    lesly leticia letizia letícia leydi leyla leyla-katharina leyli leïla lia liana libby libuša libuše lida lidia \
    lidija lidya lieke liene liesbet liesbeth lieze ligia lila lili lilia lilian liliana liliane lilija lilijana lilita \
    lilja liljana lilla lilly lina linde lindita line linh linnea lintang lioara liridona lisbeth lise liselott \
    liselotte lisette liv liva livia liwia liz liza lizete lizz ljiljana ljubica ljubov ljudmila lo loda loes loise \
    lolita londisizwe londiwe lopa lore loredana lorelei lorena loretta loria lorine lorna lorraine lotta louana louisa \
    lourdes lovina lovis luana luara luce luciana lucie lucienne lucija lucila lucrezia lucía ludivine ludmila luena \
    luigina luisana luisina luiza lujza lulie luminița luna lupita lutgarde luz luzia luísa lydie lyna lynda lyndsey \
    lyngheiður lynne léa léone léonie léontine línhildur lívia lúcia lüfen lütfiyyə lýdie lăcrămioara lība līga līna \
    līza lūcija lətifə maaike maarit mabelle madaha madalena madara maddison madelene madelief madina madini madleina \
    madoa maebell maeve mafalda maftuna magali magalie magaly magda magdalena magdalene magdaline magdaléna magdolna \
    magnfríður mahali mahi mahika mahizər mai maia maie maighread maija maiken maila maimunah maira maisha maite maitê \
    maivi maj-lis maja majella majken makayla maksüde mala malak malea malena malgorzata malika malin malinda maliza \
    malla malou malu malvina malwina manca manda manel manja manola manon manuela manuelita manuella manuelle mara \
    marcela marcelina marcella marcelle mare maree maren marga margareta margaretha margarida margaud margaux margit \
    margita margreth margrieta margrith marguerite margunnur margurite maria-theresia mariah mariam mariana mariane \
    mariangela mariann marianna maribel marica maricel maricela maricica marie-cecilie marie-claire marie-claude marie- \
    françoise marie-josé marie-laure marie-louise marie-noëlle marie-theres marie-thérèse marieke mariella marija \
    marijana marika marilyn marina marine marinela marini marinka marisa marise marisela marisol marissa marit marita \
    maritta marja-leena marja-liisa marjana marjanca marjani marjatta marjeta marjo marjona marjut marketta markéta \
    marleen marlen marleny marly marselína marte marthe marti martina martine marwa maryam maryanne marylène maryse \
    maryvonne marínella massiel matea mateja mathilda mathilde matilde mattíana maua maude maura mauricette maurine \
    mavie maya mayerly mayra maysa mayte maëva maša maža meabh meagan mechthilde mefharet megha meghan mehin mehrimoh \
    mekhala melania melanine melba melek melikkan melina melinda melisa melita melánia mercedes mercy mereana meredith \
    merete meriem merike merim merri mervi mery metka metrine mette mevlüdiye micaela michaela michala michela micheline \
    michell michèle mihaela mihriye mikala mikayla mila milada milagros milana milda milena milica milka milla mille \
    millicent miloslava milota miluše mimmi mimy mina mindy minerva minna minney mira mirabela mirdza mireia mireille \
    mirela mirella mireya mirian mirja mirjam mirjana miroslava mirte miruna misuli mitchelle mjöll mnqobi modupe \
    mofifoluwa mohinur mohlaroyim moira mojisola mojisoluwa mona monique monja montserrat mora moradeke morayo morena \
    morenike morgane morine morolake mosinmileoluwa mosunmola motunrayo moya moyosore mozella mrihani muarra mubina \
    mugdha muhima muhsina muizza mumtoz munisa muriel mursalina musaffa musfira mushtariy musila muslima mutia muxlisa \
    muzayyana muzdalifa mwamini mwasaa mya mylène myriam myrthe mária márta märta mélanie mélissa mónica mónika müjde \
    müsemma müşkünaz mýr māra mārīte mărioara mədinə məlahət mənsurə mərziyyə mətanət nabila nada nadežda nadine nadja \
    nadège naděžda nafile nafula nahidə naiara naibə nair naja najuma naki nancie nanjala nanna nanə naoimh naom \
    narimane nasra nastja natali natalija natalja natascha natasza nataša nath nathalia nathalie nathari natividad \
    natália natálie natālija natəvan nawal nayeli nayfa nazimet nazimə ndumiso nea necva nedjma neelima neja nela nelah \
    nele nelia nelly nereida neriban neslisah nesrine nessa nete netra nevenka nevise neşrin ngaire ngozi ngọc niara \
    nichola nicoletta niculina nidia nidra nienke nigesa niina nika nikita nikol nikole nikolett nikoletta nikolina \
    nilam nilda nilufar nimakoah nimrat ninioluwa nisa nisha nives niğmet nkazimulo nkiruka nneka nobantu nobuhle noelia \
    noelle noemi noemí nohora nokulunga nomagugu nomalanga nomasonto nomathalente nomathemba nomcebo nomthandazo nomusa \
    nomvula nonhlanhla nonjabulo noora norma nothando nour novi noxolo nozibusiso nozima nozizwe noémi noémie noëlla \
    noëlle nqobizitha nuala nula nurey nuriya nurmelek nurul nurveren nya nyasi nyoka nyoni nyota nyuki nádia náttsól \
    nélida nóra növrəstə núria nübar nərgiz nərminə nəzrin obdulia obianuju octavia océane oddveig odika odile odina \
    ofelia ofeliya ogechi ojasvi olajumoke olasunmbo olena oliva olive olivie ololade oluchi olufunke olufunmilayo \
    oluwakemi oluş olwen olwethu olympia olívia omaira omina omisha omobolanle omodunni omolabake omolara omosalewa \
    omotara omotola omotoun omowumi ona oni onyinye opwonya oreofe orfelina orfhlaith orlaith orna ornella orsolya \
    ortansa orvokki osha osiyo otýlie otīlija outi owethu oxana oyenike oyindasola oysha ozioma oľga paca padma padmi \
    pahal paige paloma panini paola paoletta pascale paskalia patience patricie patrizia patrícia paule paulette paulin \
    paulina paulína paulīna pavla pavlína paz peace peggy pembesin peninah penny pepita perla pernilla perrine petrana \
    petrina petronela petronella philippine philis philomena phyllis piedad pien pierina pietra piia pilar pina piran \
    pirjo piroska pleun polona polonca pooja pricilla priscah priscila priya profira puk puput purity puti putri páley \
    päivikki pénélope pía pəri pərvanə qaratel quinter qushi qızbəs rabecca rabi racha rachael rachana racheal rachelle \
    radeke radha radka radoslava rafaela raffaela raffaella ragney ragnhild rahayu rahel rahmi raifə raija raili raisa \
    rajata rakide raksha raluca ramona randi rania raphaela raphaëlle raquel rasimə rasma ratna rayhona raymonde rayyona \
    rebeca rebeka rebekah reet reginbjörg regine regitse regína regīna rehime reidun rejane rena renata reni renske \
    renáta renée restu reva reyhan rhian rhiannon rhonda ria ricarda ridhi rigmor riina riitta rika rikke rim ritt ritva \
    roberta robertina robiya rocío rodah roisin roksana romaine romana romina romy ronja ronke rorí rosa-maria rosalba \
    rosalia rosalie rosalva rosanna rosaria rosarie rosaura roseline roselyn rosemarie rosie rosina rossana roswitha \
    roxane roza rozalia rozalija roziya rozália rudīte ruhiyyə ruhshona rumaysa ruperta ruqayya ruqiya ruta rute ruthann \
    ruxandra ruxsarə ruža ružena ružica rym ryma régine réka rósinkransa róza rózsa róża röya röyalə rúna rübabə rümeysa \
    růžena rəfiqə rəmziyyə rəqsanə saanvi saar saara sabina sadao sadia sadie sadina sadiye safia safina safiri safiya \
    safta sahibə sahra saida sakina salima salimah salimet salka salma salomey salomé salsabila salud samanta samiah \
    samina samira samiya sandrine sanita sanja sanna sanne santa sanya sapa sarafina sarah-louise sari sarina sarmīte \
    sarvinoz satıa saumu saumya sauti saveta sayalı sa’adatu sa’diya scarlet scarleth scarlett seana sedife segilola \
    seija selcan selena selime selina semat semenica semra sena senía serafina seraina serena serfinaz serine sevara \
    sevdinar severine sevinc sevinch sevla seçgül shahina shahnoza shakila shakira shani shania shannen shauna shawana \
    sheena sheree sherri sheryl shirl shravya shukrona sibongile sibusisiwe sibylle sidónia sien sienna siggerður sigrid \
    sigrun sigurdóra sigurlinn sihawukele siiri silfa silja silje silke silondile silva silvana silvie silvija sima \
    similoluwa simina simisola simona simonne simphiwe sina sinead sinikka sintija siobhan siphesihle sirap siri sirje \
    sirkka siska sisko sissel sitarə sithembiso siti siv skaidrīte skolastika skyla slavica slavka slavěna slávka sneha \
    snježana snæborg socorro sofi sofie sofija sofía solange sole soledad soliha solveig solène somadina sonja sonya \
    soraia soraya sorina souad soumia sowande soňa stacie stana stanca stanislava stefani stefania steiney stela steluța \
    stephany sterre stina stine styrgerður stéphanie subomi subutiye suhani sumayya sungara susana susann susanne suse \
    sussie suzana suzanne suze suğra svana svea sveina svenja swala syahrini sybilla sylivia sylvaine sylvie sylvía \
    sylwia synnøve sys szilvia sára sævör séverine sílvia síta sól sóllilja søs südabə süheyda süsen səadət səbirə səhər \
    səlimə səma səriyyə ta-tanisha tabita tadeja taina taja talia tambika tamekia tamilla tammy tamu tan tanja tanmayi \
    tantri tanya taru taryn tasha tatiana tatjana tayyibe tea teija teja tekla telma tennille teodora tere teresia \
    teresita tereza terezija terhi terri terttu teréz terézia tessa teybet teófila thabisa thabisile thandazile thandeka \
    thandiwe thea thembeka thembekile thembile thembisile theodora theres thi thinhinane thora thuthukile thérèse thảo \
    tiana tiarna tiberia tiffany tiiu tilde tilly tincuța tindra tira titi titilayo titin tiziana tjaša todda tola \
    tolulope toluwanimi tomika tone tonje tonya tori torill tove tovuz tracie triin trine triona triya trudi trīne \
    tudosia tuija tulia turid tutkucan tutu tuuli tuulia tuulikki tímea tünde türkan tüzenur təhminə uberlinda ubika \
    udeera udyati ujamaa ujunwa ulduz ulla ulla-britt ulva ulya uma umande umoja undína unjani unni upasna urishilla \
    urszula urvashi urša urška uršuľa usyi ute vaishnavi vajèn valborg valda valentīna valeria valery valería validə \
    valija vallary valèria valéria valérie vanda vanesa vania vanja vansha vanya varenya vasatika veda vedika veera \
    veerle vefia velta vendula venera veneranda verena veronika verónica vesna veta vi vicki vicky victoire victoría \
    victória vicy vida vieroslava viivi vija viktoria viktorie viktorija viktória vilde vilhelmiina vilma vinaya \
    vinbjörg vincenza vinciane vineta violeta violetta virginie viridiana virpi virág vita vittoria vitória vivi viviana \
    viviane vivienne vjollca vladimíra voichița vonnie vrishti vyanjana vár vân véronique vüsalə věra waceera wafae \
    wakeeta waltraut wani warhi waridi waseme weena wenche wendolin widisha wiebke wikitoria wilhelmina winda wulan \
    wuraola xalak xalisə xavər xenia ximena xiomara xumar xuân yaa yadavi yamile yamini yanet yaneth yani yanina yara \
    yaritza yashawini yashoda yashvi yasina yasinta yasmin yasmina yasmine yasmín yasna yauvani yazmín yeganə yejide \
    yepelek yesenia yesica yessenia yetunde yewande yfke yineth ylfur ylvi ylvie yolanda yolande yolima yoshita yousra \
    yrsa yudy yuli yulia yuni yunita yurany yuridia yvette yücel yến zaenab zahnya zahra zahro zaida zainab zainabu \
    zaitra zaituni zakhele zakiyaxon zamfira zandra zara zarina zarna zaynab zdenka zdeňka zdislava zehnia zehranur \
    zejna zelaya zelda zelma zemfira zenia zenovia zenta zenzile zevlüde zeynəgül ziba zibuyile zina zinal zineb zinhle \
    zinnura zinət zita zoey zoja zora zoraida zorka zoé zsanett zsuzsanna zsófia zulaikha zulfa zulma zumaridi zunilda \
    zuzana zvonka zöhrehan züleyxa zümre zəkəriyyə zərifə ágata ágatha ágnes álfgerður ángela ángeles ánh árnheiður \
    ásgerður ástgerður ângela åse çilga çinarə édith élisabeth élise éléonore émilie érica éva írena íris íslaug ólafía \
    örfiye ösp özge úndína úrsula üge ülle ülviyyə ümray þjóðhildur þurý þórdís þórný ārija đurđica ērika ľubica \
    ľuboslava ľudmila şahnuray şefiye şeyda şövkət şəfiqə şəhla şəmsiyyə šarlota špela štefanija štefica štefka štěpánka \
    šárka žaneta željka želmíra živa žofie ștefana ədibə əntiqə άλκηστις έλλη ήρα αγαθή αγνή αθανασία αικατερίνη αλίκη \
    αλκμήνη αμφιθέα αναστασία ανδρομέδα ανθούλα απολλωνία αργυρούλα αριάδνη ασημίνα αστέρω αφέντρα βάγια βαλάντω \
    βαρσαμία βεατρίκη βερόνικα βικτωρία βλασία γαλάτεια γενοβέφα γεωργία γιολάντα γραμματική δήμητρα δαμιανή διαμάντω \
    δικαία δωροθέα ελένη ελευθερία εμμανουέλα ερατώ ερωφίλη ευγενία ευθαλία ευπραξία ευσεβία ευτέρπη εύα ζαμπία ζηναϊς \
    ζωή ηώ θέμις θεανώ θεοδότη θεοπίστη θεοχαρούλα θηρεσία ιγνατία ιουλία ισαβέλλα ιωάννα καλλίνικη καλλιόπη καρυοφυλλιά \
    κατερίνα κλειώ κλημεντίνη κομνηνή κρινιώ κυδωνία κυριακή κωστούλα λαζαρία λεμονιά λεώνη λουλουδένια μάνθα μακρίνα \
    μαντώ μαργαρίτα μαριγώ μαρωτέσα ματρώνη μελίνα μεταξία μιχαέλα μόσχα ναταλίνα νεφέλη νικολέτα νταίζη ξανθίππη \
    ουρανία παναγιώτα παντούλα παρασκευή παυλίνα περιστέρα πιερρίνα πολυξένη πολύβια πούλια ρέα ρεγγίνα ροδαμάνθη \
    ρουμπίνη σάρρα σαπφώ σεμίνα σουλτάνα σπάρτη σταματίνα στεργιαννώ συμεωνία σωτηρία τατιάνα τριαντάφυλλη τρυφωνία \
    υπαπαντή φανουρία φιλίππα φιλοθέη φλωρεντία φρειδερίκη χάιδω χαρίκλεια χριστίνα χριστοφόρα χρυσαυγή χρυσοβαλάντω \
    όλγα авгия агата агафья аглоида ада аела акулина албина алевтина александра алина алисия алла альбіна аліна амалія \
    ана анастасия анастасія анатолия ангела ангелина анелина анета анжела анжелика анита анна аномалия антонина анхея- \
    мей аніта аселина багра бела бея билјана благица благосвета богданна богуслава божидара-силвестра бориска бронислава \
    валентина валерия варвара васенка василина василиса василка васка вежда венеция вера вероника веса весна видима \
    виктория виолета виржиния владлена володимира въльо вікторія віолетта віра галина ганна гена гертруда глафира \
    гордана гоца гроздинка гюргя данимира даница данна данче дарина дарија дарья деа дениандра десияна джулия димка \
    доменика доча драгана душка евгения евдокия евпраксия евфросиния едита екатерина елена ели елизабета елизавета елица \
    емилија емілія еница еріка ефросиния жанна жейна жичка занка здухостина зинаида златослава зоичка зоя ивамина иванка \
    иванна иглика илка ираида ирин ирина ия йоанна йона калея камілла кануша катастрофа катерина кети кира клавдия \
    клавдія клеуна константина красияна кристина кристия ксения лада лариса лека лидийка лидия лилјана лина лия лора \
    лукия луна любов любовь людмила люляна ліза лілія магдалена майя манолина марʼяна маргарита марийка марина мария \
    мария-хуана марија марта мартина маруся марфа марія матка маја меропа милдия милена милица миранза мирјана михайлена \
    михайлина моника мілена надежда надица надія наина найда наталья наталія наташа невена негрита нелла николина нина \
    нинель нонна нурета одарка оксана оксенія октябрина олена оливера олимпиада ольга орина орися орлеана паломина \
    парунка пелагея пелина петрийка пламена полина прасковья преса пріска пупи радка раиса рамина регина римма роза \
    розалія розка роксолана ростислава руска сара сарая сања светлана светломира святослава світлана севета силви симона \
    синклитикия синтия сладоледка снежана сніжана соломія софия софија софія соња спасена стаматка стефани стефанија \
    стоянка сузана таисия тамара татьяна тања темира теодора тереза тетяна тиха тијана тоска труфана ульяна урима фаина \
    феврония филипини фотинка фёкла хенриета христа христина христя цвета цветанка цветелина цеца чардафона чубрина \
    шинка щтилка элеонора эмилия юлия юнона юстина явора яниславия ярина ярослава єва єлисавета ірена ірина јасмина \
    јована ագապի աիդա ալեքսանդրա ալինա ալիսա ալլա ալվարդ ամալյա անահիտ անաստասիա անգելինա անժելա անի անյա անուշ անտոնինա \
    աստղիկ արաքսյա արմենուհի արմինե արևիկ բարբարա բեթի բելլա բրիժիտ բրիջիտ գաբրիելլա գայանե գոհար գրետա դանիելլա դիանա \
    դինա ելենա եվա երանուհի զարուհի էլեն էլիզա էլինա էմիլիա էմմա էվելինա թագուհի թամարա թեհմինե թերեզա թինա ժաննա \
    իզաբելլա ինգա ինեսա իննա իրինա լալա լաուրա լարիսա լեյլա լենա լիա լիանա լիդա լիլիթ լուիզա լուսինե ծովինար կասանդրա \
    կարինե կարոլին կլարա հայկուհի հասմիկ հեղինե հերմինե հիլդա հռիփսիմե մագդա մանե մարգարիտա մարթա մարիա մարիամ մարինե \
    մելանյա մելինե մերի միլենա մոնիկա նազելի նանա նանե նատաշա նարե նարինե նելլի նինա նորա նունե նվարդ շահանե շուշանիկ \
    պատրիսիա ջեմմա ջեսիկա ջուլիետա ռաիսա ռեբեկա ռիմա ռիտա ռուզան սառա սեդա սեսիլիա սիլվա սիրարփի սյուզաննա սոնա սուսաննա \
    սվետլանա ստելլա վերոնիկա վիկտորյա վիոլետա տաթևիկ քնարիկ քրիստինե օլգա օվսաննա օֆելյա ֆլորա אביה אגם אודיה אווה אורה \
    אחינועם איידל איילת אילת אלומה אלטע אליאנה אלינור אליענה אמור אמיליה אמלי אנאל אסנת ביסאן ברכה בתיה גולדה גוני גורי \
    דבורה דורין דנה הדסה היילי הילי הללי זהבה זינה חיה חנה טליה יהודית יוכבד יסכה יעלה כליל לאה לור ליאה ליאורה ליאן \
    ליבי ליהי לייה לין לירי מאי מוריה מיאר מיכאלה מילה מיקה מיריל מלאק מנור מרגלית משי נאיא נוי נועה נור ניקול סארה סופי \
    סיון סימה ספיר עדיה עטרה עלמה ענבל פאטמה פערל פריידא צפורה קים קרני רהף רות רים רינה רעות שאם שושנה שירה שני שרה \
    תאלין תהילה תולין תמר תפארת آتنا آلاء آوا آيات آية آيدا آيلين آيناز آیدا آیلین آیناز أجوان أحلام أروى أريج أسرار \
    أسماء أسيل أغاريد أفراح أفنان أماني أمل أميرة أمينة أناهيد أناييس أنيسة إباء إخلاص إكرام إلينا إيمان إيناس ابتسام \
    ابتهاج ابتهال اسرا اسما اصيل اعتكاف اعتماد النا الناز الينا الینا ايمان باران بارعة باسمة باهرة بتلاء بثينة بشرى \
    بلسم بلقيس بلماء بنان بنفسج بهاء بهار بهجة بهية بيسان بيلسان تالا تاليا ترانيم تمام تولين تينهينان ثنا جالا جلنار \
    جمان جنى جهراء جوان جوانا جواهر جودي جوليا جوين جيلان حدیث حسنا حلا حلما حنانه حياة خاشعة خديجة دارين داليا دانة \
    دانية دعاء دنيا راما رانية ربى رشا رقيه رقیه رها رواء روبا روبين روز روفيدا ريان ريتاج ريتال ريحانه ريف ريم ريما \
    ريمان ريناد ریحانه زكية زهرا زينب زينة زینب سارا سارة سارینا سبأ ستايش ستایش سجا سجى سديم سرين سعاد سلاف سلسبيل سلمى \
    سليمة سميرة سومية سوگند سيليا سيلين شهد شيراز صبرينة صفية صوفيا ضحى عالية عتاب عسل غيداء فاطمة فاطمه فاطمياسارينا \
    فرات فرح فردوس فريال فلة فوزية كاتيا كاملة كاهينة كوثر كیانا لارا لاما لانا لتين لورا لورين لوليا ليان ليديا ليزا \
    ليساء ليلى ليليا لينا ليندة مائده مادلين ماذى ماريا مايا مبينا مبینا محدثه محيا محیا مروة مريم مریم مزرية معصومه \
    ملاك مليکا ملیكا مهديس مهدیس مهدیه مهسا ميار ميرا ميرال ميسون ميلاء ميليسا مينة نادية ناديه ناردين نازنين نازنین \
    نجمة نريمان نرگس نسرين نشوة نغم نهاد نوال نوره نوف نيايش نیایش هاجر هانية هانيه هانیه هايدي هدى هستي هستی هليا هلیا \
    هناء هنادي هند هيام وصاف وفاء يارا ياسمين ياسمينة يسرى يسنا پرنيا پریا کوثر کيانا یاسمین یسنا یلدا یگانه जतन मन सबनम \
    உலக กนกเนตร กวาง คมคาย จรรยพร ดวงสมร นพวรรณ นราวรรณ นาตยา พรชนก พรเบญญา ยนงคราญ วรนาฎ วรรณาต สมใจ หรรษา อำพร เกษรา \
    აზა აიდა ალა ანა ანი ანნა ანჟელა ასმათ ბელა გალინა გვანცა გუგული გულიკო გულნარა დალი დარეჯან დოდო ევგენია ეთერ ეკა \
    ეკატერინე ელენე ელზა ელიზა ელისო ელმირა ვალენტინა ვარდო ვენერა ვერა ვიოლეტა ზაირა ზინა ზოია თათია თამარა თამარი \
    თამთა თამილა თამუნა თეონა თინა თინათინ ია იამზე იზოლდა ინგა ინეზა ირინა ირინე კარინე კლარა ლალი ლამარა ლამზირა \
    ლარისა ლეილა ლელა ლენა ლია ლიდა ლიზა ლიკა ლილი ლუბა ლუიზა მაგდა მადონა მაია მაკა მარგალიტა მარი მარია მარიამ მარიკა \
    მარინე მარო მაყვალა მეგი მედეა მერი მზია მთვარისა მირანდა ნადეჯდა ნაზი ნაზიბროლა ნაზიკო ნათელა ნათია ნანა ნანი \
    ნანული ნარგიზა ნატალია ნელი ნესტან ნინელი ნინო ნონა ნუნუ ნუცა ოლია ოლღა ჟანა ჟუჟუნა რიმა რიტა როზა რუსუდან სვეტლანა \
    სონია სოფია სოფიკო სოფიო სუსანა ტატიანა ფატი ფატიმა ფიქრია ქეთინო ქეთო ქრისტინე შორენა ციალა ცისანა ციური ციცინო \
    ხათუნა ხატია ჯულიეტა あすか くみ子 さゆり 七夏 丹丹 丽丽 丽华 丽娟 佩珊 佳玲 佳穎 佳蓉 兰英 冬梅 凤兰 凤英 加奈 千代 品妍 品妤 婉婷 婷婷 子晴 子涵 宜庭 宜蓁 宥蓁 寶珠 小红 心怡 思妤 \
    怡君 怡婷 怡萱 惠玲 惠珍 惠美 慧玲 明珠 明美 春梅 春美 春香 月娥 月英 桂兰 桂珍 桂芝 桂花 桂芳 桂英 桂荣 桂香 桃子 欣妤 欣怡 海燕 淑兰 淑华 淑卿 淑娟 淑惠 淑慧 淑敏 淑玲 淑珍 淑美 淑芬 淑芳 淑英 \
    淑華 淑貞 玉兰 玉华 玉梅 玉玲 玉珍 玉琴 玉美 玉英 玉蘭 玉鳳 玥彤 直子 真綾 知実 碧珠 碧雲 碧霞 禹彤 秀云 秀兰 秀华 秀娟 秀枝 秀梅 秀玉 秀玲 秀珍 秀珠 秀琴 秀美 秀芳 秀英 秀荣 秀華 秀蓮 秀蘭 秀雲 \
    秀霞 秀鳳 秋月 秋香 素卿 素珍 素珠 素琴 素蘭 素貞 結衣 红梅 美加子 美娟 美惠 美慧 美玉 美玲 美珍 美珠 美英 美華 美蘭 美雲 美鳳 美麗 羽彤 芯語 花子 芸菲 苡安 苡晴 苡菲 裕美子 詠晴 詩涵 語彤 郁婷 \
    里佳 金凤 金蓮 金鳳 鈺婷 陽子 雅婷 雅惠 雅慧 雅玲 雅筑 雅萍 雅雯 雨霏 雪梅 靜宜 靜怡 香織 麗卿 麗娟 麗玉 麗玲 麗珍 麗珠 麗琴 麗美 麗華 麗雪 麗雲 麗香 경숙 경자 경희 명숙 명자 미경 미숙 미영 미정 \
    민서 민지 보람 서연 서영 서윤 서현 선영 수민 수빈 수진 숙자 순옥 순자 아름 영미 영숙 영순 영자 영희 예원 예은 예지 예진 옥순 옥자 유진 윤서 은경 은서 은영 은정 은주 은지 정숙 정순 정자 정희 지민 \
    지아 지연 지영 지우 지원 지은 지현 지혜 채원 춘자 하윤 하은 현숙 현정 현주 현지 혜진
    """)
}
