import type { clientConfig as clientConfigSchema } from '@gensvar/contract/entities/shell'
import type { z } from 'zod'
import type { Deps } from '#server/domain/context.ts'
import { shownMessage } from '#server/domain/system-message.ts'
import { readServerSettings } from '#server/platform/server-settings.ts'
import { embeddedProvider } from '#server/features/identity-provider/service.ts'
import { realmOf } from './realm.ts'

/**
 * What a browser needs before anybody has signed in. `domain` is the host name it uses, which chooses the realm;
 * `origin` is where it reached the server.
 */
export async function clientConfig(
  deps: Pick<Deps, 'config' | 'db' | 'clock'>,
  { domain, origin }: { domain: string; origin: string },
): Promise<z.input<typeof clientConfigSchema>> {
  const { config } = deps
  const settings = await readServerSettings(deps.db)
  const embedded = await embeddedProvider(deps)
  const realm = await realmOf(deps, domain)
  const provider = embedded
    ? // The same host name as the browser used, as localhost and 127.0.0.1 do not share cookies.
      { mode: 'embedded' as const, url: config.publicUrl ?? origin, realm: embedded.realm, clientId: embedded.clientId }
    : { mode: 'keycloak' as const, url: '', realm: '', clientId: '', ...realm }
  return {
    identityProvider: provider,
    systemLogoURL: settings.systemLogoURL,
    supportDeskURL: settings.supportDeskURL ?? null,
    language: settings.language,
    systemMessage: settings.systemMessage?.atLogin ? shownMessage(settings.systemMessage, deps.clock.now()) : null,
    upgrade: settings.upgrade ?? null,
    forward: {
      oldData: settings.forward.vgs?.oldData ?? null,
      finland: settings.forward.finland?.address ?? null,
    },
  }
}
