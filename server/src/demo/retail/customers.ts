import { fromDayNumber } from '@gensvar/contract/dates'
import { makePerson } from '../person.ts'
import type { Person } from '../person.ts'
import { weighted } from '../random.ts'
import type { Random } from '../random.ts'
import { countries } from '../texts/places.ts'
import type { Store } from './stores.ts'

/** A customer of the shops. */
export interface Customer extends Person {
  city: string
  membership: 'none' | 'member' | 'gold'
  /** ISO date; null for those who are not members. */
  memberSince: string | null
}

const remembered = 300
const memberships = weighted<Customer['membership']>([
  ['none', 0.34],
  ['member', 0.52],
  ['gold', 0.14],
])

/** Generates customers, some of whom return to the store they visited before. */
export class Customers {
  private readonly random: Random
  private readonly known = new Map<Store, Customer[]>()
  private readonly places: ReadonlyMap<string, readonly string[]>
  private count = 0

  constructor(random: Random) {
    this.random = random
    this.places = new Map(
      countries.flatMap((country) =>
        country.regions.map((region) => [region.extName, [...Object.keys(region.stores), ...region.towns]]),
      ),
    )
  }

  /** The customer of a visit to a store on a day. */
  visitor(store: Store, day: number): Customer {
    const seen = this.known.get(store) ?? []
    if (seen.length > 20 && this.random.chance(0.2)) return this.random.pick(seen)
    const customer = this.makeCustomer(store, day)
    if (seen.length < remembered) seen.push(customer)
    else seen[this.random.int(0, remembered - 1)] = customer
    this.known.set(store, seen)
    return customer
  }

  private makeCustomer(store: Store, day: number): Customer {
    const person = makePerson(this.random, store.country, ++this.count)
    const membership = memberships.pick(this.random)
    const since = day - Math.floor(this.random.next() ** 1.7 * 3800) - 1
    return {
      ...person,
      city: this.random.chance(0.6) ? store.city : this.random.pick(this.places.get(store.region) ?? [store.city]),
      membership,
      memberSince: membership === 'none' ? null : fromDayNumber(since),
    }
  }
}
