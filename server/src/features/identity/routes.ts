import {
  changeUniverse,
  createTicket,
  forgotPassword,
  getClientConfig,
  impersonate,
  login,
  logout,
  resetPassword,
  validateCookie,
  validateKeycloak,
} from '@gensvar/contract/identity'
import type { SignInResult } from '@gensvar/contract/identity'
import { say } from '@gensvar/contract/say'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { linkAddress } from '#server/platform/addresses.ts'
import { AppError } from '#server/platform/errors.ts'
import { implement, implementOpen } from '#server/domain/implement.ts'
import { write } from '#server/domain/write.ts'
import { translate } from '#server/platform/translate.ts'
import { endSession, identifyByCookie, isSessionThere } from '#server/domain/rights/sessions.ts'
import { tokenOfCookie } from '#server/domain/rights/secret.ts'
import { issueTicket } from '#server/domain/rights/ticket.ts'
import { requestPasswordLink, setPasswordByCode } from '#server/features/identity-provider/service.ts'
import { answerWithSession } from './answer.ts'
import { clientConfig } from './client-config.ts'
import { clearSessionCookie, readSessionCookie, setSessionCookie } from './cookie.ts'
import { makeProfileUrl, startActing } from './impersonation.ts'
import { verifyProviderToken } from './provider-token.ts'
import { enterUniverse, resumedStatus, signIn } from './sign-in.ts'
import type { SignedIn } from './sign-in.ts'

/** Serves start-up and sign-in. */
export function identityRoutes(app: FastifyInstance): void {
  implementOpen(app, getClientConfig, (ctx, { query }, { request }) =>
    clientConfig(ctx, { domain: query.domain ?? request.hostname, origin: `${request.protocol}://${request.host}` }),
  )
  signInRoutes(app)
  sessionRoutes(app)
  passwordRoutes(app)
}

function signInRoutes(app: FastifyInstance): void {
  implementOpen(app, login, async (ctx, { body }, reply) => {
    const { hostname: host } = reply.request
    const { username, proof, isOfDomain } = await verifyProviderToken(ctx, host, body)
    const { universe, flag } = body
    return welcome(reply, await signIn(ctx, { username, universe, flag, host, proof, mayBeRoot: !isOfDomain }))
  })
  implementOpen(app, validateKeycloak, async (ctx, { body }, { request }) => {
    const { username } = await verifyProviderToken(ctx, request.hostname, body)
    const { identity } = ctx
    const person = identity && (identity.actor?.username ?? identity.username)
    if (person && person.toLowerCase() !== username.toLowerCase())
      throw new AppError('unauthenticated', say`Somebody else has signed in in this browser. Sign in again.`)
    return { valid: true as const, username, expiresAt: identity?.expiresAt.toISOString() ?? null }
  })
  implementOpen(app, validateCookie, async (ctx, { body }, reply) => {
    const cookie = readSessionCookie(reply.request.headers.cookie)
    const identity = cookie === undefined ? null : await identifyByCookie(ctx, cookie)
    if (!cookie || !identity) {
      clearSessionCookie(reply)
      throw new AppError('unauthenticated', say`Nobody is signed in. Sign in to continue.`)
    }
    if (body?.profile !== undefined) return welcome(reply, await startActing(ctx, identity, body.profile))
    const status = await resumedStatus(ctx.db, identity)
    return answerWithSession(ctx.db, identity, status, tokenOfCookie(cookie))
  })
}

function sessionRoutes(app: FastifyInstance): void {
  implement(app, changeUniverse, async (ctx, { body }, reply) => {
    const { username, sessionId } = ctx.identity
    const { hostname: host } = reply.request
    const entered = await enterUniverse(ctx, {
      username,
      universe: body.universe,
      host,
      sessionId,
      proof: (db) => isSessionThere(db, sessionId),
    })
    return welcome(reply, entered)
  })
  implement(app, impersonate, async (ctx, { body }, reply) => {
    try {
      const { username } = await verifyProviderToken(ctx, reply.request.hostname, body)
      if (username.toLowerCase() !== ctx.identity.username.toLowerCase())
        throw new AppError('forbidden', say`The sign-in is not yours. Sign in again.`)
      return { profileURL: await makeProfileUrl(ctx, body) }
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      // The login page shows the body of this answer unchanged.
      reply.code(error.status).type('text/plain; charset=utf-8').send(translate(error.words, ctx.locale))
      return { profileURL: '' }
    }
  })
  implement(app, createTicket, async (ctx, { body }) => ({ ticket: await issueTicket(ctx, body.path) }))
  implementOpen(app, logout, async (ctx, _input, reply) => {
    const cookie = readSessionCookie(reply.request.headers.cookie)
    const byCookie = cookie === undefined ? null : await identifyByCookie(ctx, cookie)
    clearSessionCookie(reply)
    for (const identity of [ctx.identity, byCookie]) {
      if (!identity) continue
      await write({ ...ctx, identity }, async (tx) => {
        await endSession(tx, identity.sessionId)
        await tx.audit({ action: 'sign-out' })
      })
    }
    return { ok: true as const }
  })
}

function passwordRoutes(app: FastifyInstance): void {
  implementOpen(app, forgotPassword, async (ctx, { body }, { request }) => {
    const { username: name } = body
    const minutes = await requestPasswordLink(ctx, { name, address: request.ip, origin: linkAddress(app) })
    if (minutes > 0) throw new AppError('too_many', say`Too many attempts. Wait ${minutes} min and try again.`)
    return { ok: true as const }
  })
  implementOpen(app, resetPassword, async (ctx, { body }, { request }) => {
    await setPasswordByCode(ctx, { ...body, address: request.ip })
    return { ok: true as const }
  })
}

function welcome(reply: FastifyReply, { answer, cookie }: SignedIn): SignInResult {
  if (cookie) setSessionCookie(reply, cookie)
  return answer
}
