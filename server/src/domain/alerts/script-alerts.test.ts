import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'
import { importFile } from '#server/features/imports/service.ts'
import { testFile } from '#server/features/imports/testing/test-files.ts'
import { createSurvey, createUniverse, smallSurvey } from '#server/testing/factories.ts'
import { createHookRow } from '#server/testing/script-rows.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'
import { raiseAlerts } from './raise.ts'

// A Thursday, 10:00 in Stockholm.
const now = new Date('2026-02-12T09:00:00Z')
let program: TestDeps
let ctx: Ctx
beforeAll(async () => {
  program = await testDeps({ clock: { now: () => now } })
  ctx = programContext(program.deps, 'test')
})
afterAll(() => program.close())

interface Made {
  universeId: number
  surveyId: number
  responseIds: number[]
}

async function survey(text: string, config = ''): Promise<Made & { scriptId: number }> {
  const { db } = program.deps
  const { id } = await createUniverse(db)
  const made = await createSurvey(db, id, { ...smallSurvey, config: `timeZone: Europe/Stockholm\n${config}` })
  return { ...made, scriptId: await createHookRow(db, made, 'GENERATE_ALERT', text) }
}

const raise = ({ surveyId, responseIds }: Made, ids = responseIds) =>
  write(ctx, async (tx) => raiseAlerts(tx, await loadSurveyModelById(tx, surveyId), ids))

async function alerts({ surveyId, responseIds }: Pick<Made, 'surveyId' | 'responseIds'>) {
  const rows = await program.deps.db
    .selectFrom('alert')
    .where('survey_id', '=', surveyId)
    .select(['response_id', 'rule', 'due_at'])
    .orderBy('response_id')
    .orderBy('rule')
    .execute()
  return rows.map((row) => ({ row: responseIds.indexOf(row.response_id), rule: row.rule, due: row.due_at }))
}
const places = async (made: Made) => (await alerts(made)).map(({ row, rule }) => `${row} ${rule}`)
const events = async (scriptId: number) =>
  (await program.deps.db.selectFrom('script_event').where('script_id', '=', scriptId).select('message').execute()).map(
    ({ message }) => message,
  )

const unhappy = `function main({ interview: { answers } }) {
  return answers.rating <= 2 ? [{ rule: 'unhappy', due: '1d' }] : null
}`

describe('a script raises alerts', () => {
  test('of the responses it says, once, due in working time; beside rules, which win a name both have', async () => {
    const made = await survey(unhappy)
    expect(await raise(made)).toBe(2)
    expect(await raise(made)).toBe(0)
    const due = new Date('2026-02-13T09:00:00Z')
    expect(await alerts(made)).toEqual([
      { row: 1, rule: 'unhappy', due },
      { row: 4, rule: 'unhappy', due },
    ])
    const ruled = await survey(unhappy, 'alerts: [{ extname: unhappy, when: rating = 1 }]')
    await raise(ruled)
    const dues = (await alerts(ruled)).map((one) => one.due)
    // The rule, which has no due time, is met by one of them.
    expect(dues.filter((one) => one === null)).toHaveLength(1)
    expect(dues).toHaveLength(2)
  })

  test('never in an anonymous survey', async () => {
    const anonymity = 'anonymity: { period: quarter, filters: [channel], minimum: [10, 25, 50], comments: 10 }'
    const made = await survey("function main() { return [{ rule: 'any' }] }", anonymity)
    expect(await raise(made)).toBe(0)
  })

  test('asks for questions, and not for figures, which are computed outside of the write', async () => {
    const asking = await survey(`async function main() {
      const { choices } = await host.question('channel')
      return [{ rule: choices.map((one) => one.name).join(' ') }]
    }`)
    await raise(asking, asking.responseIds.slice(0, 1))
    expect(await places(asking)).toEqual(['0 web till'])
    const counting = await survey("async function main() { return [{ rule: (await host.figure('count()')).n + '' }] }")
    expect(await raise(counting)).toBe(0)
    expect(await events(counting.scriptId)).toEqual([expect.stringMatching(/host\.figure cannot be asked here/)])
  })

  test.each([
    ['fails', 'throw new Error("no\\u0000 \\ud800")', /no/],
    ['never ends', 'for (;;);', /takes too long/],
    ['answers what no database keeps', "return [{ rule: 'a\\u0000' }]", /cannot be stored/],
    ['answers half of a character', "return [{ rule: 'a\\ud800' }]", /cannot be stored/],
    ['answers a name of two lines', "return [{ rule: 'a\\nb' }]", /plain characters/],
    ['wants too much', "return Array(11).fill(0).map((_, at) => ({ rule: 'r' + at }))", /does not fit/],
  ])('and keeps nothing from being stored where it %s', async (_how, body, message) => {
    const made = await survey(
      `function main({ interview }) { if (interview.answers.rating <= 2) { ${body} } return [{ rule: 'fine' }] }`,
    )
    expect(await raise(made)).toBeGreaterThan(0)
    expect((await places(made)).every((one) => one.endsWith('fine'))).toBe(true)
    expect((await events(made.scriptId)).join(' ')).toMatch(message)
  })
})

