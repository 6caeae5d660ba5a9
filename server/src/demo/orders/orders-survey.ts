import type { Locale } from '@gensvar/contract/local-text'
import { fromDayNumber } from '@gensvar/contract/dates'
import { handleAlert, momentOf } from '../aftermath.ts'
import { demoPeriod, monthOf, spreadOverDays } from '../calendar.ts'
import type { DemoPeriod } from '../calendar.ts'
import { ratingsByTopic, writeComment } from '../comments.ts'
import { handled } from '../alert-story.ts'
import { readConfiguration } from '../configuration.ts'
import { logNormal, roundTo } from '../distribution.ts'
import { makePerson } from '../person.ts'
import type { HandledAlert, PlannedAnswer, PlannedResponse, PlannedSurvey } from '../plan.ts'
import {
  dateOf,
  language,
  numberOf,
  oneOf,
  oneOfList,
  openAnswer,
  overall,
  personal,
  rating,
  recommend,
} from '../questions.ts'
import { Random, WeightedList, weighted } from '../random.ts'
import { answerRatings, scaleTo10 } from '../ratings.ts'
import type { Outcome, Side } from '../ratings.ts'
import { choicesOf, inFiveLanguages } from '../texts/five-languages.ts'
import type { Topic } from '../texts/phrase-bank.ts'
import { countries } from '../texts/places.ts'
import type { Country } from '../texts/people.ts'
import { productAreas } from '../texts/products.ts'

const usualSize = { completed: 4_000, samples: 600 }

const sides: readonly (Side & { topic: Topic })[] = [
  { variable: 'website', weight: 0.28, shape: scaleTo10(8, 1.6), topic: 'digital' },
  { variable: 'range', weight: 0.2, shape: scaleTo10(7.7, 1.7), topic: 'range' },
  { variable: 'value', weight: 0.2, shape: scaleTo10(7.4, 1.8), topic: 'value' },
  { variable: 'delivery', weight: 0.38, shape: scaleTo10(7.9, 2), topic: 'delivery' },
]
const outcomes: readonly Outcome[] = [
  { variable: 'overall', shape: scaleTo10(7.9, 1.7), follows: 1, missing: 0 },
  { variable: 'recommend', shape: scaleTo10(8.3, 2, 0), follows: 0.9, missing: 0.02 },
]
const carriers = {
  post: 'Post | Posten | Posten | Posten | Posti',
  courier: 'Courier | Bud | Bud | Bud | Kuriiri',
  locker: 'Parcel locker | Paketbox | Pakkeboks | Pakkeboks | Pakettiautomaatti',
}
const devices = {
  phone: 'Phone | Mobil | Mobil | Mobil | Puhelin',
  computer: 'Computer | Dator | Datamaskin | Computer | Tietokone',
  tablet: 'Tablet | Surfplatta | Nettbrett | Tablet | Tabletti',
}
const carrierList = weighted<keyof typeof carriers>([
  ['post', 0.45],
  ['courier', 0.2],
  ['locker', 0.35],
])
const deviceList = weighted<keyof typeof devices>([
  ['phone', 0.62],
  ['computer', 0.3],
  ['tablet', 0.08],
])
const countryList = weighted<Country>([
  ['SE', 0.42],
  ['NO', 0.22],
  ['DK', 0.16],
  ['FI', 0.2],
])
const areas = new WeightedList(productAreas, (area) => area.weight)

