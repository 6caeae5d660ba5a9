import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Dashboard } from '#server/testing/dashboard.ts'
import { createRole, createUser, signIn, bearer } from '#server/testing/factories.ts'
import { createScriptRow } from '#server/testing/script-rows.ts'

type Body = Record<string, unknown>
interface Answered {
  status: number
  body: ReturnType<typeof JSON.parse>
}

let board: Dashboard
let other: Dashboard
let root: (method: 'GET' | 'POST' | 'DELETE', path: string, body?: Body) => Promise<Answered>

beforeAll(async () => {
  ;[board, other] = [await openDashboard(), await openDashboard()]
  root = await callsOf(board, { isRoot: true })
})
afterAll(async () => {
  await board.close()
  await other.close()
})
beforeEach(async () => {
  await board.deps.db.deleteFrom('script').where('script_type', '<>', 'CONFIGURATION').execute()
})

async function callsOf(
  { deps, app, universeId, surveyId }: Dashboard,
  user: { isRoot?: boolean; admin?: boolean },
): Promise<typeof root> {
  const { isRoot = false, admin = false } = user
  const roleId = await createRole(deps.db, universeId, { surveys: { [surveyId]: {} } })
  const made = await createUser(deps.db, { isRoot, universes: [{ universeId, roleId, admin }] })
  const headers = { ...bearer(await signIn(deps, made, universeId)), 'accept-language': 'en' }
  return async (method, path, body) => {
    const answer = await app.inject({ method, url: `/rest/scripts/${path}`, headers, ...(body && { payload: body }) })
    return { status: answer.statusCode, body: answer.json() }
  }
}

function bodyOf(change: Body = {}): Body {
  return {
    ...{ id: 0, surveyId: board.surveyId, universe: false, scriptType: 'GENERIC', extname: 'counts', description: '' },
    ...{ disabled: false, script: 'function main() { return 1 }', matchingMetaInterviews: [], version: 0 },
    ...change,
  }
}

const save = (change: Body = {}) => root('POST', board.survey, bodyOf(change))

async function run(script: string, { dry = false, interviewId = null as number | null, change = {} } = {}) {
  const { body } = await save({ script, ...change })
  const answer = await root(
    'POST',
    `run/${board.survey}/${board.surveyId}/${body.id}?dryrun=${String(dry)}`,
    interviewId === null ? {} : { interviewId },
  )
  return { ...answer, id: Number(body.id) }
}

const eventsOf = async (id: number) => (await root('GET', `details/${board.survey}/${id}`)).body.events

describe('scripts are kept', () => {
  test('by survey: a new one begins with an example, is stored when it is saved, and is listed (SCRIPT-14) (SCRIPT-18) (SCRIPT-20)', async () => {
    const fresh = await root('GET', `create/${board.survey}/${board.surveyId}`)
    expect(fresh).toMatchObject({ status: 200, body: { id: 0, version: 0, metaInterviewExtName: board.survey } })
    const list = async () => (await root('GET', `${board.survey}/${board.surveyId}`)).body
    const before = (await list()).scripts.length
    const made = await save({ script: fresh.body.script })
    expect(made).toMatchObject({ status: 200, body: { extname: 'counts', version: 1, global: false } })
    const after = await list()
    expect(after.scripts).toHaveLength(before + 1)
    expect(after.scripts.map(({ id }: { id: number }) => id)).toContain(made.body.id)
    expect(after.errorEvents).toBe(0)
  })

  test('globally, for surveys by name or all (SCRIPT-15) (SCRIPT-19)', async () => {
    expect((await root('GET', `create/${board.survey}`)).body).toMatchObject({ id: 0, global: true, surveyId: null })
    const made = await save({ surveyId: null, matchingMetaInterviews: ['visits'] })
    expect(made.body).toMatchObject({ global: true, universeId: null, matchingMetaInterviews: ['visits'] })
    const { body } = await root('GET', `globals/${board.survey}`)
    expect(body.scripts).toMatchObject([{ id: made.body.id, global: true }])
  })

  test('once by universe (SCRIPT-17)', async () => {
    const details = () => root('GET', `universe/details/${board.survey}`)
    expect((await details()).body).toMatchObject({ id: 0, universeId: board.universeId, global: false })
    const made = await save({ surveyId: null, universe: true, extname: 'universe' })
    expect((await details()).body).toMatchObject({ id: made.body.id, version: 1, extname: 'universe' })
    expect((await save({ surveyId: null, universe: true })).status).toBe(409)
  })

  test('with each version, which can be read and come back; a stale save is refused (SCRIPT-16)', async () => {
    const { body: first } = await save()
    const again = { id: first.id, script: 'function main() { return 2 }' }
    expect((await save({ ...again, version: 1 })).body).toMatchObject({ version: 2, script: again.script })
    expect(await save({ ...again, version: 1 })).toMatchObject({
      status: 409,
      body: { fields: { version: 'is out of date' } },
    })
    const { body: listed } = await root('GET', `versions/${board.survey}/${first.id}`)
    expect(listed.versions.map(({ version }: { version: number }) => version)).toEqual([2, 1])
    expect((await root('GET', `version/${board.survey}/${first.id}/1`)).body.script).toBe(first.script)
    expect((await root('GET', `version/${board.survey}/${first.id}/9`)).status).toBe(404)
    const rolled = await root('POST', `rollback/${board.survey}/${first.id}`, { number: 1, version: 2 })
    expect(rolled.body).toMatchObject({ version: 3, script: first.script })
    expect((await root('POST', `rollback/${board.survey}/${first.id}`, { number: 1, version: 2 })).status).toBe(409)
    expect((await root('GET', `details/${board.survey}/${first.id}`)).body).toMatchObject({ version: 3 })
  })

  test('until they are deleted, with versions and events (SCRIPT-21)', async () => {
    const { scriptId } = await createScriptRow(board.deps.db, board)
    expect((await root('DELETE', `delete/${board.survey}/${scriptId}`)).status).toBe(200)
    expect((await root('GET', `details/${board.survey}/${scriptId}`)).status).toBe(404)
    const left = board.deps.db.selectFrom('script_event').select('id').where('script_id', '=', scriptId)
    expect(await left.execute()).toEqual([])
  })
})

