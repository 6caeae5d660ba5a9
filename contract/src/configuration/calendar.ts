import { z } from 'zod'

/** Countries whose public holidays are known. */
export const calendarCountries = ['SE', 'NO', 'DK', 'FI', 'GB'] as const

const timeOfDay = z
  .string()
  .max(5)
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'write a time of day as 08:00')

/** Working days and hours, in the survey's time zone: what due times of alerts are counted by. */
export const calendarConfig = z
  .strictObject({
    country: z.enum(calendarCountries).optional().describe('Country whose public holidays are free.'),
    workingDays: z
      .array(z.int().min(1).max(7))
      .min(1)
      .max(7)
      .default([1, 2, 3, 4, 5])
      .describe('Days of the week that are worked, 1 for Monday.'),
    from: timeOfDay.default('08:00').describe('When work begins.'),
    to: timeOfDay.default('17:00').describe('When work ends.'),
    holidays: z.array(z.iso.date().max(10)).max(1000).default([]).describe('Further days that are free.'),
  })
  .refine(({ from, to }) => from < to, { error: 'must be later than "from"', path: ['to'] })

/** Working days and hours. */
export type CalendarConfig = z.output<typeof calendarConfig>
