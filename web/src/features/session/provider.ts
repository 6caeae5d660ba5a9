import type Keycloak from 'keycloak-js'
import { getClientConfig } from '@gensvar/contract/identity'
import type { ClientConfig } from '@gensvar/contract/entities/shell'
import { call } from '../../api.ts'
import { keepQuery } from './deep-link.ts'
import { keepFresh } from './refresh.ts'

/** Tokens of the identity provider, as the sign-in calls take them. */
export interface ProviderTokens {
  token: string
  idToken?: string
}

const idTokenKey = 'gensvar-id-token'

let config: Promise<ClientConfig> | null = null
let started: Promise<Keycloak> | null = null

/** The server's client configuration; fetched once per page load, again after a failure. */
export function clientConfig(): Promise<ClientConfig> {
  config ??= call(getClientConfig, { query: { domain: location.hostname } }).catch((error: unknown) => {
    config = null
    throw error
  })
  return config
}

/** How far the start goes by itself: take an answer in the address, ask silently, or demand sign-in. */
export type StartMode = 'answer-only' | 'check' | 'require'

async function connect(mode: StartMode): Promise<Keycloak> {
  const { identityProvider } = await clientConfig()
  const { default: KeycloakClient } = await import('keycloak-js')
  const client = new KeycloakClient({
    url: identityProvider.url,
    realm: identityProvider.realm,
    clientId: identityProvider.clientId,
  })
  const onLoad = { 'answer-only': undefined, check: 'check-sso', require: 'login-required' } as const
  await client.init({
    onLoad: onLoad[mode],
    checkLoginIframe: false,
    pkceMethod: 'S256',
    redirectUri: `${location.origin}/`,
  })
  if (client.idToken !== undefined) sessionStorage.setItem(idTokenKey, client.idToken)
  keepFresh(client)
  return client
}

/**
 * Starts the identity provider's client once per page load. With `check` or `require` the browser may
 * leave for the provider and come back with its answer in the address.
 */
export function startProvider(mode: StartMode): Promise<Keycloak> {
  started ??= connect(mode).catch((error: unknown) => {
    started = null
    throw error
  })
  return started
}

/** Tokens that are good for another 30 s, or null when the provider knows nobody here. */
export async function providerTokens(client: Keycloak): Promise<ProviderTokens | null> {
  if (!client.authenticated) return null
  await client.updateToken(30).catch(() => false)
  return client.token === undefined ? null : { token: client.token, idToken: client.idToken }
}

/** Leaves for the identity provider's login; `query` is the login screen's on the way back. */
export async function goToProvider(query: string): Promise<never> {
  keepQuery(query)
  const client = await startProvider('answer-only')
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
