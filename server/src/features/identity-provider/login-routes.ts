import type { Locale } from '@gensvar/contract/local-text'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import type Provider from 'oidc-provider'
import { z } from 'zod'
import { openContext } from '#server/domain/context.ts'
import type { Deps } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { verifyPassword } from '#server/domain/rights/password.ts'
import { shownMessage } from '#server/domain/system-message.ts'
import { readServerSettings } from '#server/platform/server-settings.ts'
import { signInCounts } from '#server/domain/rights/attempts.ts'
import type { Attempts } from '#server/domain/rights/attempts.ts'
import { loginPage } from './pages/login-page.ts'
import { tooOldPage } from './pages/notices.ts'
import { fill, textsOf } from './pages/texts.ts'
import { realmPath, sessionCookie } from './place.ts'
import { pageLocale, sendPage } from './send-page.ts'
import { findAccountByName, isKnownAddress, listDemoUsers, rememberAddress, subjectOf } from './store.ts'
import type { Account } from './store.ts'

const loginForm = z.union([
  z.object({ demo: z.string().min(1).max(320) }),
  z.object({ username: z.string().max(320), password: z.string().max(1000) }),
])

interface LoginParts {
  deps: Deps
  provider: Provider
  attempts: Attempts
}

type Interaction = Awaited<ReturnType<Provider['interactionDetails']>>

/** The sign-in page and its forms. */
export function loginRoutes(app: FastifyInstance, parts: LoginParts): void {
  const { deps, provider } = parts
  app.get(`${realmPath}/login/:uid`, async (request, reply) => {
    const { locale, interaction } = await opened(parts, request, reply)
    // Going back to a used sign-in page continues to the application; without cookies that would loop for ever.
    if (!interaction && hasProviderSession(request)) return reply.redirect('/', 303)
    if (!interaction) return sendPage(reply.code(400), tooOldPage(locale))
    if (interaction.prompt.name === 'login') return showLogin(deps, reply, { locale, interaction })
    // The only other prompt is consent, which our own application does not need.
    reply.hijack()
    await provider.interactionFinished(request.raw, reply.raw, { consent: {} })
    return reply
  })
  app.post(`${realmPath}/login/:uid`, async (request, reply) => {
    const { locale, interaction } = await opened(parts, request, reply)
    if (!interaction) return sendPage(reply.code(400), tooOldPage(locale))
    const form = loginForm.safeParse(request.body)
    if (!form.success) return showLogin(deps, reply.code(400), { locale, interaction, problem: textsOf(locale).wrong })
    const account =
      'demo' in form.data ? await demoAccount(deps, form.data.demo) : await passwordAccount(parts, request, form.data)
    if (typeof account === 'number') {
      const problem = fill(textsOf(locale).tooMany, { minutes: account })
      return showLogin(deps, reply.code(429), { locale, interaction, problem, form: form.data })
    }
    if (!account) {
      const problem = textsOf(locale).wrong
      return showLogin(deps, reply.code(401), { locale, interaction, problem, form: form.data })
    }
    reply.hijack()
    await provider.interactionFinished(request.raw, reply.raw, { login: { accountId: subjectOf(account) } })
    return reply
  })
}

function hasProviderSession({ headers }: FastifyRequest): boolean {
  return (headers.cookie ?? '').split('; ').some((pair) => pair.startsWith(`${sessionCookie}=`))
}

/** The sign-in a page belongs to, by its cookie; none if it expired or belongs to another window. */
async function opened({ deps, provider }: LoginParts, request: FastifyRequest, reply: FastifyReply) {
  const { language } = await readServerSettings(deps.db)
  try {
    const interaction = await provider.interactionDetails(request.raw, reply.raw)
    const { uid } = z.object({ uid: z.string() }).parse(request.params)
    const locale = pageLocale(request, language, interaction.params['ui_locales'])
    return { locale, interaction: interaction.uid === uid ? interaction : null }
  } catch (error) {
    if (!(error instanceof errors.SessionNotFound)) throw error
    return { locale: pageLocale(request, language), interaction: null }
  }
}

interface Shown {
  locale: Locale
  interaction: Interaction
  problem?: string
  form?: z.infer<typeof loginForm>
}

async function showLogin(deps: Deps, reply: FastifyReply, { locale, interaction, problem, form }: Shown) {
  const demoUsers = deps.config.demo ? await listDemoUsers(deps.db, locale) : []
  const username = form && 'username' in form ? form.username : ''
  const { systemMessage } = await readServerSettings(deps.db)
  const shown = systemMessage?.atLogin ? shownMessage(systemMessage, deps.clock.now()) : null
  const message = shown && (shown.texts[locale] ?? shown.text)
  return sendPage(
    reply,
    loginPage({ locale, uid: interaction.uid, demoUsers, username, problem: problem ?? null, message }),
  )
}

async function demoAccount(deps: Deps, username: string): Promise<Account | undefined> {
  if (!deps.config.demo) return undefined
  const account = await findAccountByName(deps.db, username)
  return account?.demo ? account : undefined
}

/** The account of a name and password; undefined if they do not match, or the number of minutes to wait. */
async function passwordAccount(
  { deps, attempts }: LoginParts,
  request: FastifyRequest,
  form: { username: string; password: string },
): Promise<Account | number | undefined> {
  const account = await findAccountByName(deps.db, form.username)
  const counts = signInCounts(form.username, request.ip, await isKnownAddress(deps, account?.id ?? 0, request.ip))
  const minutes = await attempts.take(counts)
  if (minutes > 0) return minutes
  // The buttons sign in demo users without a password, which only the demo allows.
  const mayUsePassword = account !== undefined && (!account.demo || deps.config.demo)
  if (await verifyPassword(form.password, mayUsePassword ? account.passwordHash : null)) {
    await attempts.giveBack(counts)
    if (account) await rememberAddress(deps, account.id, request.ip)
    return account
  }
  await write(openContext(deps, request.id), (tx) =>
    tx.audit({
      action: 'sign-in.failed',
      by: { userId: account?.id ?? null },
      object: form.username.slice(0, 320),
      details: { address: request.ip },
    }),
  )
  return undefined
}