describe('what cannot be saved is told at its field, and nothing changes', () => {
  test.each<[string, Body, string, RegExp]>([
    ['a syntax error', { script: 'function main() {\n  return 1 +\n}' }, 'script', /line 3.*SyntaxError/],
    ['no main', { script: 'const x = 1' }, 'script', /no function main/],
    ['an endless loop', { script: 'for (;;);' }, 'script', /takes too long/],
    ['a second configuration', { scriptType: 'CONFIGURATION' }, 'scriptType', /already/],
    ['a global configuration', { scriptType: 'CONFIGURATION', surveyId: null }, 'scriptType', /Only surveys/],
    ['no name', { extname: '' }, 'extname', /./],
  ])('%s', async (_case, change, field, words) => {
    const answer = await save(change)
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: expect.stringMatching(words) } } })
    expect((await root('GET', `globals/${board.survey}`)).body.scripts).toEqual([])
  })

  test('a configuration is checked against the survey and saved as its next version; it is neither run nor deleted', async () => {
    const { body: list } = await root('GET', `${board.survey}/${board.surveyId}`)
    const [{ id }] = list.scripts.filter(({ scriptType }: Body) => scriptType === 'CONFIGURATION')
    const { body: stored } = await root('GET', `details/${board.survey}/${id}`)
    const { version, extname } = stored
    const script = '# kept\nversion: 1\n'
    const next = { id, scriptType: 'CONFIGURATION', extname, version }
    const wrong = await save({ ...next, script: `${script}nonsense: 1\n` })
    expect(wrong).toMatchObject({ status: 400, body: { message: expect.stringMatching(/line \d+/) } })
    const saved = await save({ ...next, script })
    expect(saved.body).toMatchObject({ version: version + 1, script })
    expect((await save({ ...next, script })).status).toBe(409)
    expect((await save({ ...next, version: version + 1, scriptType: 'GENERIC' })).status).toBe(400)
    expect((await root('POST', `run/${board.survey}/${board.surveyId}/${id}?dryrun=true`, {})).status).toBe(400)
    expect((await root('DELETE', `delete/${board.survey}/${id}`)).status).toBe(400)
  })
})

