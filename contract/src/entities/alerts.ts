import { z } from 'zod'
import { localText } from '../local-text.ts'
import { comment, commentExample } from './comments.ts'
import { defineEntity } from './entity.ts'
import { interviewData, interviewExample } from './interview.ts'
import { rankingData, rankingExample } from './ranking.ts'
import { alertState } from './states.ts'

/** A step in an alert's history. */
export const alertLog = z.object({
  state: alertState,
  stateText: localText,
  date: z.iso.datetime({ offset: true }),
  user: z.string(),
  comment: z.string(),
})

/** A question the person who handles an alert answers; reason 0 means that none is chosen yet. */
export const alertQuestion = z.object({
  questionId: z.string(),
  title: localText,
  type: z.enum(['Text', 'Number', 'choice']),
  reasons: z.array(z.object({ choiceId: z.number().int().min(0), title: localText })),
  /** The chosen reason of a choice question, else 0. */
  selected: z.number().int().min(0),
  /** The written answer of the other types. */
  value: z.string(),
})

/** An alert with everything its page shows. */
export const alert = z.object({
  id: z.number().int(),
  interviewId: z.number().int(),
  alertState,
  stateText: localText,
  closedDate: z.iso.datetime({ offset: true }).nullable(),
  alertInfo: z.string(),
  canModify: z.boolean(),
  enableCloseAndSave: z.boolean(),
  comments: z.array(comment),
  alertLogs: z.array(alertLog),
  questions: z.array(alertQuestion),
  interviewData: interviewData.nullable(),
  owner: z.string().nullable(),
  due: z.iso.datetime({ offset: true }).nullable(),
})

/** What saving an alert sends. */
export const alertSave = z.object({
  newComment: z.string(),
  isClosed: z.boolean(),
  selections: z.array(
    z.object({ questionId: z.string(), choiceId: z.number().int().min(0).optional(), value: z.string().optional() }),
  ),
})

/** Answer of an alert list. */
export const alertList = z.object({ rankingData, totalNumberRows: z.number().int() })

/** A valid alert list, for the examples of everything that holds one. */
export const alertListExample: z.infer<typeof alertList> = {
  rankingData: rankingExample.rankingData,
  totalNumberRows: 1,
}

/** Alert entities with their examples. */
export const alertEntities = {
  Alert: defineEntity(alert, {
    id: 31,
    interviewId: 417,
    alertState: 6,
    stateText: { en: 'Processing' },
    closedDate: null,
    alertInfo: 'Eva Lind: the queue was long.',
    canModify: true,
    enableCloseAndSave: true,
    comments: [commentExample],
    alertLogs: [
      {
        state: 6,
        stateText: { en: 'Processing' },
        date: '2026-03-02T08:15:00Z',
        user: 'anna@example.org',
        comment: 'Called the customer.',
      },
    ],
    questions: [
      {
        questionId: 'cause',
        title: { en: 'Cause' },
        type: 'choice',
        reasons: [
          { choiceId: 0, title: { en: 'Choose' } },
          { choiceId: 1, title: { en: 'Staff' } },
        ],
        selected: 1,
        value: '',
      },
    ],
    interviewData: interviewExample,
    owner: 'anna@example.org',
    due: '2026-03-04T08:15:00Z',
  }),
  AlertSave: defineEntity(alertSave, {
    newComment: 'Refunded.',
    isClosed: true,
    selections: [
      { questionId: 'cause', choiceId: 1 },
      { questionId: 'done', value: 'Refunded' },
    ],
  }),
  AlertList: defineEntity(alertList, alertListExample),
}
