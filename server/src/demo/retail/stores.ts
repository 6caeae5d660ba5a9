import type { DemoPeriod } from '../calendar.ts'
import { logNormal, ramp } from '../distribution.ts'
import type { Random } from '../random.ts'
import { slug } from '../slug.ts'
import { namesByCountry } from '../texts/people.ts'
import type { Country } from '../texts/people.ts'
import { countries } from '../texts/places.ts'
import { improvedOn } from './improvements.ts'

/** What visitors rate, besides overall satisfaction. */
export const drivers = ['helpful', 'knowledge', 'friendly', 'range', 'tidy', 'value', 'checkout'] as const

/** One of the rated aspects of a visit. */
export type Driver = (typeof drivers)[number]

/** How far from average something is, by driver, in standard deviations. */
export type Effects = Readonly<Record<Driver, number>>

/** Somebody who serves in a store. */
export interface Agent {
  extName: string
  firstName: string
  lastName: string
  /** Effect on how the staff are rated. */
  skill: number
}

/** A store, with its differences from the others. */
export interface Store {
  extName: string
  title: string
  aliases: readonly string[]
  country: Country
  region: string
  city: string
  /** Day number of the opening. */
  opened: number
  /** Share of the trade; 1 is usual. */
  size: number
  effects: Effects
  /** Change per year, in standard deviations. */
  slope: number
  /** Waiting time as a multiple of the usual one. */
  queue: number
  agents: readonly Agent[]
}

const agentCount = 600
const agentsOfNewStore = 5
/** Opened last week: nobody has answered yet. */
const newStore = 'tampere-ratina'
/** Opened during the three years. */
const lateStores: Readonly<Record<string, number>> = { 'malmo-hyllie': 400, 'oslo-alna': 650, 'kobenhavn-amager': 820 }
/** Had another name before, which old lists still use. */
const formerNames: Readonly<Record<string, string>> = { 'goteborg-nordstan': 'goteborg-femman' }
/** Weak until its staff were trained. */
const trainedStore = 'malmo-triangeln'
/** Lost staff in the last months. */
const fallingRegion = 'no-west'

const regionLevel: Readonly<Record<string, number>> = {
  'se-north': 0.18,
  'se-east': -0.12,
  'se-west': 0.02,
  'se-south': 0,
  'no-east': -0.06,
  'no-west': 0.1,
  'no-north': 0.14,
  'dk-east': -0.1,
  'dk-jutland': 0.1,
  'fi-south': 0,
  'fi-west': 0.08,
  'fi-north': 0.16,
}

/** The eighty stores with their six hundred agents. */
export function makeStores(random: Random, period: DemoPeriod): Store[] {
  const bare = countries.flatMap((country) =>
    country.regions.flatMap((region) =>
      Object.entries(region.stores).flatMap(([city, districts]) =>
        districts.map((district) =>
          makeStore(random, period, { country: country.extName, region: region.extName, city, district }),
        ),
      ),
    ),
  )
  const shares = shareAgents(bare)
  let number = 0
  return bare.map((store, index) => ({
    ...store,
    agents: Array.from({ length: shares[index] ?? 0 }, () => makeAgent(random, store.country, ++number)),
  }))
}

/** A store's differences on a day: its own level, its slow trend and its events. */
export function effectsOn(store: Store, day: number, period: DemoPeriod): Effects & { all: number; queue: number } {
  const years = (day - period.first) / 365
  const fall = store.region === fallingRegion ? ramp(day, period.today - 170, period.today - 15) : 0
  const training = store.extName === trainedStore ? ramp(day, period.today - 240, period.today - 190) : 0
  const improved = improvedOn(store.extName, day, period.today)
  const effects = { ...store.effects }
  for (const driver of drivers) effects[driver] += improved.effects[driver] ?? 0
  return {
    ...effects,
    helpful: effects.helpful - 0.75 * fall + 1.2 * training,
    knowledge: effects.knowledge + 1.5 * training,
    tidy: effects.tidy - 0.4 * fall,
    all: (store.slope + 0.04) * years - 0.3 * fall + 0.35 * training,
    queue: store.queue * (1 + 1.3 * fall) * improved.queue,
  }
}

function makeStore(
  random: Random,
  period: DemoPeriod,
  at: { country: Country; region: string; city: string; district: string },
): Omit<Store, 'agents'> {
  const title = `${at.city} ${at.district}`
  const extName = slug(title)
  const level = (regionLevel[at.region] ?? 0) + 0.2 * random.normal()
  const own = (): number => level + 0.16 * random.normal()
  const weak = extName === trainedStore
  const former = formerNames[extName]
  return {
    extName,
    title,
    aliases: former ? [former] : [],
    country: at.country,
    region: at.region,
    city: at.city,
    opened: openedOn(random, extName, period),
    size: logNormal(random, 1, 0.35),
    effects: {
      helpful: own() - (weak ? 0.9 : 0),
      knowledge: own() - (weak ? 1.1 : 0),
      friendly: own(),
      range: own() + 0.15 * random.normal(),
      tidy: own() + 0.15 * random.normal(),
      value: own(),
      checkout: own(),
    },
    slope: 0.07 * random.normal(),
    queue: logNormal(random, 1, 0.2),
  }
}

function openedOn(random: Random, extName: string, period: DemoPeriod): number {
  const usual = period.first - random.int(200, 7000)
  if (extName === newStore) return period.today - 6
  const late = lateStores[extName]
  return late === undefined ? usual : period.first + late
}

/** Agents per store, in proportion to its size; at least four. The numbers add up. */
function shareAgents(stores: readonly Omit<Store, 'agents'>[]): number[] {
  const counted = stores.map((store) => ({ fixed: store.extName === newStore, size: store.size }))
  const total = counted.reduce((sum, store) => sum + (store.fixed ? 0 : store.size), 0)
  const free = agentCount - agentsOfNewStore - 4 * (stores.length - 1)
  const shares = counted.map((store) => (store.fixed ? agentsOfNewStore : 4 + Math.floor((free * store.size) / total)))
  let left = agentCount - shares.reduce((sum, share) => sum + share, 0)
  for (let index = 0; left > 0; index = (index + 1) % shares.length)
    if (!counted[index]?.fixed) {
      shares[index] = (shares[index] ?? 0) + 1
      left--
    }
  return shares
}

function makeAgent(random: Random, country: Country, number: number): Agent {
  const names = namesByCountry[country]
  return {
    extName: `a${String(number).padStart(3, '0')}`,
    firstName: random.pick(random.chance(0.55) ? names.female : names.male),
    lastName: random.pick(names.last),
    skill: 0.28 * random.normal(),
  }
}
