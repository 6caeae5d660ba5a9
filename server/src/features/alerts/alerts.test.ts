import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openAlerts } from './testing/alert-bench.ts'
import type { AlertBench } from './testing/alert-bench.ts'

let board: AlertBench
let anna: Awaited<ReturnType<AlertBench['member']>>

beforeAll(async () => {
  board = await openAlerts()
  anna = await board.member({ firstName: 'Anna', lastName: 'Berg' })
})
afterAll(() => board.close())

describe('the page of an alert', () => {
  test('has its state, text, questions, history, comments and interview (ALERT-19) (ALERT-21)', async () => {
    const id = await board.alert({ dueAt: '2026-02-09T12:00:00Z', ownerId: anna.user.id })
    await board.save(anna.call, id, { newComment: 'Called', selections: [{ questionId: 'cause', choiceId: 2 }] })
    const { status, body } = await anna.call('GET', board.page(id))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      alertState: 6,
      stateText: 'Processing',
      closedDate: null,
      alertInfo: 'STOCKHOLM: Slow',
      canModify: true,
      enableCloseAndSave: true,
      comments: [{ user: 'Anna Berg', comments: 'Called' }],
      alertLogs: [
        { event: 'saved', state: 6, stateText: 'Processing', user: 'Anna Berg', comment: 'Called', newOwner: null },
      ],
      questions: [
        {
          questionId: 'cause',
          type: 'choice',
          selected: 2,
          value: '',
          reasons: [{ choiceId: 0 }, { choiceId: 1 }, { choiceId: 2 }],
        },
        { questionId: 'minutes', type: 'Number', selected: 0, value: '' },
        { questionId: 'done', type: 'Text', selected: 0, value: '' },
      ],
      title: 'Unhappy',
      version: 2,
      owner: { userId: anna.user.id, name: 'Anna Berg' },
      due: '2026-02-09T12:00:00.000Z',
      isOverdue: true,
      place: 'Sweden, Stockholm',
      drillPath: 'country=Sweden;store=Stockholm',
      otherAlerts: [],
    })
    expect(body.interviewData).toMatchObject({ interviewId: body.interviewId, drillPath: body.drillPath })
    expect(Date.parse(body.alertLogs[0].date)).toBe(board.deps.clock.now().getTime())
  })

  test('tells in the language of its reader', async () => {
    const id = await board.alert()
    const { call } = await board.member({ language: 'sv' })
    expect((await call('GET', board.page(id))).body).toMatchObject({ stateText: 'Öppen', title: 'Missnöjd' })
  })

  test('names the contact, and the other alerts of the same customer that the caller may open', async () => {
    const contact = { name: 'Eva Lind', email: 'eva@example.org', phone: '+468000' }
    const id = await board.alert({ contact, place: 'Gothenburg' })
    const byEmail = await board.alert({ contact: { email: 'EVA@example.org' } })
    const byPhone = await board.alert({ contact: { phone: '+468000' }, state: 3 })
    const elsewhere = await board.alert({ contact, place: 'Oslo' })
    // The survey links interviews by their store.
    const linked = await board.alert({ place: 'Gothenburg' })
    await board.alert({ contact: { email: 'others@example.org' } })
    const { body } = await anna.call('GET', board.page(id))
    expect(body.contact).toEqual(contact)
    const idsOf = (alerts: { id: number }[]) => new Set(alerts.map((one) => one.id))
    expect(idsOf(body.otherAlerts)).toEqual(new Set([byEmail, byPhone, elsewhere, linked]))
    expect(body.otherAlerts).toContainEqual(
      expect.objectContaining({ id: byPhone, alertState: 3, stateText: 'Closed', title: 'Unhappy' }),
    )
    const swedish = await board.member({ filters: { country: ['Sweden'] } })
    const seen = await swedish.call('GET', board.page(id))
    expect(idsOf(seen.body.otherAlerts)).toEqual(new Set([byEmail, byPhone, linked]))
  })

  test('of a rule that is no longer configured can be read, commented and closed', async () => {
    const id = await board.alert({ rule: 'vanished' })
    const { body } = await anna.call('GET', board.page(id))
    expect(body).toMatchObject({ title: 'vanished', alertInfo: '', questions: [], enableCloseAndSave: true })
    expect((await board.save(anna.call, id, { newComment: 'Seen' })).body).toMatchObject({ alertState: 6 })
    const closed = await board.save(anna.call, id, { newComment: 'Done', isClosed: true, version: 2 })
    expect(closed.body).toMatchObject({ alertState: 3, comments: [{ comments: 'Seen' }, { comments: 'Done' }] })
  })
})

