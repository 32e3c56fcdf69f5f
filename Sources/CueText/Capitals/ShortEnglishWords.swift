/// English words of two to four letters, to distinguish a word in capitals (`THAT`) from an abbreviation (`YMCA`).
///
/// Longer abbreviations are rare, and are recognized by their letters. The words are those of the list "american-english-small" of
/// SCOWL (Spell Checker Oriented Word Lists, http://wordlist.sourceforge.net, Copyright 2000-2011 by Kevin Atkinson: use, copy,
/// modification, distribution and sale for any purpose are granted without fee, provided that this notice appears in all
/// copies; no warranty), without names, together with some words that people say and few dictionaries have.
enum ShortEnglishWords {
  static let all = Set(text.split(whereSeparator: \.isWhitespace).map(String.init))

  private static let text = """
    aah abet able ably ace aced aces ache acid acne acre act acts ad add adds ado ads aeon afar age aged ages ago
    ah ahoy aid aide aids ail ails aim aims air airs airy ajar akin alas ale ales alga alit all ally alms also
    alto am amen amid amir amok amp amps an anal and anew ani anon ant ants anus any ape aped apes apex app apps
    apt arc arch arcs are area ares aria arid ark arks arm arms army art arts as ash ask asks ass at ate atom aunt
    aura auto avid avow aw away awe awed awes awry aww ax axe axed axes axis axle ay aye ayes babe baby back bad
    bade bag bags bail bait bake bald bale balk ball balm ban band bang bani bank bans bar barb bard bare bark
    barn bars base bash bask bass bat bath bats baud bawl bay bays be bead beak beam bean bear beat bed beds bee
    beef been beer bees beet beg begs bell belt bend bent best bet beta bets bias bib bibs bid bide bids big bike
    bile bill bin bind bins bird bit bite bits blab bled blew blip blob bloc blog blot blow blue blur boa boar
    boas boat bob bobs bode body bog bogs boil bold bolt bomb bond bone bony boo book boom boon boor boos boot bop
    bore born boss both bout bow bowl bows box boy boys bra brag bran bras brat bray bred brew brim bro brow buck
    bud buds buff bug bugs bulb bulk bull bum bump bums bun bung bunk buns buoy burn burp burr bury bus bush bust
    busy but buts butt buy buys buzz by bye byes byte cab cabs cad cafe cage cagy cake calf calk call calm cam
    came camp can cane cans cant cap cape caps car card care carp cars cart case cash cask cast cat cats cave caw
    caws cede cell cent chap char chat chef chew chi chic chid chin chip chop chow chug chum cite city clad clam
    clan clap claw clay clef clip clod clog clot club clue coal coat coax cob cobs cock cod code cods cog cogs
    coil coin coke col cold colt coma comb come con cone cons coo cook cool coop coos cop cope cops copy cord core
    cork corn cos cost cosy cot cots coup cove cow cows cox coy cozy crab crag cram crap crew crib crop crow crux
    cry cub cube cubs cue cued cues cuff cull cult cum cums cup cups cur curb curd cure curl curt cut cute cuts
    cuz cyst czar da dab dabs dad dads daft dais dam dame damn damp dams dank dare dark darn dart dash data date
    daub dawn day days daze dead deaf deal dean dear debt deck deed deem deep deer deft defy deli den dens dent
    deny desk dew dial dice did die died dies diet dig digs dike dill dim dime dims din dine dins dip dips dire
    dirt disc dish disk dive do dock dodo doe doer does dog dogs dojo dole doll dome don done dons doom door dope
    dopy dos dose dot dote dots dour dove down doze drab drag draw drew drip drop drug drum dry drys dual dub dubs
    duck duct dud dude duds due duel dues duet duff dug duh duke dull duly dumb dump dune dung dunk duo dupe dusk
    dust duty dye dyed dyes each ear earl earn ears ease east easy eat eats eave ebb ebbs echo eddy edge edgy edit
    eel eels eery egg eggs ego egos eh eke eked ekes elf elk elks elm elms else em emir emit emo emu end ends envy
    eon eons epic er era eras ere ergo err errs etch eve even ever eves evil ewe ewes exam exit eye eyed eyes face
    fact fad fade fads fail fair fake fall fame fan fang fans far fare farm fast fat fate fats fawn faze fear feat
    fed feds fee feed feel fees feet fell felt fen fend fern feud few fez fib fibs fig figs file fill film fin
    find fine fins fir fire firm firs fish fist fit fits five fix fizz flag flak flap flat flaw flea fled flee
    flew flex flip flit flog flop flow flu flue flux fly foal foam foci foe foes fog fogs fogy foil fold folk fond
    font food fool foot for fora ford fore fork form fort foul four fowl fox foxy fray free fret fro frog from fry
    fuel full fume fun fund fur furl furs fury fuse fuss fuze fuzz gab gabs gag gage gags gain gait gal gala gale
    gall gals game gang gap gape gaps garb gas gash gasp gate gave gawk gay gays gaze gear gee geed geek gees gel
    geld gelt gem gems gene gent germ get gets gibe gift gig gigs gild gill gilt gin gins girl gist give glad glee
    glen glib glow glue glum glut gnat gnaw gnu gnus go goad goal goat gob gobs god gods goes gold golf gone gong
    goo good goof goon gore gory gosh got gout gown grab gram gray grew grey grid grim grin grip grit grow grub
    gulf gull gulp gum gums gun guns guru gush gust gut guts guy guys gybe gym gyms ha hack had hag hags hah hail
    hair hale half hall halo halt ham hams hand hang hard hare hark harm harp hart has hash hat hate hats haul
    have hawk hay hays haze hazy he head heal heap hear heat heed heel heh heir held hell helm help hem hemp hems
    hen hens her herb herd here hero hers hes hew hewn hews hey hi hick hid hide high hike hill hilt him hims hind
    hint hip hips hire his hiss hit hits hive hm ho hoax hobo hock hoe hoed hoes hog hogs hold hole holy home homy
    hone honk hood hoof hook hoop hoot hop hope hops horn hose host hot hour hove how howl hows hoy hub hubs hue
    hued hues huff hug huge hugs huh hulk hull hum hump hums hung hunk hunt hurl hurt hush husk hut huts hymn ice
    iced ices icon icy id idea idle idly idol if ifs ikon ilk ill ills imp imps in inch info ink inks inky inn
    inns ins into ion ions iota ire iris irk irks iron is isle it itch item its ivy jab jabs jack jade jail jam
    jamb jams jar jars jaw jaws jay jays jazz jeer jell jerk jest jet jets jibe jig jigs jilt jinx job jobs jog
    jogs join joke jolt jot jots joy joys judo jug jugs jump junk jury just jut jute juts keel keen keep keg kegs
    kelp ken kept kerb key keys kick kid kids kill kiln kilo kilt kin kind king kink kiss kit kite kits kiwi knee
    knew knit knob knot know lab labs lace lack lacy lad lade lads lady lag lags laid lain lair lake lamb lame
    lamp land lane lap laps lard lark lash lass last late lath laud lava law lawn laws lax lay lays lazy lead leaf
    leak lean leap led lee leek leer left leg legs lend lens lent lept less lest let lets levy lewd liar lice lick
    lid lids lie lied lies lieu life lift like lilt lily limb lime limp line link lint lion lip lips lisp list lit
    live load loaf loam loan lob lobe lobs lock loft log logo logs loin loll lone long loo look loom loon loop
    loot lop lope lops lord lore lose loss lost lot loth lots loud love low lows luck lug lugs lull lump lung lure
    lurk lush lust lute lye lyre ma mace mad made mads maid mail maim main make male mall malt mama man mane mans
    many map maps mar mare mark mars mart mas mash mask mass mast mat mate math mats matt maul may maze me meal
    mean meat meek meet meh melt memo men mend menu meow mere mes mesh mess met mete meth mew mews mice mien mike
    mild mile milk mill mime mind mine mink mint mire miss mist mite mitt mix moan moat mob mobs mock mod mode
    mold mole molt mom moms monk moo mood moon moor moos moot mop mope mops more morn moss most moth move mow mown
    mows mu much muck mud muff mug mugs mule mull mum mums muse mush musk muss must mute mutt my myth nab nabs nag
    nags nah nail name nap nape naps navy nay nays near neat neck need neon nerd nest net nets new news newt next
    nice nick nigh nil nine nip nips nit nite nits no nod node nods noes non none nook noon nor norm nose nosy not
    note noun nova now nude null numb nun nuns nut nuts oaf oafs oak oaks oar oars oath obey oboe odd odds ode
    odes odor of off offs ogle ogre oh ohm ohms ohs oil oils oily okay okra old omen omit on once one ones only
    onto onus ooh ooo oops ooze opal open opt opts opus or oral ore ores orgy ouch our ours oust out outs ova oval
    oven over ovum ow owe owed owes owl owls own owns ox oxen oy pa pace pack pact pad pads page paid pail pain
    pair pal pale pall palm pals pan pane pang pans pant pap papa par pare park pars part pas pass past pat pate
    path pats pave paw pawn paws pay pays pea peak peal pear peas peat peck peek peel peep peer peg pegs pelt pen
    pend pens peon pep peps per perk pert perv pest pet pets pew pews phew pi pick pie pier pies pig pigs pike
    pile pill pin pine pink pins pint pipe pis pit pits pity pixy plan play plea pled plod plop plot plow ploy
    plug plum plus ply pod pods poem poet poke poky pole poll polo pomp pond pony pool poop poor pop pope pops
    pore pork porn port pose post posy pot pots pour pout pram pray prey prim pro prod prom prop pros prow pry
    psst pub pubs puck puff puke pull pulp puma pump pun punk puns punt puny pup pups pure purr pus push puss put
    puts putt pyre qua quay quid quip quit quiz race rack racy raft rag rage rags raid rail rain rake ram ramp
    rams ran rang rank rant rap rape raps rapt rare rash rasp rat rate rats rave raw ray rays raze re read real
    ream reap rear red redo reds reed reef reek reel rein reis rely rend rent rest rev revs rib ribs rice rich rid
    ride rids rife rift rig rigs rile rim rims rind ring rink riot rip ripe rips rise risk rite road roam roar rob
    robe robs rock rod rode rods roe roes role roll romp roof rook room root rope rose rosy rot rote rots rout row
    rows rub rubs ruby rude rue rued rues ruff rug rugs ruin rule rum rump rums run rune rung runs runt ruse rush
    rust rut ruts rye sac sack sacs sad safe sag saga sage sags said sail sake saki sale salt same sand sane sang
    sank sap saps sari sash sat save saw sawn saws say says scab scam scan scar scum sea seal seam sear seas seat
    sec sect see seed seek seem seen seep seer sees self sell send sent sera set sets sew sewn sews sex sexy sham
    she shed shes shin ship shod shoe shoo shop shot show shun shut shy sic sick sics side sift sigh sign silk
    sill silo silt sin sine sing sink sins sip sips sir sire sirs sis sit site sits six size skew ski skid skim
    skin skip skis skit sky slab slag slam slap slat slay sled slew slid slim slip slit slob slog slop slot slow
    slug slum slur slut sly smit smog smug smut snag snap snip snob snot snow snub snug so soak soap soar sob sobs
    sock sod soda sods sofa soft soil sold sole soli solo some son song sons soon soot sop sops sore sort soul
    soup sour sow sown sows sox spa span spar spas spat spay sped spew spin spit spot spry spud spun spur spy stab
    stag star stay stem step stew stir stop stow stub stud stun sub subs such suck suds sue sued sues suit sulk
    sum sumo sums sun sung sunk suns sup sure surf swab swam swan swap swat sway swig swim swum ta tab tabs tabu
    tack taco tact tag tags tail take talc tale talk tall tame tan tang tank tans tap tape taps tar tars tart task
    taut tax taxi tea teak team tear teas teat tee teed teem teen tees tell ten tend tens tent term test text than
    that thaw the thee them then they thin this thou thru thud thug thus thy tick tide tidy tie tied tier ties
    tiff til tile till tilt time tin ting tins tint tiny tip tipi tips tire tis tit tits to toad toe toed toes
    tofu toga toil told toll tomb tome ton tone tong tons too took tool toot top tops tore torn toss tost tot tote
    tots tour tout tow town tows toy toys trap tray tree trek trim trio trip trod trot true try tsar tub tuba tube
    tubs tuck tuft tug tugs tuna tune turf turn tusk tut twas twee twig twin two twos type tyre tzar ugh ugly uh
    um undo unit unto up upon ups urge urn urns us use used user uses vain van vane vans vary vase vast vat vats
    veal veer veil vein vend vent verb very vest vet veto vets vex via vial vice vie vied vies view vile vine visa
    vise void volt vote vow vows wad wade wads waft wag wage wags waif wail wait wake walk wall wan wand wane want
    war ward warm warn warp wars wart wary was wash wasp watt wave wavy wax waxy way ways we weak wean wear web
    webs wed weds wee weed week weep weer wees weld well welt went wept were west wet wets what when whet whew
    whim whip whir whiz who whoa whom why whys wick wide wife wifi wig wigs wild will wilt wily win wind wine wing
    wink wins wipe wire wiry wise wish wisp wist wit with wits wive wiz woe woes wok woke woks wolf womb won wont
    woo wood woof wool woos word wore work worm worn wot wove wow wows wrap wren writ wry ya yack yak yaks yam
    yams yank yap yaps yard yarn yawn yay ye yea yeah year yell yelp yen yens yep yes yet yeti yew yews yo yock
    yoga yoke yolk you your yous yowl yuck yup zany zeal zen zero zest zeta zinc zip zips zone zoo zoom zoos
    """
}
