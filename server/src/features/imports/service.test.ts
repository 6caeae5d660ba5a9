import { locales } from '@gensvar/contract/local-text'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { loadSurveyModel } from '#server/domain/survey/load-survey-model.ts'
import { programContext } from '#server/domain/context.ts'
import { unitText } from '#server/domain/survey/unit-text.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { importFile } from './service.ts'
import type { ImportRequest, ImportResult, ImportWatch } from './service.ts'
import { csvOf } from './testing/planned-file.ts'
import { testFile, testWorkbook } from './testing/test-files.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

let made = 0
const freshSurvey = (): { universe: string; survey: string } => ({ universe: `u${++made}`, survey: 'visits' })

async function run(text: string, request: Partial<ImportRequest> = {}, watch: ImportWatch = {}): Promise<ImportResult> {
  const file = await testFile('data.csv', text)
  return importFile(
    programContext({ db: database.db, clock: systemClock, log: createLogger('silent') }, 'import'),
    { ...freshSurvey(), file, ...request },
    watch,
  )
}

async function stored(at: { universe: string; survey: string }) {
  const survey = await database.db
    .selectFrom('survey')
    .innerJoin('universe', 'universe.id', 'survey.universe_id')
    .where('universe.name', '=', at.universe)
    .where('survey.ext_name', '=', at.survey)
    .select(['survey.id', 'survey.universe_id', 'survey.model_version'])
    .executeTakeFirst()
  if (!survey) return null
  const responses = await database.db
    .selectFrom('response')
    .selectAll()
    .where('survey_id', '=', survey.id)
    .orderBy('id')
    .execute()
  const units = await database.db
    .selectFrom('unit')
    .innerJoin('view', 'view.id', 'unit.view_id')
    .where('view.survey_id', '=', survey.id)
    .selectAll('unit')
    .orderBy('unit.id')
    .execute()
  const changes = await database.db.selectFrom('change').selectAll().where('survey_id', '=', survey.id).execute()
  return {
    id: survey.id,
    universeId: survey.universe_id,
    version: survey.model_version,
    responses,
    units,
    changes,
    model: await loadSurveyModel(database, survey.universe_id, at.survey),
  }
}

const small = [
  'id,region,store,visited,overall_rating,helpful,tidy,recommended,comment',
  '1,North,A,2024-01-02,5,4,5,1,"Very good, said ""we"""',
  '2,North,B,2024-01-03,3,2,9,0,',
  '3,,A,2024-02-01,4,,3,1,Too slow for us',
  '4,South,A,2024-02-05,0,5,1,1,-',
].join('\n')
const smallOptions = { hierarchy: ['region', 'store'], key: 'id' }

/** Scales need a few rows to be seen; these repeat the small file's with other keys. */
const longer = `${small}\n${Array.from({ length: 30 }, (_, index) => `${100 + index},North,C,2024-03-01,${1 + (index % 5)},${1 + (index % 5)},${1 + (index % 5)},${index % 2},`).join('\n')}`

