import { cholesky, dot, solveLower, solveUpper } from './cholesky.ts'
import type { Square } from './cholesky.ts'

/** An observed figure: the mean over `size` answers, of which those of `members` are unknown. */
export interface Figure {
  members: readonly number[]
  size: number
  /** The mean without the contribution of the known answers. */
  value: number
  noiseVariance: number
}

/** The prior of the answers: independent except for effects that people share. */
export interface Prior {
  mean: number
  /** Variance of a person's answer around its effects. */
  ownVariance: number
  /** Variance of every effect. */
  effects: readonly number[]
  /** Effects in a person's answer. */
  effectsOf(person: number): readonly number[]
}

/** The population to estimate: people share figures mostly with others of the same block. */
export interface Estimation {
  people: readonly number[]
  /** Block of a person, from 0. Figures over several blocks are expensive: there should be few. */
  blockOf(person: number): number
  figures: readonly Figure[]
  prior: Prior
  /** People whose answers are wanted; everybody if missing. */
  wanted?: ReadonlySet<number>
}

/** The best linear estimate of an answer, and the variance of its error. */
export interface Estimate {
  mean: number
  variance: number
}

/** People of one block who are in the same figures and share the same effects, so that they have the same estimate. */
interface PeopleClass {
  people: number[]
  /** The block's own figures they are in, and those over several blocks, by their places in their lists. */
  own: readonly number[]
  wide: readonly number[]
  effects: readonly number[]
}

interface Block {
  figures: Figure[]
  classes: Map<number, PeopleClass>
}

/**
 * The optimal linear estimate of everybody's answer from figures (with Gaussian answers: the exact posterior). Figures
 * within a block are solved block by block, then figures over several blocks and the shared effects.
 */
export function estimateAnswers(estimation: Estimation): Map<number, Estimate> {
  const { prior, wanted } = estimation
  const { blocks, wide } = sortIntoBlocks(estimation)
  const border = new Border(wide, prior)
  const solved = [...blocks.values()].map((block) => new SolvedBlock(block, border, prior))
  border.solve()
  const estimates = new Map<number, Estimate>()
  for (const block of solved)
    for (const one of block.classes) {
      const people = wanted ? one.people.filter((person) => wanted.has(person)) : one.people
      if (people.length === 0) continue
      const estimate = block.estimate(one)
      for (const person of people) estimates.set(person, estimate)
    }
  return estimates
}

function sortIntoBlocks({ people, blockOf, figures, prior }: Estimation): {
  blocks: Map<number, Block>
  wide: Figure[]
} {
  const blocks = new Map<number, Block>()
  for (const person of people) {
    const at = blockOf(person)
    if (!blocks.has(at)) blocks.set(at, { figures: [], classes: new Map() })
  }
  const wide: Figure[] = []
  const own = new Map<number, number[]>(people.map((person) => [person, []]))
  const across = new Map<number, number[]>(people.map((person) => [person, []]))
  for (const figure of figures) {
    const [first] = figure.members
    if (first === undefined) continue
    const block = blockOf(first)
    const isOwn = figure.members.every((member) => blockOf(member) === block)
    const list = isOwn ? (blocks.get(block)?.figures ?? []) : wide
    for (const member of figure.members) (isOwn ? own : across).get(member)?.push(list.length)
    list.push(figure)
  }
  for (const person of people) {
    const [ownOf, acrossOf, effects] = [own.get(person) ?? [], across.get(person) ?? [], prior.effectsOf(person)]
    const key = hashOf(ownOf, acrossOf, effects)
    const classes = blocks.get(blockOf(person))?.classes
    const known = classes?.get(key)
    if (known) known.people.push(person)
    else classes?.set(key, { people: [person], own: ownOf, wide: acrossOf, effects })
  }
  return { blocks, wide }
}

/** A 53-bit hash of a list. */
function hashOf(...lists: (readonly number[])[]): number {
  let high = 0x9e3779b9
  let low = 0x243f6a88
  for (const list of lists) {
    for (const value of list) {
      high = Math.imul(high ^ value, 0x85ebca6b)
      high ^= high >>> 13
      low = Math.imul(low ^ (value + 0x51ed270b), 0xc2b2ae35)
      low ^= low >>> 15
    }
    high = Math.imul(high ^ 0xffff, 0x27d4eb2f)
    low = Math.imul(low ^ 0xfffe, 0x165667b1)
  }
  return (high >>> 0) * 0x200000 + ((low >>> 0) >>> 11)
}

