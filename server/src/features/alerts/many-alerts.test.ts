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

describe('many alerts at once', () => {
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

  test('are as many as a call takes, closed and given within the time of a request', async () => {
    const alertIds = await board.alerts(1000)
    const call = (act: string, more: object) =>
      anna.call('POST', `/rest/alerts/${act}/${board.survey}`, { alertIds, ...more })
    const owned = performance.now()
    expect((await call('assign', { userId: anna.user.id })).body).toEqual({ assigned: 1000 })
    const began = performance.now()
    const closing = {
      newComment: 'The shop was closed',
      selections: [
        { questionId: 'cause', choiceId: 1 },
        { questionId: 'minutes', value: '0' },
        { questionId: 'done', value: 'Apologised' },
      ],
    }
    expect((await call('close', closing)).body).toEqual({ closed: 1000 })
    const seconds = [began - owned, performance.now() - began].map((ms) => ms / 1000)
    for (const taken of seconds) expect(taken).toBeLessThan(4)
    const last = alertIds.at(-1) ?? 0
    expect(await board.stored(last)).toMatchObject({ state: 3, version: 3, owner_user_id: anna.user.id })
    expect((await anna.call('GET', board.page(last))).body).toMatchObject({
      alertLogs: [
        { event: 'assigned', state: 2, newOwner: 'Anna Berg' },
        { event: 'closed', state: 3, comment: 'The shop was closed' },
      ],
      comments: [{ comments: 'The shop was closed' }],
      questions: [{ selected: 1 }, { value: '0' }, { value: 'Apologised' }],
    })
  })

  test('of one interview get their comment on it once', async () => {
    const alertId = await board.alert({ rule: 'vanished' })
    const { response_id: responseId } = (await board.stored(alertId)) ?? {}
    const { id: other } = await board.deps.db
      .insertInto('alert')
      .values({ survey_id: board.surveyId, response_id: responseId ?? 0, rule: 'gone', state: 2 })
      .returning('id')
      .executeTakeFirstOrThrow()
    const closing = { alertIds: [alertId, other], newComment: 'Both', selections: [] }
    expect((await anna.call('POST', `/rest/alerts/close/${board.survey}`, closing)).body).toEqual({ closed: 2 })
    expect((await anna.call('GET', board.page(other))).body.comments).toMatchObject([{ comments: 'Both' }])
  })

  test('closed with a mention tell those mentioned of each alert that they may open', async () => {
    const alertIds = [
      await board.alert({ rule: 'vanished' }),
      await board.alert({ rule: 'vanished', place: 'Oslo' }),
      await board.alert({ rule: 'vanished' }),
    ]
    const swede = await board.member({ flags: [], filters: { country: ['Sweden'] } })
    const closing = { alertIds, newComment: `For @${swede.user.username}`, selections: [] }
    expect((await anna.call('POST', `/rest/alerts/close/${board.survey}`, closing)).body).toEqual({ closed: 3 })
    const told = await board.deps.db
      .selectFrom('notice')
      .select(['event', 'object_id as alertId'])
      .where('user_id', '=', swede.user.id)
      .orderBy('object_id')
      .execute()
    expect(told).toEqual([alertIds[0], alertIds[2]].map((alertId) => ({ event: 'mention', alertId })))
  })

  test('go to nobody with a number no user can have', async () => {
    const alertIds = [await board.alert()]
    for (const userId of [-1, 2_147_483_648, Number.MAX_SAFE_INTEGER]) {
      const { status } = await anna.call('POST', `/rest/alerts/assign/${board.survey}`, { alertIds, userId })
      expect(status).toBe(400)
    }
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
