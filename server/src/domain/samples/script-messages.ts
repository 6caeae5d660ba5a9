import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { answerInWrite } from '#server/domain/scripts/host.ts'
import { callHookBatch, hooksOf } from '#server/domain/scripts/hooks.ts'
import type { BatchContext } from '#server/domain/scripts/hooks.ts'
import { hookLimits } from '#server/domain/scripts/sandbox/limits.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { SampleDraft } from './sample-draft.ts'

/** A sample that is to be saved. */
export interface CheckedSample {
  row: Pick<CaseRow, 'id' | 'state' | 'eventDate' | 'answers'>
  after: Pick<SampleDraft, 'eventDate' | 'answers'>
  state: number
  changed: readonly string[]
}

/** What a script of the type VALIDATE_SAMPLE is given. */
export function inputOfCheck({ row, after, state, changed }: CheckedSample, now: Date) {
  const { id, eventDate, answers } = row
  return {
    now: now.toISOString(),
    sample: { id, state, eventDate: after.eventDate, answers: after.answers },
    before: { id, state: row.state, eventDate, answers },
    fields: [...changed],
  }
}

/**
 * What the survey's scripts say is wrong with a sample, by field; what is wrong with all of it is at the name ''. A script
 * that fails says nothing, and its events say why. They run while the sample is locked, so they cannot ask for figures.
 */
export async function scriptMessages(
  ctx: BatchContext,
  model: SurveyModel,
  sample: CheckedSample,
): Promise<Map<string, Words[]>> {
  const messages = new Map<string, Words[]>()
  if (model.anonymity !== null) return messages
  const host = (name: string, args: readonly unknown[]): Promise<unknown> => answerInWrite(model, name, args)
  const inputs = [inputOfCheck(sample, ctx.clock.now())]
  for (const script of hooksOf(model, 'VALIDATE_SAMPLE')) {
    const order = { script: { ...script, type: 'VALIDATE_SAMPLE' as const }, host, limits: hookLimits }
    const [answer] = await callHookBatch(ctx, order, inputs)
    for (const { field = '', message } of answer?.output ?? [])
      messages.set(field, [...(messages.get(field) ?? []), say`${message}`])
  }
  return messages
}
