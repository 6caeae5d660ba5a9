import type { StoredApiKey, createApiKey as createRoute, saveApiKey as saveRoute } from '@gensvar/contract/api-keys'
import { pickText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { hashOfToken, newKeyToken } from '#server/domain/keys/key-token.ts'
import { loadSurveyModelAt } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { checkedSettings, ownUniverse } from './check-settings.ts'
import { shownKey } from './shown-key.ts'
import {
  changeKeyRow,
  insertKeyRow,
  isNameTaken,
  listKeyRows,
  listSurveysOf,
  lockKeyRow,
  readKeyRow,
  removeKeyRow,
} from './store.ts'

type NewKey = z.output<(typeof createRoute)['body']>
type SavedKey = z.output<(typeof saveRoute)['body']>

/** A key with the token that was made for it. */
interface MadeKey {
  key: StoredApiKey
  token: string
}

/** In ms. */
const hour = 60 * 60_000

/** The keys of the session's organisation, with its surveys. `address` is where the server is reached. */
export async function listApiKeys(ctx: Ctx, address: string) {
  const { id } = ownUniverse(ctx)
  const [rows, surveys] = await Promise.all([listKeyRows(ctx.db, id), listSurveysOf(ctx.db, id)])
  return {
    keys: await Promise.all(rows.map((row) => shownKey(ctx, row))),
    surveys: await Promise.all(
      surveys.map(async ({ extName, title, ...at }) => ({
        extName,
        title: pickText(title, ctx.locale) || extName,
        // A survey whose configuration is broken is told where a key is made for it.
        isPublic: await loadSurveyModelAt(ctx, at).then(
          ({ config }) => config.bigScreen !== undefined,
          () => false,
        ),
      })),
    ),
    address,
  }
}

/** Makes a key. Throws `validation` naming the wrong fields, `conflict` for a name in use. */
export async function createApiKey(ctx: Ctx, { type, survey, ...settings }: NewKey): Promise<MadeKey> {
  const universe = ownUniverse(ctx)
  const checked = await checkedSettings(ctx, { type, survey }, settings)
  const token = newKeyToken(type)
  return write(ctx, async (tx) => {
    await demandFreeName(tx, null, settings.extname)
    const { surveyId, ...values } = checked
    const id = await insertKeyRow(tx, {
      ...values,
      ...{ universe_id: universe.id, survey_id: surveyId, ext_name: settings.extname, type },
      ...{ token_hash: hashedOf(token), created_at: tx.clock.now() },
    })
    await tx.audit({
      action: 'apikey.create',
      surveyId,
      object: settings.extname,
      details: { type, ...facts(checked) },
    })
    return { key: await stored(tx, id), token }
  })
}

/** Saves a key. Throws as `createApiKey`, `not_found`, and `conflict` for a stale version. */
export async function saveApiKey(ctx: Ctx, id: number, { version, ...settings }: SavedKey): Promise<StoredApiKey> {
  const row = await demandKey(ctx, id)
  const { surveyId, ...checked } = await checkedSettings(ctx, row, settings)
  return write(ctx, async (tx) => {
    await demandFreeName(tx, id, settings.extname)
    const locked = await lockedKey(tx, id)
    if (locked.version !== version)
      throw new AppError('conflict', say`Somebody else changed this key since you opened it.`, {
        version: say`is out of date`,
      })
    await changeKeyRow(tx, id, { ...checked, ext_name: settings.extname })
    await tx.audit({ action: 'apikey.save', surveyId, object: settings.extname, details: facts(checked) })
    return stored(tx, id)
  })
}

/**
 * Gives a key a new token; the one before works for some hours more. Throws `not_found`, and `conflict` for a revoked key.
 */
export async function rotateApiKey(ctx: Ctx, id: number, graceHours: number): Promise<MadeKey> {
  return write(ctx, async (tx) => {
    const { type, ext_name: object, survey_id: surveyId, token_hash, revoked_at } = await lockedKey(tx, id)
    if (revoked_at !== null) throw new AppError('conflict', say`This key is revoked. Make a new one.`)
    const token = newKeyToken(type)
    const hasGrace = graceHours > 0
    await changeKeyRow(tx, id, {
      token_hash: hashedOf(token),
      old_token_hash: hasGrace ? token_hash : null,
      old_token_until: hasGrace ? new Date(tx.clock.now().getTime() + graceHours * hour) : null,
    })
    await tx.audit({ action: 'apikey.rotate', surveyId, object, details: { graceHours } })
    return { key: await stored(tx, id), token }
  })
}

/** Ends a key for good. Throws `not_found`. */
export async function revokeApiKey(ctx: Ctx, id: number): Promise<StoredApiKey> {
  return write(ctx, async (tx) => {
    const { ext_name: object, survey_id: surveyId, revoked_at } = await lockedKey(tx, id)
    if (revoked_at === null)
      await changeKeyRow(tx, id, { revoked_at: tx.clock.now(), old_token_hash: null, old_token_until: null })
    await tx.audit({ action: 'apikey.revoke', surveyId, object })
    return stored(tx, id)
  })
}

/** Deletes a key. Throws `not_found`. */
export async function removeApiKey(ctx: Ctx, id: number): Promise<{ ok: true }> {
  return write(ctx, async (tx) => {
    const { ext_name: object, survey_id: surveyId } = await lockedKey(tx, id)
    await removeKeyRow(tx, id)
    await tx.audit({ action: 'apikey.remove', surveyId, object })
    return { ok: true }
  })
}

/** What the audit log keeps of a key's settings. */
function facts({ path, per_minute, last_day, user_id }: Omit<Awaited<ReturnType<typeof checkedSettings>>, 'surveyId'>) {
  return { path, perMinute: per_minute, lastDay: last_day, userId: user_id }
}

async function demandFreeName(tx: WriteTx, id: number | null, name: string): Promise<void> {
  if (await isNameTaken(tx, { universeId: ownUniverse(tx).id, id, name }))
    throw new AppError('conflict', say`There is already a key "${name}".`, { extname: say`in use` })
}

async function lockedKey(tx: WriteTx, id: number) {
  const row = await lockKeyRow(tx, ownUniverse(tx).id, id)
  if (!row) throw noSuchKey()
  return row
}

async function demandKey(ctx: Ctx, id: number) {
  const row = await readKeyRow(ctx.db, ownUniverse(ctx).id, id)
  if (!row) throw noSuchKey()
  return row
}

async function stored(ctx: Ctx, id: number): Promise<StoredApiKey> {
  return shownKey(ctx, await demandKey(ctx, id))
}

function hashedOf(token: string): string {
  const hash = hashOfToken(token)
  if (hash === null) throw new Error('A token that was just made is none')
  return hash
}

function noSuchKey(): AppError {
  return new AppError('not_found', say`There is no such key.`)
}
