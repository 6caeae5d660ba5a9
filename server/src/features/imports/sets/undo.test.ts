import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { figures } from '#server/domain/figures/figures.ts'
import { listImportSets } from '#server/domain/imports/import-sets.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { write } from '#server/domain/write.ts'
import { setConfiguration } from '../configuration/service.ts'
import { decideDoubt, listDoubts } from '../doubts/service.ts'
import { importFile } from '../service.ts'
import type { ImportRequest, ImportWatch } from '../service.ts'
import { importProgram } from '../testing/import-program.ts'
import type { ImportProgram } from '../testing/import-program.ts'
import { csvOf } from '../testing/planned-file.ts'
import { surveyContents } from '../testing/survey-contents.ts'
import { testFile } from '../testing/test-files.ts'
import { removeImportSet } from './undo.ts'

let program: ImportProgram
let ctx: Ctx
beforeAll(async () => {
  program = await importProgram()
  ctx = program.ctx
})
afterAll(() => program.close())

const fresh = (): Ctx => ({ ...ctx, identity: { ...ctx.identity } })

let made = 0
const newName = () => `s${++made}`

/** Imports a file into a survey; returns the number of its set. */
async function load(survey: string, text: string, more: Partial<ImportRequest> = {}, watch: ImportWatch = {}) {
  const file = await testFile(more.file ?? 'data.csv', text)
  const { stored } = await importFile(
    programContext(program.deps, 'import'),
    { universe: 'u', survey, key: 'id', ...more, file },
    watch,
  )
  if (!stored) throw new Error('nothing was stored')
  return stored.importSetId
}

const headers = ['id', 'region', 'store', 'visited', 'overall_rating', 'channel']

function rows(from: number, count: number, more: Partial<Record<string, (index: number) => unknown>> = {}): string {
  const extra = Object.keys(more).filter((name) => !headers.includes(name))
  return csvOf([...headers, ...extra], count, (index) => {
    const plain: Record<string, unknown> = {
      id: from + index,
      region: `r${index % 3}`,
      store: `s${index % 6}`,
      visited: `2024-01-${10 + (index % 18)}`,
      overall_rating: 1 + (index % 5),
      channel: ['web', 'phone', 'store'][index % 3],
    }
    return [...headers, ...extra].map((name) => String(more[name]?.(index) ?? plain[name] ?? ''))
  })
}

/** Everything of a survey that anybody can see, figures included. */
async function contents(survey: string) {
  await program.deps.analytics.feed.catchUp()
  const all = await surveyContents(program.deps.db, 'u', survey)
  if (!all) return null
  const access = await surveyAccess(fresh(), survey)
  const indicators = ['count()', 'mean(overall_rating)'].map((expression) => ({ key: expression, expression }))
  const answer = await figures(fresh(), access, { conditions: [], by: { question: 'region' }, indicators })
  return { ...all, figures: JSON.parse(JSON.stringify(answer.rows)) as unknown }
}

const undo = (survey: string, id: number) => removeImportSet(fresh(), survey, id)

