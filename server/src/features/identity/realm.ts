import type { Deps } from '#server/domain/context.ts'
import { readServerSettings } from '#server/platform/server-settings.ts'

/** The realm of the configured Keycloak in which users of a domain sign in. */
export interface Realm {
  url: string
  realm: string
  clientId: string
  /** The domain has this realm to itself; root can only sign in through the server's own. */
  isOfDomain: boolean
}

/**
 * The realm of a domain (the host name browsers use): the one that the settings name for it, else the server's own from
 * the environment. Null where no Keycloak is configured: the embedded provider has one realm for every domain.
 */
export async function realmOf({ config, db }: Pick<Deps, 'config' | 'db'>, domain: string): Promise<Realm | null> {
  const own = config.identityProvider
  if (!own) return null
  const { realms } = await readServerSettings(db)
  const named = realms.find((one) => one.domain.toLowerCase() === domain.toLowerCase())
  if (!named) return { ...own, isOfDomain: false }
  return { url: own.url, realm: named.realm, clientId: named.clientId ?? own.clientId, isOfDomain: true }
}
