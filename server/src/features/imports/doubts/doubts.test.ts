import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { figures } from '#server/domain/figures/figures.ts'
import { listManyCases } from '#server/domain/cases/list-many-cases.ts'
import { write } from '#server/domain/write.ts'
import { NewFile } from '#server/domain/files/stored-file.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { readConfiguration } from '#server/domain/build/configuration.ts'
import { setConfiguration } from '../configuration/service.ts'
import { importFile } from '../service.ts'
import type { ImportRequest, ImportResult } from '../service.ts'
import { leftOutState } from '../load/row-reader.ts'
import { importProgram } from '../testing/import-program.ts'
import type { ImportProgram } from '../testing/import-program.ts'
import { csvOf } from '../testing/planned-file.ts'
import { testFile } from '../testing/test-files.ts'
import { choicesOf } from './doubt.ts'
import { decideDoubt, decideDoubts, listDoubts } from './service.ts'

let program: ImportProgram
let ctx: Ctx
beforeAll(async () => {
  program = await importProgram()
  ctx = program.ctx
})
afterAll(() => program.close())

const people = [
  'Anna Berg',
  'Bo Dahl',
  'Cecilia Ek',
  'David Friis',
  'Eva Gran',
  'Finn Holm',
  'Greta Ivarsson',
  'Hans Juul',
]
const headers = ['id', 'region', 'store', 'visited', 'overall_rating', 'tidy_rating', 'author', 'industry']

const farDays = ['1970-01-01', '2099-12-31'] as const

/** A file with one doubt of each kind. */
function file(from = 0, rows = 240): string {
  return csvOf(headers, rows, (index) => [
    from + index,
    `r${index % 3}`,
    `s${index % 6}`,
    index % 80 === 13
      ? ''
      : index % 60 === 7
        ? farDays[index % 120 === 7 ? 0 : 1]
        : `2015-0${1 + (index % 9)}-1${index % 9}`,
    index % 24 === 5 ? 0 : 1 + (index % 5),
    index % 80 === 9 ? 9 : index % 40 === 3 ? 'x' : 1 + (index % 5),
    people[index % 8] ?? '',
    `${1 + ((index * 7) % 4)}${index % 2 ? '' : '.0'}`,
  ])
}

let made = 0
async function survey(text: string, request: Partial<ImportRequest> = {}): Promise<[ImportResult, string]> {
  const name = request.survey ?? `s${++made}`
  const path = await testFile('data.csv', text)
  const at = { universe: 'u', hierarchy: undefined, key: 'id', ...request, survey: name, file: path }
  const result = await importFile(programContext(program.deps, 'import'), at)
  return [result, name]
}

const hierarchy = ['region', 'store']
const ids = [
  'below:overall_rating',
  'above:tidy_rating',
  'dates:visited',
  'personal:author',
  'codes:industry',
  'undated:visited',
]

async function decide(name: string, id: string, choice: string): Promise<void> {
  const doubt = (await listDoubts(fresh(), name)).doubts.find((one) => one.id === id)
  const { xid } = await decideDoubt(fresh(), name, id, { choice, version: doubt?.version ?? 0 })
  expect(await program.deps.analytics.feed.waitFor(xid, 20_000)).toBe(true)
}

/** A context whose access is worked out anew. */
function fresh(): Ctx {
  return { ...ctx, identity: { ...ctx.identity } }
}

/** Everything of a survey that anybody can see, without ids and names of its own. */
async function contents(name: string) {
  const { db } = program.deps
  const access = await surveyAccess(fresh(), name)
  const { id, questions } = access.model
  const responses = await db
    .selectFrom('response')
    .select(['foreign_id', 'state', 'event_date', 'completed_at', 'answers', 'contact'])
    .where('survey_id', '=', id)
    .orderBy('foreign_id')
    .execute()
  const groups = await db
    .selectFrom('question_group')
    .select(['ext_name', 'name', 'sorder'])
    .where('survey_id', '=', id)
    .orderBy('sorder')
    .execute()
  await program.deps.analytics.feed.catchUp()
  const expressions = [
    'count()',
    'mean(overall_rating)',
    'mean(tidy_rating)',
    'sum(overall_rating)',
    'samples()',
    'responserate()',
  ]
  const numeric = questions.get('industry')?.type === 'single' ? 'share(industry, "2")' : 'mean(industry)'
  const indicators = [...expressions, numeric].map((expression) => ({ key: expression, expression }))
  const { rows } = await figures(fresh(), access, { conditions: [], by: { question: 'region' }, indicators })
  const configuration = await readConfiguration(db, id)
  return {
    questions: [...questions.values()].map((question) => ({ ...question, id: null })),
    groups,
    responses,
    figures: rows.map(({ key, values }) => [key, values]).sort(),
    configuration: { ...configuration, text: configuration?.text.replaceAll(name, 'NAME').replace(/title: S\d+/, '') },
  }
}

