import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import type { TestApp } from '../testing/test-app.ts'

let server: TestApp
let port = 0

beforeAll(async () => {
  server = await testApp()
  await server.app.listen({ host: '127.0.0.1', port: 0 })
  port = (server.app.server.address() as AddressInfo).port
})

afterAll(() => server.close())

/** Sends bytes as they are; answers the status and the parsed body. */
function sendBytes(bytes: string): Promise<{ status: number; body: unknown }> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes))
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
  const body = 'content-type: application/json\r\ntransfer-encoding: chunked\r\nhost: x\r\n\r\nzz\r\n{}\r\n0\r\n\r\n'
  expect((await sendBytes(`POST /rest/authentication/login HTTP/1.1\r\n${body}`)).status).toBe(400)
  // The failure, if there is one, is recorded while later calls are answered.
  await sendBytes(`GET /health HTTP/1.1${end}`)
  await server.app.inject({ method: 'POST', url: '/rest/authentication/login', payload: {} })
  expect(await server.deps.db.selectFrom('bug').selectAll().execute()).toEqual([])
})

test('a request that stops arriving does not hold its connection for ever', () => {
  expect(server.app.server.requestTimeout).toBe(60_000)
})
