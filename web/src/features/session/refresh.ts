import type Keycloak from 'keycloak-js'
import { validateKeycloak } from '@gensvar/contract/identity'
import { call } from '#web/api.ts'

/** How often a refresh of the token is attempted, in milliseconds. */
export const refreshEvery = 10_000

/** Validity under which a refresh is performed, in seconds. */
export const refreshBelow = 60

/**
 * Attempts a refresh of the identity provider's token every 10 s; the client performs it only when
 * under 60 s of validity remain. A refreshed token prolongs the session. Returns a function that stops.
 */
export function keepFresh(client: Pick<Keycloak, 'authenticated' | 'updateToken' | 'token'>): () => void {
  async function attempt(): Promise<void> {
    if (client.authenticated !== true) return
    const refreshed = await client.updateToken(refreshBelow)
    if (refreshed && client.token !== undefined) {
      await call(validateKeycloak, { body: { token: client.token } })
    }
  }
  const timer = setInterval(() => {
    // A failed attempt is not reported: the next attempt or the next call will show whether the session is lost.
    attempt().catch(() => undefined)
  }, refreshEvery)
  return () => clearInterval(timer)
}