describe('an import doubts', () => {
  test('what looks wrong, each with its choices', async () => {
    const [result, name] = await survey(file(), { hierarchy })
    expect(result.doubts.map(({ id }) => id)).toEqual([ids[2], ids[5], ids[0], ids[1], ids[3], ids[4]])
    expect(result.doubts.every(({ isDecided }) => !isDecided)).toBe(true)
    const { doubts } = await listDoubts(fresh(), name)
    expect(doubts.map(({ id }) => id)).toEqual(result.doubts.map(({ id }) => id))
    const told = Object.fromEntries(
      doubts.map(({ id, words, choices, examples }) => [id, [words, examples, choices.map(({ effect }) => effect)]]),
    )
    const sum = (values: number[]): number => values.reduce((all, value) => all + value, 0)
    const ratings = Array.from({ length: 240 }, (_, index) => (index % 24 === 5 ? 0 : 1 + (index % 5)))
    const rated = ratings.filter((value) => value > 0)
    expect(told).toEqual({
      'dates:visited': [
        '4 responses are dated 1970-01-01, 2099-12-31, far from all others (2015-01-10 to 2015-09-18).',
        ['1970-01-01', '2099-12-31'],
        ['240 responses', '236 responses'],
      ],
      'undated:visited': ['3 of 240 responses have no date.', [], ['240 responses', '237 responses']],
      'below:overall_rating': [
        '10 of 240 answers are 0, which looks like "not rated" on a scale 1-5.',
        ['0'],
        [
          `mean ${(sum(ratings) / 240).toFixed(2)} of 240 answers`,
          `mean ${(sum(rated) / 230).toFixed(2)} of 230 answers`,
        ],
      ],
      'above:tidy_rating': [
        '3 of 234 answers are above 5 (9).',
        ['9'],
        [expect.stringContaining('234'), expect.stringContaining('231')],
      ],
      'personal:author': ['The column may hold names of people.', ['Anna Berg', 'Hans Juul'], ['', '']],
      'codes:industry': [
        'Its answers are the numbers 1, 2, 3, 4 alone, which may stand for choices.',
        ['1', '2', '3', '4'],
        ['mean 2.50 of 240 answers', '4 choices'],
      ],
    })
  })
})

describe.each(ids.map((id) => [id]))('%s', (id) => {
  const kind = id.split(':')[0] as keyof typeof choicesOf
  test.each(choicesOf[kind].map((choice) => [choice]))('decided as %s later is as decided at once', async (choice) => {
    const [, later] = await survey(file(), { hierarchy })
    const original = await contents(later)
    const other = choicesOf[kind].find((one) => one !== choice) ?? ''
    // A decision that changes nothing would prove nothing.
    await decide(later, id, other)
    await decide(later, id, choice)
    const [result, atOnce] = await survey(file(), { hierarchy, decisions: [{ id, choice }] })
    expect(result.doubts.find((doubt) => doubt.id === id)).toMatchObject({ chosen: choice, isDecided: true })
    expect(await contents(later)).toEqual(await contents(atOnce))
    await decide(later, id, choicesOf[kind][0])
    expect(await contents(later)).toEqual(original)
    if (choice !== choicesOf[kind][0]) expect(await contents(atOnce)).not.toEqual(original)
  })

  test('is obeyed by later imports', async () => {
    const choice = choicesOf[kind][1]
    const [, later] = await survey(file(), { hierarchy })
    await decide(later, id, choice)
    const [again] = await survey(file(120), { survey: later })
    expect(again.doubts.find((doubt) => doubt.id === id)).toMatchObject({ chosen: choice, isDecided: true })
    const [, atOnce] = await survey(file(), { hierarchy, decisions: [{ id, choice }] })
    await survey(file(120), { survey: atOnce })
    expect(await contents(later)).toEqual(await contents(atOnce))
    // And one that comes after them is as well.
    const [, last] = await survey(file(), { hierarchy })
    await survey(file(120), { survey: last, decisions: [{ id, choice }] })
    expect(await contents(last)).toEqual(await contents(atOnce))
  })
})

