import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { createSurvey, createUniverse, smallSurvey } from '#server/testing/factories.ts'
import { createHookRow } from '#server/testing/script-rows.ts'

let board: Dashboard
let root: Caller
beforeAll(async () => {
  board = await openDashboard()
  root = await board.as({ isRoot: true })
})
afterAll(() => board.close())
beforeEach(async () => {
  await board.deps.db.deleteFrom('script').where('script_type', '<>', 'CONFIGURATION').execute()
})

type Type = Parameters<typeof createHookRow>[2]

const script = (type: Type, text: string) => createHookRow(board.deps.db, board, type, text)

async function run(id: number, dry: boolean, interviewId?: number) {
  const url = `/rest/scripts/run/${board.survey}/${board.surveyId}/${id}?dryrun=${String(dry)}`
  return root('POST', url, interviewId === undefined ? {} : { interviewId })
}

/** All that a run could change. */
async function everything() {
  const { db } = board.deps
  const [responses, alerts, comments, events, audit] = await Promise.all([
    db.selectFrom('response').selectAll().where('survey_id', '=', board.surveyId).orderBy('id').execute(),
    db.selectFrom('alert').selectAll().where('survey_id', '=', board.surveyId).execute(),
    db.selectFrom('response_comment').selectAll().execute(),
    db.selectFrom('script_event').selectAll().execute(),
    db.selectFrom('audit').selectAll().where('action', 'in', ['script.run', 'alert.raise', 'sample.script']).execute(),
  ])
  return { responses, alerts, comments, events, audit }
}

test('a run of GENERATE_ALERT says which alerts are raised, and raises each once; a dry one leaves nothing', async () => {
  const id = await script(
    'GENERATE_ALERT',
    "function main() { return [{ rule: 'loud' }, { rule: 'late', due: '1d' }] }",
  )
  const [interview = 0] = board.responseIds
  const before = await everything()
  const changes = ['Alert: loud', 'Alert: late']
  expect((await run(id, true, interview)).body).toMatchObject({ returnCode: 0, changes })
  expect(await everything()).toEqual(before)
  expect((await run(id, false, interview)).body).toMatchObject({ returnCode: 0, changes })
  expect((await everything()).alerts.map(({ rule }) => rule).toSorted()).toEqual(['late', 'loud'])
  expect((await run(id, false, interview)).body).toMatchObject({ returnCode: 0, changes: [] })
  expect((await everything()).alerts).toHaveLength(2)
  expect((await run(id, true, board.responseIds.at(-1))).body).toMatchObject({ changes: [] })
})

test('GENERATE_ALERT without an interview is tried against the last 90 days, dry only', async () => {
  const id = await script(
    'GENERATE_ALERT',
    `function main({ interview }) {
      if (interview.answers.rating === 5) throw new Error('five')
      return interview.answers.rating <= 2 ? [{ rule: 'unhappy' }] : []
    }`,
  )
  const before = await everything()
  const { body } = await run(id, true)
  const counted = before.responses.filter(({ state }) => state === 0)
  const unhappy = counted.filter(({ answers }) => Number(answers['rating']) <= 2)
  expect(body.changes).toEqual([
    `Alert: unhappy, for ${unhappy.length} of ${counted.length} interviews of the last 90 days`,
  ])
  expect(body).toMatchObject({ returnCode: 1, message: expect.stringMatching(/five/) })
  expect(await everything()).toEqual(before)
  const real = await run(id, false)
  expect(real).toMatchObject({ status: 400, body: { fields: { interviewId: expect.any(String) } } })
})

test('a run of HANDLE_SAMPLE_UPDATED shows old and new answers, and a real one stores them; a dry one leaves nothing', async () => {
  const id = await script(
    'HANDLE_SAMPLE_UPDATED',
    "function main() { return { answers: { rating: 3, comment: 'read', gone: 1 }, comment: 'Looked at' } }",
  )
  const sample = board.responseIds.at(-1) ?? 0
  const before = await everything()
  const old = before.responses.find((row) => row.id === sample)?.answers ?? {}
  const changes = [
    `rating: ${String(old['rating'] ?? '–')} → 3`,
    `comment: ${String(old['comment'] ?? '–')} → read`,
    'Comment: Looked at',
  ]
  const said = { returnCode: 0, changes, logged: ['There is no question "gone"'] }
  expect((await run(id, true, sample)).body).toMatchObject(said)
  expect(await everything()).toEqual(before)
  expect((await run(id, false, sample)).body).toMatchObject(said)
  const after = await everything()
  expect(after.responses.find((row) => row.id === sample)?.answers).toMatchObject({ rating: 3, comment: 'read' })
  expect(after.comments.map(({ message }) => message)).toContain('Looked at')
  expect(after.events.map(({ message }) => message)).toEqual(['There is no question "gone"'])
  expect((await run(id, true)).status).toBe(400)
})

test('a run of VALIDATE_SAMPLE says its messages, dry or not, and an answer that does not fit is told', async () => {
  const text =
    "function main({ sample }) { return [{ field: 'rating', message: 'Why ' + sample.state }, { message: 'All' }] }"
  const id = await script('VALIDATE_SAMPLE', text)
  const sample = board.responseIds.at(-1) ?? 0
  const changes = ['rating: Why 1', 'All']
  const before = await everything()
  expect((await run(id, true, sample)).body).toMatchObject({ returnCode: 0, changes })
  expect(await everything()).toEqual(before)
  expect((await run(id, false, sample)).body).toMatchObject({ returnCode: 0, changes })
  expect((await everything()).responses).toEqual(before.responses)
  const wrong = await script('VALIDATE_SAMPLE', 'function main() { return 5 }')
  expect((await run(wrong, true, sample)).body).toMatchObject({
    returnCode: 1,
    message: expect.stringMatching(/does not fit/),
  })
})

test.each<Type>(['GENERATE_ALERT', 'HANDLE_SAMPLE_UPDATED', 'VALIDATE_SAMPLE'])(
  'a run of %s is refused for a response of another organisation, and reads nothing of an anonymous survey',
  async (type) => {
    const { db } = board.deps
    const id = await script(type, 'function main(input) { throw new Error(JSON.stringify(input)) }')
    const { id: universe } = await createUniverse(db)
    const foreign = await createSurvey(db, universe, smallSurvey)
    expect((await run(id, true, foreign.responseIds[0])).status).toBe(404)
    expect((await run(id, false, foreign.responseIds[0])).status).toBe(404)
    const config = 'anonymity: { period: quarter, filters: [channel], minimum: [10, 25, 50], comments: 10 }'
    const { universeId } = board
    const closed = await createSurvey(db, universeId, { ...smallSurvey, config })
    const there = await createHookRow(db, { universeId, surveyId: closed.surveyId }, type, 'function main() {}')
    for (const body of [{ interviewId: closed.responseIds[0] }, {}]) {
      const url = `/rest/scripts/run/${closed.extName}/${closed.surveyId}/${there}?dryrun=true`
      expect([400, 403]).toContain((await root('POST', url, body)).status)
    }
  },
)
