import { configuredAddress } from '#server/platform/addresses.ts'

/** Realm of the embedded provider. */
export const realm = 'gensvar'

/** Client id of the browser application at the embedded provider. */
export const webClientId = 'gensvar-web'

/** Cookie by which the embedded provider recognises a browser. */
export const sessionCookie = 'gensvar_idp'

/** Signature algorithm of its tokens. */
export const publicKeyAlgorithm = 'RS256'

/** Path under which the embedded provider answers: Keycloak's. */
export const realmPath = `/realms/${realm}`

/**
 * Issuer of the embedded provider's tokens: the same whichever loopback name of the server the browser used.
 */
export function embeddedIssuer(config: { publicUrl: string | null; host: string; port: number }): string {
  return `${configuredAddress(config)}${realmPath}`
}
