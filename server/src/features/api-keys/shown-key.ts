import type { StoredApiKey } from '@gensvar/contract/api-keys'
import type { Ctx } from '#server/domain/context.ts'
import { placeOfKey } from '#server/domain/rights/key-place.ts'
import { accessOfUser } from '#server/domain/rights/user-access.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { everything, unitText } from '#server/domain/survey/unit-text.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { ownUniverse } from './check-settings.ts'
import type { KeyRow } from './store.ts'

/** A key as the administration shows it. */
export async function shownKey(ctx: Ctx, row: KeyRow): Promise<StoredApiKey> {
  const survey = await loadedSurvey(ctx, row.survey_id)
  const title = survey && placeTitle(ctx, survey, row.path)
  const oldTokenUntil = row.old_token_until
  return {
    ...{ id: row.id, extname: row.ext_name, type: row.type, path: row.path, survey: row.survey },
    ...{ placeTitle: title, user: row.username, perMinute: row.per_minute, lastDay: row.last_day },
    state: await stateOf(ctx, row, title === null ? null : survey),
    created: row.created_at.toISOString(),
    lastUsed: row.last_used_at?.toISOString() ?? null,
    oldTokenUntil: oldTokenUntil !== null && oldTokenUntil > ctx.clock.now() ? oldTokenUntil.toISOString() : null,
    version: row.version,
  }
}

interface LoadedSurvey {
  model: SurveyModel
  tree: UnitTree
}

/** A survey with its units; null where its configuration cannot be read. */
async function loadedSurvey(ctx: Ctx, surveyId: number): Promise<LoadedSurvey | null> {
  try {
    const model = await loadSurveyModelById(ctx, surveyId)
    return { model, tree: await loadUnitTree(ctx, model) }
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

function placeTitle({ locale }: Ctx, { model, tree }: LoadedSurvey, path: string): string | null {
  const place = placeOfKey(model, tree, path)
  if (!place) return null
  if (!place.unit) return everything(locale)
  return tree
    .pathOf(place.unit)
    .map((unit) => unitText(unit, locale))
    .join(' / ')
}

/** Whether a key works; `survey` is null where it or the key's place is gone. */
async function stateOf(ctx: Ctx, row: KeyRow, survey: LoadedSurvey | null): Promise<StoredApiKey['state']> {
  if (row.revoked_at !== null) return 'revoked'
  if (row.last_day !== null && row.last_day < todayIn(ctx.clock, ownUniverse(ctx).timeZone)) return 'ended'
  if (!survey || survey.model.disabled) return 'closed'
  if (row.type !== 3) return survey.model.config.bigScreen === undefined ? 'closed' : 'works'
  const access = row.user_id === null || row.userIsRoot === true ? null : await accessOfUser(ctx, survey, row.user_id)
  return access ? 'works' : 'closed'
}
