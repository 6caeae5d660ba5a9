import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { maxUploadBytes } from '@gensvar/contract/imports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSession } from '#server/domain/rights/sessions.ts'
import { bearer, createUniverse, createUser } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let server: TestApp
let user = { id: 0, universeId: 0 }
let folder = ''
let port = 0
const folderBefore = process.env['TMPDIR']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gensvar-uploads-'))
  process.env['TMPDIR'] = folder
  server = await testApp({ env: { GENSVAR_REQUEST_SECONDS: '1' } })
  const { db } = server.deps
  user = { ...(await createUser(db, { isRoot: true })), universeId: (await createUniverse(db)).id }
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await server.close()
  if (folderBefore === undefined) delete process.env['TMPDIR']
  else process.env['TMPDIR'] = folderBefore
  await rm(folder, { recursive: true, force: true })
})

const signIn = async () =>
  (await startSession(server.deps, { userId: user.id, universeId: user.universeId, actorUserId: null })).token

/** Begins to upload a file to make a survey of. */
function upload(token: string, headers: Record<string, string | number> = {}): ClientRequest {
  const sent = request({
    ...{ port, host: '127.0.0.1', method: 'POST', path: '/rest/newsurvey/upload?filename=data.csv' },
    headers: { ...bearer(token), 'content-type': 'application/octet-stream', ...headers },
  })
  sent.on('error', () => {})
  return sent
}

async function answerOf(sent: ClientRequest): Promise<{ status: number | undefined; body: { message?: string } }> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return { status: answer.statusCode, body: JSON.parse(text) as { message?: string } }
}

const kept = async () => ({
  uploads: (await server.deps.db.selectFrom('import_upload').select('uuid').execute()).length,
  files: (await server.deps.db.selectFrom('stored_file').select('id').execute()).length,
  folders: await readdir(folder),
})
const nothing = { uploads: 0, files: 0, folders: [] }
/** Resolves when the server has begun to write a file. */
const begun = () => expect.poll(() => readdir(folder)).toHaveLength(1)

test('a file over the limit is refused before it is sent, in words', async () => {
  const sent = upload(await signIn(), { 'content-length': maxUploadBytes + 1 })
  sent.flushHeaders()
  expect(await answerOf(sent)).toMatchObject({ status: 413, body: { message: expect.stringContaining('over 200 MB') } })
  sent.destroy()
  expect(await kept()).toEqual(nothing)
})

test('an upload that is left half-way leaves nothing', async () => {
  const sent = upload(await signIn(), { 'content-length': 1_000_000 })
  sent.write('day,rating\n2026-01-05,')
  await begun()
  sent.destroy()
  await expect.poll(kept).toEqual(nothing)
})

test('a session that ends during an upload says so, and the file is not kept', async () => {
  const token = await signIn()
  const sent = upload(token)
  sent.write('day,rating\n')
  await begun()
  await server.deps.db.deleteFrom('session').where('user_id', '=', user.id).execute()
  sent.end('2026-01-05,4\n')
  expect(await answerOf(sent)).toMatchObject({
    status: 401,
    body: { message: 'Your session ended while the file was being uploaded. Sign in and upload it again.' },
  })
  expect(await kept()).toEqual(nothing)
})

test('an upload may take longer than a request, and is there after signing in again', async () => {
  const sent = upload(await signIn())
  const answer = answerOf(sent)
  sent.write('day,rating\n')
  // The time that this server gives a request.
  await wait(1_500)
  sent.end('2026-01-05,4\n2026-01-06,3\n')
  expect((await answer).status).toBe(200)
  const list = await server.app.inject({ url: '/rest/newsurvey/files', headers: bearer(await signIn()) })
  expect(list.json()).toMatchObject({ files: [{ filename: 'data.csv' }] })
})
