import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { maxConfigurationLength } from '@gensvar/contract/dashboard-editor'
import { readConfiguration } from '#server/domain/build/configuration.ts'
import { loadSurveyModel } from '#server/domain/survey/load-survey-model.ts'
import { createSurvey, createUniverse, smallSurvey } from '#server/testing/factories.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'

/** Sections of the dashboard that fit its questions. */
const fitting = `
details: {}
pages:
  - extname: overview
    components:
      - { type: variable-block, config: { id: head, variables: [satisfaction, place] } }
      - { type: development-chart, config: { id: trend, variables: [satisfaction], periods: [months] } }
`

let board: Dashboard
let root: Caller
let admin: Caller
let before: string

beforeAll(async () => {
  board = await openDashboard({ extra: fitting })
  root = await board.as({ isRoot: true, username: 'rut@example.org' })
  admin = await board.as({ admin: true, username: 'ada@example.org' })
  await allow(true)
})
afterAll(() => board.close())
beforeEach(async () => {
  before = (await readConfiguration(board.deps.db, board.surveyId))?.text ?? ''
})

const url = (what: string) => `/rest/dashboard/${what}/${board.survey}`
const allow = (edits_dashboards: boolean) =>
  board.deps.db.updateTable('universe').set({ edits_dashboards }).where('id', '=', board.universeId).execute()
const stored = async () => (await readConfiguration(board.deps.db, board.surveyId))?.text
const draft = async (caller = root) => (await caller('GET', url('draft'))).body
/** Saves a text over what is there. */
const save = async (text: string, caller = root) => {
  const { version, published } = await draft(caller)
  return caller('PUT', url('draft'), { text, version, basedOn: published.number })
}
const publish = async (caller = root, note = '') =>
  caller('POST', url('publish'), { version: (await draft(caller)).version, note })
const problemsOf = async (text: string, caller = root) =>
  (await caller('POST', url('check'), { text })).body.problems as {
    line: number
    column: number
    endLine: number
    endColumn: number
    severity: string
    message: string
    path: (string | number)[]
  }[]
const titled = (title: string) =>
  `# ours\n${before.replace(/^title:.*\n/m, '').replace(/^# ours\n/, '')}title: ${title}\n`

test('tells the questions that a configuration can name, with their types', async () => {
  const { questions } = (await admin('GET', url('questions'))).body
  const types = questions.map(({ variable, type }: { variable: string; type: string }) => [variable, type])
  expect(Object.fromEntries(types)).toMatchObject({ store: 'single', rating: 'scale', comment: 'text' })
})

test('warns of a pool that is not there, and of figures that it does not have', async () => {
  const indicators = [{ name: 'happiness', scale: 'index' }]
  expect((await root('POST', '/rest/pools/pool', { name: 'trade', title: 'Trade', indicators })).status).toBe(200)
  const warnings = async (pool: string) =>
    (await problemsOf(`${before}\npool: ${pool}\n`))
      .filter(({ severity }) => severity === 'warning')
      .map(({ path, message }) => `${path.join('.')}: ${message}`)
  expect(await warnings('{ name: trede, indicators: { satisfaction: happiness } }')).toEqual([
    'pool.name: there is no pool "trede" yet; did you mean "trade"?',
  ])
  expect(await warnings('{ name: shops, indicators: { satisfaction: happiness } }')).toEqual([
    'pool.name: there is no pool "shops" yet',
  ])
  expect(await warnings('{ name: trade, indicators: { satisfaction: hapiness } }')).toEqual([
    'pool.indicators.satisfaction: the pool has no figure "hapiness"; it has happiness',
  ])
  expect(await warnings('{ name: trade, indicators: { satisfaction: happiness } }')).toEqual([])
  await root('DELETE', '/rest/pools/pool/trade')
})

