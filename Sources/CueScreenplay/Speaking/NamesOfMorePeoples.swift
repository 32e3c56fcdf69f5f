/// First names of further peoples, of Africa, Asia, Oceania and old plays, beside the lists of ``NameLists``.
///
/// Cue's own list of well-known names. Names that are given to both, or are words of English, are left out; so is each name
/// that the data of the package `gender` 0.0.33 (https://pypi.org/project/gender/, MIT license) gives to the other.
extension NameLists {
  static let womenOfMorePeoples = words(
    """
    abeba adhiambo aita akiko akinyi anahera angharad apolline araminta aroha assunta aster atieno ayaka ayşe \
    azadeh batya bintou blodwen bláthnaid boitumelo borghild bożena bronisława bérénice büşra calpurnia catriona \
    chanida chieko chinwe chipo chiyo chrysoula delyth derya desanka dvora ebele edeltraud eilidh eirlys emine \
    esra eugénie eunji euphemia farzana fatemeh fengying fiadh fiammetta folasade forough frauke freja fumiko \
    funmilayo garyfallia geertje geeta gesine ginevra golnaz goneril grażyna gráinne gudrun guiying gwenaelle \
    gwenaëlle gwenllian gülşen hadas hanako hanh hanneke hannelore haruka hatice heike hilja hinemoa hippolyta \
    hiroko hirut huong hyejin hülya ishbel jadwiga kadiatou kahurangi kaisa kalliope kaori kartini kazuko khady \
    kriemhild lalitha lanying leida lerato lindiwe ludmiła ludovica maarja machteld maelle mahnaz malee marama \
    margriet marijke masoumeh mayumi maëlle małgorzata megumi meihua meiling merve michiko minji misaki mitra \
    morag muireann muthoni myfanwy nanami nargis nasreen nasrin ndeye neeltje nerys nga ngaio ngoc nhung nilüfer \
    nkechi noga nokuthula nomsa noriko nyambura ottavia oumou palesa paraskevi parvati parveen perdita persefoni \
    pimchanok päivi pınar qiuyue rada revathi riikka rukhsana rutendo sachiko sadhbh saraswathi selam sevgi \
    shabnam shizuka shufen sieglinde simin sioned sita snežana sooyeon sri stavroula suda sunhee swantje tamar \
    tirza tjitske tomoe tomoko torunn tsitsi tuyet vasundhara virve vlasta waltraud wambui wanjiru winifred \
    xiaoling xiaomei xiuying yoko youngja yuki yuko yulan zodwa zorica åshild
    """)

  static let menOfMorePeoples = words(
    """
    abebe adewale agus alasdair anatole andriy aneurin ashok avi babatunde bahram balaji baldev bambang banquo \
    barthélemy bassanio behrouz benvolio bheki bolesław bongani boubacar budi burak cem chaiwat cheikh chidi \
    chukwuma chulsoo cuong cuthbert dafydd daisuke dariush dariyush dawei dawit demetrius detlef diederik dimitris \
    dinesh donghyun dragoslav eckhard ehud ekkehard enguerrand ercole farai farhad fergal fergus fortinbras ganesh \
    gaspard gaspare geraint gethin giannis gijs girish goro guildenstern guoqiang gwendal haakon haile halvor \
    hamish haoran hartmut haruto heino hemi hideo hieu hippolyte hiroshi hooshang hossein hywel ichiro ieuan iolo \
    isamu jaesung jarosław jaswant javad jianguo jianhua jihoon jiro jukka kagiso kalev kariuki kaveh kayode kazuo \
    keoni kerem kimani kipchoge kiprop kostas krešimir laertes ljubomir llewelyn lothar ludovico lysander mahesh \
    malvolio manoj manolis manouchehr masao meirion mieczysław mikael minjun minoru mukesh murali mwangi mykola \
    naresh njoroge nobuo obi ochieng odhiambo odysseas oisin oisín oleksandr olumide olusegun onyango orhan orsino \
    otieno ottavio ousmane parviz pekka percival peregrine phuc polonius pradeep prasert pádraig raimondo rakesh \
    ramesh rangi raúl rein rosencrantz rostam ruairí ruaridh ruggero ryota saburo sandeep sangwoo satoshi segun \
    senthil serkan shinji shota siavash sipho sizwe somchai somsak srinivas stelios sungho suresh sutrisno séamus \
    süleyman tadashi taehyung takeshi takumi tamati tanguy tesfaye tetsuo thabo thanasis themba tolga torquil \
    torvald trygve tshepo tunde uku vangelis venkatesh volkan volker volodymyr wei weiming xiaoming yiannis \
    yitzhak yohannes yong yoshio youngho zhigang zhiqiang zvonimir ülo
    """)
}
