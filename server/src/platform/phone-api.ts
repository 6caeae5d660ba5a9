import { createHmac, timingSafeEqual } from 'node:crypto'
import type { EgressRequest, EgressRules } from './egress.ts'
import type { PhoneSettings } from './phone-settings.ts'

/** A call of the provider's API, with what may be called: its own host alone. `path` is below the account. */
export function phoneCall(
  { url, account, token, allowPrivate }: PhoneSettings,
  method: 'GET' | 'POST',
  path: string,
  body?: string,
): { rules: EgressRules; request: EgressRequest } {
  const { host } = new URL(url)
  const authorization = `Basic ${Buffer.from(`${account}:${token}`).toString('base64')}`
  const form = body !== undefined && {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(Buffer.byteLength(body)),
  }
  return {
    rules: { allow: [host], allowPrivate },
    request: {
      url: `${url}/2010-04-01/Accounts/${encodeURIComponent(account)}/${path}`,
      method,
      headers: { authorization, ...form },
      ...(body !== undefined && { body }),
    },
  }
}

/** The signature that the provider gives to a request of its own: of the address that it called and the fields that it sent. */
export function phoneSignature(token: string, url: string, fields: readonly (readonly [string, string])[]): string {
  const sorted = fields.toSorted(([one, first], [other, second]) => {
    if (one !== other) return one < other ? -1 : 1
    return first < second ? -1 : first > second ? 1 : 0
  })
  return createHmac('sha1', token)
    .update(url + sorted.map(([name, value]) => name + value).join(''))
    .digest('base64')
}

/** Whether a request has the provider's signature; what it takes to compare them does not depend on where they differ. */
export function isPhoneSignature(
  token: string,
  url: string,
  fields: readonly (readonly [string, string])[],
  given: string | string[] | undefined,
): boolean {
  if (typeof given !== 'string') return false
  const [expected, asked] = [Buffer.from(phoneSignature(token, url, fields)), Buffer.from(given)]
  return expected.length === asked.length && timingSafeEqual(expected, asked)
}
