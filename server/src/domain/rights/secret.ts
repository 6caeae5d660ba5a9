import { createHash, randomBytes } from 'node:crypto'

/** A new secret of 256 random bits, safe in URLs and headers. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The hash of a secret that the database stores. SHA-256 is enough, because the secrets are random. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url')
}

/**
 * The bearer token of a session cookie. Derived from it, so that all tabs with the cookie get the same token although
 * the database stores neither.
 */
export function tokenOfCookie(cookie: string): string {
  return createHash('sha256').update(`bearer:${cookie}`).digest('base64url')
}
