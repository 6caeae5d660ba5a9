import { fromDayNumber } from '@gensvar/contract/dates'
import { monthOf, weekdayOf } from '../calendar.ts'
import type { DemoPeriod } from '../calendar.ts'
import { logNormal, roundTo, scaleAnswer } from '../distribution.ts'
import type { ScaleShape } from '../distribution.ts'
import { WeightedList, weighted } from '../random.ts'
import type { Random } from '../random.ts'
import { productAreas } from '../texts/products.ts'
import type { PlannedProduct, PlannedProductArea } from '../texts/products.ts'
import type { Customer, Customers } from './customers.ts'
import { drivers, effectsOn } from './stores.ts'
import type { Agent, Driver, Store } from './stores.ts'

/** How somebody shopped. */
export type Channel = 'store' | 'collect' | 'online' | 'phone'

/** A visit before it is asked about. */
export interface Visit {
  day: number
  store: Store
  customer: Customer
  channel: Channel
  /** Null where nobody in particular served, or it is not known who. */
  agent: Agent | null
  area: PlannedProductArea | null
  product: PlannedProduct | null
  /** In minutes; null where there is nothing to wait for. */
  wait: number | null
  amount: number
  /** Day of delivery for what was not taken home at once. */
  delivered: number | null
}

/** The ratings of a visit; what does not apply or was passed over is missing. */
export type Ratings = Partial<Record<Driver | 'overall' | 'expectations' | 'ideal' | 'recommend', number>>

// What a point of each driver does to the whole.
const weights: Readonly<Record<Driver, number>> = {
  helpful: 0.26,
  knowledge: 0.12,
  friendly: 0.14,
  range: 0.2,
  tidy: 0.1,
  value: 0.14,
  checkout: 0.18,
}
const scale = (mean: number, deviation: number, min = 1): ScaleShape => ({ min, max: 10, mean, deviation })
const shapes: Readonly<Record<Driver, ScaleShape>> = {
  helpful: scale(8.1, 1.7),
  knowledge: scale(7.9, 1.7),
  friendly: scale(8.4, 1.5),
  range: scale(7.4, 1.8),
  tidy: scale(8, 1.5),
  value: scale(7.1, 1.8),
  checkout: scale(7.6, 1.9),
}
const staffDrivers: ReadonlySet<Driver> = new Set(['helpful', 'knowledge', 'friendly'])
const notOnline: ReadonlySet<Driver> = new Set(['helpful', 'friendly', 'tidy', 'checkout'])

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
  private readonly stores: WeightedList<Store>
  private readonly customers: Customers
  private readonly period: DemoPeriod

  constructor(random: Random, stores: readonly Store[], customers: Customers, period: DemoPeriod) {
    // The newest store has visitors, but none of them has answered yet.
    const asked = stores.filter((store) => store.opened < period.today - 30)
    this.random = random
    this.stores = new WeightedList(asked, (store) => store.size)
    this.customers = customers
    this.period = period
  }

  /** A visit on a day. */
  on(day: number): Visit {
    const { random } = this
    let store = this.stores.pick(random)
    while (store.opened > day) store = this.stores.pick(random)
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
    const effects = effectsOn(visit.store, visit.day, this.period)
    const halo = 0.8 * random.normal() + 0.6 * visit.customer.taste
    const mood = effects.all + (monthOf(visit.day) === 12 ? -0.12 : 0) + 0.06 * Math.sin((visit.day / 365) * 2 * Math.PI)
    const skill = visit.agent?.skill ?? 0
    const ratings: Ratings = {}
    let whole = 0.2 * halo + 0.38 * random.normal() + 0.6 * mood
    for (const driver of drivers) {
      const served = staffDrivers.has(driver) ? skill : 0
      const waited = driver === 'checkout' && visit.wait !== null ? -0.5 * Math.log(Math.max(1, visit.wait) / 5) : 0
      const z = 0.63 * halo + 0.77 * random.normal() + effects[driver] + served + waited + 0.5 * mood
      whole += weights[driver] * z
      const asked = visit.channel !== 'online' || !notOnline.has(driver)
      if (asked && !random.chance(0.04)) ratings[driver] = scaleAnswer(z, shapes[driver])
    }
    ratings.overall = scaleAnswer(whole, scale(7.8, 1.7))
    if (!random.chance(0.03)) ratings.expectations = scaleAnswer(0.85 * whole + 0.5 * random.normal(), scale(7.4, 1.7))
    if (!random.chance(0.04)) ratings.ideal = scaleAnswer(0.8 * whole + 0.6 * random.normal(), scale(6.9, 1.8))
    if (!random.chance(0.02)) ratings.recommend = scaleAnswer(0.9 * whole + 0.45 * random.normal(), scale(8.4, 2, 0))
    return ratings
  }

  private deliveryOf(day: number, channel: Channel): number | null {
    if (channel !== 'collect' && channel !== 'online') return null
    return Math.min(this.period.last, day + (channel === 'collect' ? this.random.int(1, 3) : this.random.int(2, 6)))
  }

  private waitFor(store: Store, day: number, channel: Channel): number | null {
    if (channel === 'online') return null
    const busy = (weekdayOf(day) === 6 ? 1.35 : 1) * (monthOf(day) === 12 ? 1.4 : 1)
    const usual = channel === 'store' ? 4.6 : channel === 'phone' ? 6 : 2.8
    return Math.min(90, Math.round(logNormal(this.random, usual * busy * effectsOn(store, day, this.period).queue, 0.6)))
  }
}

/** The places of a visit in the two views, `-` where not stated. */
export function placesOf(visit: Visit): string[][] {
  return [
    [visit.store.country, visit.store.region, visit.store.extName, visit.agent?.extName ?? '-'],
    [visit.area?.extName ?? '-', visit.product?.extName ?? '-'],
  ]
}

/** What is known of a visit without asking anybody. */
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
