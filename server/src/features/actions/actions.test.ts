import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { actionConfiguration, openActions, stockholm } from './testing/action-bench.ts'
import type { ActionBench } from './testing/action-bench.ts'

let board: ActionBench
let anna: Awaited<ReturnType<ActionBench['member']>>

beforeAll(async () => {
  board = await openActions()
  anna = await board.member({ firstName: 'Anna', lastName: 'Berg' })
})
afterAll(() => board.close())

const mandatory = 'Mandatory'

describe('an action', () => {
  test('is saved and opened with its fields, texts and history (ACTION-32) (ACTION-33) (ACTION-34) (ACTION-38) (ACTION-39)', async () => {
    const saved = await board.save(anna.call, {
      ...{ responsible: anna.user.username, comments: ' New greeting ', kind: 'training' },
    })
    expect(saved.status).toBe(200)
    const { body } = await board.open(anna.call, saved.body.id)
    expect(body.updateData).toEqual(saved.body)
    expect(saved.body).toMatchObject({
      ...{ extname: 'satisfaction', state: 0, expression: 'mean(rating)', goal: 4.5, period: 'rel_-3m_0d' },
      ...{ periodStartDate: '2026-01-06', deadline: '2026-06-30', responsible: anna.user.username, comments: '' },
      ...{ suggestion: false, canEdit: true, kind: 'training', version: 1, responsibleName: 'Anna Berg' },
      commentsList: [
        {
          updated: '2026-02-10T12:00:00.000Z',
          formattedScore: '3.5',
          formattedGoal: '4.5',
          username: 'Anna Berg',
          message: 'New greeting',
        },
      ],
      variableText: { en: 'Satisfaction', sv: 'Nöjdhet' },
      goalText: '4.5',
      periodText: { en: 'Three months', sv: 'Tre månader' },
      deadlineText: { en: '30 Jun 2026' },
      filterText: { en: 'All answers', sv: 'Alla svar' },
      endValueText: '3.5',
      varData: { value: 3.5, goalValue: 4.5, inverse: false, minValue: 1, maxValue: 5 },
      ...{ place: 'Sweden › Stockholm', drillPath: stockholm, reason: null, effect: null, notice: null },
      ...{ formattedBaseline: '5.0', baselineValue: 5 },
    })
  })

  test('is told to whom it is given by somebody else, once', async () => {
    const ben = await board.member({ firstName: 'Ben', lastName: 'Ek' })
    const noticesOf = async () => (await ben.call('GET', '/rest/notices/list')).body.notices
    const { body: own } = await board.save(ben.call, { responsible: ben.user.username })
    expect(await noticesOf()).toEqual([])
    const { body: given } = await board.save(anna.call, { responsible: ben.user.username })
    const again = { id: given.id, version: given.version, responsible: ben.user.username, comments: 'Start soon' }
    expect((await board.save(anna.call, again)).status).toBe(200)
    expect(await noticesOf()).toMatchObject([{ event: 'action-assigned', isRead: false }])
    expect(own.id).not.toBe(given.id)
  })

  test('comes with what can be acted on, for how long and by what (ACTION-35)', async () => {
    const { body } = await board.open(anna.call, 0)
    expect(body.updateData).toMatchObject({ id: 0, extname: '', state: 0, canEdit: true, drillPath: stockholm })
    // The rank is computed from no rows.
    expect(body.actionableItems).toEqual([
      { expression: 'mean(rating)', extname: 'satisfaction', title: expect.anything(), goalMin: 1, goalMax: 5 },
      { expression: 'count() where rating <= 2', extname: 'slow', title: 'Low marks', goalMin: null, goalMax: null },
    ])
    expect(body.periods.map(({ value }: { value: string }) => value)).toEqual([
      'rel_-1m_0d',
      'rel_-3m_0d',
      'rel_-6m_0d',
      'rel_-12m_0d',
    ])
    expect(body).toMatchObject({ kinds: [{ extname: 'training' }], canDelete: false })
    const chosen = await anna.call('GET', `/rest/actions/data/${board.survey}/0/${stockholm}?extname=satisfaction`)
    expect(chosen.body.updateData).toMatchObject({ extname: 'satisfaction', goal: 3, endValueText: '3.5' })
  })

  test('keeps the filters it was made with, without those on dates', async () => {
    const path = `${stockholm};channel=web;date=rel_-1d_0d`
    const { body } = await board.save(anna.call, {}, path)
    expect(body).toMatchObject({
      drillPath: `${stockholm};channel=web`,
      filterText: { en: 'channel: web' },
      varData: { value: 5 },
    })
    await board.remove(anna.call, body.id)
  })

  test('says its numbers as the reader writes them', async () => {
    const { body } = await board.save(anna.call, { comments: 'Noted' })
    const { call } = await board.member({ language: 'sv' })
    const seen = (await board.open(call, body.id)).body.updateData
    expect(seen).toMatchObject({ goalText: '4,5', endValueText: '3,5', commentsList: [{ formattedScore: '3,5' }] })
  })

  test('keeps the figure of its start, whatever the data say later', async () => {
    const place = `${stockholm};channel=till`
    const { body } = await board.save(anna.call, { periodStartDate: '2026-01-08' }, place)
    expect(body).toMatchObject({ baselineValue: 2, varData: { value: 2 } })
    await board.answer('2026-01-02', 4, 'till')
    const seen = (await board.open(anna.call, body.id)).body.updateData
    expect(seen).toMatchObject({ baselineValue: 2, varData: { value: 3 } })
    const again = await board.save(anna.call, { id: body.id, periodStartDate: '2026-01-08', goal: 4 })
    expect(again.body).toMatchObject({ baselineValue: 2, goal: 4, version: 2 })
    const moved = await board.save(anna.call, { id: body.id, periodStartDate: '2026-01-07', version: 2 })
    expect(moved.body).toMatchObject({ baselineValue: 3, version: 3 })
    const later = await board.save(anna.call, { id: body.id, periodStartDate: '2026-03-01', version: 3 })
    expect(later.body).toMatchObject({ baselineValue: null, formattedBaseline: null })
  })
})

