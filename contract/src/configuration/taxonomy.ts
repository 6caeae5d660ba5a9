import { z } from 'zod'
import { localText } from '../local-text.ts'
import { named } from './names.ts'

/** Word patterns of a category in one language: `*` stands for any letters; `exclude` takes back what matched. */
const patternList = z.strictObject({
  patterns: z.array(z.string().min(1)).default([]),
  exclude: z.array(z.string().min(1)).default([]),
})

/** A category of comments: a title, an optional fixed polarity and its patterns per language. */
const category = z.strictObject({
  title: localText.optional(),
  polarity: z.enum(['positive', 'negative']).optional(),
  en: patternList.optional(),
  sv: patternList.optional(),
  no: patternList.optional(),
  da: patternList.optional(),
  fi: patternList.optional(),
})

/** The categories comments are sorted into, by name. */
export const taxonomyConfig = named(category)
