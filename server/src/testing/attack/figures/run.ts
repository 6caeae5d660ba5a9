import type { AttackOptions, AttackResult, Finding } from '../attack.ts'
import type { Attack, Guard, PersonGain } from './attack.ts'
import { fourByTwo, sixByOne } from './attack.ts'
import { atOnce } from './arrivals.ts'
import { averaging } from './averaging.ts'
import { closedFigures } from './closed-figures.ts'
import { driverMoments } from './driver-moments.ts'
import { MemberSets } from './member-sets.ts'
import { indicatorWhere, monthsAndQuarters, oneMonthLonger, oneMoreValue } from './one-step.ts'
import { unguardedOracle } from './oracle.ts'
import { polling } from './polling.ts'
import { makeRandomSurvey, variants } from './random-survey.ts'
import type { SurveyOptions, Variant } from './random-survey.ts'
import { publishedCounting, publishedRules, referenceOracle } from './reference-oracle.ts'
import type { RuleSettings } from './reference-oracle.ts'
import { twoUsers } from './two-users.ts'

/** All attacks on figures. */
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
  driverMoments,
]

/** Gains of single persons, in percentage points. */
export interface GainSpread {
  mean: number
  /** 99th percentile of persons. */
  high: number
  worst: number
}

/** Gains of an attack over blind guessing by the two measures of `PersonGain`. */
export interface GainSummary {
  persons: number
  smooth: GainSpread
  strict: GainSpread
  /** How much more often guesses were right than blind guesses, over all persons, in percentage points. */
  hits: number
}

/** The gains of an attack, in total and by kind of survey. */
export interface AttackGains {
  attack: string
  guarded: GainSummary
  byVariant: Record<Variant, GainSummary>
  unguarded: GainSummary
}

/** The measure the limits apply to. */
export const barMeasure = 'smooth'

/** Maximum gain of an attack per person, in percentage points, and its minimum gain without a guard. */
export const bars = { mean: 3, high: 5, worst: 6, unguarded: 20 } as const

/** Gains beyond the limits: a guard that reveals too much, or an attack too weak to prove anything. */
export function missedBars(
  { guarded, unguarded }: AttackGains,
  measure: 'smooth' | 'strict' = barMeasure,
): Pick<Finding, 'fault' | 'detail'>[] {
  const words = { mean: 'on average', high: 'of one person in a hundred', worst: 'of somebody' }
  const tooMuch = (['mean', 'high', 'worst'] as const)
    .filter((name) => guarded[measure][name] > bars[name])
    .map((name) => ({
      fault: `gains more than ${bars[name]} points ${words[name]}`,
      detail: `${guarded[measure][name].toFixed(1)} points over ${guarded.persons} people`,
    }))
  // An attack is judged by the kind of survey with its largest gain.
  const { worst } = unguarded[measure]
  if (worst >= bars.unguarded) return tooMuch
  const fault = `gains less than ${bars.unguarded} points where nothing guards, and so proves nothing`
  return [...tooMuch, { fault, detail: `${worst.toFixed(1)} points over ${unguarded.persons} people` }]
}

/** How to attack. `report` takes lines of text. */
export interface MeasureOptions {
  surveys: number
  seed: string
  report?: (line: string) => void
  /** The attacked guard; the reference rules by default. */
  guard?: Guard
  /** Number of surveys attacked without a guard too. */
  unguardedSurveys?: number
  survey?: Omit<SurveyOptions, 'variant'>
  only?: readonly Attack[]
}

/** The rules as published, by the reference oracle; `changed` for trying others. */
export function referenceGuard(changed: Partial<RuleSettings> = {}): Guard {
  return (survey, declared) => {
    const sets = new MemberSets(survey, publishedCounting)
    return { survey, sets, oracle: referenceOracle(survey, sets, { ...publishedRules, ...declared, ...changed }) }
  }
}

