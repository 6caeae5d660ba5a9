import type { Route } from '@gensvar/contract/define-route'
import fc from 'fast-check'
import { z } from 'zod'
import { bodies } from '../../route-walk-params.ts'
import { paramsOf, urlOf } from '../../route-walk.ts'
import type { World } from '../../route-walk.ts'
import { addressText, drillPath, text, value } from './values.ts'
import type { WireRequest } from './wire.ts'

/** Who a request is sent as; `none` has no token, `broken` one that was never issued. */
export type Sender = 'root' | 'administrator' | 'store' | 'stranger' | 'none' | 'broken'

/** A request before its token is filled in. */
export interface FuzzedRequest {
  /** The path of its route, or a description if it has none. */
  place: string
  /** True for the route whose errors are plain text, as the browser shows them. */
  plainErrors: boolean
  sender: Sender
  /** The call may end its session, so it gets a new one. */
  single: boolean
  wire: WireRequest
}

const senders: readonly Sender[] = ['root', 'administrator', 'store', 'store', 'stranger', 'none', 'broken']

/** Calls that may end the session they are made with. */
const endsSession: ReadonlySet<string> = new Set(['logout', 'changeUniverse', 'login', 'validateCookie'])

/** Calls whose errors are plain text without a code. */
const plain: ReadonlySet<string> = new Set(['impersonate'])

/** A malformed request to one of the routes, or to none of them. */
export function fuzzedRequest(routes: readonly Route[], world: World): fc.Arbitrary<FuzzedRequest> {
  const made = routes.map((route) => requestTo(route, world))
  return fc.oneof(
    { weight: 12, arbitrary: fc.nat(made.length - 1).chain((at) => made[at] ?? brokenWire) },
    { weight: 2, arbitrary: elsewhere },
    { weight: 1, arbitrary: brokenWire },
  )
}

/** Names of the fields a schema knows. */
function fieldsOf(schema: z.ZodType): string[] {
  if (schema instanceof z.ZodUndefined) return []
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as { properties?: object }
  return Object.keys(json.properties ?? {})
}

function requestTo(route: Route, world: World): fc.Arbitrary<FuzzedRequest> {
  const body = bodyOf(route)
  return fc
    .record({
      params: paramsArbitrary(route),
      // Without it the stream would go on for ever.
      query: route.id === 'streamNotices' ? fc.constant('once=true') : queryArbitrary(fieldsOf(route.query)),
      method: fc.oneof(
        { weight: 14, arbitrary: fc.constant(route.method as string) },
        { weight: 1, arbitrary: fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'TRACE') },
      ),
      body: fc.option(body, { freq: route.method === 'GET' ? 1 : 12, nil: null }),
      type: fc.oneof(
        { weight: 8, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: fc.constantFrom(...contentTypes) },
      ),
      sender: fc.constantFrom(...senders),
      extra: headersArbitrary,
    })
    .map(({ params, query, method, body: content, type, sender, extra }) => {
      // Survey and ids are those of the route walk; random values replace some of them.
      const names = paramsOf(route)
      const given = Object.fromEntries(names.map((name) => [name, `{${name}}`]))
      const samples = urlOf(route, world, { username: world.usernames.store, userId: world.userIds.store })
      const kept = (samples.split('?')[0] ?? '').split('/')
      const path = route.path
        .split('/')
        .map((part, at) => {
          const name = /^\{(\w+)\}$/.exec(part)?.[1]
          return name === undefined || given[name] === undefined ? part : (params[name] ?? kept[at] ?? part)
        })
        .join('/')
      const bytes = content === null ? null : Buffer.from(content)
      return {
        place: `${route.method} ${route.path}`,
        plainErrors: plain.has(route.id),
        sender,
        single: endsSession.has(route.id),
        wire: {
          line: `${method} ${path}${query === '' ? '' : `?${query}`} HTTP/1.1`,
          headers: [...(bytes ? [`content-type: ${type}`, `content-length: ${bytes.length}`] : []), ...extra],
          body: bytes,
        },
      }
    })
}

const contentTypes = [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-7',
  'application/xml',
  'application/json;;;',
  '',
  'a'.repeat(3000),
]

/** Values for some of a route's path parameters, by name, as written in the address. */
function paramsArbitrary(route: Route): fc.Arbitrary<Partial<Record<string, string>>> {
  const names = paramsOf(route)
  return fc.record(
    Object.fromEntries(
      names.map((name) => {
        const broken = name === 'drillPath' || name === 'timeSpan' ? fc.oneof(drillPath, addressText) : addressText
        // With a wrong survey the request is rejected before the other parameters are read.
        const freq = name === 'survey' || name === 'call' || name === 'component' ? 0.08 : 0.4
        return [
          name,
          fc.double({ min: 0, max: 1, noNaN: true }).chain((at) => (at < freq ? broken : fc.constant(undefined))),
        ]
      }),
    ),
  ) as fc.Arbitrary<Partial<Record<string, string>>>
}

function queryArbitrary(fields: readonly string[]): fc.Arbitrary<string> {
  const known = ['rowFrom', 'rowTo', 'sortVar', 'sortDesc', 'filter', 'term', 'period', 'variable', 'variables']
  const name = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(fields.length > 0 ? fields : known)) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...known, 'token', 'auth', '__proto__', 'constructor', 'a[b]', 'rowTo[]', ''),
    },
  )
  const pair = fc.tuple(name, addressText, fc.constantFrom('=', '=', '=', '=', '', '==')).map((parts) => {
    const [field, content, sign] = parts
    return `${field}${sign}${content}`
  })
  return fc.tuple(fc.array(pair, { maxLength: 4 }), fc.constantFrom(1, 1, 1, 1, 2, 200)).map(([pairs, times]) =>
    Array.from({ length: times }, () => pairs.join('&'))
      .join('&')
      .slice(0, 9000),
  )
}

