import { z } from 'zod'
import { nameParam, searchText } from './request-texts.ts'

/** Most rows one paged call answers with. Who asks for so many asks for all: a list that has more may answer fewer. */
export const maxPageRows = 1000

/** Half-open window of rows, sorting and a free-text term, as every paged list takes it. */
export const pageQuery = z.object({
  rowFrom: z.coerce.number().int().min(0).default(0),
  rowTo: z.coerce.number().int().min(0).default(50),
  sortVar: nameParam.optional(),
  sortDesc: z.stringbool().optional(),
  filter: searchText.default(''),
})
