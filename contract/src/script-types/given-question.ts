import { z } from 'zod'
import { decodeDateFilter } from '../date-filters.ts'
import { givenMoment } from './script-type.ts'

/** A day as scripts are given and answer it. */
export const givenDay = z.iso.date().describe('A day, such as 2026-01-31.')

/** The survey that a script is asked for. */
export const givenSurvey = z
  .object({ extName: z.string(), title: z.record(z.string(), z.string()).describe('Title by language.') })
  .describe('The survey.')

/** Who asks: scripts may answer by role and language, never by person. */
export const givenUser = z
  .object({
    role: z.string().nullable().describe('Name of the role; null for root.'),
    language: z.string().describe('en, sv, no, da or fi.'),
  })
  .describe('Who asks.')

/** What every script that is asked for a period is given. */
export const periodQuestion = z.object({
  now: givenMoment,
  today: givenDay.describe("Today in the survey's time zone."),
  survey: givenSurvey,
  user: givenUser,
})

/** The page that a period is asked for. */
export const givenPage = z
  .object({
    extName: z.string(),
    kind: z.string().nullable().describe('rankings, alerts, samples, ...; null for any other page.'),
  })
  .nullable()
  .describe('The page; null for screens that are no page of the configuration.')

/** A period as scripts answer it: whatever a reader could choose and that means days one after the other. */
export const periodAnswer = z
  .string()
  .max(80)
  .refine((text) => {
    const dates = decodeDateFilter(text)
    return dates !== null && !(dates.kind === 'today' && dates.mode === 'today_md')
  }, 'write a period as last_3m (w weeks, m months, q quarters, y years), this_q, all_time, 2026-Q3, rel_-30d_0d or custom_01012026_01022026')
  .describe('A period, such as last_3m, this_q, 2026-Q3, all_time or rel_-30d_0d.')
