import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'
import { tableGroup } from './interview.ts'
import { rankingExample, rankingResponse } from './ranking.ts'
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

/** The days whose samples are open; a null end means any day. `isOpen` is true of a sample in them. */
const openPeriod = z.object({ isOpen: z.boolean(), from: z.iso.date().nullable(), to: z.iso.date().nullable() })

/** What the caller may do with a sample: its own state and the rights of their role taken together. */
export const sampleRights = z.object({
  /** Answers can be changed. */
  canEdit: z.boolean(),
  canEditState: z.boolean(),
  canCancelSamples: z.boolean(),
  canPostpone: z.boolean(),
  hasSampleExtendedState: z.boolean(),
  showApproveButtonInState2: z.boolean(),
  showApproveButtonInState3: z.boolean(),
  canResendEmail: z.boolean(),
  canResendSMS: z.boolean(),
  isResendDisabled: z.boolean(),
  canDelete: z.boolean(),
})

/** What the caller may do with a sample. */
export type SampleRights = z.infer<typeof sampleRights>

/** An incomplete response with what its page offers. */
export const sample = sampleRights.extend({
  id: z.number().int(),
  title: z.string(),
  subtitle: z.string(),
  /** Place of the sample in the hierarchy, for the drill path bar. */
  drillPath: z.string(),
  state: sampleState,
  period: openPeriod,
  eventdate: z.iso.date(),
  stateQuestion: questionField.nullable(),
  evalPeriodQuestion: questionField.nullable(),
  subStateQuestion: questionField.nullable(),
  groups: z.array(z.object({ title: localText, fields: z.array(questionField) })),
  tableGroups: z.array(tableGroup),
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

/** Answer of every sample list: the table, and what the caller may do with its rows. */
export const sampleListResponse = rankingResponse.extend({
  actions: z.object({
    /** Why no sample can be made here, in words; null where it can. */
    createRefusal: z.string().nullable(),
    /** Why samples cannot be copied, in words; null where they can. */
    copyRefusal: z.string().nullable(),
    canDeleteAll: z.boolean(),
  }),
  /** Days whose samples are open; both null where all are, and `isOpen` false where none is. */
  period: openPeriod,
})

/** Answer of every sample list. */
export type SampleListResponse = z.infer<typeof sampleListResponse>

/** A valid list of samples, for the examples of everything that holds one. */
export const sampleListExample: SampleListResponse = {
  ...rankingExample,
  rankingData: { ...rankingExample.rankingData, leafRows: true, rankingVar: null, footer: null },
  actions: { createRefusal: null, copyRefusal: null, canDeleteAll: false },
  period: { isOpen: true, from: '2026-01-01', to: null },
}

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
    title: 'Eva Lind',
    subtitle: 'Stockholm, 2 March 2026',
    drillPath: 'country=SE;region=north;store=12',
    state: '1',
    period: { isOpen: true, from: '2026-01-01', to: null },
    eventdate: '2026-03-02',
    canEdit: true,
    canDelete: false,
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
  SampleList: defineEntity(sampleListResponse, sampleListExample),
  SampleValidation: defineEntity(sampleValidation, {
    questionIdToMessages: { email: ['Enter an e-mail address, such as anna@example.org'] },
  }),
  CopyActionData: defineEntity(copyActionData, {
    eventdate: '2026-04-01',
    fields: [{ questionId: 'store' }],
    comments: 'Call again in April.',
  }),
}
