import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'

/** Kinds of question. */
export const questionTypes = ['scale', 'single', 'multiple', 'numeric', 'date', 'text'] as const

/** Kind of a question. */
export type QuestionType = (typeof questionTypes)[number]

const features = z.record(z.string(), z.unknown())

/** An answer a closed question offers. */
export const metadataChoice = z.object({ extname: z.string().min(1), features, title: localText })

/** A question. */
export const metadataQuestion = z.object({
  type: z.enum(questionTypes),
  variable: z.string().min(1),
  foreignName: z.string(),
  features,
  filterable: z.boolean(),
  weighted: z.boolean(),
  anonymizable: z.boolean(),
  diffmode: z.string(),
  title: localText,
  question: localText,
  format: features,
  choices: z.array(metadataChoice),
})

/** Questions that belong together. */
export const metadataQuestionGroup = z.object({
  type: z.string(),
  extName: z.string().min(1),
  features,
  sorder: z.number().int(),
  name: localText,
  format: features,
})

const choiceExample: z.infer<typeof metadataChoice> = { extname: 'store', features: {}, title: { en: 'Store' } }

/** Metadata entities with their examples. */
export const metadataEntities = {
  MetadataQuestionGroup: defineEntity(metadataQuestionGroup, {
    type: 'background',
    extName: 'customer',
    features: {},
    sorder: 1,
    name: { en: 'Customer' },
    format: {},
  }),
  MetadataQuestion: defineEntity(metadataQuestion, {
    type: 'single',
    variable: 'channel',
    foreignName: 'Q7',
    features: {},
    filterable: true,
    weighted: false,
    anonymizable: false,
    diffmode: '',
    title: { en: 'Channel' },
    question: { en: 'Where did you buy?' },
    format: {},
    choices: [choiceExample],
  }),
  MetadataChoice: defineEntity(metadataChoice, choiceExample),
}
