import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { testApp } from '../testing/test-app.ts'
import { createLogger, redactUrl } from './log.ts'

function logTo(lines: string[], level = 'info') {
  const to = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  return createLogger(level, to)
}

describe('the log', () => {
  test('holds no token, cookie or password', () => {
    const lines: string[] = []
    const log = logTo(lines)
    const headers = { authorization: 'Bearer abc123', cookie: 'session=abc123' }
    log.info({ req: { method: 'GET', url: '/rest/download?token=abc123&auth=abc123&x=1', headers } }, 'request')
    log.info({ headers, password: 'abc123', token: 'abc123', user: { password: 'abc123', secret: 'abc123' } }, 'more')
    expect(lines.join('')).not.toContain('abc123')
    expect(lines[0]).toContain('x=1')
  })

  test('tells of an error what explains it, and not what a driver hangs on it', () => {
    const lines: string[] = []
    const error = Object.assign(new TypeError('no such column'), { code: '42703', client: { password: 'abc123' } })
    logTo(lines).error({ err: error }, 'query failed')
    expect(JSON.parse(lines[0] ?? '').err).toEqual({
      type: 'TypeError',
      message: 'no such column',
      code: '42703',
      stack: expect.stringContaining('no such column'),
    })
  })

  test('redacts the secrets of a URL wherever they stand in it', () => {
    expect(redactUrl('/a?token=1&b=2&code=3')).toBe('/a?token=***&b=2&code=***')
    expect(redactUrl('/?survey=x&profile=4')).toBe('/?survey=x&profile=***')
    expect(redactUrl('/a?mytoken=1')).toBe('/a?mytoken=1')
  })

  test('of a running server holds no one-use code, ticket or token, whatever becomes of the request', async () => {
    const lines: string[] = []
    const server = await testApp({ log: logTo(lines, 'trace') })
    const page = { accept: 'text/html' }
    await server.app.inject({ url: '/?profile=abc123', headers: page })
    await server.app.inject({ url: '/realms/gensvar/login/password?code=abc123', headers: page })
    await server.app.inject({ url: '/rest/surveys/start/x?token=abc123' })
    await server.app.inject({ url: '/nothing/here?auth=abc123' })
    const body = { profile: 'abc123', token: 'abc123' }
    await server.app.inject({ method: 'POST', url: '/rest/authentication/validatecookie', payload: body })
    await server.app.inject({ method: 'POST', url: '/rest/authentication/login', payload: body })
    await server.close()
    expect(lines.join('')).toContain('/rest/surveys/start/x?token=***')
    expect(lines.join('')).not.toContain('abc123')
  })
})
