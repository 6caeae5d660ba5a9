import { publicKeyTypes } from '@gensvar/contract/api-keys'
import type { ApiKeyType, saveApiKey } from '@gensvar/contract/api-keys'
import { printDrillPath } from '@gensvar/contract/drill-path'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { pathViews, requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { IdentityUniverse } from '#server/domain/rights/identity.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { accessOfUser } from '#server/domain/rights/user-access.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { findUser } from './store.ts'

type Settings = Omit<z.output<(typeof saveApiKey)['body']>, 'version'>

/** The organisation of the session. Throws `forbidden` where none is chosen. */
export function ownUniverse({ identity: { universe } }: Pick<Ctx, 'identity'>): IdentityUniverse {
  if (!universe) throw new AppError('forbidden', say`Choose an organisation first.`)
  return universe
}

/** The settings of a key as they are stored, with its survey. Throws `validation` naming every wrong field. */
export async function checkedSettings(
  ctx: Ctx,
  { type, survey }: { type: ApiKeyType; survey: string },
  { path, user, perMinute, lastDay }: Settings,
) {
  const access = await surveyAccess(ctx, survey).catch((error: unknown) => {
    if (!(error instanceof AppError)) throw error
    throw new AppError('validation', say`The key cannot be saved like this.`, { survey: error.words })
  })
  const wrong: Record<string, Words> = {}
  if (publicKeyTypes.includes(type) && access.model.config.bigScreen === undefined)
    wrong['survey'] =
      say`The configuration of this survey does not say what is public. Add a section "bigScreen" to it first.`
  const place = await placeOf(ctx, access, path)
  if (typeof place !== 'string') wrong['path'] = place
  const owner = type === 3 ? await ownerOf(ctx, access, user ?? '') : null
  if (owner !== null && typeof owner !== 'number') wrong['user'] = owner
  if (lastDay !== null && lastDay < todayIn(ctx.clock, ownUniverse(ctx).timeZone))
    wrong['lastDay'] = say`must not be in the past`
  if (Object.keys(wrong).length > 0 || typeof place !== 'string' || (owner !== null && typeof owner !== 'number'))
    throw new AppError('validation', say`The key cannot be saved like this.`, wrong)
  return { surveyId: access.model.id, path: place, user_id: owner, per_minute: perMinute, last_day: lastDay }
}

/** The place of a path as paths are printed, or why it is none. */
async function placeOf(ctx: Ctx, access: SurveyAccess, text: string): Promise<string | Words> {
  try {
    const { path } = await requestedPath(ctx, access, text)
    if (path.filters.length > 0) return say`A key is bound to a place, without filters.`
    return printDrillPath(path, pathViews(access))
  } catch (error) {
    if (error instanceof AppError) return error.words
    throw error
  }
}

/** The id of the user whom a key of the API works for, or why it cannot be them. */
async function ownerOf(ctx: Ctx, { model }: SurveyAccess, username: string): Promise<number | Words> {
  if (username === '') return say`Choose the user whose rights the key has.`
  const user = await findUser(ctx.db, username)
  if (!user) return say`There is no user "${username}".`
  if (user.isRoot) return say`A key cannot have root's rights. Choose a user with a role.`
  const access = await accessOfUser(ctx, { model, tree: await loadUnitTree(ctx, model) }, user.id)
  return access ? user.id : say`"${username}" has no access to this survey.`
}
