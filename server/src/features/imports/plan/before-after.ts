import { headerWords, isAbout } from '../profile/header-words.ts'
import type { PlannedColumn } from './planned.ts'

/**
 * Variables of the columns asked before what the survey is about (`skills.pre`, `Pre: skills`), in a file that has
 * columns asked after it as well: they describe the people who came, not what they got.
 */
export function askedBefore(columns: readonly PlannedColumn[]): Set<string> {
  const ends = ({ header }: PlannedColumn): string => {
    const words = headerWords(header)
    return words.length < 2 ? '' : `${words[0] ?? ''} ${words.at(-1) ?? ''}`
  }
  const isAfter = (column: PlannedColumn): boolean => isAbout(ends(column), 'after')
  if (!columns.some(isAfter)) return new Set()
  return new Set(columns.filter((column) => isAbout(ends(column), 'before')).map(({ variable }) => variable))
}
