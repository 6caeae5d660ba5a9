import { periodIndex, periodStart } from '../../../contract/src/periods.ts'
import { toDayNumber } from '../../../contract/src/dates.ts'
import { logNormal } from '../../../server/src/demo/distribution.ts'
import { Random } from '../../../server/src/demo/random.ts'

/** The survey that is measured. */
export const size = {
  regions: 100,
  stores: 5_000,
  categories: 20,
  products: 200,
  channels: 4,
  segments: 6,
  questions: 30,
  months: 66,
} as const

/** In a column of answers: not answered. */
export const missing = 255

/** The share of responses with a comment. */
const commented = 0.1
/** One in so many questions is left out. */
const skipsOneIn = 16

/** Columns of numbers by row: indexes from 0, answers from 0 to 10. */
export interface RowColumns {
  region: Uint16Array
  store: Uint16Array
  category: Uint16Array
  product: Uint16Array
  month: Uint16Array
  /** Days since the first day. */
  day: Uint16Array
  channel: Uint8Array
  segment: Uint8Array
}

/** Responses as columns, stored by store and then by day, as the analytics store keeps them. */
export interface MadeRows {
  count: number
  /** Of the first day (see `toDayNumber`) and the first month (see `periodIndex`). */
  firstDay: number
  firstMonth: number
  columns: RowColumns
  /** The answers to each question. */
  answers: readonly Uint8Array[]
  /** Which comment was written, from 1; 0 for none. */
  comment: Uint8Array
  /** By row the place among all responses by day, from 0; and by that place the row. */
  place: Int32Array
  rowAt: Int32Array
}

/**
 * Makes responses of the months before `today` (ISO): stores differ in size and in what is answered, and who likes one thing
 * likes others. The same arguments make the same rows.
 */
export function makeRows(count: number, today: string): MadeRows {
  const random = new Random('gensvar figures')
  const thisMonth = periodIndex('month', toDayNumber(today))
  const firstMonth = thisMonth - size.months
  const firstDay = toDayNumber(periodStart('month', firstMonth))
  const days = toDayNumber(periodStart('month', thisMonth)) - firstDay
  const { storeOf, starts } = makeStores(random.fork('stores'), count)
  const made: MadeRows = {
    ...{ count, firstDay, firstMonth },
    columns: {
      ...{ region: new Uint16Array(count), store: new Uint16Array(count), category: new Uint16Array(count) },
      ...{ product: new Uint16Array(count), month: new Uint16Array(count), day: new Uint16Array(count) },
      ...{ channel: new Uint8Array(count), segment: new Uint8Array(count) },
    },
    answers: Array.from({ length: size.questions }, () => new Uint8Array(count)),
    ...{ comment: new Uint8Array(count), place: new Int32Array(count), rowAt: new Int32Array(count) },
  }
  const monthOf = Uint16Array.from({ length: days }, (_, day) => periodIndex('month', firstDay + day) - firstMonth)
  const levels = answerLevels(random.fork('answers'))
  const moods = Float64Array.from({ length: size.stores }, () => 2 * random.normal())
  const next = bits(random.int(1, 2 ** 30))
  const { columns, answers } = made
  for (let place = 0; place < count; place++) {
    const store = storeOf[place] ?? 0
    const row = starts[store] ?? 0
    starts[store] = row + 1
    const day = Math.floor((place / count) * days)
    const some = next()
    columns.store[row] = store
    columns.region[row] = Math.floor(store / (size.stores / size.regions))
    columns.product[row] = (some & 0xffff) % size.products
    columns.category[row] = Math.floor((columns.product[row] ?? 0) / (size.products / size.categories))
    columns.day[row] = day
    columns.month[row] = monthOf[day] ?? 0
    columns.channel[row] = (some >>> 16) % size.channels
    columns.segment[row] = (some >>> 20) % size.segments
    made.place[row] = place
    made.rowAt[place] = row
    const other = next()
    made.comment[row] = (other & 0xffff) / 0x10000 < commented ? 1 + ((other >>> 16) % comments.length) : 0
    // Sum of three: near enough to a normal distribution, from 0 to 15.
    const halo = ((other >>> 20) & 7) + ((other >>> 23) & 7) + ((other >>> 26) & 3)
    const level = levels[Math.max(0, Math.min(15, Math.round(halo * 0.9 + (moods[store] ?? 0))))]
    for (let at = 0; at < size.questions; at += 4) {
      const four = next()
      for (let byte = 0; byte < 4 && at + byte < size.questions; byte++) {
        const column = answers[at + byte]
        if (column && level) column[row] = level[(four >>> (8 * byte)) & 255] ?? missing
      }
    }
  }
  return made
}

/** A store for each response by day, and the row at which each store begins. */
function makeStores(random: Random, count: number): { storeOf: Uint16Array; starts: Int32Array } {
  const weights = Float64Array.from({ length: size.stores }, () => logNormal(random, 1, 0.6))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const slots = new Uint16Array(1 << 20)
  let slot = 0
  let reached = 0
  for (const [store, weight] of weights.entries()) {
    reached += weight
    for (const end = (reached / total) * slots.length; slot < end && slot < slots.length; slot++) slots[slot] = store
  }
  const next = bits(random.int(1, 2 ** 30))
  const storeOf = new Uint16Array(count)
  const starts = new Int32Array(size.stores + 1)
  for (let place = 0; place < count; place++) {
    const store = slots[next() >>> 12] ?? 0
    storeOf[place] = store
    starts[store + 1] = (starts[store + 1] ?? 0) + 1
  }
  for (let store = 0; store < size.stores; store++) starts[store + 1] = (starts[store + 1] ?? 0) + (starts[store] ?? 0)
  return { storeOf, starts }
}

/** For each of sixteen moods 256 equally likely answers. */
function answerLevels(random: Random): Uint8Array[] {
  return Array.from({ length: 16 }, (_, level) =>
    Uint8Array.from({ length: 256 }, (_, at) =>
      at % skipsOneIn === 0 ? missing : Math.max(0, Math.min(10, Math.round(4 + level * 0.4 + 1.8 * random.normal()))),
    ),
  )
}

/** Random whole numbers of 32 bits (xorshift); many times as fast as `Random`. */
function bits(seed: number): () => number {
  let state = seed
  return () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
}

/** What people write. */
export const comments = [
  'The staff were friendly and helped me find what I was looking for.',
  'I waited too long at the counter and nobody told me why.',
  'Good choice of products, but the prices have gone up again.',
  'It was hard to find the right shelf, and the signs were not clear.',
  'Quick, clean and easy. I will come back.',
  'The product I had ordered was not there when I came to fetch it.',
  'Nothing to complain about.',
  'The self-checkout did not work and I had to queue twice.',
]
