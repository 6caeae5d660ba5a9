import { z } from 'zod'
import { localText } from '../local-text.ts'
import { comment, commentExample } from './comments.ts'
import { defineEntity } from './entity.ts'
import { interviewData, interviewExample } from './interview.ts'
import { rankingData, rankingExample } from './ranking.ts'
import { alertState } from './states.ts'

/** What happened to an alert. */
export const alertEvents = ['raised', 'saved', 'closed', 'reopened', 'assigned', 'escalated'] as const

/** A step in an alert's history. */
export const alertLog = z.object({
  event: z.enum(alertEvents),
  /** The state after it. */
  state: alertState,
  stateText: localText,
  date: z.iso.datetime({ offset: true }),
  /** Empty for what the program did by itself. */
  user: z.string(),
  comment: z.string(),
  /** Who has it since, where that changed; null else. */
  newOwner: z.string().nullable(),
})

/** Somebody who can handle alerts. */
export const alertOwner = z.object({ userId: z.number().int(), name: z.string() })

/** Another alert of the same customer. */
export const otherAlert = z.object({
  id: z.number().int(),
  title: z.string(),
  alertState,
  stateText: localText,
  raisedAt: z.iso.datetime({ offset: true }),
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
  /** Title of the rule that raised it. */
  title: z.string(),
  raisedAt: z.iso.datetime({ offset: true }),
  /** Grows with each change; a save names the one it was made from. */
  version: z.int32(),
  owner: alertOwner.nullable(),
  due: z.iso.datetime({ offset: true }).nullable(),
  isOverdue: z.boolean(),
  /** The place of the interview: its names from the top, and where they lead. */
  place: z.string(),
  drillPath: z.string(),
  /** How to reach the customer; null for an anonymous survey and for what is not known. */
  contact: z.object({ name: z.string(), email: z.string(), phone: z.string() }).nullable(),
  otherAlerts: z.array(otherAlert),
})

/** What saving an alert sends. */
export const alertSave = z.object({
  newComment: z.string(),
  isClosed: z.boolean(),
  selections: z.array(
    z.object({ questionId: z.string(), choiceId: z.number().int().min(0).optional(), value: z.string().optional() }),
  ),
})

/** How many alerts of a list each of its filters would show. */
export const alertCounts = z.object({
  open: z.number().int(),
  processing: z.number().int(),
  closed: z.number().int(),
  /** Those of them that are not closed and the caller's own. */
  mine: z.number().int(),
  /** Those of them that are not closed and past their due time. */
  overdue: z.number().int(),
})

/** Answer of an alert list. */
export const alertList = z.object({ rankingData, totalNumberRows: z.number().int(), counts: alertCounts })

/** A valid alert list, for the examples of everything that holds one. */
export const alertListExample: z.infer<typeof alertList> = {
  rankingData: rankingExample.rankingData,
  totalNumberRows: 1,
  counts: { open: 3, processing: 1, closed: 12, mine: 2, overdue: 1 },
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
        event: 'saved',
        state: 6,
        stateText: { en: 'Processing' },
        date: '2026-03-02T08:15:00Z',
        user: 'anna@example.org',
        comment: 'Called the customer.',
        newOwner: null,
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
    title: 'Unhappy customer',
    raisedAt: '2026-03-01T08:15:00Z',
    version: 2,
    owner: { userId: 7, name: 'Anna Berg' },
    due: '2026-03-04T08:15:00Z',
    isOverdue: false,
    place: 'Sweden, Stockholm',
    drillPath: 'organisation/country=SE/region=Stockholm',
    contact: { name: 'Eva Lind', email: 'eva@example.org', phone: '+46 8 000 00 00' },
    otherAlerts: [],
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
