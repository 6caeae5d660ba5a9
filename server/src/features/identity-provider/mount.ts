import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isPublicHttps } from '#server/platform/addresses.ts'
import type { Config } from '#server/platform/config.ts'
import type { Deps } from '#server/domain/context.ts'
import { readForm } from '#server/platform/request-text.ts'
import { Attempts } from '#server/domain/rights/attempts.ts'
import { localOnlyPage } from './pages/notices.ts'
import { chooseLocale } from './pages/texts.ts'
import { embeddedIssuer, realmPath } from './place.ts'
import { createProvider } from './provider.ts'
import { loginRoutes } from './login-routes.ts'
import { passwordRoutes } from './password-routes.ts'
import { sendPage } from './send-page.ts'
import { passwordLinksSent, providerKeys } from './service.ts'

const formType = 'application/x-www-form-urlencoded'

/**
 * Serves the embedded identity provider at Keycloak's paths. Nothing is mounted where a Keycloak is configured, or in
 * production. It answers only callers on the same machine.
 */
export function identityProviderRoutes(app: FastifyInstance): void {
  const { deps } = app
  if (deps.config.identityProvider || deps.config.mode === 'production') return
  app.register(async (scope) => {
    const { db, clock, config } = deps
    const keys = await providerKeys(deps)
    const provider = createProvider({ db, clock, keys, issuer: embeddedIssuer(config), publicUrl: config.publicUrl })
    provider.on('server_error', (_context: unknown, error: Error) =>
      deps.log.error({ err: error }, 'identity provider failed'),
    )
    scope.addHook('onRequest', refuseStrangers(deps))
    scope.addHook('onClose', () => passwordLinksSent(deps))
    const attempts = new Attempts(deps, 'sign-in')
    // The provider parses bodies itself after they are checked to be valid text; our own forms have their own parser.
    await scope.register(async (protocol) => {
      const callback = provider.callback()
      protocol.removeAllContentTypeParsers()
      protocol.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
        if (request.headers['content-type']?.startsWith(formType)) readForm(body)
        return body
      })
      protocol.all(`${realmPath}/*`, async (request, reply) => {
        reply.hijack()
        await callback(asReached(request, config), reply.raw)
      })
    })
    await scope.register(async (forms) => {
      forms.removeAllContentTypeParsers()
      forms.addContentTypeParser(formType, { parseAs: 'buffer' }, async (_request: FastifyRequest, body: Buffer) =>
        readForm(body),
      )
      loginRoutes(forms, { deps, provider, attempts })
      passwordRoutes(forms)
    })
  })
}

/**
 * Adapts a request for the provider. The provider knows only the path below its mount point, so the rest of the URL is
 * cut off. Behind a public https address the headers are set from that address, so that its cookies are Secure. The
 * body is provided as a new stream, since the provider reads it itself.
 */
function asReached({ raw, body }: FastifyRequest, { publicUrl }: Config): IncomingMessage {
  const { method, rawHeaders, socket, httpVersion, httpVersionMajor, httpVersionMinor, url = '' } = raw
  const isHttps = publicUrl !== null && isPublicHttps({ publicUrl })
  const headers = {
    ...raw.headers,
    ...(isHttps && { 'x-forwarded-proto': 'https', 'x-forwarded-host': new URL(publicUrl).host }),
  }
  const again = Readable.from(Buffer.isBuffer(body) ? [body] : [])
  const message = { method, headers, rawHeaders, socket, httpVersion, httpVersionMajor, httpVersionMinor }
  return Object.assign(again, message, {
    originalUrl: url,
    url: url.slice(realmPath.length),
  }) as Readable as IncomingMessage
}

const loopbackAddress = /^(127\.|::1$|::ffff:127\.)/
const loopbackHost = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i

/** Headers a proxy sets when it forwards a request. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']

/**
 * Rejects callers from other machines. The Host header must be local as well, as another site's name could resolve to
 * this machine, and there must be no proxy headers. A configured public https address opens it to others, but only
 * without the demo, whose users need no password.
 */
function refuseStrangers({ config }: Deps) {
  const opened = config.publicUrl && isPublicHttps(config) && !config.demo ? new URL(config.publicUrl).host : null
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const host = request.headers.host ?? ''
    if (opened !== null && host === opened) return
    const isProxied = proxyHeaders.some((name) => request.headers[name] !== undefined)
    const isLocal = loopbackAddress.test(request.socket.remoteAddress ?? '')
    if (isLocal && !isProxied && loopbackHost.test(host)) return
    await sendPage(reply.code(403), localOnlyPage(chooseLocale(undefined, request.headers['accept-language'], 'en')))
  }
}
