import { configuredAddress } from '#server/platform/addresses.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { Directory } from '#server/domain/people/directory.ts'
import { keycloakDirectory } from '#server/domain/people/keycloak-directory.ts'
import { embeddedDirectory } from '#server/features/identity-provider/service.ts'
import { unmanagedDirectory } from './unmanaged-directory.ts'
import { realmOf } from '#server/features/identity/service.ts'

/** How long an invited person may take, in seconds. */
const invitationSeconds = 7 * 86_400

/**
 * The directory of those who sign in to the session's universe: the embedded provider, or the realm of the Keycloak that
 * the universe's domain uses.
 */
export async function directoryOf(ctx: Ctx): Promise<Directory> {
  const { config, clock } = ctx
  if (!config.identityProvider) return embeddedDirectory(ctx)
  const realm = await realmOf(ctx, await domainOf(ctx))
  if (!realm || !config.directoryAccount) return unmanagedDirectory
  return keycloakDirectory(
    { url: realm.url, realm: realm.realm, ...config.directoryAccount, clock },
    { clientId: realm.clientId, address: `${configuredAddress(config)}/`, seconds: invitationSeconds },
  )
}

/** Whether this server manages the people who sign in to it. */
export function managesPeople({ config }: Pick<Ctx, 'config'>): boolean {
  return config.identityProvider === null || config.directoryAccount !== null
}

/** The host name of the session's universe; empty for one that is reached at any. */
async function domainOf({ db, identity }: Ctx): Promise<string> {
  if (!identity.universe) return ''
  const row = await db.selectFrom('universe').select('host').where('id', '=', identity.universe.id).executeTakeFirst()
  return row?.host ?? ''
}
