import type { CalendarConfig } from '@gensvar/contract/configuration/calendar'
import { surveyConfig } from '@gensvar/contract/configuration/survey-config'
import type { SurveyConfig } from '@gensvar/contract/configuration/survey-config'
import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import { parse } from 'yaml'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { facetsOf } from '#server/domain/comments/facets.ts'
import { readHookScripts } from './hook-scripts-store.ts'
import type { Choice, Question, ResponseWeights, SurveyModel, SurveyShape, View } from './survey-model.ts'

/** Id and version of a survey, by id or by universe and ext name; null when there is none. */
export async function readSurveyVersion(
  db: Kysely<Database>,
  by: { surveyId: number } | { universeId: number; extName: string },
): Promise<{ id: number; version: number } | null> {
  const base = db.selectFrom('survey').select(['id', 'model_version'])
  const row = await (
    'surveyId' in by
      ? base.where('id', '=', by.surveyId)
      : base.where('universe_id', '=', by.universeId).where('ext_name', '=', by.extName)
  ).executeTakeFirst()
  return row ? { id: row.id, version: row.model_version } : null
}

/** Ids of all surveys. */
export async function listSurveyIds(db: Kysely<Database>): Promise<number[]> {
  const rows = await db.selectFrom('survey').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

/** Reads what decides how a survey's answers are stored; null when there is no such survey. */
export async function readSurveyShape(db: Kysely<Database>, surveyId: number): Promise<SurveyShape | null> {
  const found = await readSurveyVersion(db, { surveyId })
  if (!found) return null
  const [questions, views, text, weighting] = await Promise.all([
    readQuestions(db, surveyId),
    readViews(db, surveyId),
    readConfigText(db, surveyId),
    readCellWeights(db, surveyId),
  ])
  return { ...found, questions, views, ...shapeOfText(questions, text, weighting) }
}

/** What the configuration decides of the tables. Without one that can be read nothing of the survey works. */
function shapeOfText(
  questions: SurveyShape['questions'],
  text: string,
  weighting: CellWeights | undefined,
): Required<Pick<SurveyShape, 'facets' | 'weights'>> {
  try {
    const config = parseConfig(text, { extName: '', calendar: null })
    return { facets: facetsOf(questions, config), weights: weightsInForce(questions, config, weighting) }
  } catch (error) {
    if (error instanceof AppError) return { facets: new Map(), weights: null }
    throw error
  }
}

/** The weights that were computed last; an anonymous survey never has any, because a weight tells backgrounds. */
function weightsInForce(
  questions: SurveyShape['questions'],
  { weights, anonymity }: SurveyConfig,
  weighting: CellWeights | undefined,
): ResponseWeights | null {
  if (weights === undefined || anonymity !== 'off' || !weighting) return null
  const byId = new Map([...questions.values()].map((question) => [question.id, question.variable]))
  const variables = weighting.question_ids.flatMap((id) => byId.get(id) ?? [])
  if (variables.length < weighting.question_ids.length) return null
  return { questions: variables, cells: new Map(Object.entries(weighting.cells)) }
}

/** Makes every process recompile the survey. Must be called in the transaction that changes the survey. */
export async function raiseModelVersion(db: Kysely<Database>, surveyId: number): Promise<void> {
  await db
    .updateTable('survey')
    .set((eb) => ({ model_version: eb('model_version', '+', 1) }))
    .where('id', '=', surveyId)
    .execute()
}

/** Reads and compiles a survey. Throws `not_found`, and `unavailable` when its configuration cannot be read. */
export async function readSurveyModel(db: Kysely<Database>, surveyId: number): Promise<SurveyModel> {
  // Read the version first: if the survey changes meanwhile, the model has the older version and is reloaded.
  const survey = await db
    .selectFrom('survey')
    .innerJoin('universe', 'universe.id', 'survey.universe_id')
    .where('survey.id', '=', surveyId)
    .selectAll('survey')
    .select(['universe.name as universe_name', 'universe.time_zone as universe_time_zone'])
    .select('universe.calendar as universe_calendar')
    .executeTakeFirst()
  if (!survey) throw new AppError('not_found', say`The survey no longer exists.`)
  const [questions, views, config, hooks, weighting] = await Promise.all([
    readQuestions(db, surveyId),
    readViews(db, surveyId),
    readConfig(db, surveyId, { extName: survey.ext_name, calendar: survey.universe_calendar }),
    readHookScripts(db, { id: survey.id, universeId: survey.universe_id, extName: survey.ext_name }),
    readCellWeights(db, surveyId),
  ])
  return {
    id: survey.id,
    universeId: survey.universe_id,
    universeName: survey.universe_name,
    extName: survey.ext_name,
    title: survey.title,
    timeZone: config.timeZone ?? survey.universe_time_zone,
    version: survey.model_version,
    disabled: survey.disabled,
    samplesOpen: survey.samples_open,
    organisationName: survey.organisation_name,
    authorId: survey.author_id,
    questions,
    views,
    facets: facetsOf(questions, config),
    weights: weightsInForce(questions, config, weighting),
    config,
    hooks,
    anonymity: config.anonymity === 'off' ? null : config.anonymity,
  }
}

async function readQuestions(db: Kysely<Database>, surveyId: number): Promise<Map<string, Question>> {
  const [rows, choiceRows] = await Promise.all([
    db
      .selectFrom('question')
      .leftJoin('question_group', 'question_group.id', 'question.group_id')
      .where('question.survey_id', '=', surveyId)
      .orderBy('question.sorder')
      .orderBy('question.id')
      .selectAll('question')
      .select('question_group.ext_name as group_name')
      .execute(),
    db
      .selectFrom('choice')
      .innerJoin('question', 'question.id', 'choice.question_id')
      .where('question.survey_id', '=', surveyId)
      .orderBy('choice.sorder')
      .orderBy('choice.id')
      .select(['choice.question_id', 'choice.ext_name', 'choice.code', 'choice.title'])
      .execute(),
  ])
  const choices = Map.groupBy(choiceRows, (row) => row.question_id)
  return new Map(
    rows.map((row) => {
      const list = (choices.get(row.id) ?? []).map((choice): Choice => ({
        extName: choice.ext_name,
        code: choice.code,
        title: choice.title,
      }))
      const question: Question = {
        id: row.id,
        variable: row.variable,
        type: row.type,
        title: row.title,
        wording: row.question,
        choices: list,
        choiceByName: new Map(list.map((choice) => [choice.extName, choice])),
        choiceByCode: new Map(list.map((choice) => [choice.code, choice])),
        scaleMin: row.scale_min,
        scaleMax: row.scale_max,
        language: row.language,
        filterable: row.filterable,
        anonymizable: row.anonymizable,
        group: row.group_name,
        features: row.features,
        format: row.format,
      }
      return [row.variable, question]
    }),
  )
}

/** Weights as stored: of combinations of answers to the questions. */
interface CellWeights {
  question_ids: number[]
  cells: Record<string, number>
}

async function readCellWeights(db: Kysely<Database>, surveyId: number): Promise<CellWeights | undefined> {
  const row = await db
    .selectFrom('survey_weights')
    .where('survey_id', '=', surveyId)
    .where('computed_at', 'is not', null)
    .select(['question_ids', 'cells'])
    .executeTakeFirst()
  return row
}

async function readViews(db: Kysely<Database>, surveyId: number): Promise<View[]> {
  const rows = await db
    .selectFrom('view')
    .where('survey_id', '=', surveyId)
    .orderBy('sorder')
    .orderBy('id')
    .select(['id', 'ext_name', 'title', 'levels'])
    .execute()
  return rows.map((row) => ({ id: row.id, extName: row.ext_name, title: row.title, levels: row.levels }))
}

/** The configuration of a survey; without a calendar of its own it has the organisation's. */
async function readConfig(
  db: Kysely<Database>,
  surveyId: number,
  at: { extName: string; calendar: CalendarConfig | null },
): Promise<SurveyConfig> {
  return parseConfig(await readConfigText(db, surveyId), at)
}

/** The text of the configuration in force; empty for a survey without one. */
export async function readConfigText(db: Kysely<Database>, surveyId: number): Promise<string> {
  const script = await db
    .selectFrom('script')
    .innerJoin('script_version', (join) =>
      join
        .onRef('script_version.script_id', '=', 'script.id')
        .onRef('script_version.version', '=', 'script.current_version'),
    )
    .where('script.survey_id', '=', surveyId)
    .where('script.script_type', '=', 'CONFIGURATION')
    .select('script_version.text')
    .executeTakeFirst()
  return script?.text ?? ''
}

/**
 * Reads a configuration; without a calendar of its own it has the organisation's. Throws `unavailable` for a text that
 * cannot be read.
 */
export function parseConfig(
  text: string,
  { extName, calendar }: { extName: string; calendar: CalendarConfig | null },
): SurveyConfig {
  const problem = (words: string): AppError =>
    new AppError('unavailable', say`The configuration of the survey "${extName}" cannot be read: ${words}`)
  let document: unknown
  try {
    document = parse(text)
  } catch (error) {
    throw problem(error instanceof Error ? error.message : String(error))
  }
  const own = document ?? {}
  const isWithout = calendar !== null && typeof own === 'object' && !('calendar' in own)
  const result = surveyConfig.safeParse(isWithout ? { ...own, calendar } : own)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  throw problem(`${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`)
}
