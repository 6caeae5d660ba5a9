import { fromDayNumber } from '@gensvar/contract/dates'
import { monthOf, weekdayOf } from '../calendar.ts'
import type { DemoPeriod } from '../calendar.ts'
import { logNormal, roundTo } from '../distribution.ts'
import { WeightedList, weighted } from '../random.ts'
import type { Random } from '../random.ts'
import { answerRatings, scaleTo10 } from '../ratings.ts'
import type { Outcome, Side } from '../ratings.ts'
import { productAreas } from '../texts/products.ts'
import type { PlannedProduct, PlannedProductArea } from '../texts/products.ts'
import type { Customer, Customers } from './customers.ts'
import { effectsOn } from './stores.ts'
import type { Agent, Driver, Store } from './stores.ts'

/** How somebody shopped. */
export type Channel = 'store' | 'collect' | 'online' | 'phone'

/** A visit before the survey. */
export interface Visit {
  day: number
  store: Store
  customer: Customer
  channel: Channel
  /** Null if nobody in particular served, or it is not known who. */
  agent: Agent | null
  area: PlannedProductArea | null
  product: PlannedProduct | null
  /** In minutes; null if there is nothing to wait for. */
  wait: number | null
  amount: number
  /** Day of delivery, for goods not taken home at once. */
  delivered: number | null
}

/** The ratings of a visit, without those that do not apply or were skipped. */
export type Ratings = Partial<Record<Driver | 'overall' | 'expectations' | 'ideal' | 'recommend', number>>

const sides: readonly (Side & { variable: Driver })[] = [
  { variable: 'helpful', weight: 0.26, shape: scaleTo10(8.1, 1.7) },
  { variable: 'knowledge', weight: 0.12, shape: scaleTo10(7.9, 1.7) },
  { variable: 'friendly', weight: 0.14, shape: scaleTo10(8.4, 1.5) },
  { variable: 'range', weight: 0.2, shape: scaleTo10(7.4, 1.8) },
  { variable: 'tidy', weight: 0.1, shape: scaleTo10(8, 1.5) },
  { variable: 'value', weight: 0.14, shape: scaleTo10(7.1, 1.8) },
  { variable: 'checkout', weight: 0.18, shape: scaleTo10(7.6, 1.9) },
]
const outcomes: readonly Outcome[] = [
  { variable: 'overall', shape: scaleTo10(7.8, 1.7), follows: 1, missing: 0 },
  { variable: 'expectations', shape: scaleTo10(7.4, 1.7), follows: 0.87, missing: 0.03 },
  { variable: 'ideal', shape: scaleTo10(6.9, 1.8), follows: 0.82, missing: 0.04 },
  { variable: 'recommend', shape: scaleTo10(8.4, 2, 0), follows: 0.9, missing: 0.02 },
]
const staffDrivers: ReadonlySet<string> = new Set(['helpful', 'knowledge', 'friendly'])
const notOnline: ReadonlySet<string> = new Set(['helpful', 'friendly', 'tidy', 'checkout'])

const channels = weighted<Channel>([
  ['store', 0.72],
  ['collect', 0.13],
  ['online', 0.11],
  ['phone', 0.04],
])
const areas = new WeightedList(productAreas, (area) => area.weight)

/** Makes visits to the stores. */
export class Visits {
  private readonly random: Random
  private readonly asked: readonly Store[]
  private readonly stores: WeightedList<Store>
  private readonly customers: Customers
  private readonly period: DemoPeriod

  constructor(random: Random, stores: readonly Store[], customers: Customers, period: DemoPeriod) {
    // None of the newest store's visitors has answered yet.
    this.asked = stores.filter((store) => store.opened < period.today - 30)
    this.random = random
    this.stores = new WeightedList(this.asked, (store) => store.size)
    this.customers = customers
    this.period = period
  }

