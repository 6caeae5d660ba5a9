import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { knownQuestions, readConfigurationText } from './configuration-text.ts'
import { withProtectedOf } from './protected-sections.ts'
import { parseConfig } from './survey-model-store.ts'
import type { SurveyModel } from './survey-model.ts'

/** The last models that were made of drafts, by survey, of each database. */
const modelsByDatabase = new WeakMap<Kysely<Database>, Map<number, { draft: number; model: SurveyModel }>>()

/** More than a draft is ever saved. */
const mostVersions = 2 ** 31

/**
 * A survey as its draft would have it. What decides who sees what is that of the published one, whatever the draft says.
 * Throws `conflict` where the draft has another version by now, `validation` for one that publishing would refuse.
 */
export async function loadDraftModel(
  db: Kysely<Database>,
  published: SurveyModel,
  version: number,
): Promise<SurveyModel> {
  const row = await db
    .selectFrom('configuration_draft')
    .innerJoin('survey', 'survey.id', 'configuration_draft.survey_id')
    .innerJoin('universe', 'universe.id', 'survey.universe_id')
    .where('survey_id', '=', published.id)
    .select(['configuration_draft.version', 'configuration_draft.text', 'universe.calendar'])
    .executeTakeFirst()
  if (!row || row.text === null || row.version !== version)
    throw new AppError('conflict', say`The draft has changed since you opened it.`, { draft: say`is out of date` })
  let models = modelsByDatabase.get(db)
  if (!models) modelsByDatabase.set(db, (models = new Map()))
  const known = models.get(published.id)
  if (known?.draft === version && known.model.published === published) return known.model
  const model = modelOf(published, row.text, version, row.calendar)
  models.set(published.id, { draft: version, model })
  return model
}

function modelOf(
  published: SurveyModel,
  text: string,
  version: number,
  calendar: Parameters<typeof parseConfig>[1]['calendar'],
): SurveyModel {
  const { problems } = readConfigurationText(text, knownQuestions(published))
  const wrong = problems.find(({ severity }) => severity === 'error')
  if (wrong) {
    const at = say`line ${wrong.line}, column ${wrong.column}: ${wrong.words}`
    throw new AppError('validation', say`The draft cannot be shown yet, ${at}.`, { draft: at })
  }
  const own = parseConfig(text, { extName: published.extName, calendar })
  return {
    ...published,
    config: withProtectedOf(published.config, own),
    // A fraction, so that nothing is kept under the version of a published model.
    version: published.version + version / mostVersions,
    published,
  }
}
