import { say } from '@gensvar/contract/say'
import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import type { Deps } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Proof } from '#server/domain/rights/sessions.ts'
import { embeddedProvider, isSubjectCurrent } from '#server/features/identity-provider/service.ts'
import { realmOf } from './realm.ts'
import type { Realm } from './realm.ts'

const claims = z.object({
  sub: z.string().min(1),
  preferred_username: z.string().min(1),
  azp: z.string(),
  typ: z.string(),
})

/** The person an access token of the identity provider names. */
export interface ProviderUser {
  username: string
  /** Checks whether the token's sign-in is still valid: a new password ends it. */
  proof: Proof
  /** They signed in to the realm of a domain instead of the server's own. */
  isOfDomain: boolean
}

/** Where tokens come from, and how their signatures are verified. */
interface Issuer {
  issuer: string
  clientId: string
  keys: JWTVerifyGetKey
  isEmbedded: boolean
  isOfDomain: boolean
}

/**
 * Verifies an access token of the realm of a host, the name the browser used: signature, issuer, expiry, and that it was issued to our own client (by `azp`, as Keycloak
 * sets no audience for us). An id token sent along must name the same person. Throws `unauthenticated`, and
 * `unavailable` when the provider's keys cannot be fetched.
 */
export async function verifyProviderToken(
  deps: Pick<Deps, 'config' | 'clock' | 'db'>,
  host: string,
  { token, idToken }: { token: string; idToken?: string | undefined },
): Promise<ProviderUser> {
  const issuer = await issuerOf(deps, host)
  try {
    const options = { issuer: issuer.issuer, currentDate: deps.clock.now(), clockTolerance: 5, algorithms }
    const access = await jwtVerify(token, issuer.keys, { ...options, requiredClaims: ['exp'] })
    const { sub, preferred_username: username, azp, typ } = claims.parse(access.payload)
    // An id or refresh token is signed with the same keys; only an access token signs in.
    if (azp !== issuer.clientId || typ !== 'Bearer') throw refused()
    if (idToken !== undefined) {
      const id = await jwtVerify(idToken, issuer.keys, { ...options, audience: issuer.clientId })
      if (id.payload.sub !== sub) throw refused()
    }
    // Keycloak's tokens expire within minutes, so their sign-in is not checked again.
    const proof: Proof = async (db) => !issuer.isEmbedded || isSubjectCurrent({ db }, sub)
    if (!(await proof(deps.db))) throw refused()
    return { username, proof, isOfDomain: issuer.isOfDomain }
  } catch (error) {
    if (error instanceof AppError) throw error
    if (error instanceof errors.JOSEError && !unreachable.has(error.code)) throw refused()
    if (error instanceof z.ZodError) throw refused()
    throw new AppError(
      'unavailable',
      say`The identity provider cannot be reached at the moment. Try again in a minute.`,
    )
  }
}

const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384']

/** Failures of fetching the keys, as opposed to failures of the token. */
const unreachable = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JOSE_GENERIC', 'ERR_JWKS_INVALID'])

function refused(): AppError {
  return new AppError('unauthenticated', say`Your sign-in has expired. Sign in again.`)
}

/** By the server's configuration and the issuer's address: fetched keys are kept with it. */
const issuers = new WeakMap<Deps['config'], Map<string, Issuer>>()

async function issuerOf(deps: Pick<Deps, 'config' | 'db'>, host: string): Promise<Issuer> {
  const { config } = deps
  const known = issuers.get(config) ?? new Map<string, Issuer>()
  issuers.set(config, known)
  const realm = await realmOf(deps, host)
  const address = realm ? `${realm.url}/realms/${realm.realm}` : ''
  const key = `${address} ${realm?.clientId} ${realm?.isOfDomain}`
  const issuer = known.get(key) ?? (realm ? keycloakIssuer(address, realm) : await embeddedIssuerOf(deps))
  known.set(key, issuer)
  return issuer
}

async function embeddedIssuerOf(deps: Pick<Deps, 'config' | 'db'>): Promise<Issuer> {
  const embedded = await embeddedProvider(deps)
  if (!embedded) throw new Error('no identity provider is configured')
  const { issuer, clientId, key } = embedded
  return { issuer, clientId, keys: createLocalJWKSet({ keys: [key] }), isEmbedded: true, isOfDomain: false }
}

function keycloakIssuer(issuer: string, { clientId, isOfDomain }: Realm): Issuer {
  const keys = createRemoteJWKSet(new URL(`${issuer}/protocol/openid-connect/certs`), { timeoutDuration: 5000 })
  return { issuer, clientId, keys, isEmbedded: false, isOfDomain }
}