/** The survey of online orders, which has no hierarchy. The same date (ISO) and size give the same rows. */
export function planOrders(today: string, size = usualSize): PlannedSurvey {
  return {
    extName: 'e-commerce',
    title: inFiveLanguages('Online orders | Nätbeställningar | Nettbestillinger | Onlineordrer | Verkkotilaukset'),
    organisationName: 'Nordic Retail',
    configuration: readConfiguration('orders.yaml'),
    groups: choicesOf({
      order: 'Order | Beställning | Bestilling | Ordre | Tilaus',
      ratings: 'Ratings | Betyg | Vurderinger | Vurderinger | Arviot',
      open: 'In your own words | Med egna ord | Med egne ord | Med egne ord | Omin sanoin',
      customer: 'Customer | Kund | Kunde | Kunde | Asiakas',
    }),
    questions: [
      oneOfList('country', 'Country | Land | Land | Land | Maa', countries, 'order'),
      oneOfList(
        'product_area',
        'Product area | Produktområde | Produktområde | Produktområde | Tuotealue',
        productAreas,
        'order',
      ),
      dateOf('ordered_on', 'Ordered on | Beställningsdag | Bestillingsdato | Ordredato | Tilauspäivä', 'order'),
      numberOf(
        'delivery_days',
        'Days to delivery | Leveranstid i dagar | Leveringstid i dager | Leveringstid i dage | Toimitusaika päivinä',
        'order',
      ),
      numberOf('amount', 'Amount, EUR | Belopp, EUR | Beløp, EUR | Beløb, EUR | Summa, EUR', 'order'),
      oneOf('carrier', 'Carrier | Leveranssätt | Leveringsmåte | Leveringsmåde | Toimitustapa', carriers, 'order'),
      oneOf('device', 'Device | Enhet | Enhet | Enhed | Laite', devices, 'order'),
      overall('ratings'),
      recommend('ratings'),
      rating('website', 'Website | Webbplats | Nettside | Hjemmeside | Verkkosivusto', 'ratings'),
      rating('range', 'Range of products | Sortiment | Vareutvalg | Vareudvalg | Valikoima', 'ratings'),
      rating(
        'value',
        'Value for money | Prisvärdhet | Verdi for pengene | Værdi for pengene | Hinta-laatusuhde',
        'ratings',
      ),
      rating('delivery', 'Delivery | Leverans | Levering | Levering | Toimitus', 'ratings'),
      openAnswer(
        'comment',
        'Comment | Kommentar | Kommentar | Kommentar | Kommentti',
        'Anything else? | Något mer? | Noe mer? | Andet? | Muuta sanottavaa?',
      ),
      personal('customer', 'Customer | Kund | Kunde | Kunde | Asiakas'),
      personal('email', 'E-mail | E-post | E-post | E-mail | Sähköposti'),
      language(),
    ],
    views: [],
    campaigns: [],
    size: size.completed + size.samples,
    responses: () => orderResponses(new Random('gensvar orders'), demoPeriod(today), size),
  }
}

function* orderResponses(random: Random, period: DemoPeriod, size: typeof usualSize): Generator<PlannedResponse> {
  let number = 0
  // The online shop is half as old as the stores' survey.
  const first = period.today - 540
  for (const day of spreadOverDays(random, size.completed, first, period.last))
    yield orderResponse(random, day, ++number, period, true)
  for (const day of spreadOverDays(random, size.samples, period.today - 200, period.last))
    yield orderResponse(random, day, ++number, period, false)
}

function orderResponse(
  random: Random,
  day: number,
  number: number,
  period: DemoPeriod,
  completed: boolean,
): PlannedResponse {
  const country = countryList.pick(random)
  const person = makePerson(random, country, 500_000 + number)
  const carrier = carrierList.pick(random)
  const rush = monthOf(day) === 12 ? 1.5 : 1
  const days = Math.max(1, Math.round(logNormal(random, (carrier === 'courier' ? 2 : 3.2) * rush, 0.4)))
  const answers: Record<string, PlannedAnswer> = {
    country,
    product_area: areas.pick(random).extName,
    ordered_on: fromDayNumber(day),
    delivery_days: days,
    amount: roundTo(logNormal(random, 85, 0.6), 2),
    carrier,
    device: deviceList.pick(random),
    customer: `${person.firstName} ${person.lastName}`,
    email: person.email,
    language: person.language,
  }
  const base = {
    foreignId: `O${String(number).padStart(5, '0')}`,
    eventDate: fromDayNumber(day),
    contact: { name: `${person.firstName} ${person.lastName}`, email: person.email, language: person.language },
    places: [],
  }
  if (!completed) return { ...base, answers, state: random.chance(0.9) ? 2 : 4, completedAt: null }
  const ratings = answerRatings(random, sides, outcomes, {
    halo: random.normal(),
    mood: 0,
    effect: (side) => (side === 'delivery' ? -0.55 * Math.log(days / 3) : 0),
  })
  Object.assign(answers, ratings)
  if (random.chance(0.42))
    answers['comment'] = writeComment(random, {
      language: person.language,
      overall: ratings['overall'] ?? 7,
      ratings: ratingsByTopic(sides, ratings),
      agent: null,
      minutes: null,
    })
  const late = (ratings['delivery'] ?? 10) <= 3
  return {
    ...base,
    answers,
    state: 0,
    completedAt: momentOf(random, day),
    alerts: late ? [badDelivery(random, day, number, person.language, period.today)] : [],
  }
}

/** An alert of the rule of that name: whoever administers the shop calls the customer and pays or sends again. */
function badDelivery(random: Random, day: number, number: number, language: Locale, today: number): HandledAlert {
  const alert = handleAlert(random, 'bad_delivery', day, today)
  return handled(random.fork(`alert ${number}`), alert, {
    owners: ['admin'],
    due: 1,
    steps: [],
    language,
    today,
    answers: (stream, comment) => [
      { question: 'remedy', choice: stream.int(1, 5), value: null },
      { question: 'paid', choice: null, value: String(stream.int(0, 40)) },
      { question: 'done', choice: null, value: comment },
    ],
  })
}
