import { Count, Words, say } from '@gensvar/contract/say'
import { z } from 'zod'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import { surveysToWeigh, weighSurvey } from './weigh-survey.ts'

/** Computes the weights of a survey's answers; every night, of each survey that has weights. */
export const weightsTask = defineTaskType({
  type: 'WEIGH_RESPONSES',
  title: say`Weights`,
  permission: 'root',
  payload: z.object({ surveyId: z.int().optional() }),
  describe: () => say`Weights answers to the shares that the configuration knows`,
  limit: 1,
  schedule: { cron: '17 1 * * *', timeZone: 'UTC' },
  takesNoted: true,
  async handle({ ctx, payload: { surveyId } }, signal, progress) {
    const surveys = surveyId === undefined ? await surveysToWeigh(ctx, signal) : [surveyId]
    const weighed = []
    for (const [at, one] of surveys.entries()) {
      const found = await weighSurvey(ctx, one, signal)
      progress({ done: at + 1, total: surveys.length, words: wordsOf(found) })
      if (found instanceof Words) weighed.push({ surveyId: one, failure: String(found) })
      else if (found) weighed.push({ surveyId: one, n: found.n, effectiveN: Math.round(found.effectiveN) })
    }
    return { weighed }
  },
})

function wordsOf(found: Awaited<ReturnType<typeof weighSurvey>>): Words {
  if (found instanceof Words) return found
  if (!found) return say`There is nothing to weight.`
  return say`${new Count(found.n)} answers, as exact as ${new Count(Math.round(found.effectiveN))} equally weighted ones.`
}
