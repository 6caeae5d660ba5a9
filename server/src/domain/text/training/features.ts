import type { Judgement } from '../judge.ts'

/** Number of places that words are hashed to; a power of two. */
export const featureSlots = 2 ** 17

/** What the word list says of a comment as a whole has the first places. */
export const summarySlots = 12

/** A comment as numbers: places with their values, first the summary, then entries of the word list, then its words. */
export interface Features {
  slots: Uint32Array
  values: Float32Array
  /** How many of the places are the summary and entries of the word list. */
  listed: number
  /** Places in the comment, `start` and `end` of each feature; -1 for the summary. */
  spans: Int32Array
}

const stemLetters = 5
/** Words of longer comments beyond this number are left out. */
const mostWords = 1_500
/** How many words after a negation are marked as negated. */
const negatedWords = 3

/**
 * Words, pairs of neighbouring words, stems and negated words of a comment, with the judgement of the word list.
 * `negates` tells negations of the comment's language.
 */
export function featuresOf(judgement: Judgement, negates: (word: string) => boolean): Features {
  const words = wordFeatures(judgement, negates)
  const entries = new Map<number, { start: number; end: number; weight: number }>()
  for (const { entry, weight, start, end } of judgement.spans) {
    const slot = slotOf(`e ${entry}`)
    const known = entries.get(slot)
    if (known) known.weight += weight
    else entries.set(slot, { start, end, weight })
  }
  const share = 3 / Math.sqrt(Math.max(words.size, summarySlots))
  const size = summarySlots + entries.size + words.size
  const features: Features = {
    slots: new Uint32Array(size),
    values: new Float32Array(size),
    listed: summarySlots + entries.size,
    spans: new Int32Array(2 * size).fill(-1),
  }
  let at = 0
  const put = (slot: number, value: number, start: number, end: number): void => {
    features.slots[at] = slot
    features.values[at] = value
    features.spans.set([start, end], 2 * at)
    at++
  }
  for (const [slot, value] of summaryOf(judgement).entries()) put(slot, value, -1, -1)
  for (const [slot, { weight, start, end }] of entries) put(slot, (weight * share) / 2, start, end)
  for (const [slot, [start, end]] of words) put(slot, share, start, end)
  return features
}

function wordFeatures(
  { tokens }: Judgement,
  negates: (word: string) => boolean,
): Map<number, [start: number, end: number]> {
  const found = new Map<number, [start: number, end: number]>()
  const add = (text: string, start: number, end: number): void => {
    const slot = slotOf(text)
    if (!found.has(slot)) found.set(slot, [start, end])
  }
  let before: (typeof tokens)[number] | null = null
  let negated = 0
  for (const token of tokens.slice(0, mostWords)) {
    const { word, start, end, sentence } = token
    if (before?.sentence !== sentence) negated = 0
    add(`w ${word}`, start, end)
    if (word.length > stemLetters) add(`s ${word.slice(0, stemLetters)}`, start, end)
    if (before?.sentence === sentence) add(`b ${before.word} ${word}`, before.start, end)
    if (negates(word)) negated = negatedWords
    else if (negated-- > 0) add(`n ${word}`, start, end)
    before = token
  }
  return found
}

function summaryOf({ tokens, spans, score }: Judgement): number[] {
  const length = tokens.at(-1)?.end ?? 0
  const sum = (weights: readonly { weight: number }[]): number =>
    weights.reduce((total, { weight }) => total + weight, 0)
  const goods = spans.filter(({ weight }) => weight > 0)
  const bads = spans.filter(({ weight }) => weight < 0)
  const [good, bad] = [sum(goods), -sum(bads)]
  return [
    6 * score,
    2 * Math.tanh(4 * score),
    (4 * (goods.length - bads.length)) / (goods.length + bads.length + 2),
    (2 * (good - bad)) / Math.sqrt(Math.max(tokens.length, 10)),
    2 * Math.tanh(sum(spans.filter(({ start }) => start > 0.7 * length)) / 5),
    2 * Math.tanh(sum(spans.filter(({ start }) => start < 0.3 * length)) / 5),
    (4 * (good - bad)) / (good + bad + 2),
    spans.length === 0 ? 1 : 0,
    Math.log(tokens.length + 1) - 4,
    Math.min(
      3,
      tokens.reduce((total, { exclaims }) => total + exclaims, 0),
    ),
    (2.5 * bads.length) / Math.sqrt(tokens.length + 10),
    (2.5 * goods.length) / Math.sqrt(tokens.length + 10),
  ]
}

/** FNV-1a over the text, folded to the places after the summary. */
function slotOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return summarySlots + ((hash >>> 0) % (featureSlots - summarySlots))
}
