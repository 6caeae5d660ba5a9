import type { Kysely } from 'kysely'
import Provider from 'oidc-provider'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { isPublicHttps } from '#server/platform/addresses.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/db-types.ts'
import { publicKeyAlgorithm, realmPath, sessionCookie, webClientId } from './place.ts'
import type { ProviderKeys } from './keys.ts'
import { readableRefreshTokens } from './refresh-token.ts'
import { findAccountBySubject, oidcStore, subjectOf } from './store.ts'
import type { Account } from './store.ts'
import { renderProviderError, renderSignOut } from './pages/notices.ts'

const minute = 60
const hour = 60 * minute

/** What the embedded provider needs. */
export interface ProviderOptions {
  db: Kysely<Database>
  clock: Clock
  keys: ProviderKeys
  issuer: string
  /** The address users open, if one is configured; any other origin must be the one the request came to. */
  publicUrl: string | null
}

/**
 * The OpenID provider with Keycloak's paths and token shapes, so that keycloak-js and the server treat both alike:
 * access tokens are JWTs with `azp` and `preferred_username`, refresh tokens are readable and rotate.
 */
export function createProvider({ db, clock, keys, issuer, publicUrl }: ProviderOptions): Provider {
  const configuration: Configuration = {
    adapter: (model: string) => oidcStore(db, clock, model),
    jwks: { keys: [keys.signing] },
    clients: [
      {
        client_id: webClientId,
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        // The origin is checked per request (below); the metadata demands at least one.
        redirect_uris: [`${publicUrl ?? 'http://127.0.0.1'}/`],
        post_logout_redirect_uris: [`${publicUrl ?? 'http://127.0.0.1'}/`],
      },
    ],
    pkce: { required: () => true },
    routes: {
      authorization: '/protocol/openid-connect/auth',
      token: '/protocol/openid-connect/token',
      jwks: '/protocol/openid-connect/certs',
      userinfo: '/protocol/openid-connect/userinfo',
      end_session: '/protocol/openid-connect/logout',
    },
    scopes: ['openid', 'profile', 'email'],
    claims: {
      openid: ['sub'],
      profile: ['preferred_username', 'name', 'given_name', 'family_name', 'locale'],
      email: ['email'],
    },
    conformIdTokenClaims: false,
    cookies: {
      keys: keys.cookies,
      // All ports of localhost share their cookies, so unique names avoid clashes with other programs.
      names: { session: sessionCookie, interaction: 'gensvar_idp_login', resume: 'gensvar_idp_resume' },
      long: { signed: true, sameSite: 'lax', path: realmPath },
      short: { signed: true, sameSite: 'lax' },
    },
    ttl: {
      AccessToken: 5 * minute,
      IdToken: 5 * minute,
      AuthorizationCode: minute,
      RefreshToken: 10 * hour,
      Interaction: hour,
      Session: 10 * hour,
      Grant: 10 * hour,
    },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: true, logoutSource: renderSignOut },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => issuer,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: 'openid profile email',
          audience: webClientId,
          accessTokenTTL: 5 * minute,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg: publicKeyAlgorithm } },
        }),
      },
    },
    interactions: { url: (_context, interaction) => `${realmPath}/login/${interaction.uid}` },
    issueRefreshToken: () => true,
    rotateRefreshToken: true,
    loadExistingGrant: (context) => grantEverything(context, issuer),
    findAccount: async (_context, accountId) => {
      const account = await findAccountBySubject(db, accountId)
      return account && { accountId, claims: () => claimsOf(account) }
    },
    extraTokenClaims: async (_context, token) => {
      if (!('accountId' in token)) return undefined
      const account = await findAccountBySubject(db, String(token.accountId))
      return { azp: token.clientId, typ: 'Bearer', ...(account && claimsOf(account)) }
    },
    // Browsers send an origin with every POST, also from our own pages.
    clientBasedCORS: (_context, origin) => isOwnOrigin(origin, publicUrl),
    renderError: renderProviderError,
  }
  const provider = new Provider(issuer, configuration)
  // The headers can then be trusted: `mount.ts` sets them from the public address.
  provider.proxy = isPublicHttps({ publicUrl })
  readableRefreshTokens(provider)
  allowOwnOrigin(provider, publicUrl)
  return provider
}

function claimsOf(account: Account) {
  return {
    sub: subjectOf(account),
    preferred_username: account.username,
    email: account.email,
    given_name: account.firstName,
    family_name: account.lastName,
    name: `${account.firstName} ${account.lastName}`.trim(),
    ...(account.locale ? { locale: account.locale } : {}),
  }
}

/** Our own client needs no consent screen: whoever signs in grants it everything. */
async function grantEverything(context: KoaContextWithOIDC, issuer: string) {
  const { client, session, provider } = context.oidc
  if (!client || !session) return undefined
  const grantId = context.oidc.result?.consent?.grantId ?? session.grantIdFor(client.clientId)
  if (grantId) {
    const existing = await provider.Grant.find(grantId)
    if (existing) return existing
  }
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope('openid profile email')
  grant.addResourceScope(issuer, 'openid profile email')
  await grant.save()
  return grant
}

/** keycloak-js returns to the page it was started from, so only the origin is compared, not the whole address. */
function allowOwnOrigin(provider: Provider, publicUrl: string | null): void {
  const allowed = (target: string): boolean => isOwnOrigin(target, publicUrl)
  provider.Client.prototype.redirectUriAllowed = allowed
  provider.Client.prototype.postLogoutRedirectUriAllowed = allowed
}

/** Whether an address is one of this server: the configured one, else the one the current request came to. */
function isOwnOrigin(target: string, publicUrl: string | null): boolean {
  if (!URL.canParse(target)) return false
  const { origin, host, protocol, username } = new URL(target)
  if (username !== '') return false
  if (publicUrl) return origin === new URL(publicUrl).origin
  return protocol === 'http:' && host === Provider.ctx?.host
}
