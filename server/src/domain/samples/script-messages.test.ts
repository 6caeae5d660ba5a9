import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openSamples } from '#server/features/samples/testing/sample-bench.ts'
import type { SampleBench } from '#server/features/samples/testing/sample-bench.ts'
import type { Caller } from '#server/testing/dashboard.ts'
import { createHookRow } from '#server/testing/script-rows.ts'

let board: SampleBench
let anna: Caller
beforeAll(async () => {
  board = await openSamples()
  anna = (await board.member({ firstName: 'Anna' })).call
})
afterAll(() => board.close())
beforeEach(async () => {
  await board.deps.db.deleteFrom('script').where('script_type', '=', 'VALIDATE_SAMPLE').execute()
})

const script = (text: string) => createHookRow(board.deps.db, board, 'VALIDATE_SAMPLE', text)
const eventsOf = (id: number) =>
  board.deps.db.selectFrom('script_event').where('script_id', '=', id).select('message').execute()

test('a script says at fields and above them what is wrong, before anything is saved, in its own words', async () => {
  await script(`function main({ sample, before, fields }) {
    const { rating, comment } = sample.answers
    if (rating > 2 || comment) return null
    return [
      { field: 'comment', message: '{0} <b>Why</b> ' + before.answers.rating + ' -> ' + rating + '?' },
      { message: 'Not like this: ' + fields.join() },
    ]
  }`)
  const id = await board.sample({ answers: { rating: 4 } })
  const wrong = { comment: ['{0} <b>Why</b> 4 -> 1?'], '': ['Not like this: rating'] }
  const fields = { rating: '1' }
  expect((await board.validate(anna, id, { state: '1', fields })).body).toEqual({ questionIdToMessages: wrong })
  const refused = await board.save(anna, id, { fields })
  expect(refused).toMatchObject({
    status: 400,
    body: { fields: { 'fields.comment': wrong.comment[0], 'fields.': wrong[''][0] } },
  })
  expect((await board.stored(id))?.answers).toMatchObject({ rating: 4 })
  expect((await board.save(anna, id, { fields: { ...fields, comment: 'Rain' } })).status).toBe(200)
  expect((await board.stored(id))?.answers).toMatchObject({ rating: 1, comment: 'Rain' })
})

test('a script is asked when a sample is approved, and only where its fields are right in themselves', async () => {
  const scriptId = await script(`function main({ sample }) {
    host.log.info('asked ' + sample.state)
    return sample.state === 2 ? [{ field: 'status', message: 'Not yet' }] : []
  }`)
  const id = await board.sample()
  const approval = await board.validate(anna, id, { state: '2', fields: {} })
  expect(approval.body).toEqual({ questionIdToMessages: { status: ['Not yet'] } })
  expect((await board.save(anna, id, { state: '2' })).status).toBe(400)
  expect((await board.stored(id))?.state).toBe(1)
  const asked = (await eventsOf(scriptId)).length
  const { body } = await board.validate(anna, id, { state: '1', fields: { rating: 'x' } })
  expect(Object.keys(body.questionIdToMessages)).toEqual(['rating'])
  expect(await eventsOf(scriptId)).toHaveLength(asked)
})

test.each([
  ['fails', 'throw new Error("no")', /no/],
  ['never ends', 'for (;;);', /takes too long/],
  ['says too much', "return [{ message: 'x'.repeat(301) }]", /does not fit/],
  ['asks for figures', "await host.figure('count()')", /cannot be asked here/],
])('a script that %s lets the sample be saved, which its events say', async (_how, body, message) => {
  const scriptId = await script(`async function main() { ${body} }`)
  const id = await board.sample({ answers: { rating: 4 } })
  expect((await board.save(anna, id, { fields: { rating: '2' } })).status).toBe(200)
  expect((await board.stored(id))?.answers).toMatchObject({ rating: 2 })
  expect(await eventsOf(scriptId)).toEqual([{ message: expect.stringMatching(message) }])
})
