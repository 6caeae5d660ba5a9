import type { Attack, Guard, PersonGain } from './attack.ts'
import { fourByTwo, sixByOne } from './attack.ts'
import { averaging } from './averaging.ts'
import { closedFigures } from './closed-figures.ts'
import { MemberSets, atOnce } from './member-sets.ts'
import { indicatorWhere, monthsAndQuarters, oneMonthLonger, oneMoreValue } from './one-step.ts'
import { unguardedOracle } from './oracle.ts'
import { polling } from './polling.ts'
import { makeRandomSurvey, variants } from './random-survey.ts'
import type { SurveyOptions, Variant } from './random-survey.ts'
import { publishedRules, referenceOracle } from './reference-oracle.ts'
import { twoUsers } from './two-users.ts'

/** Everything that is tried on figures. */
export const attacks: readonly Attack[] = [
  closedFigures('all closed figures, four questions two at a time', fourByTwo),
  closedFigures('all closed figures, six questions one at a time', sixByOne),
  polling,
  twoUsers,
  oneMoreValue,
  monthsAndQuarters,
  oneMonthLonger,
  indicatorWhere,
  averaging,
]

/** Gains of an attack over blind guessing, in percentage points per person. */
export interface GainSummary {
  persons: number
  mean: number
  /** 99th percentile of persons. */
  high: number
  worst: number
  /** What guessing really hit more often than blind guessing, over all persons. */
  actual: number
}

/** What an attack reached; by kind of survey beside. */
export interface AttackResult {
  attack: string
  guarded: GainSummary
  byVariant: Record<Variant, GainSummary>
  unguarded: GainSummary
}

/** Most that an attack may gain per person, in percentage points, and least that it must gain where nothing guards. */
export const bars = { mean: 3, high: 5, worst: 6, unguarded: 20 } as const

/** What misses the bars, in words: a guard that lets through too much, or an attack that proves nothing. */
export function missedBars(results: readonly AttackResult[]): string[] {
  return results.flatMap(({ attack, guarded, unguarded }) => [
    ...(['mean', 'high', 'worst'] as const)
      .filter((name) => guarded[name] > bars[name])
      .map((name) => `${attack}: ${name} ${guarded[name].toFixed(1)}, at most ${bars[name]}`),
    // An attack counts by those it is made for: everybody it reached best.
    ...(unguarded.worst < bars.unguarded
      ? [`${attack}: gains ${unguarded.worst.toFixed(1)} without a guard, at least ${bars.unguarded}`]
      : []),
  ])
}

/** How to attack. `report` takes lines of text. */
export interface AttackOptions {
  surveys: number
  seed: string
  report?: (line: string) => void
  /** The guard attacked; the reference rules where missing. */
  guard?: Guard
  /** Number of surveys attacked without a guard too. */
  unguardedSurveys?: number
  survey?: Omit<SurveyOptions, 'variant'>
  only?: readonly Attack[]
}

/** The rules as published, by the reference oracle. */
export const referenceGuard: Guard = (survey, declared) => {
  const sets = new MemberSets(survey, { size: 10, of: 'answers' })
  return { survey, sets, oracle: referenceOracle(survey, sets, { ...publishedRules, ...declared }) }
}

/** No guard: every figure, exact, at once. */
export const noGuard: Guard = (survey) => {
  const sets = new MemberSets(survey, atOnce)
  return { survey, sets, oracle: unguardedOracle(survey, sets) }
}

/** Tries all attacks on random surveys, and reports a table of what each gains. Throws nothing on a missed bar. */
export function attackFigures(options: AttackOptions): AttackResult[] {
  const { surveys, seed, report, guard = referenceGuard, only = attacks } = options
  const results = only.map((attack) => {
    const byVariant = new Map(variants.map((variant) => [variant, new Gains()]))
    return { attack, guarded: new Gains(), unguarded: new Gains(), byVariant }
  })
  for (let at = 0; at < surveys; at++) {
    const variant = variants[at % variants.length] ?? 'plain'
    const survey = makeRandomSurvey(`${seed}/${at}`, { plants: 1 + (at % 4), ...options.survey, variant })
    // Two questions of one scale and, in one survey of five, the one that is summed up as NPS.
    const question = Math.floor(at / variants.length) % 5 === 4 ? 1 : 2 * (at % 2)
    for (const { attack, guarded, byVariant } of results) {
      const gains = attack.run(guard(survey, attack.declared), question)
      guarded.add(gains)
      byVariant.get(variant)?.add(gains)
    }
  }
  for (let at = 0; at < (options.unguardedSurveys ?? Math.min(surveys, 20)); at++) {
    const survey = makeRandomSurvey(`${seed}/unguarded/${at}`, { ...options.survey, medianSize: 20, units: 3 })
    for (const { attack, unguarded } of results) unguarded.add(attack.run(noGuard(survey, attack.declared), 0))
  }
  const summaries = results.map(({ attack, guarded, unguarded, byVariant }): AttackResult => ({
    attack: attack.name,
    guarded: guarded.summary(),
    unguarded: unguarded.summary(),
    byVariant: Object.fromEntries(
      variants.map((variant) => [variant, byVariant.get(variant)?.summary()]),
    ) as AttackResult['byVariant'],
  }))
  if (report) for (const line of tableOf(summaries)) report(line)
  return summaries
}

class Gains {
  private readonly expected: number[] = []
  private hits = 0
  private blindHits = 0

  add(gains: readonly PersonGain[]): void {
    for (const { expected, hit, blindHit } of gains) {
      this.expected.push(100 * expected)
      this.hits += Number(hit)
      this.blindHits += Number(blindHit)
    }
  }

  summary(): GainSummary {
    const sorted = Float64Array.from(this.expected).sort()
    const persons = sorted.length
    return {
      persons,
      mean: sorted.reduce((sum, gain) => sum + gain, 0) / Math.max(1, persons),
      high: sorted[Math.min(persons - 1, Math.ceil(0.99 * persons) - 1)] ?? 0,
      worst: sorted[persons - 1] ?? 0,
      actual: (100 * (this.hits - this.blindHits)) / Math.max(1, persons),
    }
  }
}

function* tableOf(results: readonly AttackResult[]): Iterable<string> {
  yield '| attack | people | mean | hit more often by | 99 of 100 below | worst | without a guard: mean | worst |'
  yield '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |'
  for (const { attack, guarded, unguarded, byVariant } of results) {
    yield `| ${[attack, ...cells(guarded), unguarded.mean.toFixed(1), unguarded.worst.toFixed(1)].join(' | ')} |`
    for (const variant of variants) yield `| - ${variant} | ${cells(byVariant[variant]).join(' | ')} | | |`
  }
}

function cells({ persons, mean, actual, high, worst }: GainSummary): string[] {
  return [String(persons), ...[mean, actual, high, worst].map((gain) => gain.toFixed(1))]
}
