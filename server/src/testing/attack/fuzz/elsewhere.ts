import fc from 'fast-check'
import { headersArbitrary, queryArbitrary } from './request-parts.ts'
import type { FuzzedRequest } from './request-parts.ts'
import { addressText, text } from './values.ts'

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
export const elsewhere: fc.Arbitrary<FuzzedRequest> = fc
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