describe('saving is refused', () => {
  test.each([
    ['without an item (ACTION-23a)', { extname: '' }, { extname: mandatory }],
    ['without a start (ACTION-23b)', { periodStartDate: null }, { periodStartDate: mandatory }],
    ['without a deadline (ACTION-23c)', { deadline: null }, { deadline: mandatory }],
    ['without a period (ACTION-23d)', { period: '' }, { period: mandatory }],
    ['without a goal (ACTION-24)', { goal: null }, { goal: mandatory }],
    ['with a goal below', { goal: 0.9 }, { goal: 'Value must be between 1 and 5' }],
    ['with a goal above', { goal: 5.1 }, { goal: 'Value must be between 1 and 5' }],
    [
      'with a deadline before the start',
      { deadline: '2026-01-05' },
      { deadline: 'The deadline is before the from date.' },
    ],
    ['on what cannot be acted on', { extname: 'place' }, { extname: '"place" can no longer be acted on.' }],
    ['for another period', { period: 'last_1q' }, { period: 'Actions have no such period.' }],
    ['for a day out of range', { periodStartDate: '0001-01-01' }, { periodStartDate: expect.any(String) }],
    ['with an unknown kind', { kind: 'magic' }, { kind: 'There is no kind of action "magic".' }],
    ['as closed', { state: 1 }, { state: 'Only the evaluation closes actions.' }],
    [
      'with nobody there is',
      { responsible: 'ghost' },
      { responsible: '"ghost" does not see this place, or may not edit actions.' },
    ],
  ])('%s', async (_case, body, fields) => {
    const { status, body: answer } = await board.save(anna.call, body)
    expect(status).toBe(400)
    expect(answer.fields).toEqual(fields)
  })

  test('with a goal beside both bounds alone, where the item has them (ACTION-25)', async () => {
    for (const [goal, status] of [
      [1, 200],
      [5, 200],
      [0.99, 400],
      [5.01, 400],
    ])
      expect((await board.save(anna.call, { goal })).status).toBe(status)
    const { status, body } = await board.save(anna.call, { extname: 'slow', goal: -1000 })
    expect([status, body.goal]).toEqual([200, -1000])
  })

  test('for somebody responsible who does not see the place, may not edit or has left', async () => {
    const others = await Promise.all([
      board.member({ filters: { country: ['Norway'] } }),
      board.member({ rights: {} }),
      board.member(),
    ])
    await board.deps.db.updateTable('app_user').set({ status: 1 }).where('id', '=', others[2].user.id).execute()
    for (const { user } of others)
      expect(await board.save(anna.call, { responsible: user.username })).toMatchObject({
        status: 400,
        body: { fields: { responsible: expect.stringContaining(user.username) } },
      })
  })

  test('from a version that is not the latest, with who changed it', async () => {
    const { body } = await board.save(anna.call)
    const kim = await board.member({ firstName: 'Kim', lastName: 'Dahl' })
    expect((await board.save(kim.call, { id: body.id, goal: 4 })).status).toBe(200)
    const stale = await board.save(anna.call, { id: body.id, goal: 3 })
    expect(stale).toMatchObject({
      status: 409,
      body: { fields: { version: 'Kim Dahl changed this action at 12:00.' } },
    })
    const kept = await board.save(anna.call, { id: body.id, goal: 3, overwrite: true })
    expect(kept.body).toMatchObject({ goal: 3, version: 3, commentsList: [] })
  })

  test('once it is closed, as is deleting it (ACTION-22a)', async () => {
    for (const state of [1, 2] as const) {
      const { body } = await board.save(anna.call)
      await board.closeAction(body.id, state)
      const closed = { status: 409, body: { message: 'This action is closed.' } }
      expect(await board.save(anna.call, { id: body.id })).toMatchObject(closed)
      expect(await board.remove(anna.call, body.id)).toMatchObject(closed)
    }
  })

  test('to whoever may not edit it, and told before (ACTION-22b)', async () => {
    const { body } = await board.save(anna.call)
    const reader = await board.member({ rights: {} })
    const opened = await board.open(reader.call, body.id)
    expect(opened).toMatchObject({ status: 200, body: { canDelete: false, updateData: { canEdit: false, state: 0 } } })
    expect((await board.save(reader.call, { id: body.id })).status).toBe(403)
    expect((await board.remove(reader.call, body.id)).status).toBe(403)
    expect((await board.open(reader.call, 0)).status).toBe(403)
  })
})

