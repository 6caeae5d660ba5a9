import { createHash, randomBytes } from 'node:crypto'

/** A new secret of 256 random bits, safe in URLs and headers. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of a secret. Plain SHA-256 is enough: the secrets are random, not chosen by people. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/**
 * The bearer token that belongs to a session cookie. Derived, so that every tab which shows the cookie gets the same
 * token while the database holds neither.
 */
export function tokenOfCookie(cookie: string): string {
  return createHash('sha256').update(`bearer:${cookie}`).digest('base64url')
}
