import { scriptTypeList } from '@gensvar/contract/script-types/index'
import type { ListedScript, StoredScript, listScriptVersions as versionsRoute } from '@gensvar/contract/scripts'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { raiseHookVersions } from '#server/domain/survey/hook-scripts-store.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import {
  findEventRow,
  findScriptRow,
  findUniverseScriptRow,
  findVersionRow,
  listEventRows,
  listScriptRows,
  listVersionRows,
  removeEventRows,
  removeScriptRow,
} from './store.ts'
import type { ScriptRow } from './store.ts'

type ListAnswer = { scripts: ListedScript[]; errorEvents: number }

/** The scripts of a survey. Throws `not_found` for another survey's id. */
export async function listScripts(ctx: Ctx, survey: string, surveyId: number): Promise<ListAnswer> {
  await demandSurvey(ctx, survey, surveyId)
  return listed(await listScriptRows(ctx.db, surveyId))
}

/** The global scripts. */
export async function listGlobalScripts(ctx: Ctx): Promise<ListAnswer> {
  return listed(await listScriptRows(ctx.db, null))
}

function listed(rows: readonly (ScriptRow & { errorEvents: number })[]): ListAnswer {
  return {
    scripts: rows.map((row) => ({ ...factsOf(row), errorEvents: row.errorEvents })),
    errorEvents: rows.reduce((sum, { errorEvents }) => sum + errorEvents, 0),
  }
}

/** A script with its text and newest events. Throws `not_found`. */
export async function getScript(ctx: Ctx, id: number): Promise<StoredScript> {
  return read(ctx, await demandScript(ctx, id))
}

/** The script of the session's universe. Throws `forbidden` without a universe. */
export async function getUniverseScript(ctx: Ctx): Promise<StoredScript> {
  const universe = demandUniverse(ctx)
  const row = await findUniverseScriptRow(ctx.db, universe.id)
  return row ? read(ctx, row) : fresh(ctx, { surveyId: null, surveyExtName: null, universeId: universe.id })
}

/** What a new script of a survey begins with. Throws `not_found` for another survey's id. */
export async function createScript(ctx: Ctx, survey: string, surveyId: number): Promise<StoredScript> {
  const model = await demandSurvey(ctx, survey, surveyId)
  return fresh(ctx, { surveyId, surveyExtName: model.extName, universeId: model.universeId })
}

/** What a new global script begins with. */
export function createGlobalScript(ctx: Ctx): StoredScript {
  return fresh(ctx, { surveyId: null, surveyExtName: null, universeId: null })
}

/** Deletes a script with its versions and events. Throws `not_found`, and `validation` for a configuration. */
export async function removeScript(ctx: Ctx, id: number): Promise<{ ok: true }> {
  const row = await demandScript(ctx, id)
  if (row.scriptType === 'CONFIGURATION')
    throw new AppError('validation', say`A survey cannot be without its configuration.`)
  return write(ctx, async (tx) => {
    await removeScriptRow(tx, id)
    await raiseHookVersions(tx.db, row)
    await tx.audit({ action: 'script.remove', ...ofSurvey(row), object: row.extName })
    return { ok: true }
  })
}

/** The versions of a script. Throws `not_found`. */
export async function listScriptVersions(ctx: Ctx, id: number): Promise<z.input<typeof versionsRoute.response>> {
  await demandScript(ctx, id)
  const rows = await listVersionRows(ctx.db, id)
  return { versions: rows.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() })) }
}

/** One version with its text. Throws `not_found`. */
export async function getScriptVersion(ctx: Ctx, id: number, number: number) {
  await demandScript(ctx, id)
  const row = await findVersionRow(ctx.db, id, number)
  if (!row) throw new AppError('not_found', say`There is no version ${number}.`)
  return { ...row, createdAt: row.createdAt.toISOString() }
}

/** Deletes an event. Throws `not_found`. */
export async function removeScriptEvent(ctx: Ctx, id: number): Promise<{ ok: true }> {
  const event = await findEventRow(ctx.db, id)
  if (!event) throw new AppError('not_found', say`There is no such event.`)
  const row = await demandScript(ctx, event.scriptId)
  return write(ctx, async (tx) => {
    await removeEventRows(tx, { id })
    await tx.audit({ action: 'script.event.remove', ...ofSurvey(row), object: row.extName })
    return { ok: true }
  })
}

/** Deletes all events of a script. Throws `not_found`. */
export async function removeScriptEvents(ctx: Ctx, scriptId: number): Promise<{ ok: true }> {
  const row = await demandScript(ctx, scriptId)
  return write(ctx, async (tx) => {
    await removeEventRows(tx, { scriptId })
    await tx.audit({ action: 'script.events.remove', ...ofSurvey(row), object: row.extName })
    return { ok: true }
  })
}

/** A script of the session's universe, or a global one. Throws `not_found`. */
export async function demandScript(ctx: Pick<Ctx, 'db' | 'identity'>, id: number): Promise<ScriptRow> {
  const row = await findScriptRow(ctx.db, id, ctx.identity.universe?.id ?? null)
  if (!row) throw new AppError('not_found', say`There is no such script.`)
  return row
}

/** Throws `not_found` where the id is not that of the survey. */
export async function demandSurvey(ctx: Ctx, survey: string, surveyId: number) {
  const { model } = await surveyAccess(ctx, survey)
  if (model.id !== surveyId) throw new AppError('not_found', say`There is no such survey.`)
  return model
}

/** Throws `forbidden` without a universe. */
export function demandUniverse({ identity }: Pick<Ctx, 'identity'>) {
  if (!identity.universe) throw new AppError('forbidden', say`Choose an organisation first.`)
  return identity.universe
}

/** The survey of a script, for the audit log. */
export function ofSurvey({ surveyId }: Pick<ScriptRow, 'surveyId'>): { surveyId?: number } {
  return surveyId === null ? {} : { surveyId }
}

/** A script as it is sent, with its text and newest events. */
export async function read({ db }: Pick<Ctx, 'db'>, row: ScriptRow): Promise<StoredScript> {
  const [version, events] = await Promise.all([findVersionRow(db, row.id, row.version), listEventRows(db, row.id)])
  return {
    ...factsOf(row),
    script: version?.script ?? '',
    events,
    surveyId: row.surveyId,
    version: row.version,
  }
}

function factsOf(row: ScriptRow): Omit<ListedScript, 'errorEvents'> {
  return {
    id: row.id,
    metaInterviewExtName: row.surveyExtName,
    scriptType: row.scriptType as ListedScript['scriptType'],
    extname: row.extName,
    description: row.description,
    disabled: row.disabled,
    updated: row.updated.toISOString(),
    universeId: row.universeId,
    global: row.surveyId === null && row.universeId === null,
    matchingMetaInterviews: row.matching,
  }
}

/** A script that is not stored yet. */
function fresh(
  { clock }: Pick<Ctx, 'clock'>,
  owner: Pick<ScriptRow, 'surveyId' | 'surveyExtName' | 'universeId'>,
): StoredScript {
  const [usual] = scriptTypeList
  return {
    ...factsOf({
      ...owner,
      id: 0,
      scriptType: usual?.type ?? 'GENERIC',
      extName: '',
      description: '',
      disabled: false,
      matching: [],
      version: 0,
      updated: clock.now(),
    }),
    script: usual?.example ?? '',
    events: [],
    surveyId: owner.surveyId,
    version: 0,
  }
}
