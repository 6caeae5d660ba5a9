import type { HookOutput } from '@gensvar/contract/script-types/index'
import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import { noteComments } from '#server/domain/comments/note-comments.ts'
import { notePush } from '#server/domain/campaigns/rounds/note-push.ts'
import type { Ctx } from '#server/domain/context.ts'
import { programAccess } from '#server/domain/rights/survey-access.ts'
import { HookBatches, hooksOf } from '#server/domain/scripts/hooks.ts'
import { batchLimits } from '#server/domain/scripts/sandbox/limits.ts'
import { answerScript } from '#server/domain/scripts/host.ts'
import { noteEvents } from '#server/domain/scripts/note-events.ts'
import { findSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { HookScript, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { portableSql } from '#server/platform/sql.ts'
import { fieldSource } from '../fields.ts'
import type { FieldSource } from '../fields.ts'
import { completedState } from '../sample-rights.ts'
import { demandPlaces, holdSurvey } from '../sample-store.ts'
import { changedAnswers } from './changed-answers.ts'
import {
  claimUpdateRows,
  insertProgramComments,
  readUpdatedRows,
  removeUpdateRows,
  updateResponseRows,
} from './update-store.ts'
import type { NotedChange, SampleUpdate, UpdatedRow } from './update-store.ts'

/** Changes that are handled in one write. */
const batch = 1000

/** A response with what scripts make of it. */
export interface HandledSample {
  before: UpdatedRow
  row: UpdatedRow
  change: NotedChange
  fields: Set<string>
  comments: string[]
}

type Script = HookScript & { type: 'HANDLE_SAMPLE_UPDATED' }
type Calls = Map<string, HookBatches<'HANDLE_SAMPLE_UPDATED'>>

/**
 * Tells the scripts of a survey of its responses that were added or changed, and stores what they answer. Each batch is one
 * write, which also removes what was noted: if it does not happen, all of it is done again. Returns how many changes were
 * handled; ends early, by throwing its reason, where the signal is aborted.
 */
export async function handleUpdates(
  ctx: Ctx,
  surveyId: number,
  signal: AbortSignal,
  progress: (handled: number) => void,
): Promise<number> {
  const given: Calls = new Map()
  // Each batch goes on behind the one before: what that removed is still passed over for a while.
  let from = 0
  for (let handled = 0; ;) {
    signal.throwIfAborted()
    const found = await handleBatch(ctx, surveyId, { from, calls: given })
    // Those that are to be handled again are in front of what was handled.
    if (found === null && from === 0) return handled
    from = found === null ? 0 : found.last + 1
    handled += found?.done ?? 0
    progress(handled)
  }
}

/** Handles some changes of a survey, from an id on; null where none are left. */
async function handleBatch(
  ctx: Ctx,
  surveyId: number,
  { from, calls }: { from: number; calls: Calls },
): Promise<{ done: number; last: number } | null> {
  const model = await findSurveyModelById(ctx, surveyId)
  if (!model) return null
  const source = await fieldSource(ctx, await programAccess(ctx, model))
  return write(ctx, async (tx) => {
    const updates = await claimUpdateRows(tx, surveyId, { from, most: batch })
    const last = updates.at(-1)?.id
    if (last === undefined) return null
    const isHandled = model.anonymity === null && !model.disabled
    const samples = isHandled ? await readSamples(tx, surveyId, updates) : []
    for (const script of hooksOf(model, 'HANDLE_SAMPLE_UPDATED'))
      await askScript(ctx, tx, { source, script: { ...script, type: 'HANDLE_SAMPLE_UPDATED' }, calls }, samples)
    const stale = await storeSamples(tx, model, samples)
    const done = updates.filter(({ responseId }) => !stale.has(responseId))
    await removeUpdateRows(
      tx,
      done.map(({ id }) => id),
    )
    return { done: done.length, last }
  })
}

/** The responses of changes; those of one response are told together. */
async function readSamples(tx: WriteTx, surveyId: number, updates: readonly SampleUpdate[]): Promise<HandledSample[]> {
  const changes = new Map<number, NotedChange>()
  for (const { responseId, change } of updates) {
    const earlier = changes.get(responseId)
    const fields = [...new Set([...(earlier?.fields ?? []), ...(change?.fields ?? [])])]
    if (earlier === undefined) changes.set(responseId, change)
    else if (earlier && change) changes.set(responseId, { ...earlier, fields, stateAfter: change.stateAfter })
    else changes.set(responseId, null)
  }
  const rows = await readUpdatedRows(tx, surveyId, [...changes.keys()])
  return rows.map((row) => sampleToHandle(row, changes.get(row.id) ?? null))
}

/** A response before any script was asked. */
export function sampleToHandle(row: UpdatedRow, change: NotedChange): HandledSample {
  return { before: row, row, change, fields: new Set(), comments: [] }
}

/** What a script is given of a response. */
export function givenTo({ row: { id, state, eventDate, answers }, change }: HandledSample, now: Date) {
  const told = change && { ...change, fields: [...change.fields] }
  return { now: now.toISOString(), sample: { id, state, eventDate, answers }, change: told }
}

async function askScript(
  ctx: Ctx,
  tx: WriteTx,
  { source, script, calls }: { source: FieldSource; script: Script; calls: Calls },
  samples: readonly HandledSample[],
): Promise<void> {
  const key = `${script.id} ${script.version}`
  const limits = { ...batchLimits, hostCalls: 2 * batch }
  const host = (name: string, args: readonly unknown[]) => answerScript(ctx, source.access, name, args)
  const asked = calls.get(key) ?? new HookBatches(ctx, { script, host, limits })
  calls.set(key, asked)
  const now = ctx.clock.now()
  const answers = await asked.call(samples.map((sample) => givenTo(sample, now)))
  const problems = new Map<string, { times: number; id: number }>()
  for (const [at, sample] of samples.entries())
    for (const problem of applyOutput(source, sample, answers[at]?.output ?? null)) {
      const { times = 0, id = sample.row.id } = problems.get(problem) ?? {}
      problems.set(problem, { times: times + 1, id })
    }
  const events = [...problems].map(([problem, { times, id }]) => ({
    eventType: 'ERROR' as const,
    message: times === 1 ? `Response ${id}: ${problem}` : `Response ${id} and ${times - 1} others: ${problem}`,
  }))
  await noteEvents(tx, script, events)
}

/** Puts what a script answered into a response. Returns what of it is wrong. */
export function applyOutput(
  source: FieldSource,
  sample: HandledSample,
  output: HookOutput<'HANDLE_SAMPLE_UPDATED'>,
): string[] {
  const { answers = {}, comment = '' } = output ?? {}
  if (comment !== '') sample.comments.push(comment)
  const { after, changed, problems } = changedAnswers(source, sample.row, answers)
  sample.row = { ...sample.row, ...after }
  for (const name of changed) sample.fields.add(name)
  return problems
}

/** Stores what scripts made of responses. Returns those that somebody changed meanwhile: they are handled again. */
export async function storeSamples(
  tx: WriteTx,
  model: SurveyModel,
  samples: readonly HandledSample[],
): Promise<Set<number>> {
  const changed = samples.filter(({ fields }) => fields.size > 0)
  const stored = changed.length > 0 ? new Set(await storeChanged(tx, model, changed)) : new Set<number>()
  const stale = new Set(changed.map(({ row }) => row.id).filter((id) => !stored.has(id)))
  const comments = samples
    .filter(({ row }) => !stale.has(row.id))
    .flatMap(({ row, comments: said }) => said.map((message) => ({ id: row.id, message })))
  if (comments.length > 0) await insertProgramComments(tx, comments)
  const written = [...new Set([...stored, ...comments.map(({ id }) => id)])]
  if (written.length > 0)
    await tx.audit({
      action: 'sample.script',
      surveyId: model.id,
      universeId: model.universeId,
      details: { responses: written },
    })
  return stale
}

async function storeChanged(tx: WriteTx, model: SurveyModel, changed: readonly HandledSample[]): Promise<number[]> {
  await holdSurvey(tx, model.id)
  await demandPlaces(
    tx,
    changed.flatMap(({ before, row }) => (String(before.unitIds) === String(row.unitIds) ? [] : row.unitIds)),
  )
  const ids = await updateResponseRows(
    tx,
    changed.map(({ row, fields }) => ({ ...row, fields: [...fields] })),
  )
  await tx.changed(model.id, ids)
  await notePush(tx, model.id, portableSql`r.id = any(${ids}::bigint[])`)
  await noteComments(tx, model, portableSql`r.id = any(${ids}::bigint[])`)
  const completed = new Set(changed.filter(({ row }) => row.state === completedState).map(({ row }) => row.id))
  await raiseAlerts(
    tx,
    model,
    ids.filter((id) => completed.has(id)),
  )
  return ids
}
