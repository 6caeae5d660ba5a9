import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSurvey } from '#server/testing/factories.ts'
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
          title: 'Cause',
          type: 'choice',
          selected: 2,
          value: '',
          reasons: ['Choose', 'Staff', 'Queue'].map((title, choiceId) => ({ choiceId, title })),
        },
        { questionId: 'minutes', title: 'Minutes', type: 'Number', selected: 0, value: '', reasons: [] },
        { questionId: 'done', title: 'Done', type: 'Text', selected: 0, value: '', reasons: [] },
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
    expect(body.interviewId).toBe(Number((await board.stored(id))?.response_id))
    expect(body.interviewData).toMatchObject({ interviewId: body.interviewId, drillPath: body.drillPath })
    expect(Date.parse(body.alertLogs[0].date)).toBe(board.deps.clock.now().getTime())
  })

  test('tells in the language of its reader', async () => {
    const id = await board.alert()
    const { call } = await board.member({ language: 'sv' })
    expect((await call('GET', board.page(id))).body).toMatchObject({ stateText: 'Öppet', title: 'Missnöjd' })
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

  test('closes with the tick (3) and puts an open one (2) in processing (6) without (ALERT-03) (ALERT-04) (ALERT-22)', async () => {
    const id = await board.alert()
    expect((await anna.call('GET', board.page(id))).body).toMatchObject({ alertState: 2, stateText: 'Open' })
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

  test('of two browsers that close it at a time closes it once, and tells the other who did', async () => {
    const id = await board.alert()
    const ben = await board.member({ firstName: 'Ben', lastName: 'Holm' })
    const closing = { isClosed: true, newComment: 'Solved', selections: answered }
    const answers = await Promise.all([board.save(anna.call, id, closing), board.save(ben.call, id, closing)])
    const [closed, told] = answers.toSorted((a, b) => a.status - b.status)
    expect([closed?.status, told?.status]).toEqual([200, 409])
    expect(told?.body.fields.version).toMatch(/^(Anna Berg|Ben Holm) changed this alert at 12:00\.$/)
    const { body } = await anna.call('GET', board.page(id))
    expect(body).toMatchObject({ alertState: 3, comments: [{ comments: 'Solved' }], alertLogs: [{ event: 'closed' }] })
    expect(body.alertLogs).toHaveLength(1)
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
  test('without canHandleAlerts in its survey an alert is read, and not changed in any way (ALERT-25)', async () => {
    // The right in another survey is none in this one.
    const other = await createSurvey(board.deps.db, board.universeId)
    const reader = await board.member({ flags: [], elsewhere: { [other.surveyId]: { canHandleAlerts: true } } })
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

  test('an alert whose rule left the configuration is read, listed, given and closed', async () => {
    const id = await board.alert({ rule: 'left', contact: { name: 'Gone Rule' } })
    await board.deps.db.insertInto('alert_answer').values({ alert_id: id, question: 'old', value: 'Kept' }).execute()
    expect((await anna.call('GET', board.page(id))).body).toMatchObject({ title: 'left', alertInfo: '', questions: [] })
    expect((await board.list(anna.call, 'root', 'filter=Gone')).body.totalNumberRows).toBe(1)
    const url = (act: string) => `/rest/alerts/${act}/${board.survey}`
    expect((await anna.call('POST', url('questions'), { alertIds: [id] })).body).toEqual({ questions: [] })
    expect((await anna.call('POST', url('assign'), { alertIds: [id], userId: anna.user.id })).body).toEqual({
      assigned: 1,
    })
    const answers = [{ questionId: 'old', value: 'x' }]
    const closing = { isClosed: true, newComment: 'x', version: 2 }
    expect((await board.save(anna.call, id, { ...closing, selections: answers })).body.fields).toEqual({
      'selections.old': 'This alert has no such question.',
    })
    expect((await board.save(anna.call, id, closing)).body).toMatchObject({ alertState: 3 })
  })

  test('an alert of somebody who was disabled still names them, is not theirs to get again, and goes to another', async () => {
    const ben = await board.member({ firstName: 'Ben', lastName: 'Left' })
    const id = await board.alert({ ownerId: ben.user.id })
    await board.deps.db.updateTable('app_user').set({ status: 1 }).where('id', '=', ben.user.id).execute()
    expect((await anna.call('GET', board.page(id))).body).toMatchObject({ owner: { name: 'Ben Left' } })
    expect((await board.list(anna.call, 'root', 'sortVar=owner&rowTo=1000')).status).toBe(200)
    const url = (act: string) => `/rest/alerts/${act}/${board.survey}`
    const other = { alertIds: [await board.alert()], userId: ben.user.id }
    expect((await anna.call('POST', url('assign'), other)).body.fields).toEqual({ userId: 'cannot have these alerts' })
    expect((await anna.call('POST', url('owners'), { alertIds: [id], term: 'left' })).body).toEqual({ owners: [] })
    expect((await anna.call('POST', url('assign'), { alertIds: [id], userId: anna.user.id })).body).toEqual({
      assigned: 1,
    })
    expect((await ben.call('GET', board.page(id))).status).toBe(401)
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