describe('wrong dates left out', () => {
  const left = [{ id: 'dates:visited', choice: 'left-out' }]
  const visits = (from: number, days: readonly string[]) =>
    csvOf(headers, days.length, (index) => [from + index, 'r1', 's1', days[index] ?? '', 4, 4, 'Anna Berg', 1])
  const daysOf = (year: number) => Array.from({ length: 40 }, (_, index) => `${year}-0${1 + (index % 9)}-11`)
  const states = async (name: string, from: number) => {
    const { id } = (await surveyAccess(fresh(), name)).model
    const { rows } = await program.deps.pool.query<{ day: string; state: number }>(
      `select event_date::text as day, state from response where survey_id = $1 and foreign_id::int >= $2`,
      [id, from],
    )
    return new Map(rows.map(({ day, state }) => [day, state]))
  }

  test('leave the days of later imports in', async () => {
    const [, name] = await survey(file(), { hierarchy, decisions: left })
    await survey(visits(1000, daysOf(2016)), { survey: name })
    expect(new Set((await states(name, 1000)).values())).toEqual(new Set([0]))
    const told = (await listDoubts(fresh(), name)).doubts.find(({ id }) => id === 'dates:visited')
    expect(told?.words).toContain('(2015-01-10 to 2016-09-11)')
    expect(told?.choices.map(({ effect }) => effect)).toEqual(['280 responses', '276 responses'])
  })

  test('are left out of later imports as well', async () => {
    const [, name] = await survey(file(), { hierarchy, decisions: left })
    await survey(visits(1000, [...daysOf(2016), '1970-01-01']), { survey: name })
    expect((await states(name, 1000)).get('1970-01-01')).toBe(leftOutState)
    await decide(name, 'dates:visited', 'kept')
    expect((await states(name, 1000)).get('1970-01-01')).toBe(0)
  })
})

test('all decided one after the other, in any order, is all decided at once', async () => {
  const decisions = ids.map((id) => ({ id, choice: choicesOf[id.split(':')[0] as keyof typeof choicesOf][1] }))
  const [, later] = await survey(file(), { hierarchy })
  for (const { id, choice } of decisions.toReversed()) await decide(later, id, choice)
  const [, atOnce] = await survey(file(), { hierarchy, decisions })
  expect(await contents(later)).toEqual(await contents(atOnce))
})

describe('decided alike', () => {
  /** A file with zeros in two ratings, two responses of which have them in both. */
  const zeros = (): string =>
    csvOf(headers, 240, (index) => [
      index,
      `r${index % 3}`,
      `s${index % 6}`,
      `2015-0${1 + (index % 9)}-1${index % 9}`,
      index % 24 === 5 ? 0 : 1 + (index % 5),
      index % 60 === 5 || index % 40 === 3 ? 0 : 1 + (index % 5),
      'x',
      `${1 + ((index * 7) % 4)}`,
    ])
  const both = ['below:overall_rating', 'below:tidy_rating']
  const named = async (name: string, given = both) => {
    const { doubts } = await listDoubts(fresh(), name)
    return given.map((id) => ({ id, version: doubts.find((one) => one.id === id)?.version ?? 0 }))
  }

  test('several doubts are what each decided by itself makes them, in one change', async () => {
    const [{ stored }, alike] = await survey(zeros(), { hierarchy })
    const [, single] = await survey(zeros(), { hierarchy })
    const [, atOnce] = await survey(zeros(), { hierarchy, decisions: [{ id: 'below', choice: 'blank' }] })
    const original = await contents(alike)
    const { db } = program.deps

    const { doubts, xid } = await decideDoubts(fresh(), alike, { choice: 'blank', doubts: await named(alike) })
    expect(await program.deps.analytics.feed.waitFor(xid, 20_000)).toBe(true)
    expect(doubts.map(({ id, chosen, decided }) => [id, chosen, decided?.through, decided?.by])).toEqual(
      both.map((id) => [id, 'blank', 'command', null]),
    )
    const versions = await db
      .selectFrom('response')
      .select((count) => ['version', count.fn.countAll<number>().as('responses')])
      .where('survey_id', '=', stored?.surveyId ?? 0)
      .groupBy('version')
      .orderBy('version')
      .execute()
    expect(versions.map(({ version, responses }) => [version, Number(responses)])).toEqual([
      [1, 222],
      [2, 18],
    ])
    const entries = await db
      .selectFrom('audit')
      .select(['object', 'details'])
      .where('survey_id', '=', stored?.surveyId ?? 0)
      .where('action', '=', 'doubt.decide')
      .orderBy('object')
      .execute()
    expect(entries).toEqual([
      { object: both[0], details: { choice: 'blank', before: 'counted', responses: 10 } },
      { object: both[1], details: { choice: 'blank', before: 'counted', responses: 10 } },
    ])

    for (const id of both) await decide(single, id, 'blank')
    expect(await contents(alike)).toEqual(await contents(single))
    expect(await contents(alike)).toEqual(await contents(atOnce))
    expect(await contents(alike)).not.toEqual(original)
    const back = await decideDoubts(fresh(), alike, { choice: 'counted', doubts: await named(alike) })
    expect(await program.deps.analytics.feed.waitFor(back.xid, 20_000)).toBe(true)
    expect(await contents(alike)).toEqual(original)
  })

  test('all are decided or none', async () => {
    const [, name] = await survey(zeros(), { hierarchy })
    const original = await contents(name)
    const [first, second] = await named(name)
    const decided = (doubts: unknown[], choice = 'blank') =>
      decideDoubts(fresh(), name, { choice, doubts: doubts as { id: string; version: number }[] })
    await expect(decided([first, { ...second, version: 7 }])).rejects.toMatchObject({ code: 'conflict' })
    await expect(decided([first, { id: 'below:gone', version: 1 }])).rejects.toMatchObject({ code: 'not_found' })
    const codes = await named(name, ['codes:industry'])
    await expect(decided([first, ...codes])).rejects.toMatchObject({ code: 'validation' })
    await expect(decided([first], 'hidden')).rejects.toMatchObject({ code: 'validation' })
    expect(await contents(name)).toEqual(original)
    expect(await named(name)).toEqual([first, second])
  })

  test('by an import, one doubt can be decided otherwise than the others of its kind', async () => {
    const decisions = [
      { id: 'below:tidy_rating', choice: 'counted' },
      { id: 'below', choice: 'blank' },
    ]
    const [{ doubts }] = await survey(zeros(), { hierarchy, decisions })
    expect(doubts.filter(({ kind }) => kind === 'below').map(({ id, chosen }) => [id, chosen])).toEqual([
      [both[0], 'blank'],
      [both[1], 'counted'],
    ])
    await expect(survey(zeros(), { hierarchy, decisions: [{ id: 'above', choice: 'blank' }] })).rejects.toThrow(
      '"above" is not doubted here.',
    )
  })
})

