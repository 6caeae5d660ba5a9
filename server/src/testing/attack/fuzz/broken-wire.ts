import fc from 'fast-check'
import type { FuzzedRequest } from './request-parts.ts'
import type { WireRequest } from './wire.ts'

const post = 'POST /rest/authentication/login HTTP/1.1'
const json = 'content-type: application/json'

/** Requests that HTTP itself does not allow, or that are incomplete. */
export const brokenWire: fc.Arbitrary<FuzzedRequest> = fc
  .constantFrom<WireRequest>(
    { line: 'GET /health HTTP/9.9', headers: [], body: null },
    { line: 'GET /health', headers: [], body: null, mayClose: true },
    { line: 'GARBAGE', headers: [], body: null },
    { line: '\u0000\u0001\u0002', headers: [], body: null },
    { line: 'GET http://evil.example/health HTTP/1.1', headers: [], body: null },
    { line: 'CONNECT evil.example:443 HTTP/1.1', headers: [], body: null, mayClose: true },
    { line: 'GET * HTTP/1.1', headers: [], body: null },
    { line: 'OPTIONS * HTTP/1.1', headers: [], body: null },
    { line: 'GET /health HTTP/1.1', headers: ['no colon'], body: null },
    { line: 'GET /health HTTP/1.1', headers: ['x: a\u0000b'], body: null },
    { line: 'GET /health HTTP/1.1', headers: [' folded: x'], body: null },
    { line: 'GET /he alth HTTP/1.1', headers: [], body: null },
    { line: `GET /${'a'.repeat(70_000)} HTTP/1.1`, headers: [], body: null },
    { line: 'GET /health HTTP/1.1', headers: Array.from({ length: 3000 }, (_, at) => `x-${at}: y`), body: null },
    { line: post, headers: [json, 'content-length: 5', 'content-length: 6'], body: Buffer.from('{}') },
    { line: post, headers: [json, 'content-length: -1'], body: Buffer.from('{}') },
    { line: post, headers: [json, 'content-length: x'], body: Buffer.from('{}') },
    { line: post, headers: [json, 'content-length: 99999999999999'], body: Buffer.from('{}'), mayClose: true },
    { line: post, headers: [json, 'content-length: 5000'], body: Buffer.from('{"token":'), mayClose: true },
    { line: post, headers: [json, 'transfer-encoding: chunked'], body: Buffer.from('zz\r\n{}\r\n0\r\n\r\n') },
    {
      line: post,
      headers: [json, 'transfer-encoding: chunked'],
      body: Buffer.from('ffffffffffff\r\n{}'),
      mayClose: true,
    },
    { line: post, headers: [json, 'transfer-encoding: chunked'], body: Buffer.from('2\r\n{}\r\n0\r\n\r\n') },
    { line: post, headers: [json, 'transfer-encoding: chunked', 'content-length: 2'], body: Buffer.from('{}') },
    { line: post, headers: [json, 'transfer-encoding: gzip'], body: Buffer.from('{}') },
  )
  .map((wire) => ({ place: 'HTTP itself', plainErrors: false, sender: 'none' as const, single: false, wire }))
