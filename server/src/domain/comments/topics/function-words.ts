import { isListed } from '#server/domain/text/languages.ts'
import type { ListedLanguage } from '#server/domain/text/languages.ts'

/** Words that hold sentences together and are about nothing, by language. */
const written: Readonly<Record<ListedLanguage, string>> = {
  en: `a about after again all also always am an and another any anything are around as at away back be because been before being both
    but by can can't could couldn't day did didn't do does doesn't doing don't down during each either else even ever every everything few
    first for from further get gets getting go goes going gone got had has hasn't have haven't having he her here hers him his how however i
    i'd i'll i'm i've if in into is isn't it it's its itself just last least less like lot lots made make makes making many may maybe me might
    more most much must my myself no not of off often on once one ones only onto or other others our ours out over own per perhaps quite
    rather really same say said see she should since so some someone something sometimes soon still such than thank thanks that that's the
    their them then there there's these they they're thing things think this those though through thus to too took two under until up upon us
    use used very was wasn't way we we'd we'll we're we've well went were weren't what when where whether which while who whole whom whose
    why will with within without won't would wouldn't yes yet you you'd you'll you're you've your yours`,
  sv: `alla allt alltid alltså andra att av bara bli blir blev blivit både båda de del dem den denna deras dess dessa det detta dig din dina
    ditt dock du då där därför efter eftersom egen ej eller en er era ert ett fast fick finns fram från få får fått för före först första
    gick ge ger gav genom gjorde gjort gå går gång gånger göra gör ha had hade han hans har helt henne hennes hit honom hos hur här i iaf
    ibland icke igen in inget inga ingen ingenting innan inom inte ja jag jo ju kan kanske kom komma kommer kommit kunde kunna kunnat lite
    lika man med mellan men mer mest mig min mina mindre mitt mot mycket många måste ned ner ni nog nu någon något några när nästa och också
    om oss på redan rätt sa sagt samma samt se sedan sen sig sin sina sitt sist sjä själv ska skall skulle snart som så såg säga säger sådan
    sådana tack ta tar ti till tills tog trots tycker under upp ur ut utan vad var vara varit varje varför vart vem vid vilka vilken vilket
    vill ville väl än ändå är åt även över`,
  no: `alle alltid alt altså andre annen annet at av bare begge ble bli blir blitt både da de deg del dem den denne der deres derfor dere det
    dette din dine ditt du eg egen ei eller en enn er et etter fikk finnes fordi fra fram frem får fått før først første for gang ganger gikk
    gi gir gjennom gjorde gjort gjør gjøre gå går ha hadde han hans har hele helt henne hennes her hit hos hun hva hvem hver hverken hvilken
    hvilke hvis hvor hvordan hvorfor i igjen ikke ikkje inn innen ingen ingenting ja jeg jo kan kanskje kom komme kommer kommet kunne kunnet
    litt like man mange med meg mellom men mens mer mest mi min mindre mine mitt mot mye må måtte ned neste noe noen nok nå når og også om
    opp oss over på rett sa sagt samme se seg sett selv si siden sier sin sine sist sitt skal skulle slik snart som så takk ta tar til tok
    tross under unna ut uten var vart ved veldig vel vi vil ville vår våre være vært å`,
  da: `af aldrig alle alt altid altså anden andet andre at bare begge bliver blev blive blevet både da de deres derfor dem den denne der det
    dette dig din dine dit du efter egen eller en end endnu er et fik findes for fordi fra frem før først første få får fået gang gange gav
    gennem gik give giver gjorde gjort går gå gør gøre ham han hans har have havde hele helt hende hendes her hos hun hvad hvem hver hvilken
    hvilke hvis hvor hvordan hvorfor i igen ikke ind inden ingen ingenting ja jeg jer jo kan kom komme kommer kommet kun kunne kunnet lidt
    lige man mange med meget mellem men mens mere mest mig min mindre mine mit mod må måske måtte ned nej nogen noget nogle nok nu næste når
    og også om op os over på ret sagde sagt samme se selv ses sidde siden siger sin sine sit sidst skal skulle snart som så tak tag tager til
    tog trods under ud uden var ved vi vil ville vores være været synes`,
  fi: `aina ainakin ainoa alas alkaen asti edelleen edes ehkä ei eikä eivät eli elä emme en enemmän eniten ennen ensi ensin enää että et ette
    eräs hän häntä he heidän heidät heille heitä hei hyvin ihan ilman itse itselle ja jo joiden joissa joita joka jokainen jokin joko jolla
    jolle jonka jos joskus jossa josta jota jotain joten jotka jotta juuri kai kaikki kaikkea kaksi kanssa kautta keiden kenen kerran kerta
    kiitos kohti koko koska koskaan kuin kuinka kuitenkin kun kyllä lisäksi liian luota lähes läpi me meidän meidät meille meiltä meitä melko
    melkein mihin mikä mikään miksi millä milloin minkä minua minulla minulle minulta minun minut minä missä mistä mitä mitään moni monta
    mukaan mutta muu muut muuta myös myöskin nämä ne niiden niin niitä no noin noita nuo nyt näin näitä ole olen olemme oli olin olimme olisi
    olivat olla ollut olleet on onko ovat oma oman paitsi paljon pelkästään pian pitäisi pitää piti päin saa saada sai saatu se sekä sellainen
    sen siellä siihen siinä siis siitä sillä silti sinne sinun sinä sitä sitten sinut suin taas tai takia tänne täällä tämä tämän tähän
    tässä tästä tätä te teidän teitä teille tosi toinen toisen tuo tuon tulee tuli tulla tällä täysin vaan vaikka vain varten vasta vielä
    voi voin voisi voida yhtä yksi yleensä yli ym`,
}

const known = new Map<ListedLanguage, ReadonlySet<string>>()

/** Words of a language that are no topic by themselves; none of a language without a list. */
export function functionWords(lang: string): ReadonlySet<string> {
  if (!isListed(lang)) return none
  let words = known.get(lang)
  if (!words) known.set(lang, (words = new Set(written[lang].split(/\s+/))))
  return words
}

const none: ReadonlySet<string> = new Set()
