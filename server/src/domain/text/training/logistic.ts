import { randomNumbers, shuffle } from '#server/domain/statistics/seeded-random.ts'
import { featureSlots, summarySlots } from './features.ts'
import type { Features } from './features.ts'

/** What was learnt: a weight for each place of the features, and one for all comments. */
export interface LogisticModel {
  weights: Float32Array
  bias: number
}

export interface Example {
  features: Features
  isGood: boolean
}

const epochs = 12
/** The weights of the last rounds are averaged. */
const averaged = 8
const rate = 0.12
const decay = 2e-5
/** Words in fewer comments say more about these comments than about words. */
const fewestComments = 2
/** Weight of an entry of the word list before anything is learnt. */
const listedWeight = 1

/**
 * Learns to tell good from bad comments: logistic regression with a rate for each place (AdaGrad), over words that
 * count the more the clearer they part good from bad comments. The same examples give the same model. `rest` is awaited
 * after each round, with the share of the rounds that are done.
 */
export async function learn(
  examples: readonly Example[],
  rest: (done: number) => Promise<void> | void = () => undefined,
): Promise<LogisticModel> {
  const { scales, start } = clarity(examples)
  const weights = start.slice()
  const squares = new Float32Array(featureSlots).fill(1e-2)
  const order = examples.map((_, index) => index)
  const random = randomNumbers(7)
  const total = new Float64Array(featureSlots)
  let bias = 0
  let biasTotal = 0
  for (let epoch = 0; epoch < epochs; epoch++) {
    shuffle(order, random)
    for (const index of order) {
      const example = examples[index]
      if (!example) continue
      const { slots, values } = example.features
      let sum = bias
      for (let at = 0; at < slots.length; at++) {
        const slot = slots[at] ?? 0
        sum += (weights[slot] ?? 0) * (values[at] ?? 0) * (scales[slot] ?? 0)
      }
      const error = 1 / (1 + Math.exp(-sum)) - (example.isGood ? 1 : 0)
      for (let at = 0; at < slots.length; at++) {
        const slot = slots[at] ?? 0
        const weight = weights[slot] ?? 0
        const slope = error * (values[at] ?? 0) * (scales[slot] ?? 0) + decay * (weight - (start[slot] ?? 0))
        const square = (squares[slot] ?? 0) + slope * slope
        squares[slot] = square
        weights[slot] = weight - (rate * slope) / Math.sqrt(square)
      }
      bias -= 0.02 * error
    }
    if (epoch >= epochs - averaged) {
      for (let slot = 0; slot < featureSlots; slot++) total[slot] = (total[slot] ?? 0) + (weights[slot] ?? 0)
      biasTotal += bias
    }
    await rest((epoch + 1) / epochs)
  }
  return {
    weights: Float32Array.from(total, (sum, slot) => (sum / averaged) * (scales[slot] ?? 0)),
    bias: biasTotal / averaged,
  }
}

/** Weight of a place in a comment; an entry of the word list of which nothing was learnt keeps its own. */
export function weightAt({ weights }: LogisticModel, { slots, listed }: Features, at: number): number {
  const weight = weights[slots[at] ?? 0] ?? 0
  return weight === 0 && at >= summarySlots && at < listed ? listedWeight : weight
}

/** Chance that a comment is a good one, 0 to 1. */
export function chanceOfGood(model: LogisticModel, features: Features): number {
  let sum = model.bias
  for (const [at, value] of features.values.entries()) sum += weightAt(model, features, at) * value
  return 1 / (1 + Math.exp(-sum))
}

/**
 * How much each place counts: 1 for what the word list says; for words the logarithm of how much more often they are in
 * good comments than in bad ones (as in naive Bayes), 0 for rare ones. `start` are the weights to begin with.
 */
function clarity(examples: readonly Example[]): { scales: Float32Array; start: Float32Array } {
  const inGood = new Float32Array(featureSlots)
  const inBad = new Float32Array(featureSlots)
  const scales = new Float32Array(featureSlots)
  const start = new Float32Array(featureSlots)
  let goods = 0
  for (const { features, isGood } of examples) {
    if (isGood) goods++
    const counts = isGood ? inGood : inBad
    for (const slot of features.slots.subarray(features.listed)) counts[slot] = (counts[slot] ?? 0) + 1
  }
  const bads = examples.length - goods
  for (let slot = summarySlots; slot < featureSlots; slot++) {
    const [good, bad] = [inGood[slot] ?? 0, inBad[slot] ?? 0]
    if (good + bad >= fewestComments) scales[slot] = Math.log((good + 1) / (goods + 1) / ((bad + 1) / (bads + 1)))
  }
  scales.fill(1, 0, summarySlots)
  for (const { features } of examples)
    for (const slot of features.slots.subarray(summarySlots, features.listed)) {
      scales[slot] = 1
      start[slot] = listedWeight
    }
  return { scales, start }
}
