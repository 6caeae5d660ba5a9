import { fromDayNumber } from '@gensvar/contract/dates'
import { momentOf } from '../aftermath.ts'
import { demoPeriod, monthOf } from '../calendar.ts'
import type { DemoPeriod } from '../calendar.ts'
import { ratingsByTopic, writeComment } from '../comments.ts'
import { readConfiguration } from '../configuration.ts'
import { makePerson } from '../person.ts'
import type { PlannedResponse, PlannedSurvey } from '../plan.ts'
import { dateOf, gender, language, oneOf, oneOfList, openAnswer, overall, rating, recommend } from '../questions.ts'
import { Random, weighted } from '../random.ts'
import { answerRatings, scaleTo10 } from '../ratings.ts'
import type { Outcome, Side } from '../ratings.ts'
import { choicesOf, inFiveLanguages } from '../texts/five-languages.ts'
import type { Topic } from '../texts/phrase-bank.ts'
import { branchView, choicesAt, makeBranches } from './branches.ts'
import { planMeetings } from './meetings.ts'
import type { Meeting } from './meetings.ts'

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
/** Share of people who write a comment. */
const commentShare = 0.25

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

type Age = keyof typeof ages

const segments = {
  private: 'Private customer | Privatkund | Privatkunde | Privatkunde | Henkilöasiakas',
  premium: 'Private banking | Private banking | Private banking | Private banking | Private banking',
  business: 'Business customer | Företagskund | Bedriftskunde | Erhvervskunde | Yritysasiakas',
}
type Segment = keyof typeof segments

// The kind of customer depends on age, so that background questions are correlated.
const segmentsByAge: Readonly<Record<Age, { pick(random: Random): Segment }>> = {
  '18-29': weighted<Segment>([
    ['private', 0.92],
    ['premium', 0.02],
    ['business', 0.06],
  ]),
  '30-44': weighted<Segment>([
    ['private', 0.72],
    ['premium', 0.08],
    ['business', 0.2],
  ]),
  '45-64': weighted<Segment>([
    ['private', 0.6],
    ['premium', 0.16],
    ['business', 0.24],
  ]),
  '65-': weighted<Segment>([
    ['private', 0.76],
    ['premium', 0.2],
    ['business', 0.04],
  ]),
}

/** How far from average an aspect is for some customers, in standard deviations. */
const effects: Readonly<Record<Age | Segment | 'phone', Partial<Record<string, number>>>> = {
  '18-29': { digital: 0.35, waiting: -0.15 },
  '30-44': { digital: 0.15, waiting: -0.1 },
  '45-64': {},
  '65-': { digital: -0.5, helpful: 0.25, waiting: 0.15 },
  private: {},
  premium: { helpful: 0.4, knowledge: 0.35, waiting: 0.3 },
  business: { waiting: -0.3, knowledge: -0.15 },
  phone: { waiting: -0.4 },
}

/**
 * The bank's anonymous survey, as it looks on a date (ISO), with a share of its usual answers. The same date and share
 * give the same rows.
 */
export function planBank(today: string, share = 1): PlannedSurvey {
  const random = new Random('gensvar bank')
  const branches = makeBranches(random.fork('branches'))
  const view = branchView(branches)
  const period = demoPeriod(today)
  const meetings = planMeetings(random.fork('meetings'), branches, period.today, share)
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
      oneOf('segment', 'Customer type | Kundtyp | Kundetype | Kundetype | Asiakastyyppi', segments, 'customer'),
    ],
    views: [view],
    campaigns: [],
    size: meetings.length,
    responses: () => bankResponses(random.fork('responses'), meetings, period),
  }
}

function* bankResponses(random: Random, meetings: readonly Meeting[], period: DemoPeriod): Generator<PlannedResponse> {
  let number = 0
  for (const meeting of meetings) yield bankResponse(random, meeting, ++number, period)
}

function bankResponse(random: Random, { branch, day }: Meeting, number: number, period: DemoPeriod): PlannedResponse {
  const person = makePerson(random, branch.path[0], number)
  const way = ways.pick(random)
  const age = ageGroup(person.age)
  const segment = segmentsByAge[age].pick(random)
  const newApp = day > period.today - 420 ? 0.35 : 0
  const years = (day - period.today) / 365
  const ratings = answerRatings(random, sides, outcomes, {
    halo: random.normal(),
    mood: branch.level + branch.drift * years - (monthOf(day) === 1 ? 0.1 : 0),
    effect: (side) =>
      (side === 'digital' ? newApp : 0) +
      (effects[age][side] ?? 0) +
      (effects[segment][side] ?? 0) +
      (way === 'phone' ? (effects.phone[side] ?? 0) : 0),
  })
  const [country, area, unit] = branch.path
  const answers: PlannedResponse['answers'] = {
    ...{ country, area, branch: unit, met_on: fromDayNumber(day), way },
    ...ratings,
    ...{ language: person.language, gender: person.gender, age_group: age, segment },
  }
  if (random.chance(commentShare))
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
    // Nothing is stored about who answered.
    contact: { language: person.language },
    places: [branch.path],
  }
}

function ageGroup(age: number): Age {
  if (age < 30) return '18-29'
  if (age < 45) return '30-44'
  return age < 65 ? '45-64' : '65-'
}
