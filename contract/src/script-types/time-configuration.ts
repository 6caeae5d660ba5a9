import { z } from 'zod'
import { calendarConfig } from '../configuration/calendar.ts'
import { givenDay, givenSurvey } from './given-question.ts'
import { defineScriptType, givenMoment } from './script-type.ts'

/** Says which days and hours are worked. */
export const timeConfiguration = defineScriptType({
  type: 'GET_TIME_CONFIGURATION',
  summary: 'Says which days and hours are worked: due times of alerts, reminders and escalations count by them.',
  when: 'When alerts are raised, and when reminders and escalations are due. It has no figures to ask for.',
  input: z.object({
    now: givenMoment,
    today: givenDay.describe("Today in the survey's time zone."),
    survey: givenSurvey,
    calendar: calendarConfig.describe('The calendar of the configuration, else of the organisation.'),
  }),
  output: calendarConfig.nullable().describe('The calendar; null for that of the configuration.'),
  example: `/** In July work ends at three, and the first day of August is free. */
function main({ today, calendar }) {
  const holidays = [...calendar.holidays, today.slice(0, 4) + '-08-01']
  return today.slice(5, 7) === '07' ? { ...calendar, holidays, to: '15:00' } : { ...calendar, holidays }
}
`,
})
