import { logout } from '@gensvar/contract/identity'
import { call } from '#web/api.ts'
import { sessionStore } from '#web/lib/session-store.ts'
import { holdLogin, knownToProvider, leaveProvider, startProvider } from './provider.ts'

/**
 * Ends the session: the server clears its cookie. Users who came through the identity provider are logged out there;
 * otherwise the login screen opens, with all of the user's data removed from the window.
 */
export async function logOut(goToLogin: () => void = () => window.location.assign('/')): Promise<void> {
  const stay = holdLogin()
  try {
    await call(logout, {})
    sessionStore.set({ token: null })
    const client = await startProvider()
    if (knownToProvider(client)) await leaveProvider(client)
    else goToLogin()
  } catch (error) {
    stay()
    throw error
  }
}
