import type { z } from 'zod'
import { wordsFor } from '#web/ui/form/check-body.ts'
import { text } from './texts.ts'

/** Messages of the schemas themselves, by the text that says the same in the reader's language. */
export const ownMessages = {
  'a name is needed': 'nameNeeded',
  'a name has at most 80 characters': 'nameLength',
  'use letters, digits, _ and - only': 'nameLetters',
  'a variable is needed': 'nameNeeded',
  'write a period as last_3m (w weeks, m months, q quarters, y years), this_q, all_time, 2026-Q3 or rel_-30d_0d':
    'periodWritten',
  'write a day of the year as 02-01': 'dayWritten',
  'a variable block needs at least one variable': 'tileNeeded',
  'a chart needs at least one variable': 'seriesNeeded',
  'a chart needs at least one period': 'periodNeeded',
  'must be less than upperY': 'lowerThanUpper',
  'a lits cell shows five balls at most': 'fiveBalls',
  'a ranking needs at least one column': 'columnNeeded',
  'a table needs at least one column': 'columnNeeded',
  'a discriminator needs at least one branch': 'branchNeeded',
  'a menu block needs at least one item': 'tabNeeded',
  'a selection block needs at least one item': 'entryNeeded',
  'an uploader needs at least one field': 'entryNeeded',
  'the editor holds one header only': 'oneHeader',
  'is not a web address; write it with https://': 'webAddress',
  'is neither a web address nor a path such as /new/logo.svg': 'imageAddress',
  'an indicator needs either an expression or a rank': 'expressionOrRank',
  'must be less than maxValue': 'lessThanMost',
} as const

/** What an issue of a schema says about a value, in the language shown. */
export function wordsOf(issue: z.core.$ZodIssue, value: unknown): string {
  const own = Object.entries(ownMessages).find(([message]) => message === issue.message)?.[1]
  if (own !== undefined) return text(own)
  if (issue.code === 'invalid_union') {
    const isChoice = issue.errors.flat().every(({ code }) => code === 'invalid_value')
    return text(value === undefined || isChoice ? 'choiceNeeded' : 'otherKind')
  }
  return wordsFor({ ...issue, input: value } as z.core.$ZodRawIssue) ?? text('otherKind')
}
