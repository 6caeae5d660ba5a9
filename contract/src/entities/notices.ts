import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'

/** What somebody is told of. */
export const noticeEvents = [
  'alert-raised',
  'alert-assigned',
  'alert-escalated',
  'alert-reminder',
  'alert-reopened',
  'mention',
  'action-assigned',
  'action-closed',
  'report-subscribed',
  'webhook-paused',
  'backup-failed',
] as const

/** One of them. */
export type NoticeEvent = (typeof noticeEvents)[number]

/** Ways a notice goes; the bell is the list in the application. */
export const noticeChannels = ['bell', 'mail'] as const

/** One of them. */
export type NoticeChannel = (typeof noticeChannels)[number]

/** A notice of one user. */
export const notice = z.object({
  id: z.number().int(),
  event: z.enum(noticeEvents),
  title: localText,
  text: localText,
  /** Where it leads within the application, `/alert/visits/12`; null where its object is gone or out of reach. */
  link: z.string().nullable(),
  survey: z.object({ extname: z.string(), title: localText }),
  createdAt: z.iso.datetime({ offset: true }),
  isRead: z.boolean(),
})

/** A notice of one user. */
export type Notice = z.infer<typeof notice>

/** When mails of an event are sent: at once, or collected. */
export const noticePaces = ['now', 'daily', 'weekly'] as const

/** A time of day, `08:00`. */
const timeOfDay = z
  .string()
  .max(5)
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'write a time as 08:00')

/** What a user wants to be told of, and how. */
export const noticeChoices = z.object({
  events: z
    .array(z.object({ event: z.enum(noticeEvents), bell: z.boolean(), mail: z.boolean() }))
    .max(noticeEvents.length),
  pace: z.enum(noticePaces),
  /** When a digest is sent, in the time zone; a weekly one on Mondays. */
  digestAt: timeOfDay,
  /** No mail is sent from the one to the other; both null for none. */
  quietFrom: timeOfDay.nullable(),
  quietTo: timeOfDay.nullable(),
  /** Null for that of the universe. */
  timeZone: z.string().max(80).nullable(),
})

/** What a user wants to be told of. */
export type NoticeChoices = z.infer<typeof noticeChoices>

/** What became of a mail: `UNKNOWN` where the server stopped while it was sent, and it is not sent again. */
export const mailStates = ['PENDING', 'SENDING', 'SENT', 'FAILED', 'UNKNOWN'] as const

/** A mail of the server, for root. */
export const sentMail = z.object({
  id: z.number().int(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  state: z.enum(mailStates),
  /** Why it failed; empty else. */
  reason: z.string(),
  createdAt: z.iso.datetime({ offset: true }),
  sentAt: z.iso.datetime({ offset: true }).nullable(),
})

/** A valid notice, for the examples of everything that holds one. */
export const noticeExample: Notice = {
  id: 14,
  event: 'alert-raised',
  title: { en: 'Low score', sv: 'Lågt betyg' },
  text: { en: 'Storgatan, due tomorrow 16:00', sv: 'Storgatan, klart senast i morgon 16:00' },
  link: '/alert/visits/30',
  survey: { extname: 'visits', title: { en: 'Store visits' } },
  createdAt: '2026-03-02T08:15:00Z',
  isRead: false,
}

/** Notices with their examples. */
export const noticeEntities = {
  Notice: defineEntity(notice, noticeExample),
  NoticeChoices: defineEntity(noticeChoices, {
    events: [{ event: 'alert-raised', bell: true, mail: true }],
    pace: 'daily',
    digestAt: '08:00',
    quietFrom: '18:00',
    quietTo: '07:00',
    timeZone: null,
  }),
  SentMail: defineEntity(sentMail, {
    id: 3,
    to: 'anna@example.org',
    subject: 'Low score',
    text: 'Storgatan, due tomorrow 16:00',
    state: 'SENT',
    reason: '',
    createdAt: '2026-03-02T08:15:00Z',
    sentAt: '2026-03-02T08:15:01Z',
  }),
}
