import { afterTheEnd } from './oracle.ts'
import type { Asked, OutsideDemand } from './oracle.ts'
import type { RandomSurvey, Respondent } from './random-survey.ts'

/** Who stands behind a figure: all records, and those of them that answered its question. */
export interface MemberSet {
  records: readonly number[]
  answered: readonly number[]
}

/** How the running quarter's responses are let into figures. */
export interface BatchRule {
  /** Least number that comes in at a time, per unit. */
  size: number
  /** What is counted: responses, or answers to the figure's question. */
  of: 'responses' | 'answers'
}

/** No batches: every response counts as soon as it is in. */
export const atOnce: BatchRule = { size: 1, of: 'responses' }

/**
 * The respondents behind any figure. The rules are public and the attacker knows everybody's unit, period and
 * backgrounds, so these sets are known to the attacker as well as to the survey.
 */
export class MemberSets {
  private readonly survey: RandomSurvey
  private readonly batch: BatchRule
  /** Respondents of closed quarters by quarter and unit, and the running one's in order of arrival. */
  private readonly byUnit: number[][][]
  private last: { asked: Asked; set: MemberSet } | null = null

  constructor(survey: RandomSurvey, batch: BatchRule) {
    this.survey = survey
    this.batch = batch
    this.byUnit = Array.from({ length: survey.quarters }, () => Array.from({ length: survey.units }, () => []))
    for (const { id, quarter, unit } of survey.respondents)
      if (quarter < survey.quarters - 1) this.byUnit[quarter]?.[unit]?.push(id)
    for (const id of survey.arrivals) {
      const respondent = survey.respondents[id]
      if (respondent) this.byUnit[respondent.quarter]?.[respondent.unit]?.push(id)
    }
  }

  /** The set behind a figure. */
  of(asked: Asked): MemberSet {
    // Asking for a figure and looking up its members come together.
    if (this.last?.asked !== asked) this.last = { asked, set: this.find(asked) }
    return this.last.set
  }

  private find(asked: Asked): MemberSet {
    const { question } = asked.indicator
    const fits = demandsOf(asked)
    const set = { records: [] as number[], answered: [] as number[] }
    const running = this.survey.quarters - 1
    for (let quarter = 0; quarter <= running; quarter++) {
      if (!this.touches(asked, quarter)) continue
      const units = this.byUnit[quarter] ?? []
      const movedTo = quarter === running ? this.movedUntil(asked.at) : noMoves
      for (let unit = 0; unit < units.length; unit++) {
        if (asked.place !== null && asked.place !== unit && movedTo.size === 0) continue
        const ids = units[unit] ?? []
        const open = quarter < running ? ids.length : this.released(ids, asked.at ?? 0, question)
        for (let at = 0; at < open; at++) {
          const respondent = this.survey.respondents[ids[at] as number]
          if (!respondent || (asked.place !== null && (movedTo.get(respondent.id) ?? unit) !== asked.place)) continue
          if (!meets(respondent, fits)) continue
          set.records.push(respondent.id)
          if (respondent.answers[question] !== null) set.answered.push(respondent.id)
        }
      }
    }
    return set
  }

  /** New units of the responses that were moved before a moment. */
  private movedUntil(at = 0): ReadonlyMap<number, number> {
    const { moves } = this.survey
    if (moves.length === 0) return noMoves
    return new Map(moves.filter((move) => move.at <= at).map(({ respondent, to }) => [respondent, to]))
  }

  /** Of a unit's responses in order of arrival, how many are let in when `at` of all units' are there. */
  private released(arrived: readonly number[], at: number, question: number): number {
    if (at === afterTheEnd) return arrived.length
    let open = 0
    let counted = 0
    for (const [index, id] of arrived.entries()) {
      const respondent = this.survey.respondents[id]
      if (!respondent || respondent.arrival >= at) break
      if (this.batch.of === 'responses' || respondent.answers[question] !== null) counted++
      else continue
      if (counted % this.batch.size === 0) open = index + 1
    }
    return open
  }

  /** Whether a period holds something of a quarter. */
  private touches({ period: { kind, index, to } }: Asked, quarter: number): boolean {
    const last = to ?? index
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

/** Whether a period holds a quarter that is still running at a moment. */
export function isRunning(survey: RandomSurvey, { period, at = 0 }: Asked): boolean {
  if (at === afterTheEnd) return false
  const running = survey.quarters - 1
  const last = period.to ?? period.index
  switch (period.kind) {
    case 'all':
      return true
    case 'year':
      return last >= yearOf(survey, running)
    case 'quarter':
      return last >= running
    case 'month':
      return last >= 3 * running
  }
}

const noMoves: ReadonlyMap<number, number> = new Map()

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
