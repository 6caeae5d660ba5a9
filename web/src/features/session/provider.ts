import type Keycloak from 'keycloak-js'
import { getClientConfig } from '@gensvar/contract/identity'
import type { ClientConfig } from '@gensvar/contract/entities/shell'
import { call } from '#web/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { hasProviderAnswer, keepQuery } from './deep-link.ts'
import { keepFresh } from './refresh.ts'

/** Tokens of the identity provider, as the sign-in calls take them. */
export interface ProviderTokens {
  token: string
  idToken?: string
}

const idTokenKey = 'gensvar-id-token'

let started: Promise<Keycloak> | null = null

/** The server's client configuration: identity provider, logo, language, and the contents of the notice pages. */
export function clientConfig(): Promise<ClientConfig> {
  return call(getClientConfig, { query: { domain: location.hostname } })
}

/** True if this page load began with the provider's answer, so that asking again would change nothing. */
let answered = false

async function connect(): Promise<Keycloak> {
  const { identityProvider } = await clientConfig()
  const { default: KeycloakClient } = await import('keycloak-js')
  const client = new KeycloakClient({
    url: identityProvider.url,
    realm: identityProvider.realm,
    clientId: identityProvider.clientId,
  })
  answered = hasProviderAnswer()
  const refused = new URLSearchParams(location.hash.slice(1)).has('error')
  try {
    await client.init({ checkLoginIframe: false, pkceMethod: 'S256', redirectUri: `${location.origin}/` })
  } catch (error) {
    // A rejected login means that nobody is logged in; anything else is a failure.
    if (!refused) throw error instanceof Error ? error : new ApiError('unavailable', '')
  }
  if (client.idToken !== undefined) sessionStorage.setItem(idTokenKey, client.idToken)
  keepFresh(client)
  return client
}

/** Starts the identity provider's client once per page load; reads its answer if the URL has one. */
export function startProvider(): Promise<Keycloak> {
  started ??= connect().catch((error: unknown) => {
    started = null
    throw error
  })
  return started
}

/** Resolved, except while the browser leaves to be logged out. */
let mayAsk = Promise.resolve()

/**
 * Keeps this page from leaving for a login until the returned function is called, or the browser shows the page again. A
 * screen whose calls are refused because the user logs out would else overtake the way to the provider's logout, and the
 * provider, which still knows the user, would sign them in again.
 */
export function holdLogin(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  mayAsk = promise
  const shown = ({ persisted }: PageTransitionEvent): void => (persisted ? release() : undefined)
  const release = (): void => {
    window.removeEventListener('pageshow', shown)
    resolve()
  }
  window.addEventListener('pageshow', shown)
  return release
}

/**
 * Tokens of the user the identity provider knows, or null when it knows nobody. Asks it silently once:
 * the browser leaves for the provider and comes back at once to the login screen with `query`.
 */
export async function checkProvider(query: string): Promise<ProviderTokens | null> {
  const client = await startProvider()
  if (!client.authenticated && !answered) {
    await mayAsk
    keepQuery(query)
    await client.login({ prompt: 'none', redirectUri: `${location.origin}/` })
    return new Promise<never>(() => {})
  }
  return providerTokens(client)
}

/** Tokens that are good for another 30 s, or null when the provider knows nobody here. */
export async function providerTokens(client: Keycloak): Promise<ProviderTokens | null> {
  if (!client.authenticated) return null
  await client.updateToken(30).catch(() => false)
  return client.token === undefined ? null : { token: client.token, idToken: client.idToken }
}

/** Leaves for the identity provider's login; `query` is the login screen's on the way back. */
export async function goToProvider(query: string): Promise<never> {
  const client = await startProvider()
  await mayAsk
  keepQuery(query)
  await client.login({ redirectUri: `${location.origin}/` })
  return new Promise<never>(() => {})
}

/** True when this window's user came through the identity provider. */
export function knownToProvider(client: Keycloak): boolean {
  return client.authenticated === true || sessionStorage.getItem(idTokenKey) !== null
}

/** Logs out of the identity provider; the browser comes back to the login screen. */
export async function leaveProvider(client: Keycloak): Promise<void> {
  client.idToken ??= sessionStorage.getItem(idTokenKey) ?? undefined
  sessionStorage.removeItem(idTokenKey)
  await client.logout({ redirectUri: `${location.origin}/` })
}