test('an action is open, completed or failed; the open one can be saved (ACTION-21)', async () => {
  const ids = await Promise.all([0, 1, 2].map(async () => (await board.save(anna.call)).body.id as number))
  await board.closeAction(ids[1] ?? 0, 1)
  await board.closeAction(ids[2] ?? 0, 2)
  const seen = await Promise.all(ids.map(async (id) => (await board.open(anna.call, id)).body.updateData))
  expect(seen.map(({ state, canEdit }) => [state, canEdit])).toEqual([
    [0, true],
    [1, false],
    [2, false],
  ])
  expect(seen[1]).toMatchObject({ endValueText: '4.6', varData: { value: 4.6 }, effect: { verdict: 'few' } })
})

describe('an action of another place', () => {
  test('is not there for whoever does not have the place, or has only some of its answers', async () => {
    const { body } = await board.save(anna.call)
    const country = await board.save(anna.call, {}, 'country=Sweden')
    const top = await board.save(anna.call, {}, 'root')
    const strangers = await Promise.all([
      board.member({ filters: { country: ['Norway'] } }),
      board.member({ filters: { channel: ['web'] } }),
    ])
    for (const { call } of strangers) {
      for (const id of [body.id, country.body.id, top.body.id]) {
        expect((await board.open(call, id, 'root')).status).toBe(404)
        expect((await board.save(call, { id }, 'root')).status).toBe(404)
        expect((await board.remove(call, id)).status).toBe(404)
      }
      const { openActions, suggestedActions, anchorable } = (await board.data(call, 'manager', 'root')).body
      expect([openActions, suggestedActions, anchorable]).toEqual([[], [], false])
    }
    const [norwegian] = strangers
    expect((await board.data(norwegian.call, 'manager')).status).toBe(403)
    // The place above is open to look at, but not theirs.
    const store = await board.member({ filters: { store: ['Stockholm'] } })
    expect((await board.data(store.call, 'manager', 'country=Sweden')).body.openActions).toEqual([])
    expect((await board.open(store.call, country.body.id, 'root')).status).toBe(404)
    expect((await board.open(store.call, body.id)).status).toBe(200)
  })

  test('cannot be made there', async () => {
    const { call } = await board.member({ filters: { store: ['Stockholm'] } })
    expect((await board.save(call)).status).toBe(200)
    expect((await board.save(call, {}, 'country=Sweden')).status).toBe(403)
    expect((await board.save(call, {}, 'root')).status).toBe(403)
    expect((await board.save(call, {}, 'country=Norway')).status).toBe(403)
  })

  test('can be made on the levels that the role names (ROLES-16c)', async () => {
    const anchorAccessList = [
      { view: 'stores', level: 'store', access: true },
      { view: 'stores', level: 'country', access: false },
    ]
    const { call } = await board.member({ rights: { canEditActions: true, anchorAccessList } })
    expect((await board.save(call)).status).toBe(200)
    expect((await board.save(call, {}, 'country=Sweden')).status).toBe(403)
    expect((await board.save(call, {}, 'root')).status).toBe(403)
    const { body } = await board.data(call, 'manager', 'country=Sweden')
    expect(body.anchorable).toBe(false)
  })
})

