import { access, mkdtemp, readFile, rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { ClientRequest, IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { once } from 'node:events'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from './errors.ts'
import { receiveFile, takeFiles } from './file-body.ts'

const limit = 5_000_000
let folder = ''
let path = ''
let port = 0
/** What became of the last upload: its size, or the error. */
let ended = Promise.withResolvers<unknown>()
let idleTime: number | undefined
const app = Fastify({ forceCloseConnections: true, bodyLimit: 10 ** 9 })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gensvar-body-'))
  path = join(folder, 'file')
  takeFiles(app)
  app.post('/', { config: { takesFile: true } }, async (incoming, reply) => {
    try {
      const size = await receiveFile(incoming.raw, path, limit, idleTime)
      ended.resolve(size)
      return { size }
    } catch (error) {
      ended.resolve(error)
      if (!(error instanceof AppError)) throw error
      return reply.code(error.status).send({ message: error.message })
    }
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

function send(headers: Record<string, string | number> = {}): ClientRequest {
  ended = Promise.withResolvers<unknown>()
  return request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream', ...headers },
  })
}

async function answerOf(sent: ClientRequest): Promise<{ status: number | undefined; body: unknown }> {
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const chunk of answer) text += String(chunk)
  return { status: answer.statusCode, body: JSON.parse(text) }
}

test('a body that says it is too large is refused before any of it is sent', async () => {
  const sent = send({ 'content-length': 200_000_001 })
  sent.flushHeaders()
  const { status, body } = await answerOf(sent)
  expect(status).toBe(413)
  expect(body).toMatchObject({ message: expect.stringContaining('over 5 MB') })
  sent.destroy()
})

test('a body that does not say its size is refused at the limit, and its sender can read why', async () => {
  const sent = send({ 'transfer-encoding': 'chunked' })
  const answer = answerOf(sent)
  const chunk = Buffer.alloc(100_000)
  // It goes on for a while beyond the limit, as what is on its way then.
  for (let bytes = 0; bytes < 4 * limit; bytes += chunk.length)
    await new Promise((resolve) => sent.write(chunk, resolve))
  sent.end()
  expect(await answer).toMatchObject({ status: 413, body: { message: expect.stringContaining('over 5 MB') } })
})

test('a full disk is told in words', async () => {
  path = '/dev/full'
  const sent = send()
  const answer = answerOf(sent)
  sent.end(Buffer.alloc(300_000))
  expect(await answer).toMatchObject({ status: 503, body: { message: expect.stringContaining('disk is full') } })
  path = join(folder, 'file')
})

test('one that stops arriving is ended, one that arrives slowly is not', async () => {
  idleTime = 300
  const slow = send()
  const answer = answerOf(slow)
  // Longer in all than an upload may stop.
  for (let pieces = 0; pieces < 10; pieces++) {
    slow.write(`piece ${pieces},`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  slow.end()
  expect(await answer).toMatchObject({ status: 200 })
  expect((await readFile(path, 'utf8')).split(',')).toHaveLength(11)
  const stopped = send()
  const told = answerOf(stopped)
  stopped.write('a')
  const late = new Promise((resolve) => setTimeout(() => resolve('nothing is said'), 5000))
  expect(await Promise.race([told, late])).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('interrupted') },
  })
  stopped.destroy()
  idleTime = undefined
})

test('one whose sender leaves has been interrupted', async () => {
  path = join(folder, 'left')
  const leaving = send({ 'content-length': 1000 })
  leaving.on('error', () => {})
  leaving.write('half')
  await expect.poll(() => access(path).then(() => true)).toBe(true)
  leaving.destroy()
  expect(await ended.promise).toMatchObject({ code: 'validation', message: expect.stringContaining('interrupted') })
})
