import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { testApp } from '#server/testing/test-app.ts'
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
    expect(redactUrl('/share/1')).toBe('/share/***')
    for (const opened of ['bigscreen', 'widget', 'rest/bigscreen'])
      expect(redactUrl(`/${opened}/%67sv4_${'a'.repeat(43)}/score.js?x=1`)).toBe(`/${opened}/***`)
    expect(redactUrl(`/rest/x?key=gsv3_${'a-_'.repeat(14)}a&y=1`)).toBe('/rest/x?key=***&y=1')
    expect(redactUrl('/unsubscribe/1')).toBe('/unsubscribe/***')
    for (const link of ['answer', 'call', 'c', 'o', 's', 'u'])
      expect(redactUrl(`/${link}/1?rating=5#x`)).toBe(`/${link}/***`)
    expect(redactUrl('/%63/1')).toBe('/c/***')
    expect(redactUrl('/rest/page/c/1')).toBe('/rest/page/c/1')
    expect(redactUrl('/rest/interviews/share/x/1/2?%74oken=3')).toBe('/rest/interviews/share/x/1/2?%74oken=***')
  })

  test('of a running server holds no share, ticket, code or token, whatever becomes of the request', async () => {
    const lines: string[] = []
    const routes = (app: FastifyInstance) =>
      app.get('/rest/broken', () => {
        throw new Error('broken')
      })
    const server = await testApp({ log: logTo(lines, 'trace') }, { routes })
    // Wherever they stand: in a path or query, spelt plainly or not, in a body, a header, a request that cannot be read.
    const urls = [
      ...['/?profile=abc123', '/login?redirect=x&profile=abc123', '/realms/gensvar/login/password?code=abc123'],
      ...['/share/abc123', '/share/abc123/', '/new/share/abc123', '//share//abc123', '/share/abc123?x=1#abc123'],
      ...[
        '/%73hare/abc123',
        '/share%2Fabc123',
        '/SHARE/abc123',
        '/share/abc123%ZZ',
        `/share/abc123${'x'.repeat(3000)}`,
      ],
      ...['/unsubscribe/abc123', '/unsubscribe%2Fabc123', '/UNSUBSCRIBE/abc123/'],
      ...['/rest/surveys/start/x?token=abc123', '/nothing/here?auth=abc123', '/rest/broken?token=abc123'],
      ...['/rest/broken?%74oken=abc123', '/rest/broken?TOKEN=abc123', '/rest/broken?a=1&&auth=abc123&auth=abc123'],
      ...['/realms/gensvar/x?state=abc123&session_state=abc123&code=abc123&id_token_hint=abc123'],
    ]
    const secrets = {
      authorization: 'Bearer abc123',
      cookie: 'gensvar_session=abc123',
      referer: 'http://localhost/share/abc123?token=abc123',
    }
    for (const url of urls)
      for (const accept of ['text/html', '*/*'])
        for (const method of ['GET', 'HEAD'] as const)
          await server.app.inject({ method, url, headers: { accept, host: '127.0.0.1', ...secrets } })
    const body = { profile: 'abc123', token: 'abc123', code: 'abc123', password: 'abc123abc123' }
    for (const call of ['validatecookie', 'login', 'reset', 'validatekeycloak'])
      await server.app.inject({
        method: 'POST',
        url: `/rest/authentication/${call}`,
        payload: body,
        headers: { cookie: secrets.cookie, referer: secrets.referer },
      })
    await server.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = server.app.server.address() as AddressInfo
    for (const text of ['GET /share/abc123\r\n\r\n', 'GET /share/abc123 HTTP/1.1\r\nReferer: abc123\0\r\n\r\n'])
      await sendRaw(port, text)
    await server.close()
    const all = lines.join('')
    expect(all).toContain('/rest/surveys/start/x?token=***')
    expect(all).toContain('"url":"/share/***"')
    expect(all).toContain('"url":"/unsubscribe/***"')
    expect(all).toContain('request failed')
    expect(lines.filter((line) => line.includes('abc123'))).toEqual([])
  })
})

/** Sends bytes that are no proper request and waits for the server to hang up. */
async function sendRaw(port: number, text: string): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  socket.end(text)
  socket.resume()
  await once(socket, 'close')
}
