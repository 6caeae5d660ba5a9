import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { knownQuestions, readConfigurationText } from './configuration-text.ts'
import { withProtectedOf } from './protected-sections.ts'
import type { TextProblem } from './configuration-text.ts'
import { parseConfig, readConfigText } from './survey-model-store.ts'
import type { SurveyModel } from './survey-model.ts'

/** The last models that were made of drafts, by survey, of each database. */
const modelsByDatabase = new WeakMap<Kysely<Database>, Map<number, { draft: number; model: SurveyModel }>>()

/** More than a draft is ever saved. */
const mostVersions = 2 ** 31

/**
 * A survey as its draft would have it. What decides who sees what is that of the published one, whatever the draft says.
 * Throws `conflict` where the draft has another version by now, `validation` for one with errors that are not published.
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
  await demandShowable(db, published, row.text)
  const model = modelOf(published, row.text, version, row.calendar)
  models.set(published.id, { draft: version, model })
  return model
}

/** Throws `validation` at the first error that the published text does not have as well. */
async function demandShowable(db: Kysely<Database>, published: SurveyModel, text: string): Promise<void> {
  const [wrong, ...more] = errorsOf(published, text)
  if (!wrong) return
  const known = new Set(errorsOf(published, await readConfigText(db, published.id)).map(({ words }) => String(words)))
  const own = [wrong, ...more].find(({ words }) => !known.has(String(words)))
  if (!own) return
  const at = say`line ${own.line}, column ${own.column}: ${own.words}`
  throw new AppError('validation', say`The draft cannot be shown yet, ${at}.`, { draft: at })
}

function errorsOf(published: SurveyModel, text: string): TextProblem[] {
  const { problems } = readConfigurationText(text, knownQuestions(published))
  return problems.filter(({ severity }) => severity === 'error')
}

function modelOf(
  published: SurveyModel,
  text: string,
  version: number,
  calendar: Parameters<typeof parseConfig>[1]['calendar'],
): SurveyModel {
  const own = parseConfig(text, { extName: published.extName, calendar })
  return {
    ...published,
    config: withProtectedOf(published.config, own),
    // A fraction, so that nothing is kept under the version of a published model.
    version: published.version + version / mostVersions,
    published,
  }
}
