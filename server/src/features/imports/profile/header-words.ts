import { foreignTopics, foreignUnits } from './header-words-foreign.ts'

/** Words in column names that show what a column is about, in English, Swedish, Norwegian, Danish and Finnish. */
const topics = {
  overall:
    'overall total general sammantaget sammanfattande helhet helhets samlet samlede helhed helheds totalt kokonais kokonaisuus kokonaisuutena yleis yleisarvosana allmän allmänt generelt',
  rating:
    'rating rate score stars satisfaction satisfied csat grade points betyg nöjd nöjda nöjdhet omdöme poäng tilfreds tilfredshed tilfredshet fornøyd fornøydhet vurdering bedømmelse karakter tyytyväisyys tyytyväinen arvosana arvio pisteet',
  recommend:
    'recommend recommended recommendation nps netpro promoter rekommendera rekommenderar rekommendation anbefale anbefaling anbefal suosittele suosittelu suosittelisi suositella',
  negative:
    'dissatisfied unsatisfied dissatisfaction complaint complain problem problems trouble issue issues error errors defect missnöjd missnöjda missnöje klagomål besvär misfornøyd misnøye utilfreds utilfredshed misnøje klage klager feil fejl tyytymätön tyytymättömyys valitus valittaa ongelma ongelmia vika vikoja',
  importance: 'important importance viktigt viktig vigtig vigtigt tärkeä tärkeää tärkeys',
  date: 'date datum dato day dag time tid tidspunkt timestamp päivä päivämäärä pvm aika ajankohta tidsstämpel submitted completed created besvarad svarat vastattu visited',
  answered:
    'review response answer answered submitted completed visit visited interview survey svar svars besvarad besök besvart besvaret besøg besøk vastaus vastattu käynti haastattelu purchase köp event händelse',
  created:
    'created updated modified imported birth birthday born expires due skapad ändrad uppdaterad född oprettet opprettet luotu muokattu syntymä',
  comment:
    'comment comments feedback remark remarks verbatim suggestion suggestions why improve improvement review open kommentar kommentarer kommentti kommentit synpunkt synpunkter förslag forslag fritext fritekst begrunda motivera motivering palaute avoin ehdotus begrundelse describe beskriv',
  key: 'id key guid uuid nr no number num ref reference code kod kode koodi nummer numero tunnus case ticket order invoice receipt löpnummer ärende sak vastausnumero',
  person:
    'author reviewer customer client respondent contact user member person guest passenger patient student first last full kund kunden respondent användare medlem kunde bruger bruker gjest gæst asiakas vastaaja henkilö home birth billing shipping nationality hemland',
  attribute:
    'type class category kind channel segment gender sex age status language device source plan tier version wave method payment typ klass kategori kanal segment kön ålder språk køn alder sprog kjønn språk kieli sukupuoli ikä tyyppi luokka kanava luokitus recommended reason reasons cause orsak årsag syy title titel product produkt tuote service month year quarter week månad år kvartal vecka kuukausi vuosi day weekday address adress adresse osoite street url link',
  count:
    'count number antal antall lukumäärä määrä visits children persons people kids nights times semester fachsemester household visitors kpl qty quantity age ålder alder ikä year år vuosi minutes minuter days dagar hours timmar weeks',
  category:
    'gender sex marital maritalstatus occupation civilstånd sivilstand civilstand siviilisääty segment group class type category region area code zip postal department kön grupp klass typ kategori område kod køn gruppe kjønn kode sukupuoli ryhmä luokka tyyppi alue koodi cluster',
  unitCode:
    'store shop branch outlet site unit department office team agent location station clinic hotel restaurant dealer butik butikk avdelning enhet kontor filial afdeling avdeling kontor myymälä toimipaikka yksikkö osasto zip postal postnummer postinumero',
  average:
    'average avg mean median sentiment polarity index indeks indeksi medel snitt genomsnitt gennemsnit gjennomsnitt keskiarvo',
  verdict:
    'impression impressions expectation expectations fan enjoy enjoyed intryck helhetsintryck förväntan förväntning förväntningar inntrykk forventning forventninger indtryk vaikutelma odotus odotukset odotuksia eindruck eindrücke erwartung erwartungen',
  background:
    'gender sex age income salary wage occupation profession job employment employer hiring residence resident live marital maritalstatus household ethnicity religion nationality citizenship kön ålder inkomst lön yrke sysselsättning civilstånd hushåll bostadsort hemort nationalitet kjønn alder inntekt lønn sivilstand husholdning bosted køn indkomst løn civilstand husstand bopæl sukupuoli ikä tulot palkka ammatti siviilisääty kotitalous asuinpaikka kotipaikka',
  offer:
    'product service channel class category type platform app survey subscription segment produkt vara tjänst kanal klass kategori typ plattform undersökning prenumeration vare tjeneste klasse undersøkelse abonnement ydelse undersøgelse tuote palvelu kanava luokka tyyppi alusta kysely tilaus',
  before: 'pre before baseline före innan før ennen',
  after: 'post after followup efter etter jälkeen',
  coordinate: 'latitude longitude lat lng lon coordinates',
  email: 'email mail epost e-post sähköposti',
  phone: 'phone mobile telephone tel telefon mobil mobiltelefon puhelin matkapuhelin',
  name: 'name namn navn nimi',
  language: 'language lang locale språk sprog kieli',
} as const

/** What a column name may be about. */
export type Topic = keyof typeof topics

