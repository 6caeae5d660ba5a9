import { z } from 'zod'
import { searchText } from '../request-texts.ts'

/** Comments shown on one page of a search. */
export const searchRowsPerPage = 25

/** Parameters of a search in comments. */
export const textSearchParams = z.object({
  term: searchText.default(''),
  rowFrom: z.coerce.number().int().min(0).default(0),
  rowTo: z.coerce.number().int().min(0).default(searchRowsPerPage),
})
