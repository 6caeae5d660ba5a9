import { removeSurvey } from '#server/features/surveys/service.ts'
import { defineCommand } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { surveyContext, surveyOptions } from '../survey-context.ts'

/** Timeout for the copy of the answers to be removed as well, in ms. */
const figuresWithin = 120_000

/** `survey:delete`. */
export const surveyDelete = defineCommand({
  name: 'survey:delete',
  summary: 'Deletes a survey with its responses, figures, configuration, shares and saved filters. The universe stays.',
  options: {
    ...surveyOptions,
    confirm: { type: 'string', value: 'S', description: "the survey's name once more, as nothing brings it back" },
  },
  async run({ deps, values, print, note }) {
    const { ctx, survey, surveyId, universe } = await surveyContext(deps, 'survey:delete', values)
    if (values.confirm !== survey) {
      const given = values.confirm === undefined ? '' : ` "${values.confirm}" is not its name.`
      throw new CommandError(
        `This deletes the survey "${survey}" of "${universe}" for good.${given} Give --confirm ${survey}`,
      )
    }
    const { responses, xid } = await removeSurvey(ctx, surveyId)
    print(`Deleted the survey "${survey}" of "${universe}" with ${responses} responses.\n`)
    const removed = await deps.analytics.feed.waitFor(xid, figuresWithin)
    if (!removed) note('The copy of its answers follows in a moment.\n')
  },
})
