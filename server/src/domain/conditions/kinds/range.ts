import { questionOf } from '../answer-source.ts'
import type { ServerKind } from '../condition-kind.ts'

/** Numbers from one to another. */
export const range: ServerKind<'range'> = {
  nameOf: ({ variable }) => variable,
  demand({ variable, from, to }, source) {
    const question = questionOf(source, variable)
    const bounds = [
      ...(from === null ? [] : [source.compare(question, '>=', from)]),
      ...(to === null ? [] : [source.compare(question, '<=', to)]),
    ]
    return bounds.length === 0 ? source.answered(question) : source.logic.all(bounds)
  },
  isMetBy({ variable, from, to }, row) {
    const value = row.answers[variable]
    if (typeof value !== 'number') return false
    return (from === null || value >= from) && (to === null || value <= to)
  },
  publish: null,
  options: 'none',
}
