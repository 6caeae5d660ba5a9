import { z } from 'zod'
import { sentiments } from '../entities/text-analytics.ts'
import { nameParam, searchText } from '../request-texts.ts'

/** Comments shown on one page of a search. */
export const searchRowsPerPage = 25

/** What comments are chosen by. `mixed` are those that say good and bad alike; they are among the neutral ones. */
export const commentKinds = [...sentiments, 'mixed'] as const

/** What comments can be sorted by: the day of the interview (the newest first), or how good they are. */
export const commentOrders = ['date', 'score'] as const

/** Which comments a search finds; all of them must be true of a comment. */
export const commentFilters = {
  term: searchText.default(''),
  /** With a category: what the comment says of it. Without: what it says as a whole. */
  sentiment: z.enum(commentKinds).optional(),
  /** A category by its full name (`staff/manner`); its own comments and those of the categories below it. */
  category: nameParam.optional(),
  /** Variables of some of the component's questions, separated by commas; all of them where it is missing. */
  questions: z.string().max(2000).optional(),
}

/** Parameters of a search in comments. */
export const textSearchParams = z.object({
  ...commentFilters,
  rowFrom: z.coerce.number().int().min(0).default(0),
  rowTo: z.coerce.number().int().min(0).default(searchRowsPerPage),
  sortVar: z.enum(commentOrders).optional(),
  sortDesc: z.stringbool().optional(),
})
