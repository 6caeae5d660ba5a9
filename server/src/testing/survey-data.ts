import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { openAnalytics } from '../domain/figures/engine/analytics.ts'
import type { Analytics } from '../domain/figures/engine/analytics.ts'
import { programContext } from '../domain/context.ts'
import { write } from '../domain/write.ts'
import { systemClock } from '../platform/clock.ts'
import type { Database } from '../platform/db-types.ts'
import { createLogger } from '../platform/log.ts'
import type { QuestionType } from '../domain/survey/survey-model.ts'
import type { TestDatabase } from './postgres.ts'
import { testStore } from './test-store.ts'

/** A question in short: its type, its choices' ext names, the ends of its scale. */
export interface TestQuestion {
  type: QuestionType
  choices?: readonly string[]
  min?: number
  max?: number
}

/** A response in short; the first view's units are made from the answers to its levels. */
export interface TestRow {
  date: string
  answers: Record<string, number | string | string[]>
  state?: number
}

/** A survey in short: questions by variable, and the levels of each view. */
export interface TestSurvey {
  extName?: string
  config?: string
  questions: Record<string, TestQuestion>
  views?: Record<string, readonly string[]>
  rows?: readonly TestRow[]
}

/** Where a survey made by `makeSurvey` lives. */
export interface MadeSurvey {
  universeId: number
  surveyId: number
  extName: string
  responseIds: number[]
}

let made = 0

/** Stores a survey with its metadata, units and responses in one transaction, and tells the feed of it. */
export async function makeSurvey(db: Kysely<Database>, survey: TestSurvey): Promise<MadeSurvey> {
  return write(programContext({ db, clock: systemClock }, 'test'), async (tx) => {
    const trx = tx.db
    const extName = survey.extName ?? `survey${++made}`
    const universe = await trx
      .insertInto('universe')
      .values({ name: `universe-${extName}-${++made}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: surveyId } = await trx
      .insertInto('survey')
      .values({ universe_id: universe.id, ext_name: extName })
      .returning('id')
      .executeTakeFirstOrThrow()
    await storeQuestions(trx, surveyId, survey.questions)
    for (const [name, levels] of Object.entries(survey.views ?? {}))
      await trx
        .insertInto('view')
        .values({ survey_id: surveyId, ext_name: name, levels: [...levels] })
        .execute()
    if (survey.config !== undefined) await storeConfig(trx, surveyId, survey.config)
    const place = { universeId: universe.id, surveyId, extName }
    const responseIds = await addResponses(trx, surveyId, survey.rows ?? [])
    await tx.surveyChanged(surveyId)
    return { ...place, responseIds }
  })
}

/** Stores responses and the units they need; tells nobody. Returns their ids. */
export async function addResponses(
  db: Kysely<Database>,
  surveyId: number,
  rows: readonly TestRow[],
): Promise<number[]> {
  const views = await db.selectFrom('view').where('survey_id', '=', surveyId).orderBy('id').selectAll().execute()
  const { universe_id: universeId } = await db
    .selectFrom('survey')
    .where('id', '=', surveyId)
    .select('universe_id')
    .executeTakeFirstOrThrow()
  const units = new Map<string, number>()
  const ids: number[] = []
  for (const row of rows) {
    const unitIds: number[] = []
    for (const view of views) {
      let parent: number | null = null
      for (const [index, level] of view.levels.entries()) {
        const name = String(row.answers[level] ?? '-')
        const key = `${view.id}/${parent}/${name}`
        const id: number =
          units.get(key) ??
          (await unitId(db, {
            universe_id: universeId,
            view_id: view.id,
            depth: index + 1,
            parent_id: parent,
            ext_name: name,
          }))
        units.set(key, id)
        parent = id
      }
      if (parent !== null) unitIds.push(parent)
    }
    const { id } = await db
      .insertInto('response')
      .values({
        survey_id: surveyId,
        state: row.state ?? 0,
        event_date: row.date,
        answers: JSON.stringify(row.answers),
        unit_ids: unitIds,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
  }
  return ids
}

/** Opens analytics in a folder of its own; `close` removes it. */
export async function testAnalytics(
  database: Pick<TestDatabase, 'db' | 'pool'>,
): Promise<{ analytics: Analytics; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-analytics-'))
  const store = await testStore(folder)
  const analytics = await openAnalytics({ folder, ...database, store, clock: systemClock, log: createLogger('error') })
  return {
    analytics,
    async close() {
      await analytics.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

interface NewUnit {
  universe_id: number
  view_id: number
  depth: number
  parent_id: number | null
  ext_name: string
}

async function unitId(db: Kysely<Database>, unit: NewUnit): Promise<number> {
  const known = await db
    .selectFrom('unit')
    .where('view_id', '=', unit.view_id)
    .where('parent_id', 'is not distinct from', unit.parent_id)
    .where('ext_name', '=', unit.ext_name)
    .select('id')
    .executeTakeFirst()
  return known?.id ?? (await db.insertInto('unit').values(unit).returning('id').executeTakeFirstOrThrow()).id
}

async function storeQuestions(
  db: Kysely<Database>,
  surveyId: number,
  questions: Record<string, TestQuestion>,
): Promise<void> {
  for (const [index, [variable, question]] of Object.entries(questions).entries()) {
    const { id } = await db
      .insertInto('question')
      .values({
        survey_id: surveyId,
        variable,
        type: question.type,
        scale_min: question.min ?? null,
        scale_max: question.max ?? null,
        sorder: index,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const choices = (question.choices ?? []).map((name, code) => ({
      question_id: id,
      ext_name: name,
      code: code + 1,
      sorder: code,
      title: JSON.stringify({ en: name.toUpperCase() }),
    }))
    if (choices.length > 0) await db.insertInto('choice').values(choices).execute()
  }
}

async function storeConfig(db: Kysely<Database>, surveyId: number, text: string): Promise<void> {
  const { id } = await db
    .insertInto('script')
    .values({ survey_id: surveyId, script_type: 'CONFIGURATION' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('script_version').values({ script_id: id, version: 1, text, source: 'user' }).execute()
}
