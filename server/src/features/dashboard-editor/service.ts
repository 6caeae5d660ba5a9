import { protectedSections } from '@gensvar/contract/dashboard-editor'
import type {
  ConfigurationVersion,
  DraftState,
  PlacedConfigurationProblem,
  checkDraft as checkRoute,
  listConfigurationVersions as listRoute,
  publishDraft as publishRoute,
  rollbackConfiguration as rollbackRoute,
  saveDraft as saveRoute,
} from '@gensvar/contract/dashboard-editor'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { saveConfiguration } from '#server/domain/build/configuration.ts'
import { followConfiguration } from '#server/domain/comments/note-comments.ts'
import { followShares } from '#server/domain/weights/have-weights.ts'
import type { Ctx } from '#server/domain/context.ts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { surveyMoment } from '#server/domain/survey/survey-moment.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { checkText, demandFitting, poolWarnings, sentProblems } from './check.ts'
import { listVersionRows, lockSurvey, readCurrentVersion, readDraftRow, readVersion, saveDraftRow } from './store.ts'
import type { DraftRow, VersionRow } from './store.ts'

export { readCurrentVersion as readCurrentConfiguration } from './store.ts'

/** The draft of a survey, or what is published where there is none. */
export async function getDraft(ctx: Ctx, survey: string): Promise<DraftState> {
  const { model } = await surveyAccess(ctx, survey)
  return stateOf(ctx, model)
}

/** Saves the draft, whatever is wrong with it. Throws `conflict` for a stale version. */
export async function saveDraft(
  ctx: Ctx,
  survey: string,
  draft: z.output<(typeof saveRoute)['body']>,
): Promise<DraftState> {
  const { model } = await surveyAccess(ctx, survey)
  return write(ctx, async (tx) => {
    if (!(await saveDraftRow(tx, model.id, { ...draft, author: nameOf(ctx.identity) })))
      throw staleDraft(model, await readDraftRow(tx.db, model.id))
    const details = { length: draft.text.length, basedOn: draft.basedOn }
    await tx.audit({ action: 'dashboard.draft', surveyId: model.id, object: model.extName, details })
    return stateOf(tx, model)
  })
}

/** Throws the draft away. Throws `conflict` for a stale version. */
export async function discardDraft(ctx: Ctx, survey: string, version: number): Promise<DraftState> {
  const { model } = await surveyAccess(ctx, survey)
  return write(ctx, async (tx) => {
    await demandDraft(tx, model, version)
    await clearDraft(tx, model, version)
    await tx.audit({ action: 'dashboard.discard', surveyId: model.id, object: model.extName })
    return stateOf(tx, model)
  })
}

/** What publishing a text would say. */
export async function checkDraft(
  ctx: Ctx,
  survey: string,
  { text }: z.output<(typeof checkRoute)['body']>,
): Promise<{ problems: PlacedConfigurationProblem[] }> {
  const { model } = await surveyAccess(ctx, survey)
  const problems = [...checkText(ctx, model, text), ...(await poolWarnings(ctx, model, text))]
  return { problems: sentProblems(ctx, problems) }
}

/** The questions that a configuration of the survey can name, in their order. */
export async function listConfigurationQuestions(ctx: Ctx, survey: string) {
  const { model } = await surveyAccess(ctx, survey)
  const questions = [...model.questions.values()].map(({ variable, title, type }) => ({ variable, title, type }))
  return { questions }
}

/**
 * Publishes the draft. Throws `conflict` at `version` for a stale draft, and at `basedOn` where another version was
 * published since it began; `validation` for what does not fit the survey as it is now.
 */
export async function publishDraft(
  ctx: Ctx,
  survey: string,
  { version, note }: z.output<(typeof publishRoute)['body']>,
): Promise<DraftState> {
  const { model: seen } = await surveyAccess(ctx, survey)
  return write(ctx, async (tx) => {
    await lockSurvey(tx, seen.id)
    const draft = await demandDraft(tx, seen, version)
    const current = await readCurrentVersion(tx.db, seen.id)
    demandCurrent(seen, current, { number: draft.basedOn, field: 'basedOn' })
    const number = await publish(tx, survey, { text: draft.text, note })
    await clearDraft(tx, seen, version)
    const details = { version: number, before: current?.number ?? null, note }
    await tx.audit({ action: 'dashboard.publish', surveyId: seen.id, object: seen.extName, details })
    return stateOf(tx, seen)
  })
}

/** The versions of a configuration. */
export async function listConfigurationVersions(
  ctx: Ctx,
  survey: string,
  query: z.output<(typeof listRoute)['query']>,
): Promise<{ versions: ConfigurationVersion[]; total: number }> {
  const { model } = await surveyAccess(ctx, survey)
  const { rows, total } = await listVersionRows(ctx.db, model.id, query)
  return { versions: rows.map((row) => ({ ...row, created: row.created.toISOString() })), total }
}