test('an action is deleted with its history (ACTION-40)', async () => {
  const { body } = await board.save(anna.call, { comments: 'Once' })
  expect(await board.remove(anna.call, body.id)).toEqual({ status: 200, body: { ok: true } })
  expect((await board.open(anna.call, body.id)).status).toBe(404)
  const notes = board.deps.db.selectFrom('action_comment').selectAll().where('action_id', '=', body.id)
  expect(await notes.execute()).toEqual([])
  const audit = board.deps.db.selectFrom('audit').select('action').where('object', '=', String(body.id))
  expect((await audit.execute()).map(({ action }) => action)).toEqual(['action.create', 'action.delete'])
})

describe('the dialog asks for', () => {
  const period = (query: string) => anna.call('GET', `/rest/actions/effectiveperiod/${board.survey}?${query}`)
  const at = (call: string, query: string) =>
    anna.call('GET', `/rest/actions/${call}/${board.survey}/${stockholm}?${query}`)

  test('the effective period: as long as the period, up to the deadline (ACTION-41)', async () => {
    expect((await period('period=rel_-3m_0d&deadline=2026-06-30')).body).toMatchObject({
      from: '2026-04-01',
      to: '2026-06-30',
      text: { en: '1 Apr – 30 Jun 2026' },
    })
    expect((await period('period=all_time&deadline=2026-06-30')).status).toBe(400)
    expect((await period('period=rel_-3m_0d&deadline=0001-01-01')).status).toBe(400)
  })

  test('the current value of an item, and of nothing else (ACTION-42)', async () => {
    expect((await at('value', 'period=rel_-3m_0d&expression=count()%20where%20rating%20%3C%3D%202')).body).toEqual({
      value: 1,
      formattedValue: '1',
      n: 1,
      withheld: null,
      unit: null,
    })
    const { status, body } = await at('value', 'period=rel_-3m_0d&expression=count()')
    expect([status, body.fields]).toEqual([400, { expression: 'This cannot be acted on.' }])
  })

  test('the development of an item, whatever dates the path asks for (ACTION-43)', async () => {
    const { body } = await at('devchart', 'expression=mean(rating)')
    expect(body).toMatchObject({ categories: ['2026-01-01'], goal: 3 })
    const dated = `${stockholm};date=rel_-1d_0d`
    const other = await anna.call('GET', `/rest/actions/devchart/${board.survey}/${dated}?expression=mean(rating)`)
    expect(other.body.series).toEqual(body.series)
    expect((await at('devchart', 'expression=count()')).status).toBe(400)
  })

  test('who can be responsible', async () => {
    const lars = await board.member({ firstName: 'Lars', filters: { store: ['Stockholm'] } })
    await board.member({ firstName: 'Larsina', rights: {} })
    await board.member({ firstName: 'Larsen', filters: { country: ['Norway'] } })
    const { body } = await at('responsibles', 'term=lars')
    expect(body.users).toEqual([{ username: lars.user.username, name: 'Lars' }])
    const reader = await board.member({ rights: {} })
    const refused = await reader.call('GET', `/rest/actions/responsibles/${board.survey}/${stockholm}`)
    expect(refused.status).toBe(403)
  })
})

