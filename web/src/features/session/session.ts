import { loginStatus } from '@gensvar/contract/entities/identity'
import { changeUniverse, login, validateCookie, type SignInResult } from '@gensvar/contract/identity'
import { call } from '../../api.ts'
import { ApiError } from '../../lib/api-error.ts'
import { changeLocale, hasChosenLocale } from '../../lib/i18n.ts'
import { sessionStore } from '../../lib/session-store.ts'
import type { LoginSearch } from '../../paths.ts'
import { hasProviderAnswer } from './deep-link.ts'
import { providerTokens, startProvider, type ProviderTokens } from './provider.ts'

/** Takes over what the server answered about the user: identity, token, language. */
export async function enter(result: SignInResult): Promise<SignInResult> {
  const { token } = sessionStore.get()
  sessionStore.set({ identity: result, token: result.authToken ?? token })
  if (result.loginStatus === loginStatus.signedIn && !hasChosenLocale()) await changeLocale(result.locale)
  return result
}

/** Signs in with the provider's tokens; the query says whether a universe is chosen or somebody acted as. */
export async function signIn(tokens: ProviderTokens, search: LoginSearch): Promise<SignInResult> {
  const flag = search.change === undefined ? '' : search.change === 'actas' ? 'actas' : 'change'
  return enter(await call(login, { body: { ...tokens, universe: search.universe, flag } }))
}

/** Enters another universe within the session. */
export async function enterUniverse(universe: string): Promise<SignInResult> {
  return enter(await call(changeUniverse, { body: { universe } }))
}

/** The session of the browser's cookie, or null where there is none. */
async function resume(profile?: string): Promise<SignInResult | null> {
  try {
    return await enter(await call(validateCookie, { body: { profile } }))
  } catch (error) {
    if (error instanceof ApiError && error.code === 'unauthenticated') return null
    throw error
  }
}

let resumed: Promise<SignInResult | null> | null = null

/** The session as it is or as the cookie gives it back; asks the server once per page load. */
export async function currentSession(): Promise<SignInResult | null> {
  const { identity } = sessionStore.get()
  if (identity !== null) return identity
  resumed ??= resume().finally(() => {
    resumed = null
  })
  return resumed
}

/** Tokens of the provider, after a silent check where there is no session to resume. */
async function checkedTokens(): Promise<ProviderTokens | null> {
  return providerTokens(await startProvider('check'))
}

/**
 * What the login screen begins with: the user's identity, or null when nobody is logged in.
 * Order: a one-use profile link, the provider's answer in the address, the cookie, a silent check.
 */
export async function openSession(search: LoginSearch): Promise<SignInResult | null> {
  if (search.profile !== undefined) {
    const acting = await resume(search.profile)
    if (acting !== null) return acting
  }
  const choosing = search.change !== undefined || search.universe !== undefined
  if (!choosing && !hasProviderAnswer()) {
    const known = await currentSession()
    if (known !== null) return known
  }
  const tokens = await checkedTokens()
  return tokens === null ? null : signIn(tokens, search)
}

/** Asks again with the tokens at hand, for the poll while the server prepares the user's data. */
export async function askAgain(search: LoginSearch): Promise<SignInResult | null> {
  const tokens = await checkedTokens()
  return tokens === null ? null : signIn(tokens, search)
}
