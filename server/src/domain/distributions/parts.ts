import type { DistributionPart } from '@gensvar/contract/entities/distribution'
import { locales } from '@gensvar/contract/local-text'
import type { Locale, LocalText } from '@gensvar/contract/local-text'
import { npsCuts } from '#server/domain/figures/expressions/aggregates.ts'
import { givenAnswers } from '#server/domain/indicators/answer-shares.ts'
import type { GivenAnswer } from '#server/domain/indicators/answer-shares.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'

/** The most steps of a scale that are parts by themselves; a longer scale is divided into ten parts of equal width. */
const mostSteps = 11
const partsOfLongScale = 10

/**
 * What is counted of a question: `counted` are answers, or several together, each of which is one figure; each part adds
 * some of these figures up, by their indices.
 */
export interface Spread {
  counted: readonly (readonly string[])[]
  parts: readonly (DistributionPart & { of: readonly number[] })[]
}

const groupTitles: Readonly<Record<'promoters' | 'passives' | 'detractors', Record<Locale, string>>> = {
  promoters: { en: 'Promoters', sv: 'Ambassadörer', no: 'Ambassadører', da: 'Ambassadører', fi: 'Suosittelijat' },
  passives: { en: 'Passives', sv: 'Passiva', no: 'Passive', da: 'Passive', fi: 'Passiiviset' },
  detractors: { en: 'Detractors', sv: 'Kritiker', no: 'Kritikere', da: 'Kritikere', fi: 'Arvostelijat' },
}

/** The answers that are in no part, such as numbers between the steps of a scale. */
export const otherTitle: LocalText = {
  en: 'Other answers',
  sv: 'Andra svar',
  no: 'Andre svar',
  da: 'Andre svar',
  fi: 'Muut vastaukset',
}

/** Whether the answers to a question are those of promoters, passives and detractors. */
export function hasGroups(question: Question): boolean {
  return cutOf(question) !== undefined
}

/** Each answer to a question as a part; the steps of a long scale several at a time. */
export function answerSpread(question: Question): Spread {
  const answers = givenAnswers(question)
  const together =
    question.type === 'scale' && answers.length > mostSteps ? Math.ceil(answers.length / partsOfLongScale) : 1
  const sets = Array.from({ length: Math.ceil(answers.length / together) }, (_, at) =>
    answers.slice(at * together, (at + 1) * together),
  )
  return {
    counted: sets.map((set) => set.map(({ name }) => name)),
    parts: sets.map((set, at) => ({ ...partOf(question, set), tone: null, of: [at] })),
  }
}

/** Detractors, passives and promoters, each the sum of the steps of its part of the scale. */
export function groupSpread(question: Question): Spread {
  const cut = cutOf(question)
  if (!cut) throw new Error(`There are no promoters among the answers to ${question.variable}`)
  const steps = givenAnswers(question)
  const toneOf = ({ name }: GivenAnswer) =>
    Number(name) >= cut.promoter ? 'promoters' : Number(name) <= cut.detractor ? 'detractors' : 'passives'
  const parts = (['detractors', 'passives', 'promoters'] as const).map((tone) => {
    const of = steps.flatMap((step, at) => (toneOf(step) === tone ? [at] : []))
    const inside = of.flatMap((at) => steps[at] ?? [])
    return { ...partOf(question, inside), name: tone, title: groupTitles[tone], tone, of }
  })
  return { counted: steps.map(({ name }) => [name]), parts }
}

function cutOf({ type, scaleMin, scaleMax }: Question) {
  return type === 'scale' ? npsCuts[`${scaleMin}-${scaleMax}`] : undefined
}

/** Some answers beside each other as one part, and the values of a filter that selects them. */
function partOf(
  { type }: Question,
  answers: readonly GivenAnswer[],
): Pick<DistributionPart, 'name' | 'title' | 'filter'> {
  const names = answers.map(({ name }) => name)
  const [first = ''] = names
  const last = names.at(-1) ?? first
  const [only] = answers
  if (answers.length === 1 && only) return { name: first, title: only.title, filter: [first] }
  // Steps of a scale are counted one by one, so a number between them is in no part.
  if (type === 'scale') return { name: `${first}-${last}`, title: everyLanguage(`${first}–${last}`), filter: names }
  return { name: names.join(', '), title: everyLanguage(names.join(', ')), filter: names }
}

function everyLanguage(text: string): LocalText {
  return Object.fromEntries(locales.map((locale) => [locale, text]))
}
