import { loginStatus } from '@gensvar/contract/entities/identity'
import { changeUniverse, login, validateCookie } from '@gensvar/contract/identity'
import type { SignInResult } from '@gensvar/contract/identity'
import { call } from '#web/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { changeLocale, hasChosenLocale } from '#web/lib/i18n.ts'
import { lastSurvey } from '#web/lib/last-survey.ts'
import { sessionStore } from '#web/lib/session-store.ts'
import { paths } from '#web/paths.ts'
import type { LoginSearch } from '#web/paths.ts'
import { hasProviderAnswer } from './deep-link.ts'
import { checkProvider, providerTokens, startProvider } from './provider.ts'
import type { ProviderTokens } from './provider.ts'

/** Stores the server's answer about the user: identity, token, language. */
export async function enter(result: SignInResult): Promise<SignInResult> {
  const { token } = sessionStore.get()
  sessionStore.set({ identity: result, token: result.authToken ?? token })
  if (result.loginStatus === loginStatus.signedIn && !hasChosenLocale()) await changeLocale(result.locale)
  return result
}

/** Signs in with the provider's tokens; the query says whether to choose a universe or act as somebody. */
export async function signIn(tokens: ProviderTokens, search: LoginSearch): Promise<SignInResult> {
  const flag = search.change === undefined ? '' : search.change === 'actas' ? 'actas' : 'change'
  return enter(await call(login, { body: { ...tokens, universe: search.universe, flag } }))
}

/** The session of the browser's cookie, or null if there is none. */
async function resume(profile?: string): Promise<SignInResult | null> {
  try {
    return await enter(await call(validateCookie, { body: { profile } }))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') return null
    throw error
  }
}

/** Asks again who is signed in: after a survey was added or removed. */
export async function refreshIdentity(): Promise<void> {
  await resume()
}

let resumed: Promise<SignInResult | null> | null = null

/** The current session, or the one of the cookie; asks the server once per page load. */
export async function currentSession(): Promise<SignInResult | null> {
  const { identity, token } = sessionStore.get()
  if (identity !== null && token !== null) return identity
  resumed ??= resume().finally(() => {
    resumed = null
  })
  return resumed
}

/**
 * The identity that the login screen starts with; null when nobody is logged in.
 * Order: a one-use profile link, the provider's answer in the address, the cookie, a silent check.
 */
export async function openSession(search: LoginSearch): Promise<SignInResult | null> {
  sessionStore.set({ survey: search.survey ?? lastSurvey() ?? sessionStore.get().survey })
  if (search.profile !== undefined) {
    const acting = await resume(search.profile)
    if (acting !== null) return acting
  }
  const choosing = search.change !== undefined || search.universe !== undefined
  if (!choosing && !hasProviderAnswer()) {
    const known = await currentSession()
    // The user cancelled acting as somebody and continues as themselves.
    if (known?.loginStatus === loginStatus.impersonate) return resume()
    if (known !== null) return known
  }
  const tokens = await checkProvider(paths.login(search).slice(1))
  return tokens === null ? null : signIn(tokens, search)
}

/** Polls the progress of the user's data, with the provider's tokens or else the cookie. */
export async function askAgain(search: LoginSearch): Promise<SignInResult | null> {
  const tokens = await providerTokens(await startProvider())
  return tokens === null ? resume() : signIn(tokens, search)
}

/** Enters the universe chosen: within the session where there is one, else by signing in to it. */
export async function chooseUniverse(universe: string, search: LoginSearch): Promise<SignInResult | null> {
  if (sessionStore.get().token !== null) return enter(await call(changeUniverse, { body: { universe } }))
  const tokens = await checkProvider(paths.login({ ...search, universe }).slice(1))
  return tokens === null ? null : signIn(tokens, { ...search, change: undefined, universe })
}

/** The provider's tokens for acting as a user of a universe. Throws `unauthenticated` where it has none. */
export async function tokensToActAs(universe: string): Promise<{ token: string; idToken?: string | undefined }> {
  const tokens = await checkProvider(paths.login({ change: 'actas', preselectedUniverse: universe }).slice(1))
  if (tokens === null) throw new ApiError('unauthenticated', '')
  return tokens
}
