import { z } from 'zod'
import { shortText } from './answered-texts.ts'
import { periodAnswer, periodQuestion } from './given-question.ts'
import { defineScriptType } from './script-type.ts'

/** Offers other periods than the usual ones. */
export const availableTimespans = defineScriptType({
  type: 'GET_AVAILABLE_TIMESPANS',
  summary: 'Offers the periods that readers choose from.',
  when: 'When a survey is opened, and once a day while it is open. In an anonymous survey there must be figures of each.',
  input: periodQuestion,
  output: z
    .array(
      z.object({
        extName: z.string().trim().min(1).max(80).describe('Name of the period, each once.'),
        title: shortText(80).describe('What readers see.'),
        value: periodAnswer,
      }),
    )
    .min(1)
    .max(24)
    .refine(
      (offered) => new Set(offered.map(({ extName }) => extName)).size === offered.length,
      'name each period once',
    )
    .refine((offered) => new Set(offered.map(({ value }) => value)).size === offered.length, 'offer each period once')
    .nullable()
    .describe('The periods, of which finished, running and other ones stand together; null for the usual ones.'),
  example: `/** Offers the seasons of sports instead of the quarters of the calendar. */
function main({ today }) {
  const year = Number(today.slice(0, 4))
  return [
    { extName: 'spring', title: { en: 'Spring season', sv: 'Vårsäsongen' }, value: 'custom_0101' + year + '_0107' + year },
    { extName: 'autumn', title: { en: 'Autumn season', sv: 'Höstsäsongen' }, value: 'custom_0107' + year + '_3112' + year },
    { extName: 'year', title: { en: 'This year', sv: 'I år' }, value: 'this_y' },
  ]
}
`,
})
