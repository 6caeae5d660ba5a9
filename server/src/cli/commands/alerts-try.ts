import { maxTriedDays } from '@gensvar/contract/alerts'
import { tryAlertRules } from '#server/features/alerts/service.ts'
import { defineCommand } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { surveyContext, surveyOptions } from '../survey-context.ts'

/** Days looked at where none are given. */
const usualDays = 90

/** `alerts:try`. */
export const alertsTry = defineCommand({
  name: 'alerts:try',
  summary:
    'Tells how many alerts rules would have raised for past interviews, in all and by place. Nothing is written.',
  options: {
    ...surveyOptions,
    days: {
      type: 'string',
      value: 'N',
      description: `days up to today whose interviews count (default: ${usualDays})`,
    },
    rule: {
      type: 'string',
      value: 'EXPR',
      multiple: true,
      description: 'a rule such as "overall <= 3"; may be given several times (default: those of the configuration)',
    },
  },
  async run({ deps, values, print }) {
    const days = values.days === undefined ? usualDays : Number(values.days)
    if (!Number.isInteger(days) || days < 1 || days > maxTriedDays)
      throw new CommandError(`--days must be a number from 1 to ${maxTriedDays}.`)
    const { ctx, survey } = await surveyContext(deps, 'alerts:try', values)
    const given = (values.rule ?? []).map((when) => ({ extname: when, when }))
    const { interviews, rules } = await tryAlertRules(ctx, survey, { days, rules: given })
    if (rules.length === 0) throw new CommandError('The survey has no alert rules. Give one with --rule.')
    const parts = rules.map(({ extname, alerts, places }) => {
      const width = Math.max(0, ...places.map(({ title }) => title.length))
      const lines = places.map(({ title, alerts: some }) => `  ${title.padEnd(width)}  ${some}\n`)
      return `${extname}: would have raised ${alerts} in the last ${days} days\n${lines.join('')}`
    })
    print(`${interviews} interviews in the last ${days} days\n\n${parts.join('\n')}`)
  },
})