describe('saving', () => {
  const answered = [
    { questionId: 'cause', choiceId: 1 },
    { questionId: 'minutes', value: '12,5' },
    { questionId: 'done', value: ' Refunded ' },
  ]

  test('closes with the tick and is in processing without (ALERT-04) (ALERT-22)', async () => {
    const id = await board.alert()
    expect(await board.save(anna.call, id, {})).toMatchObject({ status: 200, body: { alertState: 6, version: 2 } })
    const { body } = await board.save(anna.call, id, {
      newComment: 'Refunded',
      isClosed: true,
      selections: answered,
      version: 2,
    })
    expect(body).toMatchObject({
      alertState: 3,
      stateText: 'Closed',
      closedDate: '2026-02-10T12:00:00.000Z',
      questions: [{ selected: 1 }, { value: '12,5' }, { value: 'Refunded' }],
    })
    expect(await board.stored(id)).toMatchObject({
      state: 3,
      reopened: 0,
      handled_at: new Date('2026-02-10T12:00:00Z'),
    })
  })

  test('without the tick opens a closed one again', async () => {
    const id = await board.alert({ state: 3 })
    expect((await board.save(anna.call, id, {})).body).toMatchObject({
      alertState: 6,
      closedDate: null,
      alertLogs: [{ event: 'reopened' }],
    })
    expect(await board.stored(id)).toMatchObject({ reopened: 1, closed_at: null })
  })

  test('with the tick needs a comment: Mandatory (ALERT-16)', async () => {
    const id = await board.alert()
    for (const newComment of ['', '  \n'])
      expect(await board.save(anna.call, id, { isClosed: true, newComment, selections: answered })).toEqual({
        status: 400,
        body: expect.objectContaining({ code: 'validation', fields: { newComment: 'Mandatory' } }),
      })
    expect(await board.stored(id)).toMatchObject({ state: 2, version: 1 })
    expect((await board.save(anna.call, id, { isClosed: true, newComment: 'x', selections: answered })).status).toBe(
      200,
    )
  })

  test('with the tick needs a value for texts and numbers (ALERT-17)', async () => {
    for (const missing of ['minutes', 'done'])
      for (const value of [undefined, '', '  ']) {
        const id = await board.alert()
        const selections = answered.map((one) => (one.questionId === missing ? { questionId: missing, value } : one))
        const { status, body } = await board.save(anna.call, id, { isClosed: true, newComment: 'x', selections })
        expect([status, body.fields]).toEqual([400, { [`selections.${missing}`]: 'field is mandatory' }])
        expect(await board.stored(id)).toMatchObject({ state: 2, version: 1 })
      }
  })

  test('with the tick needs a choice that is not 0 (ALERT-18)', async () => {
    for (const choiceId of [undefined, 0]) {
      const id = await board.alert()
      const selections = [{ questionId: 'cause', choiceId }, ...answered.slice(1)]
      const { status, body } = await board.save(anna.call, id, { isClosed: true, newComment: 'x', selections })
      expect([status, body.fields]).toEqual([400, { 'selections.cause': 'selection is mandatory' }])
      expect(await board.stored(id)).toMatchObject({ state: 2, version: 1 })
    }
  })

  test('tells every wrong field at once, in the language of the reader, and keeps nothing of it', async () => {
    const id = await board.alert()
    const { call } = await board.member({ language: 'sv' })
    const { body } = await board.save(call, id, {
      isClosed: true,
      selections: [{ questionId: 'minutes', value: 'ten' }],
    })
    expect(body.fields).toEqual({
      newComment: 'Obligatoriskt',
      'selections.cause': 'ett val är obligatoriskt',
      'selections.minutes': 'Ange ett tal',
      'selections.done': 'fältet är obligatoriskt',
    })
    const wrong = [
      { questionId: 'cause', choiceId: 7 },
      { questionId: 'other', value: 'x' },
    ]
    const refused = await board.save(anna.call, id, { selections: [...wrong, { questionId: 'done', value: 'kept' }] })
    expect(Object.keys(refused.body.fields).toSorted()).toEqual(['selections.cause', 'selections.other'])
    expect((await anna.call('GET', board.page(id))).body).toMatchObject({
      version: 1,
      questions: [{}, {}, { value: '' }],
    })
  })

  test('counts answers that are stored, and removes them when they are emptied', async () => {
    const id = await board.alert()
    await board.save(anna.call, id, { selections: answered })
    const emptied = { selections: [{ questionId: 'done', value: '' }], version: 2 }
    expect((await board.save(anna.call, id, emptied)).body.questions[2]).toMatchObject({ value: '' })
    const closing = { isClosed: true, newComment: 'x', version: 3 }
    expect((await board.save(anna.call, id, closing)).body.fields).toEqual({ 'selections.done': 'field is mandatory' })
    expect(
      (await board.save(anna.call, id, { ...closing, selections: [{ questionId: 'done', value: 'x' }] })).status,
    ).toBe(200)
  })

  test('from a stale version is refused with who changed it, unless it overwrites', async () => {
    const id = await board.alert()
    const ben = await board.member({ firstName: 'Ben', lastName: 'Holm' })
    await board.save(ben.call, id, { newComment: 'Mine' })
    const { status, body } = await board.save(anna.call, id, { newComment: 'Stale' })
    expect(status).toBe(409)
    expect(body.fields).toEqual({ version: 'Ben Holm changed this alert at 12:00.' })
    expect((await board.save(anna.call, id, { newComment: 'Over', overwrite: true })).status).toBe(200)
    expect(
      (await anna.call('GET', board.page(id))).body.comments.map((one: { comments: string }) => one.comments),
    ).toEqual(['Mine', 'Over'])
  })

  test('of two at a time changes it once', async () => {
    const id = await board.alert()
    const ben = await board.member()
    const answers = await Promise.all([board.save(anna.call, id, {}), board.save(ben.call, id, {})])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await board.stored(id)).toMatchObject({ version: 2 })
  })

  test('is logged, and moves the figures of the open alerts', async () => {
    const id = await board.alert({ place: 'Oslo' })
    const before = await board.openAlerts(anna.call, 'country=Norway')
    await board.save(anna.call, id, {})
    expect(await board.openAlerts(anna.call, 'country=Norway')).toBe(before - 1)
    const entry = await board.deps.db
      .selectFrom('audit')
      .select(['action', 'user_id'])
      .where('object', '=', String(id))
      .where('action', 'like', 'alert.%')
      .execute()
    expect(entry).toEqual([{ action: 'alert.saved', user_id: anna.user.id }])
  })
})

