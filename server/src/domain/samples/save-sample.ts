import type { SampleField } from '@gensvar/contract/configuration/sample'
import type { SampleRights } from '@gensvar/contract/entities/samples'
import type { SampleState } from '@gensvar/contract/entities/states'
import { sampleButtons } from '@gensvar/contract/sample-buttons'
import { listed, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { createCommentRow } from '#server/domain/cases/case-comments.ts'
import { readStoredCase } from '#server/domain/cases/read-case.ts'
import type { Ctx } from '#server/domain/context.ts'
import { rowMeets } from '#server/domain/rights/row-check.ts'
import type { SampleAccess } from './sample-access.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { eventDateField, fieldSource, plainField } from './fields.ts'
import { mandatory, readFields } from './read-fields.ts'
import type { FieldValues, ReadFields } from './read-fields.ts'
import {
  approvedState,
  cancelledState,
  completedState,
  evalPeriodQuestion,
  mayEditField,
  sampleRightsOf,
  unapprovedState,
} from './sample-rights.ts'
import { createChangeRow, listChanges, lockSampleRow, updateSampleRow } from './sample-store.ts'
import { scriptMessages } from './script-messages.ts'
import { staleSample } from './stale-sample.ts'
import { noteSampleChange } from './updates/note-updates.ts'

/** What a sample is to become. */
export interface SampleContents {
  /** Only what is changed. */
  values: FieldValues
  /** The fields that can be changed here; those of the state questions need not be among them. */
  defs: readonly SampleField[]
  /** Left out to keep the state. */
  state?: number
  /** Checks all fields, as an approval does. */
  everything?: boolean
  /** The sample changes state by a button that is configured with these states, not by those of the sample's page. */
  button?: { fromState: number; extname: string }
}

/** What a sample is saved with. */
export interface SampleSave extends SampleContents {
  /** The version the change was made from. */
  version: number
  /** Saves also where somebody else saved since. */
  overwrite: boolean
  /** Becomes a comment on the sample where it is cancelled; empty for none. */
  comment?: string
}

/**
 * Saves a sample: answers, contact, event date, place and state, with an entry for whoever edits it at the same time.
 * Returns the sample as it is now; nothing is written where nothing is different. The caller's role and the period decide
 * what may be changed. Throws `forbidden` for what they do not allow, `conflict` for a stale version, `validation` with
 * messages at `fields.QUESTION`, `not_found` for a response that the caller may not open.
 */
export async function saveSample(
  tx: WriteTx,
  access: SampleAccess,
  { id }: Pick<CaseRow, 'id'>,
  save: SampleSave,
): Promise<CaseRow> {
  const { model } = access
  await lockSampleRow(tx, model.id, id)
  const row = await readStoredCase(tx, access, id)
  if (row.version !== save.version && !save.overwrite) throw await staleSample(tx, model, row, save.version)
  const state = await meantState(tx, row, save)
  demandState(sampleRightsOf(tx, access, row), row, { state, button: save.button })
  const read = await readSample(tx, access, row, { ...save, state })
  if (read.messages.size > 0) throw wrongFields(read.messages)
  const { after, changed } = read
  demandEditable(access, sampleRightsOf(tx, access, row), row, { changed, defs: save.defs })
  if (changed.length === 0 && state === row.state) return row
  await updateSampleRow(tx, id, { ...after, state })
  const version = row.version + 1
  await createChangeRow(tx, id, { version, fields: changed, stateBefore: row.state, stateAfter: state })
  const comment = save.comment?.trim() ?? ''
  if (comment !== '' && state === cancelledState && row.state !== cancelledState)
    await createCommentRow(tx, id, comment)
  await tx.audit({
    action: 'sample.save',
    surveyId: model.id,
    object: String(id),
    details: {
      fields: changed,
      ...(state === row.state ? {} : { stateBefore: row.state, stateAfter: state }),
      ...(save.button ? { button: save.button.extname } : {}),
    },
  })
  await tx.changed(model.id, [id])
  // No role changes completed responses yet; once one does, their alerts are raised.
  if (state === completedState) await raiseAlerts(tx, model, [id])
  await noteSampleChange(tx, model, id, { fields: changed, stateBefore: row.state, stateAfter: state })
  return { ...row, ...after, state, version }
}

/**
 * The state that a sample is to have. Whoever saves over others' changes in the state their page had means no change of
 * the state, whatever it is since.
 */
async function meantState(tx: WriteTx, row: CaseRow, { version, state = row.state }: SampleSave): Promise<number> {
  if (version === row.version) return state
  const [first] = await listChanges(tx, row.id, version)
  return first?.stateBefore === state ? row.state : state
}

/** What is wrong with a sample's fields if it is saved so, by field; empty when nothing is. Writes nothing. */
export async function checkSample(
  ctx: Ctx,
  access: SampleAccess,
  row: CaseRow,
  contents: SampleContents,
): Promise<ReadonlyMap<string, readonly Words[]>> {
  return (await readSample(ctx, access, row, contents)).messages
}

/** Reads what is sent, and adds what is wrong because of the state, the period and the caller's scope, and by scripts. */
async function readSample(
  ctx: Pick<Ctx, 'db' | 'identity' | 'clock' | 'log' | 'requestId'> & Partial<Pick<Ctx, 'work'>>,
  access: SampleAccess,
  row: CaseRow,
  { values, defs, everything = false, state = row.state }: SampleContents,
): Promise<ReadFields> {
  const { model, caseScope } = access
  const { sample } = model.config
  const own = [sample.stateQuestion, sample.subStateQuestion, sample.evalPeriodQuestion].filter(
    (name) => name !== undefined,
  )
  const all = [...own.map((name) => plainField(name)), ...defs]
  const isApproved = state === approvedState && (row.state !== approvedState || sample.showApproveButtonInState2)
  const source = await fieldSource(ctx, access)
  const read = readFields(source, row, values, { defs: all, everything: everything || isApproved })
  const { after, changed, messages } = read
  const period = evalPeriodQuestion(model)
  if (state === unapprovedState && row.state !== unapprovedState && period !== null)
    if (after.answers[period] === undefined && !messages.has(period)) messages.set(period, [mandatory])
  if (after.eventDate !== row.eventDate && !sampleRightsOf(ctx, access, { ...row, ...after }).canEdit)
    messages.set(changed.find((name) => name !== eventDateField && name === model.config.eventDate) ?? eventDateField, [
      say`The period of this day is closed.`,
    ])
  const seen = { ...row, ...after, state }
  if (messages.size === 0 && !caseScope.conditions.every((one) => rowMeets(seen, one, model, source.tree))) {
    if (changed.length === 0)
      throw new AppError('forbidden', say`You could not open the sample in this state any more.`)
    for (const name of changed) messages.set(name, [say`You could not open the sample any more with this answer.`])
  }
  if (messages.size === 0 && (changed.length > 0 || state !== row.state))
    for (const [name, words] of await scriptMessages(ctx, model, { row, after, state, changed }))
      messages.set(name, words)
  return read
}

/** Refuses a change of state that no button of the sample offers. */
function demandState(
  rights: SampleRights,
  row: CaseRow,
  { state, button }: { state: number; button: SampleContents['button'] },
): void {
  if (button && button.fromState !== row.state)
    throw new AppError('conflict', say`The state of this sample has changed since. Reload it.`)
  if (state === row.state) return
  if (state === completedState) throw refused(say`A sample is completed by an answer only.`)
  if (row.state === completedState) throw refused(say`This response is completed. It cannot be changed here.`)
  if (!rights.canEditState) throw refused(say`Your role may not change the state of samples of this period.`)
  if (state === cancelledState && !rights.canCancelSamples) throw refused(say`Your role may not cancel samples.`)
  if (state === unapprovedState && !rights.canPostpone) throw refused(say`Your role may not postpone samples.`)
  if (button) return
  if (state === unapprovedState && !rights.hasSampleExtendedState)
    throw refused(say`This survey has no evaluation period, so its samples cannot be unapproved.`)
  const buttons = sampleButtons(String(row.state) as SampleState, rights)
  const isOffered =
    (state === approvedState && buttons.approve) ||
    (state === cancelledState && buttons.cancel) ||
    (state === unapprovedState && buttons.unapprove)
  if (!isOffered) throw refused(say`This sample cannot be changed to that state.`)
}

function demandEditable(
  { model }: SampleAccess,
  rights: SampleRights,
  row: CaseRow,
  { changed, defs }: { changed: readonly string[]; defs: readonly SampleField[] },
): void {
  const marked = new Map(defs.map((def) => [def.question, def]))
  if (changed.every((name) => mayEditField(model, rights, marked.get(name) ?? plainField(name)))) return
  if (row.state === completedState) throw refused(say`This response is completed. It cannot be changed here.`)
  throw refused(say`Your role may not change samples of this period.`)
}

function refused(words: Words): AppError {
  return new AppError('forbidden', words)
}

function wrongFields(messages: ReadonlyMap<string, readonly Words[]>): AppError {
  const fields = [...messages].map(([name, words]) => [`fields.${name}`, listed(words)] as const)
  return new AppError('validation', say`Some fields are not right yet.`, Object.fromEntries(fields))
}
