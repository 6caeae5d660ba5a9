import { z } from 'zod'
import { localText } from '../local-text.ts'
import { variableName } from './names.ts'

/** A view: one way down the hierarchy, its levels being single-choice questions from the top. */
export const viewConfig = z.strictObject({
  title: localText.optional(),
  levels: z.array(variableName).min(1, 'a view needs at least one level').max(12),
})
