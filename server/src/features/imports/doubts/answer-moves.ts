import { asideName } from '#server/domain/imports/aside-name.ts'
import type { Choice, Doubt } from './doubt.ts'
import { doubtId } from './doubt.ts'

/** What a choice does with a stored answer: which ones it moves or changes, and what becomes of them. */
export interface Move {
  /** The doubt's id. */
  doubt: string
  /** The key of the answer, and the one it has afterwards: the variable, or the name of what is kept beside answers. */
  source: string
  target: string
  /** What it becomes: a text, a number, or what it was. */
  form: 'text' | 'number' | 'same'
  /** Only of this JSON type; null for any. */
  type: 'string' | 'number' | 'array' | null
  /** Only numbers below or above these, where one is given. */
  below: number | null
  above: number | null
}

/** A number as it is kept beside the answers. */
export const numberPattern = '^-?[0-9]+([.][0-9]+)?([eE][-+]?[0-9]+)?$'

/** A hidden answer has the type of the question; what is kept of a cell that could not be read is a text. */
const jsonTypes = { single: 'string', text: 'string', multiple: 'array', numeric: 'number' } as const

/** What a choice does with the answers that a doubt is about. */
export function moveOf(doubt: Doubt, choice: Choice): Move {
  const { variable } = doubt
  const aside = asideName(variable)
  const move = {
    doubt: doubtId(doubt),
    source: variable,
    target: variable,
    type: null,
    below: doubt.kind === 'below' ? doubt.min : null,
    above: doubt.kind === 'above' ? doubt.max : null,
  }
  switch (choice) {
    case 'blank':
      return { ...move, target: aside, form: 'text' }
    case 'counted':
      return { ...move, source: aside, form: 'number' }
    case 'left-out':
    case 'hidden':
      return { ...move, target: aside, form: 'same' }
    case 'kept':
    case 'import-day':
      return { ...move, source: aside, form: 'same' }
    case 'shown':
      return { ...move, source: aside, form: 'same', type: doubt.kind === 'personal' ? jsonTypes[doubt.type] : null }
    case 'choices':
      return { ...move, form: 'text', type: 'number' }
    case 'number':
      return { ...move, form: 'number', type: 'string' }
  }
}
