import { z } from 'zod'

/** Comments shown on one page of a search. */
export const searchRowsPerPage = 25

/** Parameters of a search in comments. */
export const textSearchParams = z.object({
  term: z.string().max(200).default(''),
  rowFrom: z.coerce.number().int().min(0).default(0),
  rowTo: z.coerce.number().int().min(0).default(searchRowsPerPage),
})