describe('of an anonymous survey', () => {
  const config = { name: 'anonymous.yaml', text: 'anonymity: { period: quarter, filters: [] }\n' }

  test('no figure and no answer is told', async () => {
    const [, name] = await survey(file(), { hierarchy, config })
    const { doubts } = await listDoubts(fresh(), name)
    expect(doubts).toHaveLength(ids.length)
    for (const { examples, choices, words, locked } of doubts) {
      expect([examples, choices.map(({ effect }) => effect), locked]).toEqual([[], ['', ''], null])
      expect(words).not.toMatch(/\d{2}|Anna/)
    }
  })

  test('a decision that would change counted answers is locked, with the reason', async () => {
    const [{ stored }, name] = await survey(file(), { hierarchy, config })
    const { pool } = program.deps
    const answers = async () => {
      const { rows } = await pool.query('select id, state, answers from response where survey_id = $1 order by id', [
        stored?.surveyId,
      ])
      return rows
    }
    const before = await answers()
    await pool.query('update response set released = true where survey_id = $1 and foreign_id::int < 20', [
      stored?.surveyId,
    ])
    const doubts = new Map((await listDoubts(fresh(), name)).doubts.map((doubt) => [doubt.id, doubt]))
    const locked = [...doubts.values()].filter((doubt) => doubt.locked !== null).map(({ id }) => id)
    expect(locked.toSorted()).toEqual(ids.toSorted())
    const id = 'below:overall_rating'
    const decided = decideDoubt(fresh(), name, id, { choice: 'blank', version: 1 })
    await expect(decided).rejects.toMatchObject({ code: 'conflict', message: doubts.get(id)?.locked })
    await expect(survey(file(), { survey: name, decisions: [{ id, choice: 'blank' }] })).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await answers()).toEqual(before)
  })
})

