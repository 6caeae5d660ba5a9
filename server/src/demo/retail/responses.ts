import { fromDayNumber } from '@gensvar/contract/dates'
import { demoStore } from '../accounts/users.ts'
import { momentOf, reactTo } from '../aftermath.ts'
import { spreadOverDays } from '../calendar.ts'
import type { DemoPeriod } from '../calendar.ts'
import { ratingsByTopic, writeComment, writeFollowUp, writeImprovement } from '../comments.ts'
import type { Experience } from '../comments.ts'
import { roundTo } from '../distribution.ts'
import type { PlannedAlert, PlannedAnswer, PlannedRecipient, PlannedRecord, PlannedResponse } from '../plan.ts'
import { WeightedList, weighted } from '../random.ts'
import type { Random } from '../random.ts'
import { productAreas } from '../texts/products.ts'
import { followUps, unhappyAlert } from './alerts.ts'
import { drivers } from './stores.ts'
import { knownAnswers, placesOf } from './visits.ts'
import type { Ratings, Visit, Visits } from './visits.ts'

/** Ext names of the campaigns the responses come from. */
export const retailCampaigns = {
  email: 'after_visit',
  sms: 'after_visit_sms',
  members: 'winter_members',
  offer: 'autumn_offer',
} as const

/** Number of rows of each kind. */
export interface RetailSize {
  completed: number
  /** Completed, but by bots; the survey's hidden filter excludes them. */
  spam: number
  /** Asked in the last year without an answer. */
  samples: number
}

/** Ratings of somebody who did not find what they came for. */
const unhappyRatings: Ratings = { range: 2, value: 4, overall: 2, expectations: 2, ideal: 3, recommend: 2 }

const purposes = ['buy', 'look', 'advice', 'return'] as const
const topics = drivers.map((variable) => ({ variable, topic: variable === 'checkout' ? ('wait' as const) : variable }))
const allProducts = productAreas.flatMap((area) => area.products)
const sampleStates = weighted<1 | 2 | 3 | 4>([
  [2, 0.7],
  [3, 0.12],
  [4, 0.08],
  [1, 0.1],
])

/** Every row of the retail survey: answered ones in order of time, then unanswered ones. */
export function* retailResponses(
  random: Random,
  visits: Visits,
  period: DemoPeriod,
  size: RetailSize,
): Generator<PlannedResponse> {
  const answered = size.completed + size.spam
  const days = spreadOverDays(random, answered, period.first, period.last)
  const spamEvery = size.spam > 0 ? Math.floor(answered / size.spam) : Infinity
  let number = 0
  let spam = 0
  for (const day of days) {
    const isSpam = spam < size.spam && (number + 1) % spamEvery === 0
    if (isSpam) spam++
    number++
    // One of the last was unhappy, so that there is an alert that is new to the store's manager.
    const isUnhappy = number === days.length - 1
    const visit = isUnhappy ? visits.at(demoStore.store, day) : visits.on(day)
    if (isSpam) yield spamResponse(random, visit, number)
    else yield completedResponse(random, visit, isUnhappy ? unhappyRatings : visits.rate(visit), number, period)
  }
  // Anybody asked in the last year may not have answered; the newest visitors have not been asked yet.
  const asked = new WeightedList(
    days.filter((day) => day > period.today - 365),
    () => 1,
  )
  for (let made = 0; made < size.samples; made++)
    yield sampleResponse(random, visits.on(asked.pick(random)), ++number, period)
}

function completedResponse(
  random: Random,
  visit: Visit,
  ratings: Ratings,
  number: number,
  period: DemoPeriod,
): PlannedResponse {
  const answers: Record<string, PlannedAnswer> = { ...knownAnswers(visit), ...ratings }
  const bought = random.chance(0.8)
  answers['purpose'] = purposes.filter((purpose) => (purpose === 'buy' ? bought : random.chance(0.22)))
  if (answers['purpose'].length === 0) answers['purpose'] = ['look']
  if (!random.chance(0.08)) answers['age'] = visit.customer.age
  if (visit.wait !== null && !random.chance(0.05)) answers['wait_minutes'] = visit.wait
  if (bought) {
    answers['amount'] = visit.amount
    answers['receipt'] = `R-${String(100_000 + number)}`
  }
  const experience = experienceOf(visit, ratings)
  const extreme = experience.overall <= 5 || experience.overall === 10
  if (random.chance(extreme ? 0.56 : 0.39)) answers['comment'] = writeComment(random, experience)
  if (random.chance(experience.overall <= 7 ? 0.34 : 0.16)) answers['improve'] = writeImprovement(random, experience)
  const alert = unhappy(ratings) ? unhappyAlert(random, visit, period.today) : null
  return {
    foreignId: `V${String(number).padStart(6, '0')}`,
    state: 0,
    eventDate: fromDayNumber(visit.day),
    completedAt: momentOf(random, Math.min(visit.day + Math.floor(random.next() ** 2 * 5), period.last)),
    answers,
    contact: contactOf(visit),
    places: placesOf(visit),
    alerts: alert ? [alert] : [],
    comments: alert ? followUps(alert, visit, period.today) : [],
    recipients: invitations(random, visit, true, period),
    records: [...basket(random, visit, bought, period.today), ...(alert ? contacts(random, visit, alert) : [])],
  }
}

