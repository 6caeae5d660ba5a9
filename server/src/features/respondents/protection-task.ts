import { protectionActs } from '@gensvar/contract/respondents'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { z } from 'zod'
import { countToProtect, protectMany } from '#server/domain/respondents/protect-many.ts'
import { defineTaskType } from '#server/domain/tasks/task-type.ts'
import { HopelessTask } from '#server/domain/tasks/failure.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'

/** What is done, of which survey, and the event dates it is done to. */
export const protectionPayload = z.object({
  survey: z.string(),
  surveyId: z.int(),
  act: z.enum(protectionActs),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
})

/** What a task of type ANONYMIZE_DATA does. */
export type ProtectionPayload = z.output<typeof protectionPayload>

/**
 * Anonymises or erases the responses of some days, some at a time. What is done already is skipped, so it can be paused,
 * stopped and run again. In an anonymous survey nothing says how many there are.
 */
export const protectionTask = defineTaskType({
  type: 'ANONYMIZE_DATA',
  title: say`Data protection`,
  permission: 'universe-admin',
  payload: protectionPayload,
  describe,
  limit: 1,
  async handle({ payload, ctx, done }, signal, progress) {
    const { act, from, to, surveyId } = payload
    const model = await loadSurveyModelById(ctx, surveyId)
    const isAnonymous = model.anonymity !== null
    if (act === 'erase' && isAnonymous)
      throw new HopelessTask('conflict', say`The survey is anonymous since: its responses are not erased.`)
    const days = { from, to }
    const left = isAnonymous ? 0 : await countToProtect(ctx, model, act, days)
    let reached = 0
    const tell = (): void => {
      if (!isAnonymous) progress({ done: done + reached, total: Math.max(done + left, done + reached) })
    }
    tell()
    await protectMany(ctx, model, {
      act,
      days,
      signal,
      onBatch: (count) => {
        reached += count
        tell()
      },
    })
    await write(ctx, (tx) =>
      tx.audit({
        action: act === 'erase' ? 'respondents.erased' : 'respondents.anonymised',
        surveyId,
        universeId: model.universeId,
        details: { from, to, ...(isAnonymous ? {} : { responses: done + reached }) },
      }),
    )
    return null
  },
})

function describe({ act, survey }: ProtectionPayload): Words {
  return act === 'erase' ? say`Erases old responses of ${survey}` : say`Anonymises responses of ${survey}`
}