describe('who edits dashboards', () => {
  test('is root, and administrators where root has allowed it', async () => {
    const staff = await board.as()
    const get = async (caller: Caller) => (await caller('GET', url('draft'))).status
    expect([await get(root), await get(admin), await get(staff)]).toEqual([200, 200, 403])
    await allow(false)
    expect([await get(root), await get(admin)]).toEqual([200, 403])
    await allow(true)
  })

  test('root allows it by the switch of the organisation, which the session tells', async () => {
    const { branding, name: _name, ...settings } = (await root('GET', '/rest/universes/universe')).body
    const saved = { ...settings, palette: branding.palette, editsDashboards: false }
    const { status, body } = await root('POST', '/rest/universes/universe', saved)
    expect([status, body.editsDashboards]).toEqual([200, false])
    expect((await admin('GET', url('draft'))).status).toBe(403)
    await root('POST', '/rest/universes/universe', { ...saved, editsDashboards: true, version: body.version })
    expect((await admin('GET', url('draft'))).status).toBe(200)
  })

  test("meets another organisation's survey as none at all", async () => {
    const elsewhere = await createUniverse(board.deps.db)
    const foreign = await createSurvey(board.deps.db, elsewhere.id, smallSurvey)
    for (const caller of [root, admin])
      expect((await caller('GET', `/rest/dashboard/draft/${foreign.extName}`)).status).toBe(404)
  })
})

describe('a draft', () => {
  test('begins with what is published, and is shared by all who edit it', async () => {
    const first = await draft()
    expect(first).toMatchObject({ text: before, isDraft: false, changedBy: null, protectedSections: [] })
    const text = titled('Draft')
    const { status, body } = await save(text)
    expect(status).toBe(200)
    expect(body).toMatchObject({ text, isDraft: true, changedBy: 'rut@example.org', basedOn: first.published.number })
    expect(body.version).toBeGreaterThan(first.version)
    expect(await draft(admin)).toEqual({ ...body, protectedSections: expect.arrayContaining([['anonymity']]) })
    expect(await stored()).toBe(before)
  })

  test('that two people edit is saved once: the other is told who and when, and nothing changes', async () => {
    const seen = await draft(admin)
    const text = titled('First')
    await save(text)
    const late = await admin('PUT', url('draft'), { text: 'title: Late\n', version: seen.version, basedOn: 1 })
    expect(late.status).toBe(409)
    expect(late.body.fields.version).toMatch(
      /^Meanwhile the draft was changed by rut@example\.org, \d{4}-\d\d-\d\d \d\d:\d\d\.$/,
    )
    expect((await draft()).text).toBe(text)
    const { status } = await admin('DELETE', `${url('draft')}?version=${seen.version}`)
    expect(status).toBe(409)
  })

  test('is kept with whatever is wrong with it, and thrown away; its version never comes again', async () => {
    const { body } = await save('pages:\n\t- broken')
    expect(body).toMatchObject({ isDraft: true, text: 'pages:\n\t- broken' })
    const gone = await root('DELETE', `${url('draft')}?version=${body.version}`)
    expect(gone).toMatchObject({ status: 200, body: { isDraft: false, text: before, version: body.version + 1 } })
    expect((await save('title: Again\n')).body.version).toBe(body.version + 2)
  })

  test('has a greatest length', async () => {
    expect((await save('x'.repeat(maxConfigurationLength + 1))).status).toBe(400)
  })
})

