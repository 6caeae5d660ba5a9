import { say } from '@gensvar/contract/say'
import type { Identify } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { identifyByToken } from './sessions.ts'
import { identifyByTicket } from './ticket.ts'

/** Identifies the caller by the Authorization header, or else by a ticket in the URL. The cookie is ignored here. */
export const identify: Identify = async (deps, { authorization, ticket }) => {
  if (authorization !== undefined) {
    const token = authorization.replace(/^Bearer\s/i, '').trim()
    const identity = await identifyByToken(deps, token)
    if (!identity) throw new AppError('unauthenticated', say`Your session has ended. Sign in again.`)
    return identity
  }
  if (ticket !== undefined) {
    const identity = await identifyByTicket(deps, ticket)
    if (!identity)
      throw new AppError('unauthenticated', say`This link has expired. Start again from the page it is on.`)
    return identity
  }
  return null
}
