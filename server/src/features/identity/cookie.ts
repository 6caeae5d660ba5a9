import type { FastifyReply } from 'fastify'
import { isPublicHttps } from '#server/platform/addresses.ts'

const name = 'gensvar_session'

// Sent only with the sign-in calls, and only from our own pages.
const attributes = 'Path=/rest/authentication; HttpOnly; SameSite=Strict'

/** The session cookie of a request. */
export function readSessionCookie(header: string | undefined): string | undefined {
  for (const pair of (header ?? '').split(';')) {
    const [key, value] = pair.trim().split('=')
    if (key === name && value) return value
  }
  return undefined
}

/** Sets the session cookie, which the browser deletes when it closes. */
export function setSessionCookie(reply: FastifyReply, value: string): void {
  reply.header('set-cookie', `${name}=${value}; ${attributes}${secureTo(reply)}`)
}

/** Deletes the session cookie. */
export function clearSessionCookie(reply: FastifyReply): void {
  reply.header('set-cookie', `${name}=; ${attributes}; Max-Age=0${secureTo(reply)}`)
}

/** Behind a proxy the request may not show that it came over https; the public address does. */
function secureTo({ server, request }: FastifyReply): string {
  return request.protocol === 'https' || isPublicHttps(server.deps.config) ? '; Secure' : ''
}