describe('publishing', () => {
  test('puts the draft in force, with who, when and a note', async () => {
    await save(titled('Published'), admin)
    const { status, body } = await publish(admin, ' Calls it by its name ')
    expect(status).toBe(200)
    expect(body).toMatchObject({ isDraft: false, text: titled('Published') })
    expect(body.published).toMatchObject({ author: 'ada@example.org', source: 'user', note: 'Calls it by its name' })
    const { config } = await loadSurveyModel(board.deps, board.universeId, board.survey)
    expect(config.title).toBe('Published')
    const entry = await board.deps.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'dashboard.publish')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(entry.details).toMatchObject({ version: body.published.number, note: 'Calls it by its name' })
  })

  test('is refused where another version was published since the draft began, until it is merged', async () => {
    await save(titled('Mine'))
    const { version, basedOn } = await draft()
    await root('POST', url('rollback'), { number: basedOn, current: basedOn })
    const refused = await root('POST', url('publish'), { version })
    expect(refused.status).toBe(409)
    expect(refused.body.fields.basedOn).toContain(`version ${basedOn + 1} was published by rut@example.org`)
    expect(await stored()).toBe(before)
    await save(titled('Mine'))
    expect((await publish()).status).toBe(200)
  })

  test('refuses a stale draft and one that is not there', async () => {
    const { body } = await save(titled('Stale'))
    await save(titled('Newer'), admin)
    expect((await root('POST', url('publish'), { version: body.version })).body.fields.version).toContain(
      'ada@example.org',
    )
    const { version } = await draft()
    await root('DELETE', `${url('draft')}?version=${version}`)
    expect((await publish()).status).toBe(409)
    expect(await stored()).toBe(before)
  })

  test('refuses what does not fit, with line and column', async () => {
    await save('title: Visits\nindicators:\n  gone: { expression: "mean(nothing)" }\n')
    const { status, body } = await publish()
    expect(status).toBe(400)
    expect(body.fields['indicators.gone.expression']).toMatch(/^line 3, column 11: /)
    expect(await stored()).toBe(before)
  })

  test('tells what is wrong with what respondents are asked, with line and column', async () => {
    const places = async (questions: string) => {
      const { body } = await root('POST', url('check'), { text: `questionnaire:\n  questions:\n${questions}` })
      const problems = body.problems as { line: number; column: number; path: (string | number)[] }[]
      return problems.map(({ line, column, path }) => `${line}:${column} ${path.slice(2).join('.')}`)
    }
    expect(
      await places(`    - { question: ratin }
    - { question: channel, other: { choice: phone, question: comment } }
    - { question: rating, showIf: "rating > 3" }
`),
    ).toEqual(['3:9 0.question', '4:37 1.other.choice', '5:27 2.showIf'])
    expect(await places('    - rating\n    - { question: channel, requird: true }\n')).toEqual(['4:28 1.requird'])
  })

  test('sees a question that was renamed after the draft was checked', async () => {
    const text = `${titled('Renamed')}comparable: [channel]\n`
    expect(await problemsOf(text)).toEqual([])
    await save(text)
    const question = board.deps.db.updateTable('question').where('survey_id', '=', board.surveyId)
    await question.set({ variable: 'way' }).where('variable', '=', 'channel').execute()
    expect((await publish()).status).toBe(400)
    await question.set({ variable: 'channel' }).where('variable', '=', 'way').execute()
    expect(await stored()).toBe(before)
  })
})

describe('versions', () => {
  test('are listed with number, author, moment, source and note, and read one by one', async () => {
    await save(titled('Listed'))
    const { body } = await publish(root, 'Listed')
    const { number } = body.published
    const list = (await root('GET', url('versions'))).body
    expect(list.versions[0]).toEqual({
      ...{ number, author: 'rut@example.org', source: 'user', note: 'Listed', isCurrent: true },
      created: expect.stringMatching(/^\d{4}-/),
    })
    expect(list.total).toBe(number)
    expect((await root('GET', `${url('versions')}?filter=listed&sortVar=author&rowTo=1`)).body.versions).toHaveLength(1)
    expect((await root('GET', `${url('versions')}/${number}`)).body).toMatchObject({ text: titled('Listed'), number })
    expect((await root('GET', `${url('versions')}/${number + 1}`)).status).toBe(404)
  })

  test('are published again as a new one; the draft stays', async () => {
    await save(titled('Kept'))
    const { published } = await draft()
    const rolled = await root('POST', url('rollback'), { number: 1, current: published.number, note: 'Back' })
    expect(rolled.body).toMatchObject({
      ...{ isDraft: true, text: titled('Kept') },
      published: { number: published.number + 1, source: 'user', note: 'Back' },
    })
    const first = (await root('GET', `${url('versions')}/1`)).body.text
    expect(await stored()).toBe(first)
    const stale = await root('POST', url('rollback'), { number: 1, current: published.number })
    expect([stale.status, Object.keys(stale.body.fields)]).toEqual([409, ['current']])
    const none = await root('POST', url('rollback'), { number: 999, current: published.number + 1 })
    expect(none.status).toBe(404)
  })
})

