extension SpokenLanguage {
  static let american = inEnglish(isMonthFirst: true)
  static let english = inEnglish(isMonthFirst: false)

  private static func inEnglish(isMonthFirst: Bool) -> SpokenLanguage {
    SpokenLanguage(
      tag: "en", isMonthFirst: isMonthFirst, hasDecimalComma: false,
      months:
        "January February March April May June July August September October November December",
      dates: isMonthFirst ? "{m} {o}, {y}" : "the {o} of {m}, {y}",
      times: ("{h} {m}", "{h} o'clock"),
      currencies: """
        US$|USD|dollar|dollars|cent|cents
        R$|BRL|real|reais|centavo|centavos
        $||dollar|dollars|cent|cents
        €|EUR|euro|euros|cent|cents
        £|GBP|pound|pounds|penny|pence
        ¥|JPY|yen|yen|sen|sen
        ₹|INR|rupee|rupees|paisa|paise
        ₽|RUB|ruble|rubles|kopek|kopeks
        CHF|CHF|Swiss franc|Swiss francs|centime|centimes
        ¢|¢|cent|cents|cent|cents
        """,
      units: """
        %|percent|percent
        ‰|per mille|per mille
        km/h|kilometer per hour|kilometers per hour
        m/s|meter per second|meters per second
        mph|mile per hour|miles per hour
        km²|square kilometer|square kilometers
        m²|square meter|square meters
        m³|cubic meter|cubic meters
        km|kilometer|kilometers
        cm|centimeter|centimeters
        mm|millimeter|millimeters
        m|meter|meters
        kg|kilogram|kilograms
        mg|milligram|milligrams
        g|gram|grams
        ml|milliliter|milliliters
        l|liter|liters
        L|liter|liters
        ft|foot|feet
        lb|pound|pounds
        lbs|pound|pounds
        oz|ounce|ounces
        mi|mile|miles
        yd|yard|yards
        °C|degree Celsius|degrees Celsius
        ℃|degree Celsius|degrees Celsius
        °F|degree Fahrenheit|degrees Fahrenheit
        °|degree|degrees
        kWh|kilowatt hour|kilowatt hours
        kW|kilowatt|kilowatts
        MW|megawatt|megawatts
        W|watt|watts
        V|volt|volts
        Hz|hertz|hertz
        kHz|kilohertz|kilohertz
        MHz|megahertz|megahertz
        GHz|gigahertz|gigahertz
        KB|kilobyte|kilobytes
        MB|megabyte|megabytes
        GB|gigabyte|gigabytes
        TB|terabyte|terabytes
        min|minute|minutes
        sec|second|seconds
        hrs|hour|hours
        dB|decibel|decibels
        ha|hectare|hectares
        """,
      beforeCents: " and ", scales: "hundred thousand million billion trillion",
      shortScales: [
        "k": "thousand", "K": "thousand", "M": "million", "m": "million", "bn": "billion",
        "B": "billion",
      ],
      pointedUnits: "ft lb lbs oz mi yd hrs min sec km cm mm kg",
      numberEndings: "st nd rd th",
      parts: """
        act scene chapter part book volume vol war episode section title phase type season level round canto article appendix
        division class group figure table vatican apollo rocky bowl psalm sonnet canon volumes parts acts scenes chapters
        """,
      centuries: "century centuries",
      fractions: """
        1/2:one half;1/3:one third;2/3:two thirds;1/4:one quarter;3/4:three quarters;1/5:one fifth;1/8:one eighth;
        ½:one half;¼:one quarter;¾:three quarters;⅓:one third;⅔:two thirds
        """,
      numberWords: ["No": "number", "Nos": "numbers", "Nr": "number", "nr": "number"],
      signs: """
        &:and;+:plus;=:equals;%:percent;‰:per mille;§:section;€:euro;£:pound;¥:yen;$:dollar;×:times;÷:divided by;±:plus or minus;
        ≈:about;≠:is not;≤:at most;≥:at least;→:to;∞:infinity;@:at;#:number;°:degrees;*:times;^:to the power of;<:less than;
        >:more than;½:one half;¼:one quarter;¾:three quarters;⅓:one third;⅔:two thirds;√:square root of;−:minus;№:number;~:about;
        –:to;and ½:and;address .:dot;address /:slash;address -:dash;address _:underscore;address +:plus;address ::colon;
        address ~:tilde;address %:percent;address @:at;address =:equals;address &:and
        """,
      emoji:
        "❤:red heart;👍:thumbs up;👎:thumbs down;😂:face with tears of joy;🎉:party popper;😀:grinning face"
    )
  }
}
