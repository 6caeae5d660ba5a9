import type { NewChoice, NewQuestion } from '#server/domain/build/questions.ts'
import {
  dateOf,
  gender,
  language,
  manyOf,
  numberOf,
  oneOf,
  oneOfList,
  openAnswer,
  overall,
  personal,
  rating,
  recommend,
} from '../questions.ts'
import { choicesOf } from '../texts/five-languages.ts'

/** The groups of the questionnaire. */
export const retailGroups: readonly NewChoice[] = choicesOf({
  visit: 'Visit | Besök | Besøk | Besøg | Käynti',
  whole: 'The whole | Helheten | Helheten | Helheden | Kokonaisuus',
  staff: 'Staff | Personal | Betjening | Personale | Henkilökunta',
  shop: 'Shop | Butik | Butikk | Butik | Myymälä',
  open: 'In your own words | Med egna ord | Med egne ord | Med egne ord | Omin sanoin',
  customer: 'Customer | Kund | Kunde | Kunde | Asiakas',
  internal: 'Internal | Internt | Internt | Internt | Sisäinen',
})

/** Choices of the questions whose answers come from the generated stores and customers. */
export interface RetailChoices {
  country: readonly NewChoice[]
  region: readonly NewChoice[]
  store: readonly NewChoice[]
  agent: readonly NewChoice[]
  product_area: readonly NewChoice[]
  product: readonly NewChoice[]
  city: readonly NewChoice[]
}

/** The questionnaire of the retail survey, in its order. */
export function retailQuestions(choices: RetailChoices): NewQuestion[] {
  return [...visitQuestions(choices), ...ratings(), ...openQuestions(), ...customerQuestions(choices)]
}

function visitQuestions(choices: RetailChoices): NewQuestion[] {
  return [
    oneOfList('country', 'Country | Land | Land | Land | Maa', choices.country, 'visit'),
    oneOfList('region', 'Region | Region | Region | Region | Alue', choices.region, 'visit'),
    oneOfList('store', 'Store | Butik | Butikk | Butik | Myymälä', choices.store, 'visit'),
    oneOfList('agent', 'Served by | Betjänad av | Betjent av | Betjent af | Palvelija', choices.agent, 'visit'),
    oneOfList(
      'product_area',
      'Product area | Produktområde | Produktområde | Produktområde | Tuotealue',
      choices.product_area,
      'visit',
    ),
    oneOfList('product', 'Product | Produkt | Produkt | Produkt | Tuote', choices.product, 'visit'),
    dateOf('visited_on', 'Visited on | Besöksdag | Besøksdato | Besøgsdato | Käyntipäivä', 'visit'),
    oneOf(
      'channel',
      'Channel | Kanal | Kanal | Kanal | Kanava',
      {
        store: 'In store | I butik | I butikk | I butik | Myymälässä',
        collect: 'Click and collect | Hämta i butik | Klikk og hent | Klik og hent | Nouto',
        online: 'Online | På nätet | På nett | På nettet | Verkossa',
        phone: 'By phone | Per telefon | På telefon | Telefonisk | Puhelimitse',
      },
      'visit',
    ),
    manyOf(
      'purpose',
      'Purpose | Ärende | Ærend | Ærinde | Asia',
      {
        buy: 'Buy something | Köpa något | Kjøpe noe | Købe noget | Ostaa jotakin',
        look: 'Look around | Titta runt | Se meg rundt | Se mig omkring | Katsella',
        advice: 'Get advice | Få råd | Få råd | Få råd | Saada neuvoja',
        return: 'Return something | Lämna tillbaka | Levere tilbake | Returnere | Palauttaa tuote',
        other: 'Something else | Något annat | Noe annet | Noget andet | Jotakin muuta',
      },
      'visit',
    ),
    openAnswer(
      'purpose_other',
      'Other purpose | Annat ärende | Annet ærend | Andet ærinde | Muu asia',
      'What did you come for? | Vad var ditt ärende? | Hva var ærendet ditt? | Hvad var dit ærinde? | Mikä oli asiasi?',
    ),
    numberOf(
      'wait_minutes',
      'Minutes waited | Väntetid i minuter | Ventetid i minutter | Ventetid i minutter | Odotus minuutteina',
      'visit',
    ),
    numberOf('amount', 'Amount, EUR | Belopp, EUR | Beløp, EUR | Beløb, EUR | Summa, EUR', 'visit'),
    dateOf('delivered_on', 'Delivered on | Leveransdag | Leveringsdato | Leveringsdato | Toimituspäivä', 'visit'),
    { ...personal('receipt', 'Receipt | Kvitto | Kvittering | Bon | Kuitti'), group: 'visit' },
  ]
}

