import { say } from '@gensvar/contract/say'
import { AppError } from '#server/platform/errors.ts'

/** A page as it is asked for. */
export interface AskedPage {
  limit: number
  cursor?: string | undefined
}

/**
 * The number that the page before ended with; null for the first page. Throws `validation` at `cursor` for a text that is no
 * cursor.
 */
export function readCursor({ cursor }: AskedPage): number | null {
  if (cursor === undefined) return null
  const [, number] = /^after (\d{1,15})$/.exec(Buffer.from(cursor, 'base64url').toString('latin1')) ?? []
  if (number !== undefined) return Number(number)
  const words = say`Send the cursor as the page before had it.`
  throw new AppError('validation', say`${'cursor'}: ${words}`, { cursor: words })
}

/** Where the next page begins; null where a list of one row more than the page has no row left for it. */
export function pageOf<Row>(
  rows: readonly Row[],
  limit: number,
  numberOf: (row: Row, at: number) => number,
): { rows: Row[]; next: string | null } {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  if (rows.length <= limit || last === undefined) return { rows: page, next: null }
  return { rows: page, next: Buffer.from(`after ${numberOf(last, page.length - 1)}`).toString('base64url') }
}
