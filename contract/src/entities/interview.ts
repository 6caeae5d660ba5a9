import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'
import { mailTracking } from './mail-tracking.ts'
import { sampleState } from './states.ts'
import { commentJudgement } from './text-analytics.ts'

/** Whether an answer is good, neutral or bad. */
export const grade = z.enum(['positive', 'neutral', 'negative'])

/** Whether an answer is good, neutral or bad. */
export type Grade = z.infer<typeof grade>

/** A comment on an interview. */
export const interviewComment = z.object({
  id: z.number().int(),
  created: z.iso.datetime({ offset: true }),
  username: z.string(),
  /** Name of that user; the username for one without a name, or who was removed. */
  author: z.string(),
  /** Who wrote it while acting as that user; null where they did themselves. */
  actorUsername: z.string().nullable(),
  /** Name of that other user. */
  actor: z.string().nullable(),
  message: z.string(),
})

/** A background answer. */
export const labelledValue = z.object({
  label: localText,
  value: z.string(),
  /** The stored value, only where the survey shows internal values. */
  internalValue: z.string().optional(),
})

/** Another interview of the same person. */
export const interviewLink = z.object({
  interviewId: z.number().int(),
  label: z.string(),
  value: z.string(),
  rating: z.number().nullable(),
  isCompleted: z.boolean(),
  isSelected: z.boolean(),
})

/** A graded answer; the icon says whether it is good or bad. */
export const gradedAnswer = labelledValue.extend({ icon: grade.nullable() })

/** Rows that belong to an interview: a basket, contacts. */
export const tableGroup = z.object({
  title: localText,
  columns: z.array(localText),
  rows: z.array(z.array(z.string())),
})

/** The header card and the side card. */
export const sidebarData = z.object({
  header: z.object({ title: z.string(), subtitle: z.string() }),
  faceIcon: grade.nullable(),
  rating: z.number().nullable(),
  /** Top of the rating's scale. */
  ratingMax: z.number().nullable(),
  bgAnswers: z.array(labelledValue),
  interviewLinks: z.array(interviewLink),
  showDevelopmentChart: z.boolean(),
  chartData: z
    .object({ categories: z.array(z.string()), title: localText, data: z.array(z.number().nullable()) })
    .nullable(),
})

/** A single response as the survey's configuration lays it out. */
export const interviewData = z.object({
  interviewId: z.number().int(),
  state: sampleState,
  isCompleted: z.boolean(),
  sidebarData,
  headerVariableTitle: localText.nullable(),
  highlights: z.array(labelledValue),
  backgroundGroups: z.array(z.object({ title: localText, fields: z.array(labelledValue) })),
  openQuestionsData: z.array(
    z.object({
      variable: z.string(),
      label: localText,
      value: z.string(),
      /** What the comment says; null where it is not analysed. */
      judgement: commentJudgement.nullable().default(null),
    }),
  ),
  starredQuestionsData: z.array(gradedAnswer),
  resultGroupsData: z.array(z.object({ label: localText, answers: z.array(gradedAnswer) })),
  tableGroups: z.array(tableGroup),
  recordGroups: z.array(tableGroup),
  comments: z.array(interviewComment),
  /** What was sent to the respondent; null when nothing was. */
  mailTrackingsData: mailTracking.nullable(),
  showInternalValues: z.boolean(),
  enableSharing: z.boolean(),
  /** Whether its comment is kept from public screens; null where it is shown on none, or the reader may not decide. */
  screenComment: z.enum(['shown', 'hidden']).nullable(),
  /** Place of the response in the hierarchy, for the drill path bar. */
  drillPath: z.string(),
})

/** A single response as the survey's configuration lays it out. */
export type InterviewData = z.infer<typeof interviewData>

const commentExample = {
  id: 12,
  created: '2026-03-02T08:15:00Z',
  username: 'anna@example.org',
  author: 'Anna Berg',
  actorUsername: null,
  actor: null,
  message: 'Called the customer.',
}

/** A valid interview, for the examples of everything that holds one. */
export const interviewExample: InterviewData = {
  interviewId: 417,
  state: '0',
  isCompleted: true,
  sidebarData: {
    header: { title: 'Eva Lind', subtitle: 'Storgatan, 1 March 2026' },
    faceIcon: 'negative',
    rating: 3,
    ratingMax: 10,
    bgAnswers: [{ label: { en: 'Age' }, value: '42' }],
    interviewLinks: [
      { interviewId: 417, label: '2026-03-01', value: '3', rating: 3, isCompleted: true, isSelected: true },
    ],
    showDevelopmentChart: true,
    chartData: { categories: ['2025-10-04', '2026-03-01'], title: { en: 'Overall' }, data: [7, 3] },
  },
  headerVariableTitle: { en: 'Visit' },
  highlights: [{ label: { en: 'Channel' }, value: 'Store' }],
  backgroundGroups: [{ title: { en: 'Purchase' }, fields: [{ label: { en: 'Product' }, value: 'Bicycle' }] }],
  openQuestionsData: [{ variable: 'comment', label: { en: 'Comment' }, value: 'The queue was long.', judgement: null }],
  starredQuestionsData: [{ label: { en: 'Overall' }, value: '3', icon: 'negative' }],
  resultGroupsData: [{ label: { en: 'Staff' }, answers: [{ label: { en: 'Helpful' }, value: '8', icon: 'positive' }] }],
  tableGroups: [{ title: { en: 'Basket' }, columns: [{ en: 'Product' }], rows: [['Bicycle']] }],
  recordGroups: [{ title: { en: 'Contacts' }, columns: [{ en: 'Date' }], rows: [['2026-03-02']] }],
  comments: [commentExample],
  mailTrackingsData: null,
  showInternalValues: false,
  enableSharing: true,
  screenComment: null,
  drillPath: 'country=SE;region=north;store=12',
}

/** Interview entities with their examples. */
export const interviewEntities = {
  InterviewComment: defineEntity(interviewComment, commentExample),
  InterviewData: defineEntity(interviewData, interviewExample),
}
