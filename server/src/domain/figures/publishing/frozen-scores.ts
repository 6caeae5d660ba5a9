/**
 * Of a question, by the first day of periods ('' for the earliest): whether from then on its one figure with a background is
 * the net promoter score, instead of the mean.
 */
export type ScoreHistory = Readonly<Record<string, boolean>>

/** Histories of questions by variable. */
export type FrozenScores = ReadonlyMap<string, ScoreHistory>

/** Whether a question's one figure with a background is the score, in a period that begins on a day (ISO). */
export function isScoredAt(scores: FrozenScores, variable: string, day: string): boolean {
  const since = Object.keys(scores.get(variable) ?? {}).filter((first) => first <= day)
  const last = since.toSorted().at(-1)
  return last !== undefined && scores.get(variable)?.[last] === true
}

/**
 * Adds what the configuration says of questions (`configured`, by variable) to their frozen scores. What a period was
 * published with stays: a change holds from `next` on, the first day of the next period. Returns `scores` itself where
 * nothing is new.
 */
export function freezeScores(
  scores: FrozenScores,
  configured: ReadonlyMap<string, boolean>,
  next: string,
): FrozenScores {
  const added = [...configured].flatMap(([variable, isScored]) => {
    const history = scores.get(variable)
    if (history === undefined) return [[variable, { '': isScored }] as const]
    if (isScoredAt(scores, variable, next) === isScored) return []
    return [[variable, { ...history, [next]: isScored }] as const]
  })
  return added.length === 0 ? scores : new Map([...scores, ...added])
}
