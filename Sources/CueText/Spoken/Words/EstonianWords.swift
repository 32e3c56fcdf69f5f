extension SpokenLanguage {
  static let estonian = SpokenLanguage(
    tag: "et", groupsWithBlank: true, hasOrdinalPoints: true,
    months:
      "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember",
    dates: "{o} {m} {y}", times: ("{h} {m}", "{h} null null"),
    currencies: """
      US$|USD|dollar|dollarit|sent|senti
      $||dollar|dollarit|sent|senti
      €|EUR|euro|eurot|sent|senti
      £|GBP|nael|naela|penn|penni
      ¥|JPY|jeen|jeeni|sen|seni
      """,
    units: """
      %|protsent|protsenti
      ‰|promill|promilli
      km/h|kilomeeter tunnis|kilomeetrit tunnis
      m/s|meeter sekundis|meetrit sekundis
      km²|ruutkilomeeter|ruutkilomeetrit
      m²|ruutmeeter|ruutmeetrit
      m³|kuupmeeter|kuupmeetrit
      km|kilomeeter|kilomeetrit
      cm|sentimeeter|sentimeetrit
      mm|millimeeter|millimeetrit
      m|meeter|meetrit
      kg|kilogramm|kilogrammi
      mg|milligramm|milligrammi
      g|gramm|grammi
      ml|milliliiter|milliliitrit
      l|liiter|liitrit
      °C|kraad|kraadi
      °F|Fahrenheiti kraad|Fahrenheiti kraadi
      °|kraad|kraadi
      kWh|kilovatt-tund|kilovatt-tundi
      W|vatt|vatti
      V|volt|volti
      Hz|herts|hertsi
      MB|megabait|megabaiti
      GB|gigabait|gigabaiti
      min|minut|minutit
      h|tund|tundi
      s|sekund|sekundit
      ha|hektar|hektarit
      """,
    beforeCents: " ", scales: "tuhat miljon miljonit miljard miljardit",
    shortScales: ["mln": "miljonit", "mld": "miljardit"], beforeTimes: "kell kella",
    parts: "",
    centuries:
      "sajand sajandi sajandit sajandil sajandist sajandiks sajandisse sajandile sajandilt sajandini maailmasõda maailmasõja maailmasõjas",
    fractions:
      "1/2:pool;1/3:üks kolmandik;2/3:kaks kolmandikku;1/4:veerand;3/4:kolmveerand;½:pool;¼:veerand;¾:kolmveerand",
    numberWords: ["nr": "number", "Nr": "number"],
    signs: """
      &:ja;+:pluss;=:võrdub;%:protsenti;‰:promilli;§:paragrahv;€:eurot;£:naela;¥:jeeni;$:dollarit;×:korda;÷:jagatud;±:pluss miinus;
      ≈:umbes;≠:ei võrdu;≤:kuni;≥:vähemalt;→:kuni;∞:lõpmatus;@:ätt;#:number;°:kraadi;*:korda;^:astmes;<:väiksem kui;>:suurem kui;
      ½:pool;¼:veerand;¾:kolmveerand;√:ruutjuur;−:miinus;№:number;~:umbes;–:kuni;and ½:ja;address .:punkt;address /:kaldkriips;
      address -:sidekriips;address _:alakriips;address +:pluss;address ~:tilde;address @:ätt
      """,
    emoji:
      "❤:süda;👍:pöial püsti;👎:pöial alla;😂:naerupisarad;😀:naeratus;😊:naeratus;🎉:pidu;😢:pisar;🔥:tuli;🙏:aitäh"
  )
}
