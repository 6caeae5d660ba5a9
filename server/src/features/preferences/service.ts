import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { listPreferenceRows, savePreferenceRow } from './store.ts'

/** Largest remembered value as JSON, in characters. */
const largestValue = 20_000

/** The user's settings for a survey and across surveys; those of the survey take precedence. */
export function listPreferences(ctx: Ctx, surveyId: number): Promise<Record<string, unknown>> {
  return listPreferenceRows(ctx, surveyId)
}

/** Stores a setting; survey `-` means across surveys. Throws `validation` for one that is too large. */
export async function savePreference(ctx: Ctx, survey: string, key: string, value: unknown): Promise<{ ok: true }> {
  if (JSON.stringify(value ?? null).length > largestValue)
    throw new AppError('validation', say`This setting is too large to be remembered.`, { value: say`too large` })
  const surveyId = survey === '-' ? 0 : (await surveyAccess(ctx, survey)).model.id
  await write(ctx, (tx) => savePreferenceRow(tx, surveyId, key, value))
  return { ok: true }
}
