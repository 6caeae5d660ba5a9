import type { RandomSurvey, Respondent } from './random-survey.ts'

/** When a running quarter's response comes into the figures, and in which unit. */
export interface Counted {
  id: number
  unit: number
  /** Number of responses that have to have come in. `afterTheEnd` if it waits for the end of the quarter. */
  from: number
}

/** How the running quarter's responses are let into figures. */
export interface BatchRule {
  /** Least number of waiting responses of a unit that come in together. */
  responses: number
  /** Least number of answers to each rated question that has any answer among them. */
  answers: number
}

/** When the running quarter is over. */
export const afterTheEnd = Number.POSITIVE_INFINITY

/** No batches: every response counts as soon as it is in. */
export const atOnce: BatchRule = { responses: 1, answers: 0 }

/**
 * The running quarter's responses in the order in which they are counted. Whoever looks after every response lets in the
 * smallest batches there can be, so that is what happens. A response that is moved counts in its new unit if it was
 * still waiting; one that is counted stays where it is.
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

/** Whether waiting responses of a unit come in together. */
function isBatch(waiting: readonly Respondent[], { responses, answers }: BatchRule): boolean {
  if (waiting.length < responses) return false
  const questions = waiting[0]?.answers.length ?? 0
  for (let question = 0; question < questions; question++) {
    const n = waiting.filter((one) => one.answers[question] !== null).length
    if (n > 0 && n < answers) return false
  }
  return true
}
