extension LanguageRules {
  static let english = LanguageRules(
    titles: """
      mr mrs ms mx messrs mssrs mmes dr drs prof profs rev revd fr hon pres gov lt col gen sen rep reps adm
      vadm radm capt cpt cmdr cdr comdr cpl sgt ssgt pvt pfc maj brig ens insp supt det amb
      st ste mt mts ft sra srta sr mme mlle mons msgr atty asst
      """,
    never: """
      e.g eg i.e ie viz cf vs v approx esp incl excl resp ca aka a.k.a c/o w/o
      """,
    beforeNumbers: """
      no nos nr n° nº p pp pg pgs fig figs vol vols art arts sec sect secs ch chs chap chaps eq eqs ref refs
      app tab tabs ex exs par para paras op opp lib sc ver rm apt ste suite fl bldg tel ext
      jan feb mar apr jun jul aug sep sept oct nov dec
      cols § c b d
      """,
    inNames: """
      jr sr snr inc co corp ltd llc plc cos bros mfg dept assn gmbh univ ed eds trans
      ave blvd rd hwy pkwy ct ter sq st ln pl dr
      """,
    mayEnd: """
      ph.d m.d b.a m.a b.sc m.sc m.b.a d.d.s ll.b ll.m d.phil ed.d r.n b.c a.d b.c.e c.e
      """,
    hours: "a.m p.m",
    words: "rep reps hon prof profs rev Ed trans bros",
    openers: """
      a an the this that these those he she it we you they i'm i've i'll i'd it's he's she's we're they're you're
      there's that's what's here's let's his her its our your their my mine
      i what who whom whose which when where why how did do does is are was were am has have had can could
      shall should would must might don't didn't isn't aren't wasn't weren't can't couldn't won't wouldn't
      and but or nor so yet for because since although though while if unless until whether once after before
      as at by from in into of on onto over under with without within through to toward during despite
      besides between among beyond against about above across along around behind below beneath beside
      then there here now today tomorrow yesterday tonight later soon still again also always never
      sometimes often perhaps maybe however therefore thus hence meanwhile instead otherwise moreover
      furthermore finally eventually suddenly nobody somebody everybody everyone someone anyone nothing
      something everything anything none both either neither each every some any many much most more few
      several all another other others such no not only just even yes please thank thanks well oh
      nevertheless nonetheless indeed afterwards consequently accordingly according one two three four
      """,
    reporting: """
      said says asked asks cried cries shouted shouts called replied replies answered answers whispered
      exclaimed exclaims muttered murmured yelled screamed added continued repeated remarked observed
      demanded insisted laughed sighed gasped snapped begged roared growled thought wondered
      """,
    prepositions: "at by on before after around about until till since from between in exactly",
    letterWords: "i",
    lettered: """
      plan vitamin grade class type group section part appendix exhibit block wing team category option
      point schedule hepatitis side row seat gate unit
      """
  )
}
