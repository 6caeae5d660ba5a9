import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadSurveyModel } from '#server/domain/survey/load-survey-model.ts'
import { programContext } from '#server/domain/context.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { importFile } from './service.ts'
import type { ImportRequest, ImportResult } from './service.ts'
import { english } from './testing/planned-file.ts'
import { testFile } from './testing/test-files.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const head = [
  'StartDate,EndDate,Status,IPAddress,Finished,ResponseId,Q1,Q5_1,Q5_2,Q5_3,store',
  'Start Date,End Date,Response Type,IP Address,Finished,Response ID,How was it?,Used? - Shop,Used? - Café,Used? - Web,store',
  ...[
    [
      'startDate',
      'endDate',
      'status',
      'ipAddress',
      'finished',
      '_recordId',
      'QID1',
      'QID5_1',
      'QID5_2',
      'QID5_3',
      'store',
    ]
      .map((id) => `"{""ImportId"":""${id}""}"`)
      .join(','),
  ],
].join('\n')

/** A row: number, whether finished, status, and the cells of the three choices. */
function row(index: number, finished = 'True', status = 'IP Address', used = 'Shop,,'): string {
  const day = `2024-03-${10 + (index % 20)}`
  const end = finished === 'True' ? `${day} 10:05:00` : ''
  return `${day} 09:00:00,${end},${status},10.0.0.1,${finished},R_${index},${1 + (index % 5)},${used},s${index % 3}`
}

const rows = Array.from({ length: 30 }, (_, index) =>
  row(
    index,
    index === 4 ? 'False' : 'True',
    index === 7 ? 'Survey Preview' : 'IP Address',
    [`Shop,Café,`, `,Café,`, `,,`][index % 3],
  ),
)
const file = [head, ...rows].join('\n')

let made = 0
async function run(
  text: string,
  at: { universe: string; survey: string },
  more: Partial<ImportRequest> = {},
): Promise<ImportResult> {
  const context = programContext({ db: database.db, clock: systemClock, log: createLogger('silent') }, 'import')
  return importFile(context, { ...at, file: await testFile('export.csv', text), ...more })
}

function fresh(): { universe: string; survey: string } {
  return { universe: `export${++made}`, survey: 'visits' }
}

async function stored(at: { universe: string; survey: string }) {
  const survey = await database.db
    .selectFrom('survey')
    .innerJoin('universe', 'universe.id', 'survey.universe_id')
    .where('universe.name', '=', at.universe)
    .select(['survey.id', 'survey.universe_id'])
    .executeTakeFirst()
  if (!survey) return null
  const responses = await database.db
    .selectFrom('response')
    .select(['foreign_id', 'state', 'event_date', 'completed_at', 'answers'])
    .where('survey_id', '=', survey.id)
    .orderBy('id')
    .execute()
  return { responses, model: await loadSurveyModel(database, survey.universe_id, at.survey) }
}

describe("an export's rows", () => {
  test('are one question for choices over columns, with all its choices in the order of the file', async () => {
    const at = fresh()
    const result = await run(file, at, { key: 'ResponseId' })
    expect(english(result.notes)[0]).toBe('Export of Qualtrics: 3 header rows.')
    const found = await stored(at)
    expect(found?.model.questions.get('Q5')).toMatchObject({ type: 'multiple', title: { en: 'Used?' } })
    expect(found?.model.questions.get('Q5')?.choices.map(({ extName }) => extName)).toEqual(['Shop', 'Café', 'Web'])
    expect(found?.model.questions.has('Q5_1')).toBe(false)
    expect(found?.responses.slice(0, 3).map(({ answers }) => answers['Q5'])).toEqual([
      ['Shop', 'Café'],
      ['Café'],
      undefined,
    ])
    const { configuration } = result
    for (const name of ['IPAddress', 'Finished', 'Status', 'ResponseId']) expect(configuration).not.toContain(name)
    expect(found?.model.questions.get('IPAddress')).toMatchObject({ filterable: false })
  })

  test('that are unfinished are not completed answers, and previews are left out', async () => {
    const at = fresh()
    const result = await run(file, at, { key: 'ResponseId' })
    expect(result.stored).toMatchObject({ inserted: 29, unfinished: 1, undated: 0 })
    const found = await stored(at)
    expect(found?.responses.map(({ foreign_id: id }) => id)).not.toContain('R_7')
    expect(found?.responses.filter(({ state }) => state !== 0)).toEqual([
      expect.objectContaining({ foreign_id: 'R_4', state: 2, completed_at: null, event_date: '2024-03-14' }),
    ])
    // The next export has the response finished.
    const later = file.replace(row(4, 'False', 'IP Address', ',Café,'), row(4, 'True', 'IP Address', ',Café,'))
    expect((await run(later, at, { key: 'ResponseId' })).stored).toMatchObject({
      inserted: 0,
      updated: 1,
      unfinished: 0,
    })
    expect((await stored(at))?.responses.every(({ state }) => state === 0)).toBe(true)
  })

  test('all count where they are included', async () => {
    const at = fresh()
    const result = await run(file, at, { include: ['unfinished', 'preview'] })
    expect(result.stored).toMatchObject({ inserted: 30, unfinished: 0 })
    expect((await stored(at))?.responses.every(({ state }) => state === 0)).toBe(true)
  })

  test('with an id that is there twice write nothing until it is said which row counts', async () => {
    const at = fresh()
    const twice = `${file}\n${row(2, 'True', 'IP Address', ',,Web')}`
    await expect(run(twice, at)).rejects.toMatchObject({
      settings: ['repeated'],
      where: { row: 34, column: 'ResponseId' },
    })
    expect(await stored(at)).toBeNull()
    await run(twice, at, { repeated: 'last', key: 'ResponseId' })
    const answers = (await stored(at))?.responses.filter(({ foreign_id: id }) => id === 'R_2')
    expect(answers).toMatchObject([{ answers: { Q5: ['Web'] } }])
    const first = fresh()
    await run(twice, first, { repeated: 'first' })
    expect((await stored(first))?.responses).toHaveLength(29)
  })
})

