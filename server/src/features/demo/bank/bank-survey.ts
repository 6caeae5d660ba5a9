import { fromDayNumber } from '@gensvar/contract/dates'
import { momentOf } from '../aftermath.ts'
import { demoPeriod, monthOf, spreadOverDays, weekdayOf } from '../calendar.ts'
import type { DemoPeriod } from '../calendar.ts'
import { ratingsByTopic, writeComment } from '../comments.ts'
import { readConfiguration } from '../configuration.ts'
import { logNormal } from '../distribution.ts'
import { makePerson } from '../person.ts'
import type { PlannedResponse, PlannedSurvey, PlannedUnit, PlannedView } from '../plan.ts'
import { dateOf, gender, language, oneOf, oneOfList, openAnswer, overall, rating, recommend } from '../questions.ts'
import { Random, WeightedList, weighted } from '../random.ts'
import { answerRatings, scaleTo10 } from '../ratings.ts'
import type { Outcome, Side } from '../ratings.ts'
import { slug } from '../slug.ts'
import { choicesOf, inFiveLanguages } from '../texts/five-languages.ts'
import type { Topic } from '../texts/phrase-bank.ts'
import { countries } from '../texts/places.ts'
import type { Country } from '../texts/people.ts'

/** A branch of the bank. Small ones have few customers, whose answers must not be told apart. */
interface Branch {
  path: readonly [country: Country, area: string, branch: string]
  title: string
  size: number
  level: number
}

const usualSize = 8_000

const sides: readonly (Side & { topic: Topic })[] = [
  { variable: 'helpful', weight: 0.3, shape: scaleTo10(8, 1.7), topic: 'helpful' },
  { variable: 'knowledge', weight: 0.3, shape: scaleTo10(7.7, 1.8), topic: 'knowledge' },
  { variable: 'waiting', weight: 0.2, shape: scaleTo10(6.9, 2.1), topic: 'wait' },
  { variable: 'digital', weight: 0.24, shape: scaleTo10(7.6, 1.9), topic: 'digital' },
]
const outcomes: readonly Outcome[] = [
  { variable: 'overall', shape: scaleTo10(7.5, 1.8), follows: 1, missing: 0 },
  { variable: 'recommend', shape: scaleTo10(7.8, 2.2, 0), follows: 0.9, missing: 0.02 },
]
const contactWays = {
  branch: 'At the branch | På kontoret | På kontoret | I filialen | Konttorissa',
  phone: 'By phone | Per telefon | På telefon | Telefonisk | Puhelimitse',
  app: 'In the app | I appen | I appen | I appen | Sovelluksessa',
}
const ways = weighted<keyof typeof contactWays>([
  ['branch', 0.4],
  ['phone', 0.3],
  ['app', 0.3],
])
const ages = {
  '18-29': '18-29 years | 18–29 år | 18–29 år | 18-29 år | 18–29 vuotta',
  '30-44': '30-44 years | 30–44 år | 30–44 år | 30-44 år | 30–44 vuotta',
  '45-64': '45-64 years | 45–64 år | 45–64 år | 45-64 år | 45–64 vuotta',
  '65-': '65 years and over | 65 år och äldre | 65 år og eldre | 65 år og derover | 65 vuotta täyttäneet',
}

/** The bank's anonymous survey, as it looks on a date (ISO). The same date and size give the same rows. */
export function planBank(today: string, size = usualSize): PlannedSurvey {
  const random = new Random('gensvar bank')
  const branches = makeBranches(random.fork('branches'))
  const view = branchView(branches)
  return {
    extName: 'customers',
    title: inFiveLanguages('Bank customers | Bankkunder | Bankkunder | Bankkunder | Pankin asiakkaat'),
    organisationName: 'Nordbank',
    configuration: readConfiguration('bank.yaml'),
    groups: choicesOf({
      contact: 'Contact | Kontakt | Kontakt | Kontakt | Yhteydenotto',
      ratings: 'Ratings | Betyg | Vurderinger | Vurderinger | Arviot',
      open: 'In your own words | Med egna ord | Med egne ord | Med egne ord | Omin sanoin',
      customer: 'Customer | Kund | Kunde | Kunde | Asiakas',
    }),
    questions: [
      oneOfList('country', 'Country | Land | Land | Land | Maa', choicesAt(view, 1), 'contact'),
      oneOfList('area', 'Area | Område | Område | Område | Alue', choicesAt(view, 2), 'contact'),
      oneOfList('branch', 'Branch | Kontor | Kontor | Filial | Konttori', choicesAt(view, 3), 'contact'),
      dateOf('met_on', 'Met on | Mötesdag | Møtedato | Mødedato | Tapaamispäivä', 'contact'),
      oneOf(
        'way',
        'Way of contact | Kontaktväg | Kontaktmåte | Kontaktform | Yhteydenottotapa',
        contactWays,
        'contact',
      ),
      overall('ratings'),
      recommend('ratings'),
      rating('helpful', 'Helpfulness | Hjälpsamhet | Hjelpsomhet | Hjælpsomhed | Avuliaisuus', 'ratings'),
      rating(
        'knowledge',
        'Competent advice | Kunnig rådgivning | Kyndig rådgivning | Kyndig rådgivning | Asiantunteva neuvonta',
        'ratings',
      ),
      rating('waiting', 'Waiting time | Väntetid | Ventetid | Ventetid | Odotusaika', 'ratings'),
      rating(
        'digital',
        'App and website | App och webb | App og nettside | App og hjemmeside | Sovellus ja verkkosivut',
        'ratings',
      ),
      openAnswer(
        'comment',
        'Comment | Kommentar | Kommentar | Kommentar | Kommentti',
        'Why did you answer as you did? | Varför svarade du så? | Hvorfor svarte du slik? | Hvorfor svarede du sådan? | Miksi vastasit näin?',
      ),
      language(),
      gender(),
      oneOf('age_group', 'Age group | Åldersgrupp | Aldersgruppe | Aldersgruppe | Ikäryhmä', ages, 'customer'),
    ],
    views: [view],
    campaigns: [],
    size,
    responses: () => bankResponses(random.fork('responses'), branches, demoPeriod(today), size),
  }
}

