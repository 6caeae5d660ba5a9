import { EventEmitter, once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { defineRoute } from '@gensvar/contract/define-route'
import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { FileAnswer } from './file-answer.ts'
import { serveRoute } from './http.ts'
import {
  RequestsUnderWay,
  callerOf,
  longQuiet,
  maxRequestsUnderWay,
  quietMoment,
  underWay,
} from './requests-under-way.ts'

const answer = (): ServerResponse => new EventEmitter() as ServerResponse

test('the running requests of a caller are limited, whoever they act as', async () => {
  const requests = new RequestsUnderWay(20)
  const root = callerOf({ userId: 1, actor: null })
  const asOther = callerOf({ userId: 2, actor: { userId: 1 } })
  const gate = Promise.withResolvers<number>()
  onTestFinished(() => gate.resolve(1))
  const under = Array.from({ length: maxRequestsUnderWay }, (_, at) =>
    requests.run(at % 2 ? root : asOther, answer(), () => gate.promise),
  )
  await expect(requests.run(root, answer(), async () => 1)).rejects.toMatchObject({ code: 'too_many' })
  expect(await requests.run(callerOf({ userId: 2, actor: null }), answer(), async () => 1)).toBe(1)
  gate.resolve(1)
  await Promise.all(under)
  expect(await requests.run(root, answer(), async () => 2)).toBe(2)
})

test('work is aborted when the connection closes, and at the time limit', async () => {
  const closing = answer()
  const ended = new RequestsUnderWay(20).run('a', closing, ({ signal }) => {
    closing.emit('close')
    signal.throwIfAborted()
    return Promise.resolve(1)
  })
  await expect(ended).rejects.toMatchObject({ code: 'unavailable' })
  const late = new RequestsUnderWay(0.02).run('a', answer(), async ({ signal, endsAt }) => {
    expect(endsAt - Date.now()).toBeLessThanOrEqual(20)
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
  })
  await expect(late).rejects.toThrow(/took longer than 0.02 seconds/)
})

test('the time of an upload counts from when it has arrived', async () => {
  const body = new PassThrough()
  const requests = new RequestsUnderWay(0.2)
  const run = requests.run(
    'a',
    answer(),
    async (work) => {
      await wait(400)
      work.signal.throwIfAborted()
      expect(work.endsAt).toBeGreaterThan(Date.now())
      body.end('x').resume()
      return new Promise((_, reject) => work.signal.addEventListener('abort', () => reject(work.signal.reason)))
    },
    body,
  )
  await expect(run).rejects.toThrow(/took longer/)
})

test('background work waits until no request is under way, but not longer than it may', async () => {
  await quietMoment(60_000)
  const asked = Promise.withResolvers<void>()
  const request = underWay(() => asked.promise)
  onTestFinished(() => {
    asked.resolve()
    return request
  })
  await quietMoment(1)
  let isQuiet = false
  const quiet = quietMoment(60_000).then(() => (isQuiet = true))
  await quietMoment(1)
  expect(isQuiet).toBe(false)
  asked.resolve()
  await Promise.all([request, quiet])
  expect(isQuiet).toBe(true)
})

test('what a page asks for one after the other is waited for together, but not for ever', async () => {
  let isQuiet = false
  const first = Promise.withResolvers<void>()
  const one = underWay(() => first.promise)
  const quiet = longQuiet(300, 60_000).then(() => (isQuiet = true))
  first.resolve()
  await one
  await quietMoment(60_000)
  const second = Promise.withResolvers<void>()
  onTestFinished(() => second.resolve())
  const other = underWay(() => second.promise)
  // Nobody is quiet for long here.
  await longQuiet(1, 350)
  expect(isQuiet).toBe(false)
  second.resolve()
  await Promise.all([other, quiet])
  expect(isQuiet).toBe(true)
})

test('background work does not wait for ever where the timers are replaced', async () => {
  const asked = Promise.withResolvers<void>()
  const request = underWay(() => asked.promise)
  vi.useFakeTimers()
  onTestFinished(() => {
    vi.useRealTimers()
    asked.resolve()
    return request
  })
  await quietMoment(1)
})

test('a request whose answer is not read is under way no longer', async () => {
  const file = new Readable({ read: () => void file.push(Buffer.alloc(65_536)) })
  const route = defineRoute({
    ...{ id: 'getFile', summary: '', method: 'GET', path: '/file', permission: 'none' },
    ...{ params: z.object({}), query: z.object({}), body: z.undefined(), response: z.unknown() },
  })
  const app = Fastify()
  app.decorate('routesOfContract', [])
  serveRoute(app, route, async () => new FileAnswer({ name: 'a', type: 'text/plain', size: null, content: file }))
  await app.listen({ host: '127.0.0.1', port: 0 })
  const reader = connect((app.server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => {
    reader.destroy()
    return app.close()
  })
  reader.write('GET /file HTTP/1.1\r\nhost: x\r\n\r\n')
  await once(reader, 'data')
  reader.pause()
  const before = performance.now()
  await quietMoment(10_000)
  expect(performance.now() - before).toBeLessThan(5_000)
  expect(file.destroyed).toBe(false)
})
