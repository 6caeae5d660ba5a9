import fc from 'fast-check'
import { addressText } from './values.ts'
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

/** A query of some of these fields, and of others. */
export function queryArbitrary(fields: readonly string[]): fc.Arbitrary<string> {
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

/** A header line that HTTP allows but nothing needs. */
export const headersArbitrary: fc.Arbitrary<string[]> = fc.oneof<fc.MaybeWeightedArbitrary<string[]>[]>(
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
