/**
 * Random numbers that are the same on every machine for the same seed (the generator sfc32). Not for secrets.
 * `fork` gives an independent stream per purpose, so that a change in one place does not change the others.
 */
export class Random {
  private readonly seed: string
  private a: number
  private b: number
  private c: number
  private counter = 1

  constructor(seed: string) {
    this.seed = seed
    const hash = hashText(seed)
    this.a = hash
    this.b = mix(hash ^ 0x9e3779b9)
    this.c = mix(hash ^ 0x243f6a88)
    for (let round = 0; round < 12; round++) this.next()
  }

  /** An independent stream that depends only on this one's seed and the label. */
  fork(label: string): Random {
    return new Random(`${this.seed}/${label}`)
  }

  /** Uniform from 0 (included) to 1 (excluded). */
  next(): number {
    const sum = (((this.a + this.b) | 0) + this.counter) | 0
    this.counter = (this.counter + 1) | 0
    this.a = this.b ^ (this.b >>> 9)
    this.b = (this.c + (this.c << 3)) | 0
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0
    return (sum >>> 0) / 4_294_967_296
  }

  /** A whole number from `from` to `to`, both included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1))
  }

  /** True with the given probability. */
  chance(probability: number): boolean {
    return this.next() < probability
  }

  /** Normally distributed, mean 0 and standard deviation 1 (Box and Muller). */
  normal(): number {
    return Math.sqrt(-2 * Math.log(1 - this.next())) * Math.cos(2 * Math.PI * this.next())
  }

  /** One of a list's elements, all equally likely. Throws on an empty list. */
  pick<T>(list: readonly T[]): T {
    const found = list[Math.floor(this.next() * list.length)]
    if (found === undefined) throw new RangeError('There is nothing to pick from')
    return found
  }
}

/** Picks elements in proportion to their weights (not negative). */
export class WeightedList<T> {
  private readonly items: readonly T[]
  private readonly ends: Float64Array

  constructor(items: readonly T[], weightOf: (item: T) => number) {
    this.items = items
    this.ends = new Float64Array(items.length)
    let end = 0
    items.forEach((item, index) => (this.ends[index] = end += weightOf(item)))
    if (!(end > 0)) throw new RangeError('No element has a weight')
  }

  pick(random: Random): T {
    const at = random.next() * (this.ends.at(-1) ?? 0)
    let low = 0
    let high = this.ends.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.ends[middle] ?? 0) > at) high = middle
      else low = middle + 1
    }
    return this.items[low] as T
  }
}

/** A list of `[value, weight]` pairs to pick from. */
export function weighted<T>(pairs: readonly (readonly [T, number])[]): { pick(random: Random): T } {
  const list = new WeightedList(pairs, ([, weight]) => weight)
  return { pick: (random) => list.pick(random)[0] }
}

function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  return mix(hash)
}

function mix(value: number): number {
  let mixed = Math.imul(value ^ (value >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) | 0
}
