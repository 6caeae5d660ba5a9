import type { Route } from '@gensvar/contract/define-route'
import fc from 'fast-check'
import { z } from 'zod'
import { bodies } from '../../route-walk-params.ts'
import { paramsOf, urlOf } from '../../route-walk.ts'
import type { World } from '../../route-walk-world.ts'
import { brokenWire } from './broken-wire.ts'
import { elsewhere } from './elsewhere.ts'
import { headersArbitrary, queryArbitrary } from './request-parts.ts'
import type { FuzzedRequest, Sender } from './request-parts.ts'
import { addressText, drillPath, text, value } from './values.ts'

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
