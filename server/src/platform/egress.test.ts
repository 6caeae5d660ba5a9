import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callOut, isPublicAddress } from './egress.ts'

let server: Server
let port = 0
const seen: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.host}`)
    if (request.url === '/redirect') response.writeHead(302, { location: '/secret' }).end()
    else if (request.url === '/large') response.end('x'.repeat(5000))
    else if (request.url === '/silent') return
    else request.pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterAll(() => {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(resolve))
})

const at = (path: string) => `http://localhost:${port}${path}`
const inside = () => ({ allow: [`localhost:${port}`], allowPrivate: true })

test('an allowed host is called and its answer given back', async () => {
  const answer = await callOut(inside(), { url: at('/echo'), method: 'POST', body: 'hello' })
  expect(answer).toMatchObject({ status: 200, body: 'hello' })
  expect(seen.at(-1)).toBe(`POST /echo localhost:${port}`)
})

test('a host that is not on the list is refused before anything is asked', async () => {
  const before = seen.length
  await expect(callOut({ allow: ['example.org'] }, { url: at('/') })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(callOut({ allow: ['localhost'] }, { url: at('/') })).rejects.toMatchObject({ code: 'forbidden' })
  await expect(callOut({ allow: ['*.localhost'] }, { url: at('/') })).rejects.toMatchObject({ code: 'forbidden' })
  expect(seen).toHaveLength(before)
})

test('a name on the list with an address in a private network is rejected', async () => {
  const before = seen.length
  await expect(callOut({ allow: [`localhost:${port}`] }, { url: at('/') })).rejects.toMatchObject({
    code: 'forbidden',
    message: expect.stringContaining('private network'),
  })
  expect(seen).toHaveLength(before)
})

test('redirects are not followed', async () => {
  expect(await callOut(inside(), { url: at('/redirect') })).toMatchObject({ status: 302 })
  expect(seen.at(-1)).toContain('/redirect')
})

test('too much and too late end the call', async () => {
  await expect(callOut({ ...inside(), maxBytes: 1000 }, { url: at('/large') })).rejects.toMatchObject({
    code: 'too_large',
  })
  await expect(callOut({ ...inside(), timeout: 50 }, { url: at('/silent') })).rejects.toMatchObject({
    message: expect.stringContaining('in time'),
  })
})

test('a name that changes its address between look-up and call is called at the address that was checked', async () => {
  const other = createServer((_, response) => response.end('elsewhere'))
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.2', resolve))
  const addresses = ['127.0.0.1', '127.0.0.2', '127.0.0.2']
  const asked: string[] = []
  const resolve = async (host: string) => [{ address: addresses[asked.push(host) - 1] ?? '', family: 4 }]
  const rules = { allow: [`changing.example:${port}`], resolve }
  const request = { url: `http://changing.example:${port}/echo`, method: 'POST', body: 'hello' } as const
  expect(await callOut({ ...rules, allowPrivate: true }, request)).toMatchObject({ body: 'hello' })
  expect(asked).toEqual(['changing.example'])
  await expect(callOut(rules, request)).rejects.toThrow('private network')
  const mixed = async () => ['1.1.1.1', '127.0.0.1'].map((address) => ({ address, family: 4 }))
  await expect(callOut({ ...rules, resolve: mixed }, request)).rejects.toThrow('private network')
  await new Promise((done) => other.close(done))
})

test('of a long answer the first bytes are enough where that is asked', async () => {
  const answer = await callOut({ ...inside(), maxBytes: 1000, cutsAnswer: true }, { url: at('/large') })
  expect(answer).toMatchObject({ status: 200, body: 'x'.repeat(1000) })
})

test.each(['ftp://example.org/', 'file:///etc/passwd', 'not an address', 'http://user:secret@example.org/'])(
  '%s is no address to call',
  async (url) => {
    await expect(callOut({ allow: ['example.org'] }, { url })).rejects.toMatchObject({ code: 'validation' })
  },
)

test.each([
  ...[
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '255.255.255.255',
    '192.0.2.1',
    '198.18.0.1',
    '240.0.0.1',
  ],
  ...[
    '::1',
    '::',
    'fe80::1',
    'fd00::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
    '64:ff9b::7f00:1',
    '2002:7f00:1::',
    '::7f00:1',
    '::a00:1',
    '2001:db8::1',
    'fec0::1',
    'fe80::1%eth0',
    '127.1',
    '0x7f.0.0.1',
    'localhost',
    '',
  ],
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700:4700::1111'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true)
})
