import type { StoredScript, rollBackScript as rollbackRoute, saveScript as saveRoute } from '@gensvar/contract/scripts'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { nameOf } from '#server/domain/rights/acting-access.ts'
import { faultText } from '#server/domain/scripts/fault-text.ts'
import { usualLimits } from '#server/domain/scripts/sandbox/limits.ts'
import { runInSandbox } from '#server/domain/scripts/sandbox/sandbox.ts'
import { raiseHookVersions } from '#server/domain/survey/hook-scripts-store.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { publishConfiguration } from '#server/features/dashboard-editor/service.ts'
import { AppError } from '#server/platform/errors.ts'
import { demandScript, demandSurvey, demandUniverse, ofSurvey, read } from './service.ts'
import { findUniverseScriptRow, findVersionRow, insertScriptRow, saveScriptFacts, saveScriptRow } from './store.ts'
import type { ScriptContent, ScriptOwner, ScriptRow } from './store.ts'

type Body = z.output<(typeof saveRoute)['body']>

/** Time that a script may take to be read, in ms. */
const readingTime = 1000

/**
 * Saves a script as its next version, or adds one. Throws `validation` at `script` with line and column of what is wrong
 * with its text, `conflict` at `version` for a stale one, `not_found`.
 */
export async function saveScript(ctx: Ctx, survey: string, body: Body): Promise<StoredScript> {
  const stored = body.id === 0 ? null : await demandScript(ctx, body.id)
  const owner = await ownerOf(ctx, survey, body, stored)
  demandType(body.scriptType, stored, owner)
  if (body.scriptType !== 'CONFIGURATION') await demandReadable(body.script)
  const content = contentOf(body)
  return write(ctx, async (tx) => {
    const id = stored
      ? await saveOver(tx, survey, { stored, version: body.version, content, text: body.script })
      : await addScript(tx, owner, content, body.script)
    if (body.scriptType !== 'CONFIGURATION') await raiseHookVersions(tx.db, owner)
    await tx.audit({ action: 'script.save', ...ofSurvey(owner), object: content.extName })
    return read(tx, await demandScript(tx, id))
  })
}

/** Saves the text of an earlier version as the next one. Throws as `saveScript` does. */
export async function rollBackScript(
  ctx: Ctx,
  { survey, scriptId }: { survey: string; scriptId: number },
  { number, version }: z.output<(typeof rollbackRoute)['body']>,
): Promise<StoredScript> {
  const stored = await demandScript(ctx, scriptId)
  const found = await findVersionRow(ctx.db, scriptId, number)
  if (!found) throw new AppError('not_found', say`There is no version ${number}.`)
  if (stored.scriptType !== 'CONFIGURATION') await demandReadable(found.script)
  return write(ctx, async (tx) => {
    await saveOver(tx, stored.surveyExtName ?? survey, { stored, version, content: stored, text: found.script })
    if (stored.scriptType !== 'CONFIGURATION') await raiseHookVersions(tx.db, stored)
    await tx.audit({ action: 'script.rollback', ...ofSurvey(stored), object: stored.extName, details: { number } })
    return read(tx, await demandScript(tx, scriptId))
  })
}

async function ownerOf(
  ctx: Ctx,
  survey: string,
  { surveyId, universe }: Body,
  stored: ScriptRow | null,
): Promise<ScriptOwner> {
  if (stored) return { surveyId: stored.surveyId, universeId: stored.universeId } as ScriptOwner
  if (surveyId !== null) return { surveyId, universeId: (await demandSurvey(ctx, survey, surveyId)).universeId }
  return { surveyId: null, universeId: universe ? demandUniverse(ctx).id : null }
}

/** Throws `validation` at `scriptType` for a type that the script cannot have. */
export function demandType(type: string, stored: ScriptRow | null, owner: ScriptOwner): void {
  const isConfiguration = type === 'CONFIGURATION'
  const was = stored?.scriptType === 'CONFIGURATION'
  if (stored && was !== isConfiguration) throw wrongType(say`A configuration stays one, and nothing else becomes one.`)
  if (isConfiguration && !stored)
    throw wrongType(
      owner.surveyId === null ? say`Only surveys have a configuration.` : say`The survey has a configuration already.`,
    )
}

function wrongType(words: ReturnType<typeof say>): AppError {
  return new AppError('validation', words, { scriptType: words })
}

/** Throws `validation` at `script` where the engine cannot read it. */
export async function demandReadable(script: string): Promise<void> {
  const { outcomes } = await runInSandbox({
    script,
    inputs: [],
    now: new Date(0),
    limits: { ...usualLimits, callMs: readingTime },
    host: async () => {
      throw new Error('The host is asked within main() only')
    },
  })
  const [first] = outcomes
  if (!first || !('fault' in first)) return
  const words = say`The script cannot be read, ${faultText(first.fault)}`
  throw new AppError('validation', words, { script: words })
}

/** Adds a script with its first version; returns its id. Throws `conflict` for a second one of a universe. */
export async function addScript(
  tx: WriteTx,
  owner: ScriptOwner,
  content: ScriptContent,
  text: string,
): Promise<number> {
  if (owner.surveyId === null && owner.universeId !== null && (await findUniverseScriptRow(tx.db, owner.universeId)))
    throw stale()
  return insertScriptRow(tx, owner, content, { text, author: nameOf(tx.identity) })
}

/** Saves a script as its next version, over the one that was read; returns its id. Throws `conflict` for a stale one. */
export async function saveOver(
  tx: WriteTx,
  survey: string,
  { stored, version, content, text }: { stored: ScriptRow; version: number; content: ScriptContent; text: string },
): Promise<number> {
  if (stored.scriptType === 'CONFIGURATION') {
    await publishConfiguration(tx, stored.surveyExtName ?? survey, { text, note: '', current: version })
    await saveScriptFacts(tx, stored.id, content)
  } else if (!(await saveScriptRow(tx, { id: stored.id, version }, content, { text, author: nameOf(tx.identity) })))
    throw stale()
  return stored.id
}

function stale(): AppError {
  return new AppError('conflict', say`Somebody else saved this script since you opened it.`, {
    version: say`is out of date`,
  })
}

function contentOf({ scriptType, extname, description, disabled, matchingMetaInterviews }: Body): ScriptContent {
  return { scriptType, extName: extname, description, disabled, matching: matchingMetaInterviews }
}