function ratings(): NewQuestion[] {
  return [
    overall(
      'whole',
      'How satisfied are you overall? | Hur nöjd är du på det hela taget? | Hvor fornøyd er du alt i alt? | Hvor tilfreds er du alt i alt? | Kuinka tyytyväinen olet kokonaisuutena?',
    ),
    rating(
      'expectations',
      'Met expectations | Uppfyllde förväntningarna | Innfridde forventningene | Levede op til forventningerne | Vastasi odotuksia',
      'whole',
    ),
    rating(
      'ideal',
      'Close to the ideal | Nära det ideala | Nær det ideelle | Tæt på det ideelle | Lähellä ihannetta',
      'whole',
    ),
    recommend(
      'whole',
      'How likely are you to recommend us? | Hur troligt är det att du rekommenderar oss? | Hvor sannsynlig er det at du anbefaler oss? | Hvor sandsynligt er det, at du anbefaler os? | Kuinka todennäköisesti suosittelet meitä?',
    ),
    rating(
      'helpful',
      'Helpful staff | Hjälpsam personal | Hjelpsom betjening | Hjælpsomt personale | Avulias henkilökunta',
      'staff',
    ),
    rating(
      'knowledge',
      'Knowledgeable staff | Kunnig personal | Kunnskapsrik betjening | Kyndigt personale | Asiantunteva henkilökunta',
      'staff',
    ),
    rating(
      'friendly',
      'Friendly staff | Vänlig personal | Vennlig betjening | Venligt personale | Ystävällinen henkilökunta',
      'staff',
    ),
    rating('range', 'Range of products | Sortiment | Vareutvalg | Vareudvalg | Valikoima', 'shop'),
    rating('tidy', 'Tidiness | Ordning och reda | Orden | Orden | Siisteys', 'shop'),
    rating('value', 'Value for money | Prisvärdhet | Verdi for pengene | Værdi for pengene | Hinta-laatusuhde', 'shop'),
    rating('checkout', 'Checkout and queues | Kassa och köer | Kasse og kø | Kasse og kø | Kassa ja jonot', 'shop'),
  ]
}

function openQuestions(): NewQuestion[] {
  return [
    openAnswer(
      'comment',
      'Comment | Kommentar | Kommentar | Kommentar | Kommentti',
      'Tell us about your visit | Berätta om ditt besök | Fortell om besøket | Fortæl om dit besøg | Kerro käynnistäsi',
    ),
    openAnswer(
      'improve',
      'What could be better | Vad kan bli bättre | Hva kan bli bedre | Hvad kan blive bedre | Mitä voisi parantaa',
      'What could we do better? | Vad kan vi göra bättre? | Hva kan vi gjøre bedre? | Hvad kan vi gøre bedre? | Mitä voisimme tehdä paremmin?',
    ),
  ]
}

function customerQuestions(choices: RetailChoices): NewQuestion[] {
  return [
    personal('customer', 'Customer | Kund | Kunde | Kunde | Asiakas'),
    personal('email', 'E-mail | E-post | E-post | E-mail | Sähköposti'),
    personal('phone', 'Phone | Telefon | Telefon | Telefon | Puhelin'),
    language(),
    gender(),
    numberOf('age', 'Age | Ålder | Alder | Alder | Ikä', 'customer'),
    oneOfList('city', 'Home town | Hemort | Hjemsted | Hjemby | Kotipaikka', choices.city, 'customer'),
    oneOf(
      'membership',
      'Membership | Medlemskap | Medlemskap | Medlemskab | Jäsenyys',
      {
        none: 'Not a member | Inte medlem | Ikke medlem | Ikke medlem | Ei jäsen',
        member: 'Member | Medlem | Medlem | Medlem | Jäsen',
        gold: 'Gold member | Guldmedlem | Gullmedlem | Guldmedlem | Kultajäsen',
      },
      'customer',
    ),
    dateOf('member_since', 'Member since | Medlem sedan | Medlem siden | Medlem siden | Jäsen vuodesta', 'customer'),
    // Columns of the staff's notes about their contacts with a customer.
    dateOf('contacted_on', 'Contacted on | Kontaktad den | Kontaktet | Kontaktet | Yhteydenotto', 'internal'),
    { ...personal('note', 'Note | Anteckning | Notat | Notat | Muistiinpano'), group: 'internal' },
    oneOf(
      'spam',
      'Filled in by a machine | Ifylld av en maskin | Fylt ut av en maskin | Udfyldt af en maskine | Koneen täyttämä',
      { '1': 'Yes | Ja | Ja | Ja | Kyllä' },
      'internal',
    ),
  ]
}