describe('a decision', () => {
  test('of a person has their name, and one of a program says which it was', async () => {
    const decisions = [{ id: 'above:tidy_rating', choice: 'blank' }]
    const [, name] = await survey(file(), { hierarchy, decisions })
    const anna: Ctx = { ...ctx, identity: { ...ctx.identity, username: 'import', program: null } }
    await decideDoubt(anna, name, 'below:overall_rating', { choice: 'blank', version: 1 })
    await decide(name, 'codes:industry', 'choices')
    const { doubts } = await listDoubts(fresh(), name)
    const told = doubts.flatMap(({ id, decided }) => (decided ? [[id, decided.through, decided.by]] : []))
    expect(told).toEqual([
      ['below:overall_rating', 'person', 'import'],
      ['above:tidy_rating', 'import', null],
      ['codes:industry', 'command', null],
    ])
  })

  test('on an old version, or on something else, is rejected', async () => {
    const [, name] = await survey(file(), { hierarchy })
    await decide(name, 'below:overall_rating', 'blank')
    const again = (id: string, choice: string, version: number) => decideDoubt(fresh(), name, id, { choice, version })
    await expect(again('below:overall_rating', 'counted', 1)).rejects.toMatchObject({ code: 'conflict' })
    await expect(again('below:overall_rating', 'hidden', 2)).rejects.toMatchObject({ code: 'validation' })
    await expect(again('below:gone', 'blank', 1)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('leaves a configuration changed by hand alone, and is rejected if it would break it', async () => {
    const [{ stored }, name] = await survey(file(), { hierarchy })
    const text = 'indicators:\n  job: { expression: mean(industry) }\n# author\n'
    await setConfiguration(fresh(), stored?.surveyId ?? 0, { name: 'mine.yaml', text })
    const broken = decideDoubt(fresh(), name, 'codes:industry', { choice: 'choices', version: 1 })
    await expect(broken).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('line 2') })
    await decide(name, 'personal:author', 'hidden')
    const { doubts } = await listDoubts(fresh(), name)
    expect(doubts.find(({ id }) => id === 'personal:author')?.words).toContain('still names it')
    expect((await readConfiguration(program.deps.db, stored?.surveyId ?? 0))?.text).toContain('# author')
  })
})

test('a configuration that says how answers outside a scale count has decided', async () => {
  const config = {
    name: 'mine.yaml',
    text: 'questions: { tidy_rating: { outside: blank }, overall_rating: { outside: counted } }',
  }
  const [result, name] = await survey(file(), { hierarchy, config })
  const settled = (id: string) => result.doubts.find((doubt) => doubt.id === id)
  expect(settled('above:tidy_rating')).toMatchObject({ chosen: 'blank', isDecided: true })
  expect(settled('below:overall_rating')).toMatchObject({ chosen: 'counted', isDecided: true })
  const [, other] = await survey(file(), { hierarchy, decisions: [{ id: 'above:tidy_rating', choice: 'blank' }] })
  const { responses, figures: counted } = await contents(other)
  expect(await contents(name)).toMatchObject({ responses, figures: counted })
  await decide(name, 'above:tidy_rating', 'counted')
  const [again] = await survey(file(), { survey: name })
  expect(again.doubts.find(({ id }) => id === 'above:tidy_rating')).toMatchObject({ chosen: 'counted' })
})

test('files of single respondents go when what they tell is hidden', async () => {
  const [, name] = await survey(file(), { hierarchy })
  const { model } = await surveyAccess(fresh(), name)
  const owner = { universeId: model.universeId, surveyId: model.id, hasCases: true }
  const stored = await NewFile.create(program.deps, owner)
  const idsOf = async () => (await program.deps.db.selectFrom('stored_file').select('id').execute()).map(({ id }) => id)
  await decide(name, 'below:overall_rating', 'blank')
  expect(await idsOf()).toContain(stored.id)
  await decide(name, 'personal:author', 'hidden')
  expect(await idsOf()).not.toContain(stored.id)
})

test('what is hidden is no contact either, also where samples can be searched by it', async () => {
  const [{ stored }, name] = await survey(file(), { hierarchy })
  const { db, analytics } = program.deps
  const surveyId = stored?.surveyId ?? 0
  await setConfiguration(fresh(), surveyId, { name: 'mine.yaml', text: 'respondent: { name: author }' })
  const contacts = async () => {
    const rows = await db.selectFrom('response').select('contact').where('survey_id', '=', surveyId).execute()
    return new Set(rows.map(({ contact }) => JSON.stringify(contact)))
  }
  const searched = async (text: string) => {
    const { model, caseScope } = await surveyAccess(fresh(), name)
    const request = { conditions: [], text, textIn: ['name', 'phone'], from: 0, to: 1 }
    return (await listManyCases({ ...program.deps, analytics }, model, caseScope, request)).total
  }
  await write(fresh(), async (tx) => {
    // As the sample page saves it.
    await sql`update response set contact = jsonb_build_object('name', answers->>'author', 'phone', '070')
               where survey_id = ${surveyId}`.execute(tx.db)
    await tx.surveyChanged(surveyId)
  })
  await analytics.feed.catchUp()
  expect(await searched('Anna Berg')).toBe(30)
  await decide(name, 'personal:author', 'hidden')
  expect(await contacts()).toEqual(new Set([JSON.stringify({ phone: '070' })]))
  expect([await searched('Anna Berg'), await searched('070')]).toEqual([0, 240])
})
