import type { RandomSurvey, Respondent } from './random-survey.ts'

/** When a response of the running quarter is counted, and in which unit. */
export interface Counted {
  id: number
  unit: number
  /** Number of responses that must have come in first; `afterTheEnd` if it waits for the end of the quarter. */
  from: number
}

/** How the running quarter's responses are released into figures. */
export interface BatchRule {
  /** Minimum number of waiting responses of a unit that are released together. */
  responses: number
  /** Minimum number of answers among them to each rated question that has any. */
  answers: number
}

/** After the end of the running quarter. */
export const afterTheEnd = Number.POSITIVE_INFINITY

/** No batches: every response counts as soon as it comes in. */
export const atOnce: BatchRule = { responses: 1, answers: 0 }

/**
 * The running quarter's responses in the order in which they are counted. An attacker who looks after every response
 * causes the smallest possible batches, so these are assumed. A response that is moved counts in its new unit if it
 * was still waiting; otherwise it stays in the old one.
 */
export function countArrivals(survey: RandomSurvey, batch: BatchRule): Counted[] {
  const waiting = Array.from({ length: survey.units }, (): Respondent[] => [])
  const unitOf = new Map<number, number>()
  const counted: Counted[] = []
  const letIn = (unit: number, from: number): void => {
    for (const { id } of waiting[unit] ?? []) counted.push({ id, unit, from })
    for (const { id } of waiting[unit] ?? []) unitOf.delete(id)
    waiting[unit] = []
  }
  let move = 0
  for (let at = 1; at <= survey.arrivals.length; at++) {
    const respondent = survey.respondents[survey.arrivals[at - 1] ?? -1]
    if (!respondent) throw new RangeError('There is no such respondent')
    waiting[respondent.unit]?.push(respondent)
    unitOf.set(respondent.id, respondent.unit)
    const changed = new Set([respondent.unit])
    for (; (survey.moves[move]?.at ?? afterTheEnd) <= at; move++) {
      const { respondent: id, to } = survey.moves[move] ?? { respondent: -1, to: 0 }
      const from = unitOf.get(id)
      const moved = survey.respondents[id]
      if (from === undefined || !moved) continue
      waiting[from] = (waiting[from] ?? []).filter((one) => one.id !== id)
      waiting[to]?.push(moved)
      unitOf.set(id, to)
      changed.add(from).add(to)
    }
    for (const unit of changed) if (isBatch(waiting[unit] ?? [], batch)) letIn(unit, at)
  }
  for (let unit = 0; unit < survey.units; unit++) letIn(unit, afterTheEnd)
  return counted
}

/** Whether the waiting responses of a unit can be released. */
function isBatch(waiting: readonly Respondent[], { responses, answers }: BatchRule): boolean {
  if (waiting.length < responses) return false
  const questions = waiting[0]?.answers.length ?? 0
  for (let question = 0; question < questions; question++) {
    const n = waiting.filter((one) => one.answers[question] !== null).length
    if (n > 0 && n < answers) return false
  }
  return true
}
