import { z } from 'zod'
import { localText } from '../local-text.ts'
import { pathText, variableName } from './names.ts'

/** The public display: whose ratings, which comments, which figures. */
export const bigScreenConfig = z.strictObject({
  path: pathText.default('root'),
  rating: variableName,
  ratingTitle: localText.optional(),
  comment: variableName.optional(),
  atLeast: z.number().optional().describe('Lowest rating whose comment may be shown.'),
  expressions: z.array(variableName).default([]),
  goal: variableName.optional(),
  slides: z.int().min(1).max(20, 'at most 20 slides').default(20),
  legacy: z.boolean().default(false),
})