describe('undoing an import leaves the survey as it was', () => {
  test('that added responses, units, choices and questions, and changed responses, title and configuration', async () => {
    const survey = newName()
    await load(survey, rows(0, 90))
    const before = await contents(survey)
    const changes = {
      store: (index: number) => (index % 7 === 0 ? 'new store' : `s${index % 6}`),
      channel: (index: number) => (index % 4 === 0 ? 'letter' : 'web'),
      overall_rating: () => 5,
      helpful_rating: (index: number) => 1 + (index % 5),
    }
    const set = await load(survey, rows(60, 90, changes), { title: 'Another title', file: 'more.csv' })
    const between = await contents(survey)
    expect(between?.units.length).toBeGreaterThan(before?.units.length ?? 0)
    expect(between?.questions).toHaveLength(7)
    expect(between?.configuration).not.toBe(before?.configuration)
    expect(between?.responses).toHaveLength(150)
    const done = await undo(survey, set)
    expect(done).toMatchObject({ removed: 60, restored: 30, surveyRemoved: false })
    expect(await contents(survey)).toEqual(before)
    // And it can be imported again, with the same result.
    await load(survey, rows(60, 90, changes), { title: 'Another title', file: 'more.csv' })
    expect(await contents(survey)).toEqual(between)
  })

  test('that decided something about the answers that were there', async () => {
    const survey = newName()
    const odd = { overall_rating: (index: number) => (index % 30 === 7 ? 0 : 1 + (index % 5)) }
    await load(survey, rows(0, 240, odd))
    const before = await contents(survey)
    expect(before?.doubts).toHaveLength(1)
    const decisions = [{ id: 'below:overall_rating', choice: 'blank' }]
    const set = await load(survey, rows(200, 100, odd), { decisions })
    expect(await contents(survey)).not.toEqual(before)
    await undo(survey, set)
    expect(await contents(survey)).toEqual(before)
  })

  test('one after the other, from the last to the first, which made the survey', async () => {
    const survey = newName()
    const first = await load(survey, rows(0, 60))
    const afterFirst = await contents(survey)
    const second = await load(survey, rows(30, 60, { channel: () => 'fax' }))
    const afterSecond = await contents(survey)
    const third = await load(survey, rows(0, 120, { overall_rating: () => 1 }))
    for (const set of [first, second])
      await expect(undo(survey, set)).rejects.toMatchObject({
        code: 'conflict',
        message: 'The later import of data.csv builds on this one. Undo that one first.',
      })
    await undo(survey, third)
    expect(await contents(survey)).toEqual(afterSecond)
    await undo(survey, second)
    expect(await contents(survey)).toEqual(afterFirst)
    expect(await undo(survey, first)).toMatchObject({ removed: 60, surveyRemoved: true })
    expect(await contents(survey)).toBeNull()
    const left = await program.deps.db
      .selectFrom('import_set')
      .select('id')
      .where('id', 'in', [first, second])
      .execute()
    expect(left).toEqual([])
  })

  test('that added responses alone, also when others were imported since', async () => {
    const survey = newName()
    await load(survey, rows(0, 60))
    const second = await load(survey, rows(100, 60))
    await load(survey, rows(200, 60))
    const { id } = await program.deps.db
      .selectFrom('survey')
      .select('id')
      .where('ext_name', '=', survey)
      .executeTakeFirstOrThrow()
    const sets = await listImportSets(program.deps.db, id)
    expect(sets.map(({ ninterviews, locked, madeSurvey }) => [ninterviews, locked === null, madeSurvey])).toEqual([
      [60, true, false],
      [60, true, false],
      [60, false, true],
    ])
    expect(await undo(survey, second)).toMatchObject({ removed: 60 })
    const left = (await contents(survey))?.responses as { foreign_id: string }[]
    expect(new Set(left.map(({ foreign_id }) => Math.floor(Number(foreign_id) / 100)))).toEqual(new Set([0, 2]))
    await expect(undo(survey, second)).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('undoing is refused in words, and changes nothing,', () => {
  test.each([
    [
      'after a later import of the same rows',
      async (survey: string) =>
        void (await load(survey, rows(100, 60, { overall_rating: () => 3 }), { file: 'again.csv' })),
      'The later import of again.csv changed some of the same responses. Undo that one first.',
    ],
    [
      'after a response was changed',
      async (survey: string) => {
        await program.deps.pool.query(
          `update response set state = 4, version = version + 1 where foreign_id = '105'
              and survey_id = (select id from survey where ext_name = $1)`,
          [survey],
        )
      },
      '1 responses of this import were changed since. Undoing it would lose these changes.',
    ],
    [
      'when an anonymous survey counts its responses',
      async (survey: string) => {
        await program.deps.pool.query(
          `update response set released = true where foreign_id = '105' and survey_id = (select id from survey where ext_name = $1)`,
          [survey],
        )
      },
      'The figures of this anonymous survey count responses of this import already, so they cannot be taken back.',
    ],
  ])('%s', async (_what, change, message) => {
    const survey = newName()
    await load(survey, rows(0, 60))
    const set = await load(survey, rows(100, 60))
    await change(survey)
    const before = await contents(survey)
    await expect(undo(survey, set)).rejects.toMatchObject({ code: 'conflict', message })
    expect(await contents(survey)).toEqual(before)
  })

  test('after something was decided about a survey that it changed', async () => {
    const survey = newName()
    const odd = { overall_rating: (index: number) => (index % 30 === 7 ? 0 : 1 + (index % 5)) }
    await load(survey, rows(0, 120))
    const set = await load(survey, rows(200, 240, { ...odd, channel: () => 'fax' }))
    const [doubt] = (await listDoubts(fresh(), survey)).doubts
    expect(doubt?.id).toBe('below:overall_rating')
    // No response of the second import has the answer 0 afterwards, so they all changed as well: look at the questions.
    await program.deps.pool.query(
      `update question set title = '{"en":"Other"}' where variable = 'channel' and survey_id = (select id from survey where ext_name = $1)`,
      [survey],
    )
    await expect(undo(survey, set)).rejects.toMatchObject({
      message: expect.stringContaining('Questions, choices, units or decisions of the survey were changed since.'),
    })
    const decided = await decideDoubt(fresh(), survey, doubt?.id ?? '', {
      choice: 'blank',
      version: doubt?.version ?? 0,
    })
    expect(decided.doubt.chosen).toBe('blank')
    await expect(undo(survey, set)).rejects.toMatchObject({
      message: '8 responses of this import were changed since. Undoing it would lose these changes.',
    })
  })

  test('while responses that are not its own use what it brought', async () => {
    const survey = newName()
    await load(survey, rows(0, 60))
    const changes = {
      store: (index: number) => (index === 0 ? 'new store' : `s${index % 6}`),
      channel: (index: number) => (index % 4 === 0 ? 'letter' : 'web'),
      helpful_rating: (index: number) => 1 + (index % 5),
    }
    const set = await load(survey, rows(60, 30, changes), { file: 'more.csv' })
    const { db } = program.deps
    const { model } = await surveyAccess(fresh(), survey)
    const other = () =>
      db.selectFrom('response').select(['id', 'answers', 'unit_ids']).where('survey_id', '=', model.id).orderBy('id')
    const own = await other().where('foreign_id', '=', '0').executeTakeFirstOrThrow()
    const there = await other().where('foreign_id', '=', '60').executeTakeFirstOrThrow()
    const edit = (answers: object, unitIds = own.unit_ids) =>
      write(fresh(), async (tx) => {
        const edited = { answers: JSON.stringify({ ...own.answers, ...answers }), unit_ids: unitIds }
        await tx.db.updateTable('response').set(edited).where('id', '=', own.id).execute()
        await tx.changed(model.id, [own.id])
      })
    for (const [answers, unitIds] of [
      [{ store: 'new store' }, there.unit_ids],
      [{ channel: 'letter' }],
      [{ helpful_rating: 4 }],
    ] as const) {
      await edit(answers, unitIds && [...unitIds])
      const before = await contents(survey)
      await expect(undo(survey, set)).rejects.toMatchObject({
        code: 'conflict',
        message:
          '1 other responses use places, questions or choices that this import brought. Change or delete them first.',
      })
      expect(await contents(survey)).toEqual(before)
    }
    await edit({})
    expect(await undo(survey, set)).toMatchObject({ removed: 30 })
  })

  test('when a configuration changed by hand needs what it brought; one that does not is kept', async () => {
    const survey = newName()
    await load(survey, rows(0, 90))
    const before = await contents(survey)
    const set = await load(survey, rows(90, 90, { helpful_rating: (index) => 1 + (index % 5) }))
    const { id } = (await surveyAccess(fresh(), survey)).model
    const text = `version: 1\nextName: ${survey}\ntitle: By hand\nindicators:\n  helpful: { title: Helpful, expression: mean(helpful_rating) }\n`
    await setConfiguration(ctx, id, { name: 'hand.yaml', text })
    await expect(undo(survey, set)).rejects.toMatchObject({
      message: expect.stringContaining(
        'The configuration of the survey was changed since and needs what this import brought.',
      ),
    })
    const kept = text.replaceAll('helpful_rating', 'overall_rating')
    await setConfiguration(ctx, id, { name: 'hand.yaml', text: kept })
    await undo(survey, set)
    expect(await contents(survey)).toEqual({ ...before, configuration: kept })
  })
})

test('an import that is cancelled while it stores its rows leaves no set', async () => {
  const survey = newName()
  await load(survey, rows(0, 60))
  const before = await contents(survey)
  const controller = new AbortController()
  const onProgress: ImportWatch['onProgress'] = ({ phase }) => {
    if (phase === 'storing') controller.abort()
  }
  const watch = { signal: controller.signal, onProgress }
  await expect(load(survey, rows(30, 5000, { channel: () => 'fax' }), {}, watch)).rejects.toMatchObject({
    message: 'The import was cancelled. Nothing was changed.',
  })
  expect(await contents(survey)).toEqual(before)
  const sets = await program.deps.db
    .selectFrom('import_set')
    .innerJoin('survey', 'survey.id', 'survey_id')
    .select('import_set.id')
    .where('survey.ext_name', '=', survey)
    .execute()
  expect(sets).toHaveLength(1)
})

test('an import keeps what somebody saves of a response at the same moment', async () => {
  const survey = newName()
  await load(survey, rows(0, 60, { helpful_rating: () => 2 }))
  const { db, pool } = program.deps
  const { model } = await surveyAccess(fresh(), survey)
  const row = () =>
    db
      .selectFrom('response')
      .select(['id', 'answers', 'version'])
      .where('survey_id', '=', model.id)
      .where('foreign_id', '=', '5')
      .executeTakeFirstOrThrow()
  const { id } = await row()
  const saving = await pool.connect()
  try {
    await saving.query('begin')
    await saving.query(
      `update response set answers = answers || '{"helpful_rating": 5}', version = version + 1 where id = $1`,
      [id],
    )
    const loading = load(survey, rows(0, 60, { overall_rating: () => 3 }), { file: 'more.csv' })
    await vi.waitFor(async () => {
      const { rowCount } = await pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      )
      expect(rowCount).toBe(1)
    }, 20_000)
    await saving.query('commit')
    const set = await loading
    expect(await row()).toMatchObject({ answers: { helpful_rating: 5, overall_rating: 3 }, version: 3 })
    await undo(survey, set)
    expect(await row()).toMatchObject({ answers: { helpful_rating: 5, overall_rating: 1 }, version: 4 })
  } finally {
    saving.release()
  }
})