describe('a later export', () => {
  test('with other words in the columns of the choices is refused with row and column', async () => {
    const at = fresh()
    await run(file, at, { key: 'ResponseId' })
    const before = await stored(at)
    const strange = [head, row(1), row(40, 'True', 'IP Address', 'Shop,Often,')].join('\n')
    await expect(run(strange, at, { key: 'ResponseId' })).rejects.toMatchObject({
      code: 'validation',
      where: { row: 5, column: 'Q5_2' },
      message: expect.stringContaining('"Often" says neither that the choice was made'),
    })
    expect(await stored(at)).toEqual(before)
  })

  test('in which nobody made a choice keeps the question', async () => {
    const at = fresh()
    await run(file, at, { key: 'ResponseId' })
    await run([head, row(50, 'True', 'IP Address', ',,')].join('\n'), at, { key: 'ResponseId' })
    const found = await stored(at)
    expect([...(found?.model.questions.keys() ?? [])]).not.toContain('Q5_1')
    expect(found?.model.questions.get('Q5')).toMatchObject({ type: 'multiple' })
  })
})

describe('a file whose columns have other names than before', () => {
  const visits = (name: string): string =>
    [
      `id,store,day,${name}`,
      ...Array.from(
        { length: 20 },
        (_, index) => `${index},s${index % 3},2024-01-0${1 + (index % 9)},${1 + (index % 5)}`,
      ),
    ].join('\n')

  test('is refused with row and column until it is said what the column is', async () => {
    const at = fresh()
    await run(visits('overall_rating'), at, { key: 'id' })
    const renamed = visits('Overall ratings')
    await expect(run(renamed, at, { key: 'id' })).rejects.toMatchObject({
      code: 'validation',
      settings: ['match'],
      where: { row: 1, column: 'Overall ratings' },
      message: expect.stringContaining('no column for its question "overall_rating" (overall_rating)'),
    })
    expect([...((await stored(at))?.model.questions.keys() ?? [])]).toHaveLength(4)
    const same = await run(renamed, at, { key: 'id', match: { 'Overall ratings': 'overall_rating' } })
    expect(same.stored).toMatchObject({ unchanged: 20 })
    await run(renamed, at, { key: 'id', match: { 'Overall ratings': 'new' } })
    expect([...((await stored(at))?.model.questions.keys() ?? [])]).toHaveLength(5)
  })

  test('a match with a question or column that does not exist is refused', async () => {
    const at = fresh()
    await run(visits('overall_rating'), at, { key: 'id' })
    const wrong = run(visits('score'), at, { key: 'id', match: { score: 'overal_rating' } })
    await expect(wrong).rejects.toMatchObject({
      settings: ['match'],
      message: expect.stringContaining('Did you mean "overall_rating"?'),
    })
    const none = run(visits('score'), at, { key: 'id', match: { points: 'overall_rating' } })
    await expect(none).rejects.toMatchObject({
      settings: ['match'],
      message: expect.stringContaining('no column "points"'),
    })
  })

  test('a column without answers waits for a file that has some, and gets their type', async () => {
    const at = fresh()
    const blank = visits('later').replaceAll(/,\d$/gm, ',')
    const result = await run(blank, at, { key: 'id' })
    expect(result.notes.find(({ where }) => where.column === 'later')?.field).toBe('config')
    expect((await stored(at))?.model.questions.has('later')).toBe(false)
    await run(visits('later'), at, { key: 'id' })
    expect((await stored(at))?.model.questions.get('later')).toMatchObject({ type: 'scale', scaleMax: 5 })
  })
})