/** A body: the route's sample with changed fields, an unrelated value, or text that is not JSON. */
function bodyOf(route: Route): fc.Arbitrary<string> {
  const sample = (bodies[route.id] ?? {}) as Record<string, unknown>
  const fields = [...new Set([...Object.keys(sample), ...fieldsOf(route.body)])]
  const name = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...(fields.length > 0 ? fields : ['x'])) },
    { weight: 1, arbitrary: text },
  )
  const changed = fc
    .array(fc.tuple(name, value), { minLength: 1, maxLength: 4 })
    .map((changes) => JSON.stringify(Object.fromEntries([...Object.entries(sample), ...changes])))
  const good = JSON.stringify(sample)
  const broken = fc.constantFrom(
    '',
    ' ',
    '{',
    '{"a":',
    `${good}${good}`,
    good.slice(0, -1),
    `\ufeff${good}`,
    '{"__proto__":{"isRoot":true}}',
    '{"constructor":{"prototype":{"isRoot":true}}}',
    '{"a":1,"a":2}',
    '{"a":"\ud800"}',
    '{"a":1e999}',
    '{"a":01}',
    "{'a':1}",
    'undefined',
    '\u0000',
    '[1,2,]',
    '['.repeat(100_000),
    '{"a":'.repeat(20_000),
    `"${'x'.repeat(1_100_000)}"`,
    `{"message":"${'x'.repeat(900_000)}"}`,
  )
  return fc.oneof(
    { weight: 6, arbitrary: changed },
    { weight: 1, arbitrary: value.map((content) => JSON.stringify(content)) },
    { weight: 2, arbitrary: broken },
  )
}

/** A header line that HTTP allows but nothing needs. */
const headersArbitrary: fc.Arbitrary<string[]> = fc.oneof<fc.MaybeWeightedArbitrary<string[]>[]>(
  { weight: 3, arbitrary: fc.constant<string[]>([]) },
  {
    weight: 1,
    arbitrary: fc.array(
      fc.constantFrom(
        'accept-language: *',
        `accept-language: ${'sv-x-'.repeat(900)}`,
        'accept-language: ,,;;q=,__proto__',
        'accept-encoding: identity;q=0',
        'accept-encoding: *;q=0, br;q=x',
        'accept: text/html',
        'cookie: gensvar_session=%00; gensvar_session=x; __proto__=x',
        `cookie: ${'a=b; '.repeat(1500)}`,
        `x-long: ${'x'.repeat(7000)}`,
        `x-giant: ${'x'.repeat(40_000)}`,
        'x-forwarded-for: 1.2.3.4, ::1',
        'x-forwarded-host: evil.example',
        'x-forwarded-proto: javascript',
        'x-http-method-override: DELETE',
        'origin: null',
        'origin: https://evil.example',
        'range: bytes=0-0,-1,9999999999-',
        'if-none-match: "x"',
        'if-modified-since: yesterday',
        'content-encoding: gzip',
        'expect: 200-maybe',
        'upgrade: websocket',
        'authorization: Basic eDp4',
        'host: evil.example',
      ),
      { minLength: 1, maxLength: 2 },
    ),
  },
)

const segments = [
  'new',
  'rest',
  'vuejs',
  'config',
  'health',
  'share',
  'realms',
  'gensvar',
  'login',
  'assets',
  'protocol',
  'openid-connect',
  'auth',
  'token',
  'certs',
  'logout',
  'userinfo',
]

/** Addresses outside the contract: the web's files, public pages, the sign-in pages, and path traversal out of them. */
const elsewhere: fc.Arbitrary<FuzzedRequest> = fc
  .record({
    method: fc.constantFrom('GET', 'GET', 'GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'DELETE'),
    parts: fc.array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...segments) },
        { weight: 2, arbitrary: addressText },
        {
          weight: 2,
          arbitrary: fc.constantFrom(
            '..',
            '%2e%2e',
            '..%2f',
            '%2e%2e%5c',
            'secret.txt',
            '..%2fsecret.txt',
            '%00',
            'index.html',
          ),
        },
      ),
      { minLength: 1, maxLength: 6 },
    ),
    query: fc.oneof(
      fc.constant(''),
      queryArbitrary(['client_id', 'redirect_uri', 'state', 'code', 'scope', 'response_type']),
    ),
    body: fc.option(fc.oneof(text, fc.constant('grant_type=authorization_code&code=x&client_id=gensvar')), {
      nil: null,
    }),
    extra: headersArbitrary,
  })
  .map(({ method, parts, query, body, extra }) => {
    const bytes = body === null ? null : Buffer.from(body)
    return {
      place: `/${segments.includes(parts[0] ?? '') ? parts[0] : '...'}`,
      plainErrors: false,
      sender: 'none' as const,
      single: false,
      wire: {
        line: `${method} /${parts.join('/').slice(0, 9000)}${query === '' ? '' : `?${query}`} HTTP/1.1`,
        headers: [
          'accept: text/html, */*',
          ...(bytes ? ['content-type: application/x-www-form-urlencoded', `content-length: ${bytes.length}`] : []),
          ...extra,
        ],
        body: bytes,
      },
    }
  })

const post = 'POST /rest/authentication/login HTTP/1.1'
const json = 'content-type: application/json'

/** Requests that HTTP itself does not allow, or that are incomplete. */
const brokenWire: fc.Arbitrary<FuzzedRequest> = fc
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
