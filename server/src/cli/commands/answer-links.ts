import { answerLinksOf } from '#server/features/answers/service.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import { defineCommand } from '../command.ts'
import { surveyContext, surveyOptions } from '../survey-context.ts'

/** `answer:links`. */
export const answerLinks = defineCommand({
  name: 'answer:links',
  summary: 'Prints the links that anybody can answer a survey at, one for each place, and one to try it.',
  options: {
    ...surveyOptions,
    view: {
      type: 'string',
      value: 'V',
      description: 'name of the hierarchy whose places are meant; the first otherwise',
    },
    level: {
      type: 'string',
      value: 'L',
      description: 'variable of the level whose places are meant; the lowest otherwise',
    },
  },
  async run({ deps, values, print }) {
    const { ctx, survey } = await surveyContext(deps, 'answer:links', values)
    const { isOpen, places, trialUrl } = await answerLinksOf(ctx, survey, {
      view: values.view,
      level: values.level,
      origin: configuredAddress(deps.config),
    })
    if (!isOpen) print('These links do not work: openLinks of the questionnaire is off.\n')
    for (const { titles, url, codeUrl } of places) print(`${titles.join(' / ')}\n  link ${url}\n  code ${codeUrl}\n`)
    print(`to try it, for a day\n  ${trialUrl}\n`)
  },
})