  /** A visit on a day, to one of the stores that were open. */
  on(day: number): Visit {
    let store = this.stores.pick(this.random)
    while (store.opened > day) store = this.stores.pick(this.random)
    return this.to(store, day)
  }

  /** A visit on a day to the store of an ext name. Throws for one that nobody was asked about. */
  at(extName: string, day: number): Visit {
    const store = this.asked.find((one) => one.extName === extName)
    if (!store) throw new Error(`The demo has no store ${extName}`)
    return this.to(store, day)
  }

  private to(store: Store, day: number): Visit {
    const { random } = this
    const channel = channels.pick(random)
    const area = random.chance(0.02) ? null : areas.pick(random)
    const product = area && random.pick(area.products)
    const known = channel !== 'online' && !random.chance(0.025)
    return {
      day,
      store,
      customer: this.customers.visitor(store, day),
      channel,
      agent: known ? random.pick(store.agents) : null,
      area,
      product,
      wait: this.waitFor(store, day, channel),
      amount: roundTo(logNormal(random, product?.price ?? 40, 0.45), 2),
      delivered: this.deliveryOf(day, channel),
    }
  }

  /** How the visitor rates the visit. */
  rate(visit: Visit): Ratings {
    const { random } = this
    const { store, agent, wait } = visit
    const effects = effectsOn(store, visit.day, this.period)
    const season = (monthOf(visit.day) === 12 ? -0.12 : 0) + 0.06 * Math.sin((visit.day / 365) * 2 * Math.PI)
    const bySide: Readonly<Record<string, number>> = effects
    return answerRatings(random, sides, outcomes, {
      halo: 0.8 * random.normal() + 0.6 * visit.customer.taste,
      mood: effects.all + season,
      effect: (side) => {
        if (visit.channel === 'online' && notOnline.has(side)) return null
        const served = staffDrivers.has(side) ? (agent?.skill ?? 0) : 0
        const waited = side === 'checkout' && wait !== null ? -0.5 * Math.log(Math.max(1, wait) / 5) : 0
        return (bySide[side] ?? 0) + served + waited
      },
    })
  }

  private deliveryOf(day: number, channel: Channel): number | null {
    if (channel !== 'collect' && channel !== 'online') return null
    return Math.min(this.period.last, day + (channel === 'collect' ? this.random.int(1, 3) : this.random.int(2, 6)))
  }

  private waitFor(store: Store, day: number, channel: Channel): number | null {
    if (channel === 'online') return null
    const busy = (weekdayOf(day) === 6 ? 1.35 : 1) * (monthOf(day) === 12 ? 1.4 : 1)
    const usual = channel === 'store' ? 4.6 : channel === 'phone' ? 6 : 2.8
    return Math.min(
      90,
      Math.round(logNormal(this.random, usual * busy * effectsOn(store, day, this.period).queue, 0.6)),
    )
  }
}

/** The places of a visit in the two views, `-` where not stated. */
export function placesOf(visit: Visit): string[][] {
  return [
    [visit.store.country, visit.store.region, visit.store.extName, visit.agent?.extName ?? '-'],
    [visit.area?.extName ?? '-', visit.product?.extName ?? '-'],
  ]
}

/** What is known about a visit without asking the visitor. */
export function knownAnswers(visit: Visit): Record<string, string | number> {
  const { store, customer } = visit
  return {
    country: store.country,
    region: store.region,
    store: store.extName,
    ...(visit.agent && { agent: visit.agent.extName }),
    ...(visit.area && visit.product && { product_area: visit.area.extName, product: visit.product.extName }),
    visited_on: fromDayNumber(visit.day),
    channel: visit.channel,
    customer: `${customer.firstName} ${customer.lastName}`,
    email: customer.email,
    phone: customer.phone,
    language: customer.language,
    gender: customer.gender,
    city: customer.city,
    membership: customer.membership,
    ...(customer.memberSince && { member_since: customer.memberSince }),
    ...(visit.delivered !== null && { delivered_on: fromDayNumber(visit.delivered) }),
  }
}
