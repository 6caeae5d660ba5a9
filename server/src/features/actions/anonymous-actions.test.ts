import { afterAll, beforeAll, expect, test } from 'vitest'
import { actionConfiguration, openActions, stockholm } from './testing/action-bench.ts'
import type { ActionBench } from './testing/action-bench.ts'

let board: ActionBench

beforeAll(async () => {
  board = await openActions(`${actionConfiguration}anonymity: { period: quarter, filters: [channel] }\n`)
})
afterAll(() => board.close())

test('actions of an anonymous survey cover whole quarters, and show published figures or why there are none', async () => {
  const { call } = await board.member({ rights: { canEditActions: true } })
  const { body } = await board.open(call, 0)
  expect(body.periods.map(({ value }: { value: string }) => value)).toEqual(['last_1q', 'last_2q', 'last_4q'])
  expect((await board.save(call)).body.fields).toEqual({ period: 'Actions have no such period.' })
  for (const period of ['last_1q', 'last_2q', 'last_4q']) {
    const saved = await board.save(call, { period, comments: 'Noted' })
    expect(saved).toMatchObject({
      status: 200,
      body: {
        endValueText: '',
        varData: { value: null },
        baselineValue: null,
        commentsList: [{ formattedScore: null }],
      },
    })
    expect(saved.body.notice?.en).toMatch(/\w/)
  }
  const lists = (await board.data(call, 'manager', stockholm)).body
  expect(lists.openActions).toHaveLength(3)
  expect(lists).toMatchObject({ suggestedActions: [], noSuggestions: { en: expect.stringContaining('anonymous') } })
})

test('whoever may see single answers there stores no exact figure that others would see', async () => {
  const { call } = await board.member({ rights: { canEditActions: true, canViewAnon: true } })
  const saved = await board.save(call, { period: 'last_1q', periodStartDate: '2026-02-10', comments: 'Exact' })
  expect(saved).toMatchObject({ status: 200, body: { baselineValue: null, commentsList: [{ formattedScore: null }] } })
})