describe('reopening', () => {
  test('puts a closed one in processing again and counts it', async () => {
    const id = await board.alert({ state: 3 })
    const { status, body } = await board.reopen(anna.call, id, { comment: 'Not solved', version: 1 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      alertState: 6,
      closedDate: null,
      alertLogs: [{ event: 'reopened', comment: 'Not solved' }],
    })
    expect(await board.stored(id)).toMatchObject({ reopened: 1, closed_at: null, version: 2 })
  })

  test('needs a reason, the latest version and a closed one', async () => {
    const closed = await board.alert({ state: 3 })
    expect((await board.reopen(anna.call, closed, { comment: ' ', version: 1 })).body.fields).toEqual({
      comment: 'Mandatory',
    })
    expect((await board.reopen(anna.call, closed, { comment: 'x', version: 4 })).status).toBe(409)
    const open = await board.alert()
    expect((await board.reopen(anna.call, open, { comment: 'x', version: 1 })).body).toMatchObject({
      code: 'conflict',
      message: 'This alert is not closed.',
    })
  })
})

describe('rights', () => {
  test('without canHandleAlerts an alert is read, and not changed in any way (ALERT-25)', async () => {
    const reader = await board.member({ flags: [] })
    const id = await board.alert()
    const closed = await board.alert({ state: 3 })
    expect((await reader.call('GET', board.page(id))).body).toMatchObject({ canModify: false })
    const { survey } = board
    const calls = [
      board.save(reader.call, id, {}),
      board.save(reader.call, id, { isClosed: true, newComment: 'x' }),
      board.reopen(reader.call, closed, { comment: 'x', version: 1 }),
      reader.call('POST', `/rest/alerts/assign/${survey}`, { alertIds: [id], userId: anna.user.id }),
      reader.call('POST', `/rest/alerts/close/${survey}`, { alertIds: [id], newComment: 'x', selections: [] }),
      reader.call('POST', `/rest/alerts/owners/${survey}`, { alertIds: [id] }),
    ]
    for (const { status } of await Promise.all(calls)) expect(status).toBe(403)
    expect(await board.stored(id)).toMatchObject({ state: 2, version: 1, owner_user_id: null })
    expect((await anna.call('GET', board.page(id))).body).toMatchObject({ canModify: true })
    expect((await board.save(anna.call, id, {})).status).toBe(200)
  })

  test('a rule without enableCloseAndSave refuses a closing save, and takes another', async () => {
    const id = await board.alert({ rule: 'watched' })
    expect((await anna.call('GET', board.page(id))).body).toMatchObject({ enableCloseAndSave: false, canModify: true })
    expect((await board.save(anna.call, id, { isClosed: true, newComment: 'x' })).status).toBe(403)
    const { survey } = board
    const closing = { alertIds: [id], newComment: 'x', selections: [] }
    expect((await anna.call('POST', `/rest/alerts/close/${survey}`, closing)).status).toBe(403)
    expect(await board.stored(id)).toMatchObject({ state: 2 })
    expect((await board.save(anna.call, id, {})).body).toMatchObject({ alertState: 6 })
  })

  test('nothing outside the scope is opened, listed, changed or told of', async () => {
    const swedish = await board.member({ filters: { country: ['Sweden'] } })
    const oslo = await board.alert({ place: 'Oslo', contact: { name: 'Ola Nordmann' } })
    const own = await board.alert()
    const { survey } = board
    expect((await swedish.call('GET', board.page(oslo))).status).toBe(404)
    expect((await board.save(swedish.call, oslo, {})).status).toBe(404)
    expect((await board.reopen(swedish.call, oslo, { comment: 'x', version: 1 })).status).toBe(404)
    const alertIds = [own, oslo]
    for (const [act, more] of [
      ['assign', { userId: anna.user.id }],
      ['close', { newComment: 'x', selections: [{ questionId: 'cause', choiceId: 1 }] }],
      ['owners', {}],
      ['questions', {}],
    ] as const)
      expect((await swedish.call('POST', `/rest/alerts/${act}/${survey}`, { alertIds, ...more })).status, act).toBe(404)
    expect(await board.stored(own)).toMatchObject({ state: 2, version: 1, owner_user_id: null })
    expect(await board.stored(oslo)).toMatchObject({ state: 2, version: 1 })
    expect((await board.list(swedish.call, 'country=Norway')).status).toBe(403)
    const all = await board.list(swedish.call, 'root', 'rowTo=1000')
    const ids = all.body.rankingData.rows.map((row: { alertId: number }) => row.alertId)
    expect(ids).toContain(own)
    expect(ids).not.toContain(oslo)
    expect(all.body.totalNumberRows).toBe(ids.length)
    const { open, processing, closed } = all.body.counts
    expect(open + processing + closed).toBe(ids.length)
    expect((await board.list(swedish.call, 'root', 'filter=Nordmann')).body.totalNumberRows).toBe(0)
    expect((await board.suggest(swedish.call, 'Nordm')).body.suggestions).toEqual([])
    expect((await board.suggest(anna.call, 'Nordm')).body.suggestions).toEqual(['Ola Nordmann'])
  })
})

