import { z } from 'zod'
import { defineEntity } from './entity.ts'

/** What was sent to one respondent, and what became of it. Shares are percentages. */
export const mailTracking = z.object({
  stats: z.object({
    email: z.string(),
    totalSent: z.number().int(),
    totalOpened: z.number().int(),
    shareOpened: z.number(),
    totalClicked: z.number().int(),
  }),
  rows: z.array(
    z.object({
      id: z.number().int(),
      date: z.iso.datetime({ offset: true }),
      name: z.string(),
      state: z.string(),
      views: z.number().int(),
      clicks: z.number().int(),
      recording: z.boolean(),
    }),
  ),
})

/** A valid mail tracking, for the examples of everything that holds one. */
export const mailTrackingExample: z.infer<typeof mailTracking> = {
  stats: { email: 'eva@example.org', totalSent: 2, totalOpened: 1, shareOpened: 50, totalClicked: 1 },
  rows: [
    {
      id: 8,
      date: '2026-03-01T09:00:00Z',
      name: 'After the visit',
      state: 'SENT',
      views: 1,
      clicks: 1,
      recording: false,
    },
  ],
}

/** Mail tracking with an example. */
export const mailTrackingEntities = { MailTracking: defineEntity(mailTracking, mailTrackingExample) }