/** The rule `overall <= 3 or recommend <= 4` of the configuration. */
function unhappy(ratings: Ratings): boolean {
  return (ratings.overall ?? 10) <= 3 || (ratings.recommend ?? 10) <= 4
}

function spamResponse(random: Random, visit: Visit, number: number): PlannedResponse {
  const ratings = Object.fromEntries(drivers.map((driver) => [driver, 10]))
  return {
    foreignId: `V${String(number).padStart(6, '0')}`,
    state: 0,
    eventDate: fromDayNumber(visit.day),
    completedAt: momentOf(random, visit.day),
    answers: {
      ...knownAnswers(visit),
      ...ratings,
      overall: 10,
      recommend: 10,
      spam: '1',
      comment: `Win a voucher now: https://example.org/offer/${random.int(1000, 9999)}`,
    },
    contact: contactOf(visit),
    places: placesOf(visit),
  }
}

function sampleResponse(random: Random, visit: Visit, number: number, period: DemoPeriod): PlannedResponse {
  const fresh = visit.day > period.today - 10
  return {
    foreignId: `V${String(number).padStart(6, '0')}`,
    state: fresh && random.chance(0.5) ? 1 : sampleStates.pick(random),
    eventDate: fromDayNumber(visit.day),
    completedAt: null,
    answers: knownAnswers(visit),
    contact: contactOf(visit),
    places: placesOf(visit),
    recipients: invitations(random, visit, false, period),
  }
}

function contactOf(visit: Visit): Record<string, string> {
  const { firstName, lastName, email, phone, language } = visit.customer
  return { name: `${firstName} ${lastName}`, email, phone, language }
}

function experienceOf(visit: Visit, ratings: Ratings): Experience {
  return {
    language: visit.customer.language,
    overall: ratings.overall ?? 7,
    ratings: ratingsByTopic(topics, ratings),
    agent: visit.agent?.firstName ?? null,
    minutes: visit.wait,
  }
}

function invitations(random: Random, visit: Visit, completed: boolean, period: DemoPeriod): PlannedRecipient[] {
  const { today } = period
  if (visit.day < today - 365 || (completed && random.chance(0.3))) return []
  const offers = offerTo(random, visit, completed, today)
  const viaSms = random.chance(0.25)
  const campaign = viaSms ? retailCampaigns.sms : retailCampaigns.email
  const asked = visit.day + 1
  const first = reactTo(random, { campaign, wave: 1, completed, opens: !viaSms, day: asked, today })
  const sent = [...offers, first]
  if (!completed && !viaSms && asked + 7 <= today && random.chance(0.5))
    sent.push(reactTo(random, { campaign, wave: 2, completed, opens: true, day: asked + 7, today }))
  // The members' campaign started yesterday and is still going out.
  if (!completed && visit.customer.membership !== 'none' && visit.day > today - 120)
    sent.push(
      reactTo(random, {
        campaign: retailCampaigns.members,
        wave: 1,
        completed,
        opens: true,
        day: today - random.int(0, 1),
        today,
      }),
    )
  return sent
}

/** Members who came in a fortnight of the autumn were written to once. */
function offerTo(random: Random, visit: Visit, completed: boolean, today: number): PlannedRecipient[] {
  const isInvited = visit.customer.membership !== 'none' && visit.day > today - 90 && visit.day <= today - 76
  if (!isInvited) return []
  const own = random.fork(`offer ${visit.customer.email} ${visit.day}`)
  const reaction = { campaign: retailCampaigns.offer, wave: 1, completed, opens: true, day: today - 70, today }
  return [reactTo(own, reaction)]
}

function basket(random: Random, visit: Visit, bought: boolean, today: number): PlannedRecord[] {
  const { product, area } = visit
  if (!bought || !product || !area || visit.day < today - 500 || !random.chance(0.2)) return []
  const language = visit.customer.language
  const others = Array.from({ length: random.int(0, 3) }, () =>
    random.pick(random.chance(0.6) ? area.products : allProducts),
  )
  return [product, ...others].map((item) => ({
    recordset: 'basket',
    cells: {
      product: item.title[language] ?? item.extName,
      amount: roundTo(item.price * (0.8 + 0.5 * random.next()), 2),
    },
  }))
}

function contacts(random: Random, visit: Visit, alert: PlannedAlert): PlannedRecord[] {
  if (alert.state === 2 || !random.chance(0.3)) return []
  const contacted = (alert.closedAt ?? alert.createdAt).slice(0, 10)
  const note = writeFollowUp(random, visit.customer.language)
  return [
    { recordset: 'contacts', cells: { contacted_on: contacted, channel: random.pick(['phone', 'online']), note } },
  ]
}
