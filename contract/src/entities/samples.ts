import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'
import { tableGroup } from './interview.ts'
import { sampleState } from './states.ts'

/** Kinds of question field in a form. */
export const questionFieldTypes = ['SingleChoice', 'MultiChoice2', 'Date', 'EventDate', 'Email', 'text'] as const

/** A question in a form; its value is a choice's extName, several of them, an ISO date or a text. */
export const questionField = z.object({
  questionId: z.string(),
  title: localText,
  type: z.enum(questionFieldTypes),
  value: z.union([z.string(), z.array(z.string())]).nullable(),
  choices: z.array(z.object({ extName: z.string(), title: localText })),
  optional: z.boolean(),
  readOnly: z.boolean(),
  /** The comment asked for when a sample is cancelled. */
  cancelledComment: z.boolean(),
  /** The comment asked for when a sample is approved. */
  approvedComment: z.boolean(),
})

/** An incomplete response with what its page offers. */
export const sample = z.object({
  id: z.number().int(),
  state: sampleState,
  stateQuestion: questionField.nullable(),
  evalPeriodQuestion: questionField.nullable(),
  subStateQuestion: questionField.nullable(),
  groups: z.array(z.object({ title: localText, fields: z.array(questionField) })),
  tableGroups: z.array(tableGroup),
  canCancelSamples: z.boolean(),
  canPostpone: z.boolean(),
  canEditState: z.boolean(),
  hasSampleExtendedState: z.boolean(),
  showApproveButtonInState2: z.boolean(),
  showApproveButtonInState3: z.boolean(),
  canResendEmail: z.boolean(),
  canResendSMS: z.boolean(),
  isResendDisabled: z.boolean(),
  /** Raised by every save; an update names the one it was made from. */
  version: z.number().int(),
})

/** What the server finds wrong with a sample, by question; nothing wrong is an empty map. */
export const sampleValidation = z.object({ questionIdToMessages: z.record(z.string(), z.array(z.string())) })

/** What a copy action starts from and sends. */
export const copyActionData = z.object({
  eventdate: z.iso.date().nullable(),
  fields: z.array(
    questionField.pick({ questionId: true }).extend(questionField.omit({ questionId: true }).partial().shape),
  ),
  comments: z.string(),
})

/** A valid field, for the examples of everything that holds one. */
export const questionFieldExample: z.infer<typeof questionField> = {
  questionId: 'email',
  title: { en: 'E-mail' },
  type: 'Email',
  value: 'eva@example.org',
  choices: [],
  optional: false,
  readOnly: false,
  cancelledComment: false,
  approvedComment: false,
}

/** Sample entities with their examples. */
export const sampleEntities = {
  QuestionField: defineEntity(questionField, questionFieldExample),
  Sample: defineEntity(sample, {
    id: 418,
    state: '1',
    stateQuestion: null,
    evalPeriodQuestion: null,
    subStateQuestion: null,
    groups: [{ title: { en: 'Customer' }, fields: [questionFieldExample] }],
    tableGroups: [],
    canCancelSamples: true,
    canPostpone: false,
    canEditState: true,
    hasSampleExtendedState: false,
    showApproveButtonInState2: false,
    showApproveButtonInState3: true,
    canResendEmail: true,
    canResendSMS: false,
    isResendDisabled: false,
    version: 1,
  }),
  SampleValidation: defineEntity(sampleValidation, { questionIdToMessages: { email: ['Invalid Email address'] } }),
  CopyActionData: defineEntity(copyActionData, {
    eventdate: '2026-04-01',
    fields: [{ questionId: 'store' }],
    comments: 'Call again in April.',
  }),
}