describe('a run', () => {
  test('answers with return code and message, and logs what it did (SCRIPT-22) (SCRIPT-06a) (SCRIPT-11)', async () => {
    const done = await run(`function main() { host.log.info('begun'); host.log.warning('odd') }`)
    expect(done.body).toEqual({ returnCode: 0, message: 'Done', changes: [], logged: ['begun', 'odd'] })
    expect(await eventsOf(done.id)).toMatchObject([
      { eventType: 'WARNING', message: 'odd' },
      { eventType: 'INFO', message: 'begun' },
    ])
    const failed = await run('function main() {\n  return nothing.at\n}', { change: { extname: 'failing' } })
    expect(failed.body).toMatchObject({ returnCode: 1, message: expect.stringMatching(/^line 2, column \d+: Ref/) })
    expect(await eventsOf(failed.id)).toMatchObject([{ eventType: 'ERROR', message: failed.body.message }])
    const { body } = await root('GET', `${board.survey}/${board.surveyId}`)
    expect(body.errorEvents).toBe(1)
  })

  test('that is dry leaves nothing (SCRIPT-06b)', async () => {
    const { body, id } = await run(`function main() { host.log.info('begun'); return 7 }`, { dry: true })
    expect(body).toEqual({ returnCode: 0, message: '7', changes: [], logged: ['begun'] })
    expect(await eventsOf(id)).toEqual([])
  })

  test('asks for figures and questions of its survey', async () => {
    const script = `async function main() {
      const { value, n } = await host.figure('mean(rating)', 'country=Norway')
      const { title, type } = await host.question('rating')
      return [value, n, type, typeof title, await host.question('none')]
    }`
    const expected = await root('GET', `${board.survey}/${board.surveyId}`)
    expect(expected.status).toBe(200)
    const { body } = await run(script)
    expect(JSON.parse(body.message)).toEqual([expect.any(Number), expect.any(Number), 'scale', 'string', null])
    expect((await run(`async function main() { await host.figure('nonsense(') }`)).body.returnCode).toBe(1)
    expect((await run(`async function main() { await host.figure(1) }`)).body.message).toMatch(/must be a text/)
  })

  test('is for an interview of the survey or none (SCRIPT-06c)', async () => {
    const script = 'function main({ interview }) { return interview && [interview.id, interview.answers.country] }'
    const [id] = board.responseIds
    expect((await run(script, { interviewId: id ?? 0 })).body.message).toMatch(new RegExp(`^\\[${id},"`))
    expect((await run(script)).body.message).toBe('Done')
    const foreign = other.responseIds[0] ?? 0
    if (!board.responseIds.includes(foreign)) expect((await run(script, { interviewId: foreign })).status).toBe(404)
    expect((await run(script, { interviewId: 2_147_483_647 })).status).toBe(404)
  })

  test('is refused for a disabled script and for a survey that it is not of', async () => {
    expect((await run('function main() {}', { change: { disabled: true } })).status).toBe(409)
    const { body: everywhere } = await save({ surveyId: null, extname: 'everywhere' })
    const dry = (surveyId: number) => `run/${board.survey}/${surveyId}/${everywhere.id}?dryrun=true`
    expect((await root('POST', dry(0), {})).body).toMatchObject({ returnCode: 0 })
    expect((await root('POST', dry(board.surveyId + 1), {})).status).toBe(404)
    const wrong = { surveyId: null, matchingMetaInterviews: ['another'] }
    expect((await run('function main() {}', { change: wrong })).status).toBe(404)
  })
})

describe('events', () => {
  test('are deleted one by one or all (SCRIPT-23) (SCRIPT-24)', async () => {
    const { id } = await run(`function main() { for (let n = 0; n < 3; n++) host.log.info(n) }`)
    const [newest] = await eventsOf(id)
    expect((await root('DELETE', `deleteevent/${board.survey}/${newest.id}`)).status).toBe(200)
    expect(await eventsOf(id)).toMatchObject([{ message: '1' }, { message: '0' }])
    expect((await root('DELETE', `deleteevent/${board.survey}/${newest.id}`)).status).toBe(404)
    expect((await root('DELETE', `deleteallevents/${board.survey}/${id}`)).status).toBe(200)
    expect(await eventsOf(id)).toEqual([])
  })

  test('are kept up to a thousand of a script', async () => {
    const { id } = await run(`function main() { for (let n = 0; n < 200; n++) host.log.info(n) }`)
    for (let n = 0; n < 5; n++) await root('POST', `run/${board.survey}/${board.surveyId}/${id}?dryrun=false`, {})
    const counted = board.deps.db.selectFrom('script_event').select((eb) => eb.fn.countAll<number>().as('n'))
    expect((await counted.where('script_id', '=', id).executeTakeFirstOrThrow()).n).toBe(1000)
  })
})

test('scripts are for root users alone, and those of another universe are not there (SEC-02e)', async () => {
  const { scriptId, eventId } = await createScriptRow(board.deps.db, board)
  const paths: ['GET' | 'POST' | 'DELETE', string, Body?][] = [
    ['GET', `${board.survey}/${board.surveyId}`],
    ['GET', `globals/${board.survey}`],
    ['GET', `details/${board.survey}/${scriptId}`],
    ['GET', `universe/details/${board.survey}`],
    ['GET', `create/${board.survey}`],
    ['POST', board.survey, bodyOf()],
    ['POST', `run/${board.survey}/${board.surveyId}/${scriptId}?dryrun=true`, {}],
    ['DELETE', `deleteevent/${board.survey}/${eventId}`],
    ['DELETE', `deleteallevents/${board.survey}/${scriptId}`],
    ['DELETE', `delete/${board.survey}/${scriptId}`],
  ]
  const admin = await callsOf(board, { admin: true })
  for (const [method, path, body] of paths) expect((await admin(method, path, body)).status, path).toBe(403)
  const universe = await board.deps.db
    .insertInto('universe')
    .values({ name: crypto.randomUUID(), title: '{"en":"Other"}' } as never)
    .returning('id')
    .executeTakeFirstOrThrow()
  await board.deps.db.updateTable('script').set({ universe_id: universe.id }).where('id', '=', scriptId).execute()
  expect((await root('GET', `details/${board.survey}/${scriptId}`)).status).toBe(404)
  expect((await root('DELETE', `deleteevent/${board.survey}/${eventId}`)).status).toBe(404)
})