function makeBranches(random: Random): Branch[] {
  return countries.flatMap((country) =>
    country.regions.flatMap((region) =>
      [...Object.keys(region.stores), ...region.towns.slice(0, 4)].map((town) => ({
        path: [country.extName, region.extName, slug(town)] as const,
        title: town,
        size: logNormal(random, 1, 0.9),
        level: 0.25 * random.normal(),
      })),
    ),
  )
}

function branchView(branches: readonly Branch[]): PlannedView {
  const units: PlannedUnit[] = countries.flatMap((country) => [
    { path: [country.extName], title: country.title },
    ...country.regions.map((region) => ({ path: [country.extName, region.extName], title: region.title })),
  ])
  units.push(...branches.map((branch) => ({ path: branch.path, title: { en: branch.title } })))
  const title = inFiveLanguages('Branches | Kontor | Kontorer | Filialer | Konttorit')
  return { extName: 'branches', title, levels: ['country', 'area', 'branch'], units }
}

function choicesAt(view: PlannedView, depth: number) {
  return view.units
    .filter((unit) => unit.path.length === depth)
    .map((unit) => ({ extName: unit.path[depth - 1] ?? '', title: unit.title }))
}

function* bankResponses(
  random: Random,
  branches: readonly Branch[],
  period: DemoPeriod,
  size: number,
): Generator<PlannedResponse> {
  const list = new WeightedList(branches, (branch) => branch.size)
  // Banks are closed at weekends, but their apps are not.
  const days = spreadOverDays(random, size, period.first, period.last, (day) =>
    [0, 6].includes(weekdayOf(day)) ? 0.35 : 1,
  )
  let number = 0
  for (const day of days) yield bankResponse(random, list.pick(random), day, ++number, period)
}

function bankResponse(
  random: Random,
  branch: Branch,
  day: number,
  number: number,
  period: DemoPeriod,
): PlannedResponse {
  const person = makePerson(random, branch.path[0], number)
  const way = ways.pick(random)
  const newApp = day > period.today - 420 ? 0.35 : 0
  const ratings = answerRatings(random, sides, outcomes, {
    halo: random.normal(),
    mood: branch.level - (monthOf(day) === 1 ? 0.1 : 0),
    effect: (side) => (side === 'digital' ? newApp : side === 'waiting' && way === 'phone' ? -0.4 : 0),
  })
  const [country, area, unit] = branch.path
  const answers: PlannedResponse['answers'] = {
    ...{ country, area, branch: unit, met_on: fromDayNumber(day), way },
    ...ratings,
    language: person.language,
    gender: person.gender,
    age_group: person.age < 30 ? '18-29' : person.age < 45 ? '30-44' : person.age < 65 ? '45-64' : '65-',
  }
  if (random.chance(0.4))
    answers['comment'] = writeComment(random, {
      language: person.language,
      overall: ratings['overall'] ?? 7,
      ratings: ratingsByTopic(sides, ratings),
      agent: null,
      minutes: null,
    })
  return {
    foreignId: `B${String(number).padStart(5, '0')}`,
    state: 0,
    eventDate: fromDayNumber(day),
    completedAt: momentOf(random, day),
    answers,
    // Nothing is kept of who answered.
    contact: { language: person.language },
    places: [branch.path],
  }
}