/** No guard: every figure, exact, at once. */
export const noGuard: Guard = (survey) => {
  const sets = new MemberSets(survey, { batch: atOnce, longPeriodsAreClosed: false })
  return { survey, sets, oracle: unguardedOracle(survey, sets) }
}

/**
 * Attacks the rules on one random survey per round. A case is one of `attacks`; findings are gains beyond the limits.
 * `report` gets the table of gains.
 */
export async function attackFigures({ seed, rounds, only, report }: AttackOptions): Promise<AttackResult> {
  const chosen = attacks.filter((_, at) => only === undefined || at === only)
  const gains = measureGains({ surveys: rounds, seed: `${seed}`, only: chosen, ...(report && { report }) })
  const findings = gains.flatMap((one) =>
    missedBars(one).map((missed) => ({
      number: attacks.findIndex(({ name }) => name === one.attack),
      place: one.attack,
      ...missed,
    })),
  )
  return { tried: rounds * chosen.length, findings }
}

/** Tries attacks on random surveys, and measures the gain of each. `report` gets a table. */
export function measureGains(options: MeasureOptions): AttackGains[] {
  const { surveys, seed, report, guard = referenceGuard(), only = attacks } = options
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
  for (let at = 0; at < (options.unguardedSurveys ?? Math.min(20, Math.ceil(surveys / 5))); at++) {
    const survey = makeRandomSurvey(`${seed}/unguarded/${at}`, { ...options.survey, medianSize: 20, units: 3 })
    for (const { attack, unguarded } of results) unguarded.add(attack.run(noGuard(survey, attack.declared), 0))
  }
  const summaries = results.map(({ attack, guarded, unguarded, byVariant }): AttackGains => ({
    attack: attack.name,
    guarded: guarded.summary(),
    unguarded: unguarded.summary(),
    byVariant: Object.fromEntries(
      variants.map((variant) => [variant, byVariant.get(variant)?.summary()]),
    ) as AttackGains['byVariant'],
  }))
  if (report) for (const line of tableOf(summaries)) report(line)
  return summaries
}

class Gains {
  private readonly smooth: number[] = []
  private readonly strict: number[] = []
  private hits = 0
  private blindHits = 0

  add(gains: readonly PersonGain[]): void {
    for (const { smooth, strict, hit, blindHit } of gains) {
      this.smooth.push(100 * smooth)
      this.strict.push(100 * strict)
      this.hits += Number(hit)
      this.blindHits += Number(blindHit)
    }
  }

  summary(): GainSummary {
    const persons = this.smooth.length
    return {
      persons,
      smooth: spreadOf(this.smooth),
      strict: spreadOf(this.strict),
      hits: (100 * (this.hits - this.blindHits)) / Math.max(1, persons),
    }
  }
}

function spreadOf(gains: readonly number[]): GainSpread {
  const sorted = Float64Array.from(gains).sort()
  return {
    mean: sorted.reduce((sum, gain) => sum + gain, 0) / Math.max(1, sorted.length),
    high: sorted[Math.min(sorted.length, Math.ceil(0.99 * sorted.length)) - 1] ?? 0,
    worst: sorted.at(-1) ?? 0,
  }
}

function* tableOf(results: readonly AttackGains[]): Iterable<string> {
  yield '| attack | people | mean | 99 of 100 below | worst | strictly: mean | 99 of 100 below | worst | hit more often by | without a guard: worst |'
  yield '| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |'
  for (const { attack, guarded, unguarded, byVariant } of results) {
    yield `| ${[attack, ...cells(guarded), unguarded[barMeasure].worst.toFixed(1)].join(' | ')} |`
    for (const variant of variants) yield `| - ${variant} | ${cells(byVariant[variant]).join(' | ')} | |`
  }
}

function cells({ persons, smooth, strict, hits }: GainSummary): string[] {
  const numbers = [smooth.mean, smooth.high, smooth.worst, strict.mean, strict.high, strict.worst, hits]
  return [String(persons), ...numbers.map((gain) => gain.toFixed(1))]
}
