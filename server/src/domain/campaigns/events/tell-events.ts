import type { HookInput, HookOutput } from '@gensvar/contract/script-types/index'
import type { Ctx } from '#server/domain/context.ts'
import { programAccess } from '#server/domain/rights/survey-access.ts'
import { insertProgramComments } from '#server/domain/samples/updates/update-store.ts'
import { HookBatches, hooksOf } from '#server/domain/scripts/hooks.ts'
import { answerScript } from '#server/domain/scripts/host.ts'
import { batchLimits } from '#server/domain/scripts/sandbox/limits.ts'
import { findSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { claimEventRows, insertReminderStops, removeEventRows } from './event-store.ts'
import type { NotedEvent } from './event-store.ts'

/** Events that are told in one write. */
const batch = 1000

type Calls = Map<string, HookBatches<'HANDLE_MSG_EVENT'>>
type Output = HookOutput<'HANDLE_MSG_EVENT'>

/**
 * Tells the scripts of a survey what became of its messages, as far as it is due, and does what they answer. Each batch is one
 * write, which also removes what was noted: if it does not happen, all of it is done again. Returns how many events were told;
 * ends early, by throwing its reason, where the signal is aborted.
 */
export async function tellEvents(
  ctx: Ctx,
  surveyId: number,
  signal: AbortSignal,
  progress: (told: number) => void,
): Promise<number> {
  const calls: Calls = new Map()
  // Each batch goes on behind the one before: what that removed is still passed over for a while.
  for (let from = 0, told = 0; ;) {
    signal.throwIfAborted()
    const found = await tellBatch(ctx, surveyId, { from, calls })
    if (found === null) return told
    from = found.last + 1
    told += found.told
    progress(told)
  }
}

async function tellBatch(
  ctx: Ctx,
  surveyId: number,
  { from, calls }: { from: number; calls: Calls },
): Promise<{ told: number; last: number } | null> {
  const model = await findSurveyModelById(ctx, surveyId)
  if (!model) return null
  const access = await programAccess(ctx, model)
  return write(ctx, async (tx) => {
    const events = await claimEventRows(tx, surveyId, { from, most: batch, now: tx.clock.now() })
    const last = events.at(-1)?.id
    if (last === undefined) return null
    const isTold = model.anonymity === null && !model.disabled
    const answered: { event: NotedEvent; output: Output }[] = []
    for (const script of isTold ? hooksOf(model, 'HANDLE_MSG_EVENT') : []) {
      const key = `${script.id} ${script.version}`
      const host = (name: string, args: readonly unknown[]) => answerScript(ctx, access, name, args)
      const limits = { ...batchLimits, hostCalls: 2 * batch }
      const asked =
        calls.get(key) ?? new HookBatches(ctx, { script: { ...script, type: 'HANDLE_MSG_EVENT' }, host, limits })
      calls.set(key, asked)
      const answers = await asked.call(events.map((event) => givenOf(model, event, tx.clock.now())))
      for (const [at, event] of events.entries()) answered.push({ event, output: answers[at]?.output ?? null })
    }
    await doAnswers(tx, model, answered)
    await removeEventRows(
      tx,
      events.map(({ id }) => id),
    )
    return { told: events.length, last }
  })
}

/** What a script is given of an event. */
function givenOf(
  { extName, title }: SurveyModel,
  { kind, at, bounce, channel, campaign, isReminder, responseId }: NotedEvent,
  now: Date,
): HookInput<'HANDLE_MSG_EVENT'> {
  return {
    now: now.toISOString(),
    survey: { extName, title },
    event: { kind, at: at.toISOString(), bounce, channel, campaign, isReminder, interviewId: responseId },
  }
}

/** Stops reminders and adds comments, as scripts have answered. */
async function doAnswers(
  tx: WriteTx<Ctx>,
  model: SurveyModel,
  answered: readonly { event: NotedEvent; output: Output }[],
): Promise<void> {
  const comments = answered.flatMap(({ event, output }) =>
    output?.comment === undefined ? [] : [{ id: event.responseId, message: output.comment }],
  )
  const stopping = new Set(answered.flatMap(({ event, output }) => (output?.stop ? [event.responseId] : [])))
  if (comments.length > 0) await insertProgramComments(tx, comments)
  const stopped = stopping.size > 0 ? await insertReminderStops(tx, [...stopping]) : []
  const responses = [...new Set([...stopped, ...comments.map(({ id }) => id)])]
  if (responses.length === 0) return
  await tx.audit({
    action: 'message.script',
    surveyId: model.id,
    universeId: model.universeId,
    details: { responses, stopped },
  })
}