describe('the lists of a place', () => {
  const oslo = 'country=Norway;store=Oslo'

  test('have its open and closed actions in their order, and nothing of places below (ACTION-36) (ACTION-45)', async () => {
    const made = async (deadline: string, more = {}) =>
      (await board.save(anna.call, { deadline, ...more }, oslo)).body.id as number
    const late = await made('2026-07-01')
    const soon = await made('2026-03-01')
    const completed = await made('2026-02-01')
    await board.closeAction(completed, 1)
    const { status, body } = await board.data(anna.call, 'manager', oslo)
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'actionPlanData',
      'anchorable',
      'closedActions',
      'isActionsConfigured',
      'noSuggestions',
      'openActions',
      'suggestedActions',
    ])
    const idsOf = (actions: { id: number }[]) => actions.map(({ id }) => id)
    expect(idsOf(body.openActions)).toEqual([soon, late])
    expect(idsOf(body.closedActions)).toEqual([completed])
    expect(body).toMatchObject({ anchorable: true, isActionsConfigured: true, actionPlanData: null })
    const above = (await board.data(anna.call, 'manager', 'country=Norway')).body
    expect(above).toMatchObject({ openActions: [], closedActions: [] })
    expect((await board.data(anna.call, 'shown', oslo)).body.anchorable).toBe(false)
  })

  test('are a ready-made plan where nothing can be acted on (ACTION-37)', async () => {
    const plan = `{ title: Keep it up, items: [{ value: satisfaction, text: Smile, target: TARGET3 }, { value: slow, target: TARGET0 }] }`
    const other = await openActions(
      actionConfiguration
        .replace(/items: \[\{ indicator.*\n/, 'items: []\n')
        .replace(/compound: .*/, `compound: [${plan}]`),
    )
    onTestFinished(() => other.close())
    const { body } = await other.data((await other.member()).call, 'plan')
    expect(body).toMatchObject({ isActionsConfigured: false, openActions: [], suggestedActions: [] })
    expect(body.actionPlanData).toEqual([
      {
        title: 'Keep it up',
        type: 'maintain',
        items: [
          { value: 'satisfaction', text: 'Smile', target: 'TARGET3' },
          { value: 'slow', text: expect.anything(), target: 'TARGET0' },
        ],
      },
    ])
  })

  test('stand beside tiles in the plan (ACTION-44)', async () => {
    const { body } = await board.data(anna.call, 'plan', 'country=Norway')
    expect(body).toMatchObject({ anchorable: true, openActions: [], variables: [{ name: 'satisfaction' }] })
  })

  test('say who is responsible but no longer can be', async () => {
    const ola = await board.member({ firstName: 'Ola' })
    const { body } = await board.save(anna.call, { responsible: ola.user.username }, 'country=Norway')
    await board.deps.db.updateTable('app_user').set({ status: 1 }).where('id', '=', ola.user.id).execute()
    const { openActions } = (await board.data(anna.call, 'manager', 'country=Norway')).body
    expect(openActions).toEqual([
      expect.objectContaining({
        id: body.id,
        responsibleName: 'Ola',
        notice: expect.objectContaining({
          en: 'Ola no longer sees this place, or may no longer edit actions.',
        }),
      }),
    ])
  })

  test('say that an item can no longer be acted on; such an action can be deleted, not saved', async () => {
    const { body } = await board.save(anna.call, {}, 'root')
    await board.deps.db.updateTable('action').set({ extname: 'gone' }).where('id', '=', body.id).execute()
    const list = (await board.data(anna.call, 'manager', 'root')).body.openActions
    expect(list.find(({ id }: { id: number }) => id === body.id)).toMatchObject({
      variableText: 'gone',
      endValueText: '',
      notice: { en: '"gone" can no longer be acted on.' },
    })
    const { status, body: refused } = await board.save(anna.call, { id: body.id, extname: 'gone' })
    expect([status, refused.fields]).toEqual([400, { extname: '"gone" can no longer be acted on.' }])
    expect((await board.remove(anna.call, body.id)).status).toBe(200)
  })

  test('are tiles of a block', async () => {
    const { body } = await board.data(anna.call, 'tiles')
    expect(body.variables).toMatchObject([{ name: 'satisfaction' }, { name: 'slow', title: 'Bad' }])
  })
})