describe('what only root may change', () => {
  test.each([
    ['anonymity', 'anonymity: { filters: [] }', 'anonymity'],
    ['hidden filters', 'filters: { hidden: [{ extName: spam, value: "channel=web" }] }', 'filters.hidden'],
    ['sharing', 'sharing: false', 'sharing'],
    ['what is compared', 'comparable: [store]', 'comparable'],
    ['filters of users', 'userVariables: [{ question: store }]', 'userVariables'],
  ])('is refused to administrators at its line: %s', async (_what, line, name) => {
    const key = line.split(':')[0] ?? ''
    const text = `version: 1\n${line}\n${before.replace(/^version: 1\n/, '')}`.replace(
      new RegExp(`(${line.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\n[\\s\\S]*?)^${key}:.*\\n(?:[ -].*\\n)*`, 'm'),
      '$1',
    )
    const wrong = (await problemsOf(text, admin)).filter(({ severity }) => severity === 'error')
    expect(wrong[0]).toMatchObject({ line: 2, path: name.split('.') })
    expect(wrong[0]?.message).toContain(`only root users may change "${name}"`)
    await save(text, admin)
    expect((await publish(admin)).status).toBe(400)
    expect(await stored()).toBe(before)
  })

  test('is told of weights with the reason that they have', async () => {
    const text = `${before}weights: { shares: { channel: { web: 40, till: 60 } } }\n`
    const wrong = (await problemsOf(text, admin)).filter(({ severity }) => severity === 'error')
    expect(wrong.map(({ message }) => message)).toEqual([
      'only root users may change "weights", because every figure of the survey changes with it',
    ])
    expect((await problemsOf(text)).filter(({ severity }) => severity === 'error')).toEqual([])
  })

  test('covers the roles that may edit a table, and nothing that root has given already', async () => {
    const table = (more: string) =>
      `${before}  - extname: tables\n    components: [{ type: data-table, config: { id: targets, source: server, tableId: targets${more} } }]\n`
    const wrong = await problemsOf(table(', editable: true, editors: [staff]'), admin)
    expect(wrong.map(({ message }) => message)).toEqual([expect.stringContaining('only root users may change')])
    expect(await problemsOf(table(', editable: true'), admin)).toEqual([])
    expect(await problemsOf(table(', editable: true, editors: [staff]'))).toEqual([])
  })

  test('keeps an anonymous survey anonymous, for root too', async () => {
    const { surveyId, extName } = await createSurvey(board.deps.db, board.universeId, {
      ...smallSurvey,
      config: 'anonymity: { filters: [] }\n',
    })
    const { body } = await root('POST', `/rest/dashboard/check/${extName}`, { text: 'title: Named\nanonymity: off\n' })
    expect(body.problems).toEqual([expect.objectContaining({ line: 2, column: 1, path: ['anonymity'] })])
    await root('PUT', `/rest/dashboard/draft/${extName}`, { text: 'title: Named\n', version: 0, basedOn: 1 })
    expect((await root('POST', `/rest/dashboard/publish/${extName}`, { version: 1 })).status).toBe(400)
    expect((await readConfiguration(board.deps.db, surveyId))?.text).toBe('anonymity: { filters: [] }\n')
  })
})
