import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { saveConfiguration } from '#server/domain/build/configuration.ts'
import { insertRows } from '#server/domain/build/insert-rows.ts'
import { insertQuestions } from '#server/domain/build/questions.ts'
import type { NewQuestion } from '#server/domain/build/questions.ts'
import { insertSurvey } from '#server/domain/build/survey.ts'
import { openUnitBook } from '#server/domain/build/unit-book.ts'
import { insertView } from '#server/domain/build/units.ts'
import { insertUniverse } from '#server/domain/build/universe.ts'
import { openAnalytics } from '#server/domain/figures/engine/analytics.ts'
import type { Analytics } from '#server/domain/figures/engine/analytics.ts'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import { createLogger } from '#server/platform/log.ts'
import type { QuestionType } from '#server/domain/survey/survey-model.ts'
import type { TestDatabase } from './postgres.ts'
import { everyRollUp, testStore } from './test-store.ts'

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

/**
 * Stores a survey with its metadata, units and responses in one transaction, with its entry for the feed; in a new
 * universe unless one is given.
 */
export async function makeSurvey(
  db: Kysely<Database>,
  survey: TestSurvey,
  universeId: number | null = null,
): Promise<MadeSurvey> {
  return write(programContext({ db, clock: systemClock }, 'test'), async (tx) => {
    const trx = tx.db
    const extName = survey.extName ?? `survey${++made}`
    const place = universeId ?? (await insertUniverse(trx, { name: `universe-${extName}-${++made}` }))
    const surveyId = await insertSurvey(trx, place, { extName })
    await insertQuestions(trx, surveyId, Object.entries(survey.questions).map(questionOf))
    for (const [order, [name, levels]] of Object.entries(survey.views ?? {}).entries())
      await insertView(trx, surveyId, { extName: name, levels, order })
    if (survey.config !== undefined) {
      const script = { text: survey.config, source: 'user', author: '' } as const
      await saveConfiguration(trx, { id: surveyId, universeId: place, extName }, script)
    }
    const responseIds = await addResponses(trx, surveyId, survey.rows ?? [])
    await tx.surveyChanged(surveyId)
    return { universeId: place, surveyId, extName, responseIds }
  })
}

/** Stores responses and the units they need, without an entry for the feed. Returns their ids. */
export async function addResponses(
  db: Kysely<Database>,
  surveyId: number,
  rows: readonly TestRow[],
): Promise<number[]> {
  if (rows.length === 0) return []
  const views = await db.selectFrom('view').where('survey_id', '=', surveyId).orderBy('id').selectAll().execute()
  const { universe_id: universeId } = await db
    .selectFrom('survey')
    .where('id', '=', surveyId)
    .select('universe_id')
    .executeTakeFirstOrThrow()
  const units = await openUnitBook(db, { universeId, surveyId }, () => ({}))
  const leaves: number[][] = []
  for (const { id, levels } of views)
    leaves.push(
      await units.leaves(
        id,
        rows.map(({ answers }) =>
          levels.map((level) => (answers[level] === undefined ? null : String(answers[level]))),
        ),
      ),
    )
  return insertRows(
    db,
    'response',
    rows.map((row, index) => ({
      survey_id: surveyId,
      state: row.state ?? 0,
      event_date: row.date,
      answers: row.answers,
      unit_ids: leaves.map((ids) => ids[index] ?? 0),
    })),
  )
}

/** Opens analytics in a folder of its own; `close` removes it. */
export async function testAnalytics(
  database: Pick<TestDatabase, 'db' | 'pool'>,
): Promise<{ analytics: Analytics; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-analytics-'))
  const store = await testStore(folder)
  const log = createLogger('error')
  const analytics = await openAnalytics({
    ...{ folder, store, log, rollUps: everyRollUp },
    ...database,
    clock: systemClock,
  })
  return {
    analytics,
    async close() {
      await analytics.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function questionOf([variable, { type, choices = [], min, max }]: [string, TestQuestion]): NewQuestion {
  return {
    variable,
    type,
    scale: min === undefined || max === undefined ? undefined : [min, max],
    choices: choices.map((extName) => ({ extName, title: { en: extName.toUpperCase() } })),
  }
}
