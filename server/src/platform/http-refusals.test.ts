import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { takeFiles } from './file-body.ts'
import { endSlowRequests, refuseBrokenHttp } from './http-refusals.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let server: TestApp
let port = 0

beforeAll(async () => {
  server = await testApp()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
})

afterAll(() => server.close())

/** Sends bytes as they are; answers the status and the parsed body. */
function sendBytes(
  bytes: string,
  to = port,
  more: { text: string; after: number } | null = null,
): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(to, '127.0.0.1', () => {
      socket.write(bytes)
      if (more) setTimeout(() => socket.write(more.text), more.after)
    })
    socket.on('data', (chunk) => (answer += chunk.toString()))
    socket.on('error', reject)
    socket.on('close', () => {
      const [head = '', body = ''] = answer.split('\r\n\r\n')
      resolve({ status: Number(head.split(' ')[1]), body: JSON.parse(body) })
    })
  })
}

const end = '\r\nhost: x\r\nconnection: close\r\n\r\n'

test.each([
  ['no HTTP at all', 'GARBAGE\r\n\r\n', 400, 'validation', 'The request is not valid HTTP.'],
  ['headers too large', `GET /health HTTP/1.1\r\nx: ${'x'.repeat(20_000)}${end}`, 413, 'too_large', 'too large'],
  ['an unknown expectation', `GET /health HTTP/1.1\r\nexpect: x${end}`, 400, 'validation', 'Expect'],
])('%s is refused in the shape of all errors', async (_what, bytes, status, code, words) => {
  const answer = await sendBytes(bytes)
  expect(answer).toEqual({ status, body: { code, message: expect.stringContaining(words) } })
})

test('a caller who is gone before the sign-in is limited is no failure of the server', async () => {
  const errors: unknown[] = []
  let answered = (): void => {}
  const over = new Promise<void>((resolve) => (answered = resolve))
  const leaving = await testApp(
    {},
    {
      routes(app) {
        app.addHook('onRequest', async (request) => void request.raw.socket.destroy())
        app.addHook('onError', async (_request, _reply, error) => void errors.push(error))
        app.addHook('onSend', async () => answered())
      },
    },
  )
  onTestFinished(() => leaving.close())
  await leaving.app.listen({ host: '127.0.0.1', port: 0 })
  const { port: at } = leaving.app.server.address() as AddressInfo
  const socket = connect(at, '127.0.0.1', () =>
    socket.write(`POST /rest/authentication/login HTTP/1.1\r\ncontent-length: 0${end}`),
  )
  await over
  // The limit is passed: what is wrong then is the request.
  expect(errors).toEqual([expect.objectContaining({ code: 'validation' })])
})

describe('a request that stops arriving', () => {
  const app = Fastify({ clientErrorHandler: refuseBrokenHttp })
  let at = 0
  let whenRefused = (): void => {}
  beforeAll(async () => {
    endSlowRequests(app, 200)
    takeFiles(app)
    app.post('/json', async () => ({ ok: true }))
    app.addHook('onRequest', async ({ raw, url }, reply) => {
      if (url !== '/refused') return
      raw.once('close', () => whenRefused())
      return reply.code(204).send()
    })
    app.post('/refused', async () => ({ ok: true }))
    app.post('/file', { config: { takesFile: true } }, async ({ raw }) => {
      let size = 0
      for await (const chunk of raw) size += (chunk as Buffer).length
      return { size }
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    at = (app.server.address() as AddressInfo).port
  })
  afterAll(() => app.close())

  test('does not hold its connection for ever', async () => {
    const head = `POST /json HTTP/1.1\r\ncontent-type: application/json\r\ncontent-length: 10${end}`
    expect(await sendBytes(`${head}{`, at)).toEqual({
      status: 400,
      body: { code: 'validation', message: 'The request took too long to arrive.' },
    })
  })

  test('and is answered without a connection, as the program’s requests to itself are, ends as quietly', async () => {
    const ended = new Promise<void>((resolve) => (whenRefused = resolve))
    // Answered before its body is read, so nothing else ends it.
    const { statusCode } = await app.inject({ method: 'POST', url: '/refused', payload: { a: 1 } })
    expect(statusCode).toBe(204)
    await ended
  })

  test('may take as long as it needs if it is a file', async () => {
    const head = `POST /file HTTP/1.1\r\ncontent-type: application/octet-stream\r\ncontent-length: 4${end}`
    expect(await sendBytes(`${head}ab`, at, { text: 'cd', after: 500 })).toEqual({ status: 200, body: { size: 4 } })
  })

  test('has as long for its headers', async () => {
    expect(server.app.server).toMatchObject({ headersTimeout: 60_000, requestTimeout: 0 })
  })
})
