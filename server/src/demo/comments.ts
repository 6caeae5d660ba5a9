import type { Locale } from '@gensvar/contract/local-text'
import type { Random } from './random.ts'
import { phrases } from './texts/phrases.ts'
import type { Phrases, Topic } from './texts/phrase-bank.ts'

/** The parts of somebody's experience that show in their comments. */
export interface Experience {
  language: Locale
  /** Overall rating, 1 to 10. */
  overall: number
  /** Ratings by topic, 1 to 10; topics not rated are left out. */
  ratings: ReadonlyMap<Topic, number>
  /** First name of the person who served. */
  agent: string | null
  minutes: number | null
}

/** Ratings by topic, from answers; `sides` names the question of each topic. */
export function ratingsByTopic(
  sides: readonly { variable: string; topic: Topic }[],
  answers: Readonly<Record<string, number | undefined>>,
): Map<Topic, number> {
  const ratings = new Map<Topic, number>()
  for (const { variable, topic } of sides) {
    const rating = answers[variable]
    if (rating !== undefined) ratings.set(topic, rating)
  }
  return ratings
}

const praised = 9
const blamed = 5

/** An open answer that agrees with the ratings, composed of sentences in the person's language. */
export function writeComment(random: Random, experience: Experience): string {
  const bank = phrases[experience.language]
  const good = topicsOf(random, experience, (rating) => rating >= praised)
  const bad = topicsOf(random, experience, (rating) => rating <= blamed).reverse()
  const sentences = pickSentences(random, experience, bank, good, bad)
  return asTyped(random, sentences.join(' '))
}

/** An answer to what could be better: about the lowest rating, or that nothing is missing. */
export function writeImprovement(random: Random, experience: Experience): string {
  const bank = phrases[experience.language]
  const lowest = topicsOf(random, experience, () => true).at(-1)
  const content = (experience.ratings.get(lowest ?? 'helpful') ?? 10) >= praised
  if (!lowest || (content && random.chance(0.8))) return asTyped(random, random.pick(bank.nothing))
  return asTyped(random, random.pick(bank.topics[lowest].improve))
}

/** What staff note about an interview, in a language. */
export function writeFollowUp(random: Random, language: Locale): string {
  return random.pick(phrases[language].followUps)
}

function pickSentences(random: Random, experience: Experience, bank: Phrases, good: Topic[], bad: Topic[]): string[] {
  const praise = (topic: Topic): string => about(random, experience, bank.topics[topic].good)
  const blame = (topic: Topic): string => about(random, experience, bank.topics[topic].bad)
  const [firstGood, secondGood] = good
  const [firstBad, secondBad] = bad
  const found: string[] = []
  if (experience.overall >= 8) {
    if (!firstGood || random.chance(0.4)) found.push(random.pick(bank.good))
    if (firstGood) found.push(praise(firstGood))
    if (secondGood && random.chance(0.35)) found.push(praise(secondGood))
    if (firstBad && random.chance(0.4)) found.push(blame(firstBad))
    return found
  }
  if (experience.overall >= 6) {
    if (firstGood && random.chance(0.7)) found.push(praise(firstGood))
    if (firstBad) found.push(blame(firstBad))
    if (found.length === 0 || random.chance(0.2)) found.push(random.pick(bank.middling))
    return found
  }
  if (firstGood && random.chance(0.2)) found.push(praise(firstGood))
  if (firstBad) found.push(blame(firstBad))
  if (secondBad && random.chance(0.45)) found.push(blame(secondBad))
  const weak = experience.overall <= 4 ? bank.bad : bank.middling
  if (found.length === 0 || random.chance(0.4)) found.push(random.pick(weak))
  return found
}

/** Topics whose rating passes the test, best rated first; ties in random order. */
function topicsOf(random: Random, experience: Experience, passes: (rating: number) => boolean): Topic[] {
  const entries: { topic: Topic; order: number }[] = []
  for (const [topic, rating] of experience.ratings)
    if (passes(rating)) entries.push({ topic, order: rating + random.next() * 0.9 })
  return entries.sort((a, b) => b.order - a.order).map((entry) => entry.topic)
}

function about(random: Random, experience: Experience, sentences: readonly string[]): string {
  const { agent, minutes } = experience
  const long = minutes !== null && minutes >= 6
  const usable = sentences.filter(
    (sentence) => (agent !== null || !sentence.includes('{agent}')) && (long || !sentence.includes('{minutes}')),
  )
  return random
    .pick(usable)
    .replace('{agent}', agent ?? '')
    .replace('{minutes}', String(minutes ?? ''))
}

/** Some comments start without a capital letter or end without a full stop. */
function asTyped(random: Random, text: string): string {
  const style = random.next()
  if (style < 0.08) return (text.charAt(0).toLowerCase() + text.slice(1)).replace(/[.]$/, '')
  if (style < 0.14) return text.replace(/[.]$/, '')
  return style < 0.17 ? text.replace(/[.]$/, '!') : text
}