/** A version with its text. Throws `not_found`. */
export async function getConfigurationVersion(
  ctx: Ctx,
  survey: string,
  number: number,
): Promise<ConfigurationVersion & { text: string }> {
  const { model } = await surveyAccess(ctx, survey)
  const [found, current] = await Promise.all([
    readVersion(ctx.db, model.id, number),
    readCurrentVersion(ctx.db, model.id),
  ])
  if (!found) throw noVersion(number)
  return { ...found, created: found.created.toISOString(), isCurrent: found.number === current?.number }
}

/**
 * Publishes an earlier version again, as a new one. Throws `conflict` at `current` where another one was published since,
 * `validation` for one that does not fit the survey any more.
 */
export async function rollbackConfiguration(
  ctx: Ctx,
  survey: string,
  { number, current: seenNumber, note }: z.output<(typeof rollbackRoute)['body']>,
): Promise<DraftState> {
  const { model: seen } = await surveyAccess(ctx, survey)
  return write(ctx, async (tx) => {
    await lockSurvey(tx, seen.id)
    const current = await readCurrentVersion(tx.db, seen.id)
    demandCurrent(seen, current, { number: seenNumber, field: 'current' })
    const found = await readVersion(tx.db, seen.id, number)
    if (!found) throw noVersion(number)
    const made = await publish(tx, survey, { text: found.text, note })
    const details = { version: made, before: current?.number ?? null, copyOf: number, note }
    await tx.audit({ action: 'dashboard.rollback', surveyId: seen.id, object: seen.extName, details })
    return stateOf(tx, seen)
  })
}

/**
 * Publishes a text as the configuration of a survey over the version that was read. Throws `conflict` at `version` where
 * another one was published since, `validation` for what does not fit the survey as it is now.
 */
export async function publishConfiguration(
  tx: WriteTx<Ctx>,
  survey: string,
  { text, note, current: seenNumber }: { text: string; note: string; current: number },
): Promise<void> {
  const { model } = await surveyAccess(tx, survey)
  await lockSurvey(tx, model.id)
  demandCurrent(model, await readCurrentVersion(tx.db, model.id), { number: seenNumber, field: 'version' })
  await publish(tx, survey, { text, note })
}

/** Puts a text in force where it fits the survey as it is in this transaction. Returns the number of its version. */
async function publish(tx: WriteTx, survey: string, { text, note }: { text: string; note: string }): Promise<number> {
  // Read again, with the survey locked: a question may have been renamed since the request began.
  const { model } = await surveyAccess(tx, survey)
  demandFitting(tx, model, text)
  await saveConfiguration(tx.db, model, { text, source: 'user', author: nameOf(tx.identity), note })
  await tx.surveyChanged(model.id)
  await followConfiguration(tx, model.id)
  await followShares(tx, model.id)
  return (await readCurrentVersion(tx.db, model.id))?.number ?? 0
}

async function demandDraft({ db }: WriteTx, model: SurveyModel, version: number): Promise<DraftRow & { text: string }> {
  const draft = await readDraftRow(db, model.id)
  if (draft === null || draft.version !== version) throw staleDraft(model, draft)
  const { text } = draft
  if (text === null) throw new AppError('conflict', say`There is no draft.`, { version: say`is out of date` })
  return { ...draft, text }
}

async function clearDraft(tx: WriteTx, model: SurveyModel, version: number): Promise<void> {
  const done = await saveDraftRow(tx, model.id, { text: null, version, basedOn: 0, author: nameOf(tx.identity) })
  if (!done) throw staleDraft(model, await readDraftRow(tx.db, model.id))
}

function demandCurrent(
  model: SurveyModel,
  current: VersionRow | null,
  { number, field }: { number: number; field: string },
): void {
  if ((current?.number ?? 0) === number) return
  const words = current
    ? say`Meanwhile version ${current.number} was published by ${current.author}, ${surveyMoment(current.created, model)}. It was made from another text than this one.`
    : say`The configuration is gone.`
  throw new AppError('conflict', words, { [field]: words })
}

function staleDraft(model: SurveyModel, draft: DraftRow | null): AppError {
  const words = draft
    ? say`Meanwhile the draft was changed by ${draft.author}, ${surveyMoment(draft.changed, model)}.`
    : say`There is no draft.`
  return new AppError('conflict', words, { version: words })
}

function noVersion(number: number): AppError {
  return new AppError('not_found', say`There is no version ${number}.`)
}

async function stateOf(ctx: Pick<Ctx, 'db' | 'identity'>, { id }: SurveyModel): Promise<DraftState> {
  const [draft, current] = await Promise.all([readDraftRow(ctx.db, id), readCurrentVersion(ctx.db, id)])
  const isDraft = draft !== null && draft.text !== null
  const published = {
    number: current?.number ?? 0,
    text: current?.text ?? '',
    author: current?.author ?? '',
    created: current?.created.toISOString() ?? null,
    source: current?.source ?? ('user' as const),
    note: current?.note ?? '',
  }
  return {
    text: draft?.text ?? published.text,
    version: draft?.version ?? 0,
    isDraft,
    basedOn: isDraft ? draft.basedOn : published.number,
    changedBy: isDraft ? draft.author : null,
    changed: isDraft ? draft.changed.toISOString() : null,
    published,
    protectedSections: ctx.identity.isRoot ? [] : protectedSections.map((path) => [...path]),
  }
}
