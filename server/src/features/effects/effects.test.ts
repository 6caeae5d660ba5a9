import { effectBlock } from '@gensvar/contract/entities/effects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createSurvey, createUniverse } from '#server/testing/factories.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'

let board: Dashboard
let root: Caller

beforeAll(async () => {
  board = await openDashboard({
    extra: `
effects: administration
actions: { items: [satisfaction] }
`,
  })
  root = await board.as({ isRoot: true })
})

afterAll(() => board.close())

const content = {
  drillPath: 'country=Sweden',
  fromDate: '2026-01-01',
  toDate: '2026-12-31',
  fromCSI: 0,
  toCSI: 60,
  rows: [{ questionVariable: 'rating', effectSize: 0.27 }],
  version: 0,
}

const create = (body: object) => root('POST', `/rest/effects/create/${board.survey}`, body)
const list = async () => (await root('GET', `/rest/effects/list/${board.survey}`)).body

describe('blocks of effects', () => {
  test('are made and read with every field (EFFECT-01) (EFFECT-02) (EFFECT-03)', async () => {
    const made = await create(content)
    expect(made).toMatchObject({
      status: 200,
      body: {
        ...content,
        rows: [{ questionName: expect.any(String), questionVariable: 'rating', effectSize: 0.27 }],
        placeTitle: 'Sweden',
        version: 1,
      },
    })
    expect(Object.keys(made.body)).toEqual(expect.arrayContaining(Object.keys(effectBlock.shape)))
    const { blocks, questions, isUsed } = await list()
    expect(blocks).toContainEqual(made.body)
    expect(questions.map(({ variable }: { variable: string }) => variable)).toContain('rating')
    expect(isUsed).toBe(true)
  })

  test('are saved over the version that was read (EFFECT-04)', async () => {
    const { body } = await create(content)
    const url = `/rest/effects/save/${board.survey}/${body.id}`
    const saved = await root('POST', url, { ...content, drillPath: 'root', toCSI: null, version: 1 })
    expect(saved).toMatchObject({ status: 200, body: { id: body.id, drillPath: 'root', toCSI: null, version: 2 } })
    expect((await list()).blocks).toContainEqual(saved.body)
    const stale = await root('POST', url, { ...content, version: 1 })
    expect(stale).toMatchObject({ status: 409, body: { fields: { version: 'is out of date' } } })
    expect((await list()).blocks).toContainEqual(saved.body)
  })

  test('are deleted (EFFECT-05)', async () => {
    const { body } = await create(content)
    const url = `/rest/effects/delete/${board.survey}/${body.id}`
    expect((await root('DELETE', url)).status).toBe(200)
    expect((await list()).blocks.map(({ id }: { id: number }) => id)).not.toContain(body.id)
    expect((await root('DELETE', url)).status).toBe(404)
  })

  test.each([
    ['a place that is not there', { drillPath: 'country=Atlantis' }, 'drillPath'],
    ['a path with a filter', { drillPath: 'channel=web' }, 'drillPath'],
    ['an end before the start', { toDate: '2025-12-31' }, 'toDate'],
    ['an upper end below the lower', { toCSI: -1 }, 'toCSI'],
    [
      'a question that is not there',
      { rows: [{ questionVariable: 'gone', effectSize: 1 }] },
      'rows.0.questionVariable',
    ],
    ['a text question', { rows: [{ questionVariable: 'comment', effectSize: 1 }] }, 'rows.0.questionVariable'],
    [
      'a question twice',
      { rows: [content.rows[0], { questionVariable: 'rating', effectSize: 1 }] },
      'rows.1.questionVariable',
    ],
    ['no question', { rows: [] }, 'rows'],
  ])('%s is refused at its field, and nothing is saved', async (_what, wrong, field) => {
    const before = await list()
    const { status, body } = await create({ ...content, ...wrong })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
    expect(await list()).toEqual(before)
  })

  test('are for root alone, and of another survey not there (SEC-02i)', async () => {
    const administrator = await board.as({ admin: true })
    const { body } = await create(content)
    const elsewhere = await createSurvey(board.deps.db, (await createUniverse(board.deps.db)).id)
    for (const [method, verb, sent] of [
      ['GET', 'list', undefined],
      ['POST', 'create', content],
      ['POST', 'save', { ...content, version: 1 }],
      ['DELETE', 'delete', undefined],
    ] as const) {
      const row = verb === 'save' || verb === 'delete' ? `/${body.id}` : ''
      expect((await administrator(method, `/rest/effects/${verb}/${board.survey}${row}`, sent)).status).toBe(403)
      expect((await root(method, `/rest/effects/${verb}/${elsewhere.extName}${row}`, sent)).status).toBe(404)
    }
    const beside = await createSurvey(board.deps.db, board.universeId)
    const url = `/rest/effects/delete/${beside.extName}/${body.id}`
    expect((await root('DELETE', url)).status).toBe(404)
    expect((await list()).blocks).toContainEqual(body)
  })
})
