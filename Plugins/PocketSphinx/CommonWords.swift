/// What people say most: words that may stand in for those of a line.
enum CommonWords {
  static let all = """
    the be to of and a in that have i it for not on with he as you do at this but his by from they
    we say her she or an will my one all would there their what so up out if about who get which
    go me when make can like time no just him know take people into year your good some could them
    see other than then now look only come its over think also back after use two how our work
    first well way even new want because any these give day most us is are was were been being am
    has had having does did doing done said says saying got getting went gone going goes came
    coming made making took taken taking saw seen seeing knew known thought thinking told tell
    telling left leave found find gave given asked ask let put keep kept began begin seem help
    show hear heard play run move live believe hold bring brought happen write sit stand stood
    lose lost pay meet met include continue set learn change lead understand watch follow stop
    speak read spend grow open walk win teach offer remember love consider appear buy wait serve
    die send build stay fall fell cut reach kill raise pass sell decide return explain hope carry
    break thank man woman child children world life hand part place case week company system
    question government number night point home water room mother father area money story fact
    month lot right study book eye job word business side kind head house service friend power
    hour game line end member law car city name president team minute idea body face door office
    morning evening thing things old great big small large long little own next early young
    important few public bad same able last high different best better sure true nothing something
    anything everything never always often again still too very really here where why while before
    under around through off down away against between during without yes oh please sorry should
    must may might every each both many much more another such since until tonight today tomorrow
    yesterday once three four five six seven eight nine ten hundred half
    """.split { $0 == " " || $0 == "\n" }.map(String.init)
}