describe('an import', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, at) => `k${from + at},2026-02-01,Oslo,${1 + ((from + at) % 5)}`)
  const file = (lines: string[]) => testFile('data.csv', ['id,date,store,rating', ...lines].join('\n'))
  let universes = 0

  async function imported(text: string) {
    const { db } = program.deps
    const at = { universe: `hooked${++universes}`, survey: 'visits', key: 'id' }
    await importFile(ctx, { ...at, file: await file(rows(0, 5)) })
    const { surveyId, universeId } = await db
      .selectFrom('survey')
      .innerJoin('universe', 'universe.id', 'survey.universe_id')
      .select(['survey.id as surveyId', 'universe.id as universeId'])
      .where('universe.name', '=', at.universe)
      .executeTakeFirstOrThrow()
    const scriptId = await createHookRow(db, { surveyId, universeId }, 'GENERATE_ALERT', text)
    return { at, surveyId, scriptId }
  }

  test('has the scripts asked about what it adds and changes, in batches, each once', async () => {
    const { at, surveyId } = await imported(unhappy)
    const tried = await importFile(ctx, { ...at, file: await file(rows(3, 4505)), dryRun: true })
    expect(await alerts({ surveyId, responseIds: [] })).toEqual([])
    const second = await importFile(ctx, { ...at, file: await file(rows(3, 4505)) })
    expect([tried.alerts, second.alerts]).toEqual([1800, 1800])
    const triedAgain = await importFile(ctx, { ...at, file: await file(rows(0, 4505)), dryRun: true })
    const again = await importFile(ctx, { ...at, file: await file(rows(0, 4505)) })
    expect([triedAgain.alerts, again.alerts]).toEqual([0, 0])
    expect(await alerts({ surveyId, responseIds: [] })).toHaveLength(1800)
  })

  test('counts when it is tried what scripts would raise of names, questions and choices that it brings', async () => {
    const { at, surveyId } = await imported(`async function main({ interview: { id, answers } }) {
      const { choices } = await host.question('store')
      const mood = await host.question('mood')
      const known = choices.map((one) => one.name).join(' ') + (mood?.title ?? '')
      return [{ rule: known }, { rule: known }, ...(answers.rating <= 2 ? [{ rule: 'unhappy' }] : [])]
    }`)
    const config = { name: 'more.yaml', text: 'alerts: [{ extname: unhappy, when: rating = 1 }]' }
    // Of three that are there one changes; four are new.
    const lines = ['k0,2026-02-01,Oslo,1,', 'k1,2026-02-01,Oslo,2,', 'k2,2026-02-01,Oslo,1,']
    const more = [1, 2, 3, 4].map((rating) => `n${rating},2026-02-02,Bergen,${rating},good`)
    const text = ['id,date,store,rating,mood', ...lines, ...more].join('\n')
    const given = { ...at, config, file: await testFile('data.csv', text) }
    const tried = await importFile(ctx, { ...given, dryRun: true })
    const stored = await importFile(ctx, given)
    expect([tried.alerts, stored.alerts]).toEqual([8, 8])
    const names = new Set((await alerts({ surveyId, responseIds: [] })).map(({ rule }) => rule))
    expect([...names].toSorted()).toEqual(['Oslo BergenMood', 'unhappy'])
  })

  test('says when it is tried which script fails, counts the others, and leaves no trace', async () => {
    const { at, scriptId } = await imported('function main() { throw new Error("no luck") }')
    const config = { name: 'more.yaml', text: 'alerts: [{ extname: low, when: rating = 1 }]' }
    const given = { ...at, config, file: await file(rows(5, 15)) }
    const tried = await importFile(ctx, { ...given, dryRun: true })
    expect(tried.alerts).toBe(2)
    expect(tried.notes.map(({ words }) => String(words)).join(' ')).toMatch(/"generate_alert" fails.*no luck/)
    expect(await events(scriptId)).toEqual([])
    expect((await importFile(ctx, given)).alerts).toBe(2)
  })

  test('is stored with a script that never ends, which is given up soon', async () => {
    const { at, scriptId } = await imported('function main() { for (;;); }')
    const second = await importFile(ctx, { ...at, file: await file(rows(5, 6000)) })
    expect(second).toMatchObject({ alerts: 0, rows: 5995 })
    expect(await events(scriptId)).toEqual([
      expect.stringMatching(/takes too long \(3 times\)$/),
      '1997 calls were left out, because those before took too long',
      'All further calls of this occasion were left out, too',
    ])
  })
})