const topicWords = Object.fromEntries(
  Object.entries(topics).map(([topic, words]) => [
    topic,
    [...words.split(' '), ...(foreignTopics[topic]?.split(' ') ?? [])],
  ]),
) as Record<Topic, string[]>

/** Words for units, from the top of an organisation or of geography downwards; the index in the list is the rank. */
const unitWords: readonly string[] = [
  'continent kontinent världsdel maanosa',
  'country nation land maa market marknad marked markkina',
  'company enterprise bolag selskap firma yritys yhtiö group koncern konsern konserni brand chain kedja kjede kæde ketju märke merke operator airline carrier flygbolag flyselskap lentoyhtiö organisation organization',
  'division affärsområde bu sector sektor toimiala',
  'region area district territory zone län fylke amt alue piiri distrikt state province county governorate landsdel maakunta',
  'city town municipality stad by kommun kommune ort kaupunki kunta community airport flygplats lufthavn lentoasema campus',
  'store shop branch outlet site location unit office hotel restaurant clinic hospital school institute institution station dealer depot terminal lounge butik butikk anläggning enhet filial kontor salong forretning avdeling myymälä toimipaikka toimipiste yksikkö liike sairaala koulu hotelli ravintola plant venue facility property',
  'department dept team section ward avdelning lag afdeling osasto tiimi course workshop',
  'agent advisor seller salesperson employee manager handläggare säljare rådgivare medarbejder ansatt selger sælger myyjä neuvoja teacher doctor driver kassör',
]

/** The words for units of all languages, by rank. */
const unitLists = unitWords.map((words, rank) => [...words.split(' '), ...(foreignUnits[rank]?.split(' ') ?? [])])

/** The words of a column name in lower case, split at punctuation, digits and capitals. */
export function headerWords(header: string): string[] {
  return header
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
}

/** Ways to say "overall" in several words. */
const overallPhrases =
  /\b(?:all in all|as a whole|taken together)\b|på det hela taget|i det store og hele|alt i alt|på det hele taget|kaiken kaikkiaan|kaikkiaan ottaen|i det hela taget/u

/** A question that names a good answer and its opposite. */
const eitherWay =
  /satisfied (?:or|\/) ?(?:dis|un)satisfied|nöjda? eller missnöjda?|fornøyd eller misfornøyd|tilfreds eller utilfreds|tyytyväinen (?:tai|vai) tyytymätön|zufrieden oder unzufrieden|satisfech[oa] o insatisfech[oa]|satisfeit[oa] ou insatisfeit[oa]/u

/** Whether a column name is about a topic. Longer words are found inside compounds too (`kundnöjdhet`). */
export function isAbout(header: string, topic: Topic): boolean {
  if (topic === 'overall' && overallPhrases.test(header.toLowerCase())) return true
  // "How satisfied or dissatisfied are you?" asks for both.
  if (topic === 'negative' && eitherWay.test(header.toLowerCase().replace(/_/g, ' '))) return false
  const words = headerWords(header)
  // "Management was generally supportive" speaks of no whole, "Generally, how satisfied are you" does.
  const telling = topic === 'overall' ? words.filter((word, index) => index === 0 || word !== 'generally') : words
  return mentions(telling, topicWords[topic])
}

/** A longer question has such words by the way. */
const mostVerdictWords = 16

/** Whether a question asks for a verdict without a word of rating: for impressions, or whether expectations were met. */
export function asksVerdict(header: string): boolean {
  return headerWords(header).length <= mostVerdictWords && isAbout(header, 'verdict')
}

/** Words that a name may have besides that of its topic without being about anything else. */
const fillers = new Set(
  'how are you were your our us we with the of is was my customer guest client kund kunden hur är du ni med oss din vår hvor er dere med jer i kunde kuinka olet olitte asiakas what is or eller tai'.split(
    ' ',
  ),
)

/** What is rated as a whole: the hotel rather than its breakfast, the job rather than the colleagues. */
const wholes = new Set(
  'hotel restaurant store shop clinic hospital school course workshop event company product job work visit stay hotell restaurang butik klinik sjukhus skola kurs företag produkt jobb arbete besök vistelse butikk klinikk sykehus skole selskap arbeid besøk opphold hospital virksomhed arbejde ophold hotelli ravintola myymälä kauppa klinikka sairaala koulu kurssi yritys tuote työ käynti'.split(
    ' ',
  ),
)

/** Whether a column name says nothing but that it is a rating of the whole: `Satisfaction`, `CSAT score`, `Hotel`. */
export function isBareRating(header: string): boolean {
  const words = headerWords(header).filter((word) => !fillers.has(word))
  return (
    words.length > 0 && words.every((word) => isAbout(word, 'rating') || isAbout(word, 'overall') || wholes.has(word))
  )
}

/** Words that end like a unit and are none. */
const endsLikeNation = /^(?:desti|combi|desig|do|expla|exami|termi|vacci|determi|elimi|imagi|nomi)nations?$/

/** Rank of the unit a column name mentions (0 is the top), or null. */
export function unitRank(header: string): number | null {
  const words = headerWords(header).filter((word) => !endsLikeNation.test(word))
  const rank = unitLists.findLastIndex((list) => mentions(words, list))
  return rank === -1 ? null : rank
}

function mentions(words: readonly string[], wanted: readonly string[]): boolean {
  return words.some((word) =>
    wanted.some(
      (one) => word === one || word === `${one}s` || (one.length >= 5 && (word.startsWith(one) || word.endsWith(one))),
    ),
  )
}
