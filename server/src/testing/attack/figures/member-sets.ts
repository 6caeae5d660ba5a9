import { afterTheEnd, countArrivals } from './arrivals.ts'
import type { BatchRule } from './arrivals.ts'
import type { Asked, OutsideDemand } from './asked.ts'
import type { RandomSurvey, Respondent } from './random-survey.ts'

/** The people behind a figure: all records, and those of them that answered its question. */
export interface MemberSet {
  records: readonly number[]
  answered: readonly number[]
}

/** How responses are counted in figures. */
export interface CountingRule {
  batch: BatchRule
  /** Years and all time contain only quarters that have ended. */
  longPeriodsAreClosed: boolean
}

/** A response, and when it is counted in the figures of its quarter. */
interface Member {
  respondent: Respondent
  from: number
}

/**
 * The respondents behind any figure. The rules are public and the attacker knows everybody's unit, period and
 * backgrounds, so these sets are known to the attacker as well as to the survey.
 */
export class MemberSets {
  /** Units whose figures of the running quarter change, by the number of responses that have come in. */
  readonly changes: ReadonlyMap<number, ReadonlySet<number>>
  private readonly survey: RandomSurvey
  private readonly rule: CountingRule
  /** By quarter and unit, those of the running one in the order in which they are counted. */
  private readonly byUnit: Member[][][]
  private last: { asked: Asked; set: MemberSet } | null = null

  constructor(survey: RandomSurvey, rule: CountingRule) {
    this.survey = survey
    this.rule = rule
    this.byUnit = Array.from({ length: survey.quarters }, () => Array.from({ length: survey.units }, () => []))
    for (const respondent of survey.respondents)
      if (respondent.quarter < survey.quarters - 1)
        this.byUnit[respondent.quarter]?.[respondent.unit]?.push({ respondent, from: 0 })
    const changes = new Map<number, Set<number>>()
    for (const { id, unit, from } of countArrivals(survey, rule.batch)) {
      const respondent = survey.respondents[id]
      if (respondent) this.byUnit[survey.quarters - 1]?.[unit]?.push({ respondent, from })
      const units = changes.get(from) ?? new Set()
      changes.set(from, units.add(unit))
    }
    this.changes = changes
  }

  /** The set behind a figure. */
  of(asked: Asked): MemberSet {
    // Cached, as a figure and its members are usually asked for together.
    if (this.last?.asked !== asked) this.last = { asked, set: this.find(asked) }
    return this.last.set
  }

  private find(asked: Asked): MemberSet {
    const { place, at = 0, indicator } = asked
    const fits = demandsOf(asked)
    const set = { records: [] as number[], answered: [] as number[] }
    for (let quarter = 0; quarter < this.survey.quarters; quarter++) {
      if (!this.touches(asked, quarter)) continue
      for (const members of place === null ? (this.byUnit[quarter] ?? []) : [this.byUnit[quarter]?.[place] ?? []])
        for (const { respondent, from } of members) {
          if (from > at) break
          if (!meets(respondent, fits)) continue
          set.records.push(respondent.id)
          if (respondent.answers[indicator.question] !== null) set.answered.push(respondent.id)
        }
    }
    return set
  }

  /** Whether a period contains a part of a quarter. */
  private touches({ period: { kind, index, to }, at = 0 }: Asked, quarter: number): boolean {
    const last = to ?? index
    const isLong = kind === 'all' || kind === 'year'
    if (isLong && this.rule.longPeriodsAreClosed && quarter === this.survey.quarters - 1 && at !== afterTheEnd)
      return false
    switch (kind) {
      case 'all':
        return true
      case 'year': {
        const year = yearOf(this.survey, quarter)
        return year >= index && year <= last
      }
      case 'quarter':
        return quarter >= index && quarter <= last
      case 'month':
        return 3 * quarter + 2 >= index && 3 * quarter <= last
    }
  }
}

/** The calendar year of a quarter, the survey's first being 0. */
export function yearOf(survey: RandomSurvey, quarter: number): number {
  return Math.floor((quarter + survey.yearOffset) / 4)
}

/** Whether a period has ended. All time never does. */
export function hasEnded(survey: RandomSurvey, { period, at = 0 }: Asked): boolean {
  const ended = at === afterTheEnd ? survey.quarters : survey.quarters - 1
  const last = period.to ?? period.index
  switch (period.kind) {
    case 'all':
      return false
    case 'year':
      return 4 * (last + 1) - survey.yearOffset <= ended
    case 'quarter':
      return last < ended
    case 'month':
      return Math.floor(last / 3) < ended
  }
}

function meets(respondent: Respondent, demands: readonly Demand[]): boolean {
  for (let at = 0; at < demands.length; at++) if (!demands[at]?.(respondent)) return false
  return true
}

type Demand = (respondent: Respondent) => boolean

function demandsOf({ period, backgrounds, outside = [], asker }: Asked): Demand[] {
  const last = period.to ?? period.index
  const values = [...backgrounds, ...(asker?.filters ?? [])]
  return [
    ...values.map(
      ({ question, value }): Demand =>
        (respondent) =>
          respondent.backgrounds[question] === value,
    ),
    ...(period.kind === 'month' ? [({ month }: Respondent) => month >= period.index && month <= last] : []),
    ...outside.map(outsideDemand),
  ]
}

function outsideDemand(demand: OutsideDemand): Demand {
  if (demand.kind === 'values') return ({ backgrounds }) => demand.values.includes(backgrounds[demand.question] ?? -1)
  return ({ answers }) => (answers[demand.question] ?? Number.POSITIVE_INFINITY) <= demand.atMost
}
