import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type {
  ListedSurvey,
  listSurveys as listSurveysRoute,
  saveMetaInterview as saveRoute,
} from '@gensvar/contract/survey-list'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { figures } from '#server/domain/figures/figures.ts'
import { programAccess, surveyAccess } from '#server/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { raiseModelVersion } from '#server/domain/survey/survey-model-store.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { isNameTaken, listSurveyRows, readSettings, saveSettingsRow } from './store.ts'

/** A page of the surveys of all universes, each with how many answers and users it has. */
export async function listSurveys(ctx: Ctx, query: z.output<(typeof listSurveysRoute)['query']>) {
  const { rows, total } = await listSurveyRows(ctx, query)
  const listed = rows.map(async ({ title, ...row }): Promise<ListedSurvey> => {
    const name = pickText(title, ctx.locale as Locale)
    return { ...row, name: name === '' ? row.extName : title, nInterviews: await countInterviews(ctx, row.id) }
  })
  return { rows: await Promise.all(listed), total }
}

/**
 * Answers of a survey, in an anonymous one as they are published. Null where they are withheld, or cannot be counted: the
 * list must show a survey whose configuration is broken as well.
 */
export async function countInterviews(ctx: Ctx, surveyId: number): Promise<number | null> {
  try {
    const access = await programAccess(ctx, await loadSurveyModelById(ctx, surveyId))
    const { rows } = await figures(ctx, access, {
      conditions: [],
      by: 'none',
      indicators: [{ key: 'n', expression: 'count()' }],
    })
    return rows[0]?.values[0]?.value ?? null
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

/** Settings of a survey. */
export async function getMetaInterview(ctx: Ctx, survey: string) {
  const { model } = await surveyAccess(ctx, survey)
  return readSettings(ctx.db, model.id)
}

/** Saves the settings of a survey. Throws `conflict` at `extName` for a name in use, at `version` for a stale one. */
export async function saveMetaInterview(ctx: Ctx, survey: string, settings: z.output<(typeof saveRoute)['body']>) {
  const { model } = await surveyAccess(ctx, survey)
  const nameText = Object.fromEntries(Object.entries(settings.nameText).filter(([, text]) => text?.trim() !== ''))
  return write(ctx, async (tx) => {
    // Two surveys must not get the same name at once.
    await tx.db.selectFrom('universe').select('id').where('id', '=', model.universeId).forNoKeyUpdate().execute()
    if (await isNameTaken(tx.db, model.id, settings.extName))
      throw new AppError('conflict', say`There is already a survey "${settings.extName}".`, { extName: say`in use` })
    if (!(await saveSettingsRow(tx, model.id, { ...settings, nameText })))
      throw new AppError('conflict', say`Somebody else changed this survey since you opened it.`, {
        version: say`is out of date`,
      })
    await raiseModelVersion(tx.db, model.id)
    const { disabled, samplesOpen, extName } = settings
    await tx.audit({
      action: 'survey.settings',
      surveyId: model.id,
      object: extName,
      details: { disabled, samplesOpen },
    })
    return readSettings(tx.db, model.id)
  })
}