describe('a first import', () => {
  test('makes universe, survey, questions, units and responses', async () => {
    const at = freshSurvey()
    const result = await run(longer, { ...at, ...smallOptions, title: 'Store visits' })
    expect(result.stored).toMatchObject({ inserted: 34, updated: 0, unchanged: 0, undated: 0 })
    const found = await stored(at)
    expect(found?.responses.map((row) => row.foreign_id).slice(0, 4)).toEqual(['1', '2', '3', '4'])
    expect(found?.responses[0]).toMatchObject({
      state: 0,
      event_date: '2024-01-02',
      answers: {
        region: 'North',
        store: 'A',
        overall_rating: 5,
        helpful: 4,
        tidy: 5,
        recommended: 1,
        visited: '2024-01-02',
        comment: 'Very good, said "we"',
      },
    })
    const { model } = found ?? {}
    expect(model?.title).toEqual({ en: 'Store visits' })
    expect(model?.views).toMatchObject([{ extName: 'organisation', levels: ['region', 'store'] }])
    expect(model?.questions.get('overall_rating')).toMatchObject({
      type: 'scale',
      scaleMin: 1,
      scaleMax: 5,
      title: { en: 'Overall rating' },
    })
    expect(model?.questions.get('recommended')?.choices).toMatchObject([
      { extName: '0', code: 0, title: { en: 'No', sv: 'Nej' } },
      { extName: '1', code: 1, title: { en: 'Yes', sv: 'Ja' } },
    ])
    expect(found?.changes).toMatchObject([{ kind: 'survey', row_id: found?.id }])
  })

  test('keeps answers outside a scale as they are, and offers them to be filtered by', async () => {
    const at = freshSurvey()
    const result = await run(longer, { ...at, ...smallOptions })
    const found = await stored(at)
    expect(found?.responses[1]?.answers).toMatchObject({ tidy: 9 })
    expect(found?.responses[3]?.answers).toMatchObject({ overall_rating: 0 })
    expect(found?.responses[3]?.answers).not.toHaveProperty('comment')
    expect(found?.model.questions.get('tidy')).toMatchObject({ scaleMin: 1, scaleMax: 5 })
    expect(found?.model.questions.get('tidy')?.choices.map(({ code }) => code)).toEqual([1, 2, 3, 4, 5, 9])
    expect(
      result.columns
        .find(({ variable }) => variable === 'tidy')
        ?.warnings.map(({ words }) => String(words))
        .join(),
    ).toContain('1 of 34 answers is above 5 (9): counted')
  })

  test('leaves them out where the configuration says so, and in later imports too', async () => {
    const at = freshSurvey()
    const text = 'questions: { tidy: { max: 5, outside: blank }, overall_rating: { notAnswered: [0] } }'
    const config = { name: 'mine.yaml', text }
    const first = await run(longer, { ...at, ...smallOptions, config })
    expect(first.configuration).toContain('pages:')
    const answers = async (): Promise<unknown[]> => ((await stored(at))?.responses ?? []).map((row) => row.answers)
    const before = await answers()
    expect(before[1]).toMatchObject({ 'raw:tidy': '9' })
    expect(before[1]).not.toHaveProperty('tidy')
    expect(before[3]).not.toHaveProperty('overall_rating')
    expect((await run(longer, { ...at, ...smallOptions })).stored).toMatchObject({ unchanged: 34 })
    expect(await answers()).toEqual(before)
    const counted = { name: 'mine.yaml', text: 'questions: { tidy: { outside: counted } }' }
    await run(longer, { ...at, ...smallOptions, config: counted })
    expect((await answers())[1]).toMatchObject({ tidy: 9 })
    expect((await answers())[1]).not.toHaveProperty('raw:tidy')
  })

  test('a blank level is a unit of its own, and units of one name under two parents are two', async () => {
    const at = freshSurvey()
    await run(longer, { ...at, ...smallOptions })
    const found = await stored(at)
    const byId = new Map(found?.units.map((unit) => [unit.id, unit]))
    const paths = found?.responses.slice(0, 4).map((row) => {
      const leaf = byId.get(row.unit_ids[0] ?? 0)
      return [byId.get(leaf?.parent_id ?? 0)?.ext_name, leaf?.ext_name]
    })
    expect(paths).toEqual([
      ['North', 'A'],
      ['North', 'B'],
      ['-', 'A'],
      ['South', 'A'],
    ])
    const shown = locales.map((locale) => [locale, unitText({ extName: '-', titles: {} }, locale)])
    expect(found?.units.find(({ ext_name: name }) => name === '-')?.titles).toEqual(Object.fromEntries(shown))
    expect(new Set(found?.responses.slice(0, 4).map((row) => row.unit_ids[0])).size).toBe(4)
  })

  test('a file without anything to make units of has none, now and later', async () => {
    const at = freshSurvey()
    const bare = csvOf(['id', 'score'], 40, (index) => [`k${index}`, 1 + (index % 5)])
    const result = await run(bare, { ...at, key: 'id' })
    expect(result.stored).toMatchObject({ inserted: 40, units: 0 })
    expect(result.columns.map(({ variable }) => variable)).toEqual(['id', 'score'])
    const found = await stored(at)
    expect(found).toMatchObject({ units: [], model: { views: [] } })
    expect((await run(bare, { ...at, key: 'id' })).stored).toMatchObject({ unchanged: 40, units: 0 })
    const withStores = csvOf(['id', 'score', 'store'], 40, (index) => [`k${index}`, 1, `s${index % 3}`])
    expect((await run(withStores, { ...at, key: 'id' })).stored).toMatchObject({ updated: 40, units: 0 })
    await expect(run(withStores, { ...at, key: 'id', hierarchy: ['store'] })).rejects.toMatchObject({
      code: 'conflict',
      fields: { hierarchy: { template: expect.stringContaining('belong to no units') } },
    })
  })

  test('a survey of an earlier version, whose responses are all of one unit, keeps it', async () => {
    const at = freshSurvey()
    const first = csvOf(['id', 'score', 'everything'], 40, (index) => [`k${index}`, 1 + (index % 5), 'all'])
    await run(first, { ...at, key: 'id', hierarchy: ['everything'] })
    const later = csvOf(['id', 'score'], 41, (index) => [`k${index}`, 1 + (index % 5)])
    expect((await run(later, { ...at, key: 'id' })).stored).toMatchObject({ inserted: 1, unchanged: 40, units: 0 })
    const found = await stored(at)
    expect(found?.units).toMatchObject([{ ext_name: 'all' }])
    expect(found?.responses.at(-1)?.unit_ids).toEqual(found?.responses[0]?.unit_ids)
  })

  test('opens the survey to an administrator role', async () => {
    const at = freshSurvey()
    await run(longer, { ...at, ...smallOptions })
    const roles = await database.db
      .selectFrom('role_survey')
      .innerJoin('role', 'role.id', 'role_survey.role_id')
      .innerJoin('universe', 'universe.id', 'role.universe_id')
      .where('universe.name', '=', at.universe)
      .select(['role.name', 'role.can_see_all_data', 'role_survey.access'])
      .execute()
    expect(roles).toEqual([{ name: 'administrator', can_see_all_data: true, access: true }])
  })

  test('writes a configuration that is valid, commented and of source import', async () => {
    const at = freshSurvey()
    const { configuration } = await run(longer, { ...at, ...smallOptions })
    expect(configuration).toMatch(/^# /)
    const config = parse(configuration ?? '') as Record<string, unknown>
    expect(config).toMatchObject({
      eventDate: 'visited',
      views: { organisation: { levels: ['region', 'store'] } },
      indicators: { overall: { expression: 'mean(overall_rating)' } },
    })
    const found = await stored(at)
    expect(found?.model.config.pages.map(({ extname, kind }) => [extname, kind])).toEqual([
      ['overview', undefined],
      ['ranking', 'rankings'],
      ['feedback', undefined],
    ])
    expect(found?.model.config.pages[0]?.components.map(({ type }) => type)).toEqual([
      'variable-block',
      'latest-comments',
      'development-chart',
      'text-analytics',
      'results-block',
    ])
    expect(found?.model.config.pages[2]?.components.map(({ type }) => type)).toEqual([
      'feedback-overview',
      'feedback-sentiment',
      'feedback-search',
      'question-search',
    ])
    expect(found?.model.config.pages[0]?.components[1]?.config).toMatchObject({ variables: ['comment'], count: 3 })
    expect(found?.model.config.groups).toMatchObject([
      { extname: 'drivers', driver: true, questions: ['helpful', 'tidy'] },
      { extname: 'loyalty', loyalty: true, questions: ['overall_rating', 'recommended'] },
    ])
    const versions = await database.db
      .selectFrom('script_version')
      .innerJoin('script', 'script.id', 'script_id')
      .where('survey_id', '=', found?.id ?? 0)
      .select(['source', 'text'])
      .execute()
    expect(versions).toEqual([{ source: 'import', text: configuration }])
  })

  test('takes xlsx and csv to the same rows', async () => {
    const [first, second] = [freshSurvey(), freshSurvey()]
    await run(longer, { ...first, ...smallOptions })
    const cells = longer
      .split('\n')
      .map((line, index) =>
        index === 1 ? ['1', 'North', 'A', '2024-01-02', '5', '4', '5', '1', 'Very good, said "we"'] : line.split(','),
      )
    const typed = cells.map((row, index) =>
      row.map((cell, column) =>
        index > 0 && column === 3
          ? new Date(cell)
          : index > 0 && /^\d+$/.test(cell)
            ? Number(cell)
            : cell === ''
              ? null
              : cell,
      ),
    )
    await importFile(programContext({ db: database.db, clock: systemClock, log: createLogger('silent') }, 'import'), {
      ...second,
      ...smallOptions,
      file: await testWorkbook({ Data: typed }),
    })
    const rows = async (at: typeof first) =>
      (await stored(at))?.responses.map(({ foreign_id, event_date, answers }) => ({ foreign_id, event_date, answers }))
    expect(await rows(second)).toEqual(await rows(first))
  })

  test('formulas stay text', async () => {
    const at = freshSurvey()
    const text = csvOf(['store', 'comment'], 12, (index) => [
      `s${index % 3}`,
      `=HYPERLINK("http://x/${index}","click") and some more words`,
    ])
    await run(text, at)
    expect((await stored(at))?.responses[0]?.answers['comment']).toBe(
      '=HYPERLINK("http://x/0","click") and some more words',
    )
  })

  test('several answers, contacts and a file without dates', async () => {
    const at = freshSurvey()
    const text = csvOf(['store', 'reasons', 'email', 'customer name'], 40, (index) => [
      `s${index % 3}`,
      ['a', 'a;b', 'b; c', ''][index % 4] ?? '',
      `u${index}@example.org`,
      `Person Number ${index}`,
    ])
    const result = await run(text, at)
    expect(result.stored?.undated).toBe(40)
    const found = await stored(at)
    expect(found?.responses[2]).toMatchObject({
      answers: { reasons: ['b', 'c'] },
      contact: { email: 'u2@example.org', name: 'Person Number 2' },
      event_date: new Date().toISOString().slice(0, 10),
    })
    expect(found?.model.questions.get('reasons')?.choices.map(({ extName, code }) => [extName, code])).toEqual([
      ['a', 1],
      ['b', 2],
      ['c', 3],
    ])
  })
})

describe('a second import', () => {
  test('updates known keys, adds new ones, extends choices and units, and never reuses a code', async () => {
    const at = freshSurvey()
    await run(longer, { ...at, ...smallOptions })
    const before = await stored(at)
    const more = [
      'id,region,store,visited,overall_rating,helpful,tidy,recommended,comment',
      '1,North,Aa,2024-01-02,2,,5,1,changed',
      '2,North,B,2024-01-03,3,2,9,0,',
      '500,East,Z,2024-05-01,1,1,1,0,new',
    ].join('\n')
    const result = await run(more, { ...at, key: 'id' })
    expect(result.stored).toMatchObject({ inserted: 1, updated: 1, unchanged: 1 })
    const after = await stored(at)
    expect(after?.responses).toHaveLength(35)
    expect(after?.responses[0]).toMatchObject({
      id: before?.responses[0]?.id,
      version: 2,
      answers: { overall_rating: 2, comment: 'changed', store: 'Aa' },
    })
    expect(after?.responses[0]?.answers).not.toHaveProperty('helpful')
    expect(after?.model.questions.get('store')?.choices.map(({ extName, code }) => [extName, code])).toEqual([
      ['A', 1],
      ['B', 2],
      ['C', 3],
      ['Aa', 4],
      ['Z', 5],
    ])
    expect(after?.units.slice(0, before?.units.length).map(({ id }) => id)).toEqual(before?.units.map(({ id }) => id))
    expect(after?.version).toBeGreaterThan(before?.version ?? 0)
  })

  test('is refused without a key when there are rows', async () => {
    const at = freshSurvey()
    await run(longer, { ...at, ...smallOptions })
    await expect(run(longer, at)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('34 responses already. Name the column of the key'),
      settings: ['key', 'survey'],
    })
  })

  test('is refused with a key that the stored rows lack', async () => {
    const at = freshSurvey()
    await run(longer, { ...at, hierarchy: ['region', 'store'] })
    await expect(run(longer, { ...at, key: 'id' })).rejects.toMatchObject({ code: 'conflict' })
  })

  test('answers to questions the file lacks stay', async () => {
    const at = freshSurvey()
    await run(longer, { ...at, ...smallOptions })
    await run('id,region,store,visited,overall_rating\n1,North,A,2024-01-02,1\n', { ...at, key: 'id' })
    expect((await stored(at))?.responses[0]?.answers).toMatchObject({
      overall_rating: 1,
      comment: 'Very good, said "we"',
    })
  })

  test('a cell that does not fit the question names its row and column and changes nothing', async () => {
    const at = freshSurvey()
    await run(longer, { ...at, ...smallOptions })
    const before = await stored(at)
    const bad = 'id,region,store,visited,overall_rating\n1,North,A,2024-01-02,good\n2,North,A,2024-01-02,bad\n'
    await expect(run(bad, { ...at, key: 'id' })).rejects.toMatchObject({
      code: 'validation',
      message: 'Row 2, column "overall_rating": "good" is not a number.',
    })
    expect(await stored(at)).toEqual(before)
  })

  test('without a level of the hierarchy, or with another hierarchy, it is refused', async () => {
    const at = freshSurvey()
    await run(longer, { ...at, ...smallOptions })
    await expect(run('id,region,visited\n1,North,2024-01-02\n', { ...at, key: 'id' })).rejects.toMatchObject({
      code: 'validation',
      where: { column: 'store' },
    })
    await expect(run(longer, { ...at, key: 'id', hierarchy: ['store'] })).rejects.toMatchObject({
      code: 'conflict',
      settings: ['hierarchy'],
    })
  })

  test('adds new questions to a configuration of its own and leaves one changed by hand alone', async () => {
    const at = freshSurvey()
    await run(longer, { ...at, ...smallOptions })
    const wider = longer
      .split('\n')
      .map((line, index) => (index === 0 ? `${line},speed` : `${line},${1 + (index % 5)}`))
      .join('\n')
    expect((await run(wider, { ...at, key: 'id' })).configuration).toContain('speed')
    const found = await stored(at)
    const script = await database.db
      .selectFrom('script')
      .where('survey_id', '=', found?.id ?? 0)
      .selectAll()
      .executeTakeFirstOrThrow()
    await database.db
      .insertInto('script_version')
      .values({ script_id: script.id, version: script.current_version + 1, text: 'title: Mine', source: 'user' })
      .execute()
    await database.db
      .updateTable('script')
      .set({ current_version: script.current_version + 1 })
      .where('id', '=', script.id)
      .execute()
    const widest = wider
      .split('\n')
      .map((line, index) => (index === 0 ? `${line},warmth` : `${line},${1 + (index % 5)}`))
      .join('\n')
    expect((await run(widest, { ...at, key: 'id' })).configuration).toBeNull()
    expect((await stored(at))?.model.config.title).toBe('Mine')
    await expect(
      run(widest, { ...at, key: 'id', config: { name: 'c.yaml', text: 'title: Other' } }),
    ).rejects.toMatchObject({ code: 'conflict' })
  })
})