describe('many at once', () => {
  test('are given to somebody, who has them then; states stay', async () => {
    const alertIds = [await board.alert(), await board.alert({ state: 6 })]
    const ben = await board.member({ firstName: 'Ben', lastName: 'Ek' })
    const asked = { alertIds, userId: ben.user.id, comment: 'Yours' }
    const url = `/rest/alerts/assign/${board.survey}`
    expect((await anna.call('POST', url, asked)).body).toEqual({ assigned: 2 })
    expect((await anna.call('POST', url, asked)).body).toEqual({ assigned: 0 })
    const { body } = await anna.call('GET', board.page(alertIds[0] ?? 0))
    expect(body).toMatchObject({ alertState: 2, version: 2, owner: { name: 'Ben Ek' } })
    expect(body.alertLogs).toMatchObject([
      { event: 'assigned', user: 'Anna Berg', comment: 'Yours', newOwner: 'Ben Ek' },
    ])
    expect(await board.stored(alertIds[1] ?? 0)).toMatchObject({ state: 6, owner_user_id: ben.user.id })
  })

  test('are offered to those who may handle them and see them all, and given to no other', async () => {
    const stockholm = await board.alert()
    const oslo = await board.alert({ place: 'Oslo' })
    const named = (firstName: string, more: object) => board.member({ firstName, lastName: 'Offered', ...more })
    const everywhere = await named('Eve', {})
    const swedish = await named('Sven', { filters: { country: ['Sweden'] } })
    const norwegian = await named('Nora', { filters: { store: ['Oslo'] } })
    const reader = await named('Rea', { flags: [] })
    const web = await named('Webb', { filters: { channel: ['till'] } })
    const owners = async (alertIds: number[]) => {
      const { body } = await anna.call('POST', `/rest/alerts/owners/${board.survey}`, { alertIds, term: 'offered' })
      return body.owners
    }
    expect(await owners([stockholm])).toEqual([
      { userId: everywhere.user.id, name: 'Eve Offered', username: everywhere.user.username },
      { userId: swedish.user.id, name: 'Sven Offered', username: swedish.user.username },
    ])
    expect((await owners([oslo])).map((one: { userId: number }) => one.userId)).toEqual([
      everywhere.user.id,
      norwegian.user.id,
    ])
    expect((await owners([stockholm, oslo])).map((one: { userId: number }) => one.userId)).toEqual([everywhere.user.id])
    for (const { user } of [reader, web, norwegian]) {
      const asked = { alertIds: [stockholm], userId: user.id }
      const { status, body } = await anna.call('POST', `/rest/alerts/assign/${board.survey}`, asked)
      expect([status, body.fields]).toEqual([400, { userId: 'cannot have these alerts' }])
    }
    expect(
      (await anna.call('POST', `/rest/alerts/assign/${board.survey}`, { alertIds: [stockholm], userId: 2_000_000 }))
        .status,
    ).toBe(400)
    expect(await board.stored(stockholm)).toMatchObject({ owner_user_id: null })
  })

  test('are closed with one comment and the answers of their rules, all or none', async () => {
    const alertIds = [await board.alert(), await board.alert({ rule: 'slow' }), await board.alert({ state: 3 })]
    const url = (act: string) => `/rest/alerts/${act}/${board.survey}`
    const { body } = await anna.call('POST', url('questions'), { alertIds })
    expect(body.questions.map((one: { questionId: string }) => one.questionId)).toEqual([
      'cause',
      'minutes',
      'done',
      'waited',
    ])
    const selections = [
      { questionId: 'cause', choiceId: 1 },
      { questionId: 'minutes', value: '3' },
      { questionId: 'done', value: 'x' },
    ]
    const refused = await anna.call('POST', url('close'), { alertIds, newComment: '', selections })
    expect(refused.body.fields).toEqual({ newComment: 'Mandatory', 'selections.waited': 'field is mandatory' })
    for (const id of alertIds.slice(0, 2)) expect(await board.stored(id)).toMatchObject({ state: 2, version: 1 })
    const all = [...selections, { questionId: 'waited', value: '20' }]
    const closing = { alertIds, newComment: 'All solved', selections: all }
    expect((await anna.call('POST', url('close'), closing)).body).toEqual({ closed: 2 })
    for (const id of alertIds) expect(await board.stored(id)).toMatchObject({ state: 3 })
    expect(await board.stored(alertIds[2] ?? 0)).toMatchObject({ version: 1 })
    const slow = await anna.call('GET', board.page(alertIds[1] ?? 0))
    expect(slow.body.questions).toMatchObject([{ questionId: 'waited', value: '20' }])
    expect((await anna.call('POST', url('close'), { ...closing, alertIds: [...alertIds, 2_000_000_000] })).status).toBe(
      404,
    )
  })

  test('in the other order, at the same time, do not block each other', async () => {
    const alertIds = await Promise.all(Array.from({ length: 6 }, () => board.alert({ rule: 'vanished' })))
    const close = (ids: number[]) =>
      anna.call('POST', `/rest/alerts/close/${board.survey}`, { alertIds: ids, newComment: 'x', selections: [] })
    const answers = await Promise.all([close(alertIds), close(alertIds.toReversed())])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers.map(({ body }) => body.closed).toSorted()).toEqual([0, 6])
  })
})
