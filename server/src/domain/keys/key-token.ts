import type { ApiKeyType } from '@gensvar/contract/api-keys'
import { hashSecret, newSecret } from '#server/domain/rights/secret.ts'

const pattern = /^gsv([1-4])_[\w-]{43}$/

/** A new token of a key. Its beginning says what it is, so that one that was published by mistake is found. */
export function newKeyToken(type: ApiKeyType): string {
  return `gsv${type}_${newSecret()}`
}

/** The hash of a token, which the database stores; null for a text that is none. */
export function hashOfToken(token: string): string | null {
  return pattern.test(token) ? hashSecret(token) : null
}

/** Whether a text begins as tokens of the API do, which belong in no address. */
export function isApiToken(text: string): boolean {
  return text.startsWith('gsv3_')
}