describe('nothing is changed', () => {
  test('by a dry run, which shows what would be written', async () => {
    const at = freshSurvey()
    const result = await run(longer, { ...at, ...smallOptions, dryRun: true })
    expect(result).toMatchObject({ rows: 34, stored: null, configuration: expect.stringContaining('pages:') })
    expect(await stored(at)).toBeNull()
    expect(await database.db.selectFrom('universe').where('name', '=', at.universe).selectAll().execute()).toEqual([])
  })

  test('by an import that is cancelled while it stores', async () => {
    const at = freshSurvey()
    const stop = new AbortController()
    const text = csvOf(['store', 'score'], 3000, (index) => [`s${index % 9}`, 1 + (index % 5)])
    const cancelled = run(text, at, {
      signal: stop.signal,
      onProgress: ({ phase }) => phase === 'storing' && stop.abort(),
    })
    await expect(cancelled).rejects.toMatchObject({ message: 'The import was cancelled. Nothing was changed.' })
    expect(await stored(at)).toBeNull()
  })

  test('by an event date that shows itself unreadable only while storing', async () => {
    const at = freshSurvey()
    // More different moments than are remembered while checking.
    const text = csvOf(['store', 'visited at'], 11_000, (index) => [
      `s${index % 9}`,
      index === 10_900 ? '2024-13-45' : new Date(1_700_000_000_000 + index * 61_000).toISOString(),
    ])
    await expect(run(text, at)).rejects.toMatchObject({
      code: 'validation',
      where: { row: 10902, column: 'visited at' },
    })
    expect(await stored(at)).toBeNull()
  })

  test.each(['Ä b', '', 'a/b'])('by a survey name such as "%s"', async (survey) => {
    await expect(run(longer, { survey })).rejects.toMatchObject({
      code: 'validation',
      settings: ['survey'],
    })
  })
})

test('two imports into the same new survey at once: one stores, the other is told', async () => {
  const at = freshSurvey()
  const one = () => run(longer, { ...at, ...smallOptions })
  const both = await Promise.allSettled([one(), one()])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect((await stored(at))?.responses).toHaveLength(34)
})

test('progress is told for every phase', async () => {
  const phases = new Set<string>()
  await run(
    csvOf(['store', 'score'], 1500, (index) => [`s${index % 9}`, 1 + (index % 5)]),
    {},
    { onProgress: ({ phase }) => phases.add(phase) },
  )
  expect([...phases]).toEqual(['checking', 'storing'])
})