/** Figures over several blocks and the shared effects, updated by the blocks' own figures. */
class Border {
  readonly count: number
  readonly effects: number
  readonly figures: readonly Figure[]
  /** Covariance of the wide figures without the effects. */
  readonly covariance: Square
  /** Weight of each effect in each wide figure, a row per figure. */
  readonly loadings: Float64Array
  /** Values of the wide figures minus their expectations. */
  readonly values: Float64Array
  /** Precision of the effects, and the precision times their mean. */
  readonly precision: Square
  readonly pull: Float64Array

  constructor(figures: readonly Figure[], prior: Prior) {
    this.figures = figures
    this.count = figures.length
    this.effects = prior.effects.length
    this.covariance = new Float64Array(this.count * this.count)
    this.loadings = new Float64Array(this.count * this.effects)
    this.values = Float64Array.from(figures, ({ value, members, size }) => value - (prior.mean * members.length) / size)
    this.precision = new Float64Array(this.effects * this.effects)
    this.pull = new Float64Array(this.effects)
    figures.forEach(({ noiseVariance }, at) => (this.covariance[at * this.count + at] = noiseVariance))
    prior.effects.forEach((variance, at) => (this.precision[at * this.effects + at] = 1 / Math.max(variance, 1e-9)))
  }

  /** One person's share in each of the wide figures. */
  sharesOf(places: readonly number[]): Float64Array {
    return Float64Array.from(places, (at) => 1 / (this.figures[at]?.size ?? 1))
  }

  /** Solves for the wide figures and the effects, once every block has been added. */
  solve(): void {
    const { count, effects, covariance, loadings, values, precision, pull } = this
    cholesky(covariance, count)
    solveLower(covariance, count, values)
    for (const column of columnsOf(loadings, count, effects)) {
      solveLower(covariance, count, column.values)
      column.write()
    }
    for (let row = 0; row < count; row++) {
      const seen = loadings.subarray(row * effects, (row + 1) * effects)
      addOuter(precision, seen, seen, 1)
      addScaled(pull, seen, values[row] as number)
    }
    cholesky(precision, effects)
    solveLower(precision, effects, pull)
    solveUpper(precision, effects, pull)
  }
}

/** A block whose own figures are taken into account. */
class SolvedBlock {
  readonly classes: readonly PeopleClass[]
  private readonly figures: readonly Figure[]
  private readonly border: Border
  private readonly prior: Prior
  private readonly size: number
  private readonly lower: Square
  /** L^-1 times the figures' values, their covariance with the wide figures, and the weights of effects in them. */
  private readonly values: Float64Array
  private readonly wide: readonly Float64Array[]
  private readonly loadings: readonly Float64Array[]

  constructor(block: Block, border: Border, prior: Prior) {
    this.classes = [...block.classes.values()]
    this.figures = block.figures
    this.border = border
    this.prior = prior
    const size = (this.size = block.figures.length)
    this.lower = new Float64Array(size * size)
    this.values = Float64Array.from(
      block.figures,
      ({ value, members, size: n }) => value - (prior.mean * members.length) / n,
    )
    this.wide = Array.from({ length: border.count }, () => new Float64Array(size))
    this.loadings = Array.from({ length: border.effects }, () => new Float64Array(size))
    block.figures.forEach(({ noiseVariance }, at) => (this.lower[at * size + at] = noiseVariance))
    for (const one of this.classes) this.addClass(one)
    cholesky(this.lower, size)
    solveLower(this.lower, size, this.values)
    for (const column of [...this.wide, ...this.loadings]) solveLower(this.lower, size, column)
    this.tellBorder()
  }

  /** Posterior mean and variance of any person of a class. */
  estimate({ own, wide, effects }: PeopleClass): Estimate {
    const { border, prior, size } = this
    const variance = prior.ownVariance
    const withOwn = new Float64Array(size)
    for (const at of own) withOwn[at] = variance / (this.figures[at]?.size ?? 1)
    solveLower(this.lower, size, withOwn, own[0] ?? size)
    const withWide = minusProducts(this.wide, withOwn)
    for (const at of wide) withWide[at] = (withWide[at] as number) + variance / (border.figures[at]?.size ?? 1)
    solveLower(border.covariance, border.count, withWide)
    const withEffects = minusProducts(this.loadings, withOwn)
    for (const effect of effects) withEffects[effect] = (withEffects[effect] as number) + 1
    for (let row = 0; row < border.count; row++)
      for (let effect = 0; effect < border.effects; effect++)
        withEffects[effect] =
          (withEffects[effect] as number) -
          (border.loadings[row * border.effects + effect] as number) * (withWide[row] as number)
    const mean = prior.mean + dot(withOwn, this.values) + dot(withWide, border.values) + dot(withEffects, border.pull)
    solveLower(border.precision, border.effects, withEffects)
    return {
      mean,
      variance: variance - dot(withOwn, withOwn) - dot(withWide, withWide) + dot(withEffects, withEffects),
    }
  }

