import { z } from 'zod'
import { localText } from '../local-text.ts'
import { duration, extName, template, variableName } from './names.ts'

/** Fields of an alert that its tables can have as columns besides those of its interview. */
export const alertFields = ['state', 'due', 'owner', 'raised', 'created', 'title', 'rule', 'closed'] as const

/** A question the person who handles an alert answers; reason 0 means that none is chosen yet. */
export const alertQuestionConfig = z
  .strictObject({
    questionId: extName,
    type: z.enum(['Text', 'Number', 'choice']),
    title: localText,
    reasons: z.array(z.strictObject({ choiceId: z.int().min(0), title: localText })).default([]),
  })
  .refine((question) => question.type !== 'choice' || question.reasons.length > 0, {
    error: 'a question of type choice needs reasons',
    path: ['reasons'],
  })

/** A rule that raises an alert when a completed interview meets it, and how the alert is handled. */
export const alertConfig = z.strictObject({
  extname: extName,
  title: localText.optional(),
  when: z.string().min(1, 'a rule is needed'),
  info: template.default(''),
  enableCloseAndSave: z.boolean().default(true),
  questions: z.array(alertQuestionConfig).default([]),
  maxAge: duration
    .optional()
    .describe('Interviews whose event is longer ago raise none, such as those of an import of former years.'),
  owner: variableName
    .optional()
    .describe('The level of the hierarchy whose owner gets the alert; by default the lowest that has one.'),
  defaultOwner: z
    .string()
    .min(1)
    .optional()
    .describe('Username of whoever gets the alerts of places without an owner, up to the top.'),
  due: duration.optional().describe('Working time until it should be closed, by the calendar.'),
  remind: duration
    .default('4h')
    .describe('Working time before it is due at which its owner is told, while it is not closed.'),
  escalate: z.array(z.strictObject({ after: duration, to: variableName })).default([]),
})