  /** Adds what a class's people have in common in the figures they are in. The loops are the attack's innermost. */
  private addClass({ people, own, wide, effects }: PeopleClass): void {
    const { border, size, lower } = this
    const { ownVariance } = this.prior
    const [ownShares, wideShares] = [this.sharesOf(own), border.sharesOf(wide)]
    for (let first = 0; first < own.length; first++) {
      const row = own[first] as number
      const share = people.length * (ownShares[first] as number)
      for (let second = 0; second <= first; second++) {
        const at = row * size + (own[second] as number)
        lower[at] = (lower[at] as number) + share * ownVariance * (ownShares[second] as number)
      }
      for (let second = 0; second < wide.length; second++) {
        const column = this.wide[wide[second] as number] as Float64Array
        column[row] = (column[row] as number) + share * ownVariance * (wideShares[second] as number)
      }
      for (const effect of effects) add(this.loadings[effect], row, share)
    }
    for (let first = 0; first < wide.length; first++) {
      const row = wide[first] as number
      const share = people.length * (wideShares[first] as number)
      for (let second = 0; second < wide.length; second++) {
        const at = row * border.count + (wide[second] as number)
        border.covariance[at] = (border.covariance[at] as number) + share * ownVariance * (wideShares[second] as number)
      }
      for (const effect of effects) add(border.loadings, row * border.effects + effect, share)
    }
  }

  /** One person's share in each of the block's figures. */
  private sharesOf(places: readonly number[]): Float64Array {
    return Float64Array.from(places, (at) => 1 / (this.figures[at]?.size ?? 1))
  }

  /** Updates the border with what the block's own figures say about the wide figures and the effects. */
  private tellBorder(): void {
    const { border } = this
    for (let row = 0; row < border.effects; row++) {
      const column = this.loadings[row] ?? new Float64Array(0)
      add(border.pull, row, dot(column, this.values))
      for (let other = 0; other < border.effects; other++)
        add(border.precision, row * border.effects + other, dot(column, this.loadings[other] ?? column))
    }
    for (let row = 0; row < border.count; row++) {
      const column = this.wide[row] ?? new Float64Array(0)
      add(border.values, row, -dot(column, this.values))
      for (let other = 0; other <= row; other++) {
        const both = dot(column, this.wide[other] ?? column)
        add(border.covariance, row * border.count + other, -both)
        if (other < row) add(border.covariance, other * border.count + row, -both)
      }
      for (let effect = 0; effect < border.effects; effect++)
        add(border.loadings, row * border.effects + effect, -dot(column, this.loadings[effect] ?? column))
    }
  }
}

function minusProducts(columns: readonly Float64Array[], vector: Float64Array): Float64Array {
  const products = new Float64Array(columns.length)
  for (let at = 0; at < columns.length; at++) products[at] = -dot(columns[at] as Float64Array, vector)
  return products
}

function add(to: Float64Array | undefined, at: number, value: number): void {
  if (to) to[at] = (to[at] as number) + value
}

function addScaled(to: Float64Array, values: Float64Array, factor: number): void {
  for (let at = 0; at < to.length; at++) to[at] = (to[at] as number) + factor * (values[at] as number)
}

function addOuter(to: Square, a: Float64Array, b: Float64Array, factor: number): void {
  for (let row = 0; row < a.length; row++) {
    const value = factor * (a[row] as number)
    if (value !== 0)
      for (let column = 0; column < b.length; column++) add(to, row * b.length + column, value * (b[column] as number))
  }
}

/** The columns of a matrix, each to be changed and written back. */
function* columnsOf(
  matrix: Float64Array,
  rows: number,
  columns: number,
): Iterable<{ values: Float64Array; write(): void }> {
  for (let column = 0; column < columns; column++) {
    const values = Float64Array.from({ length: rows }, (_, row) => matrix[row * columns + column] as number)
    yield {
      values,
      write: () => values.forEach((value, row) => (matrix[row * columns + column] = value)),
    }
  }
}
