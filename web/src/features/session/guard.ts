import { redirect } from '@tanstack/react-router'
import { loginStatus } from '@gensvar/contract/entities/identity'
import { ApiError } from '#web/lib/api-error.ts'
import { sessionStore } from '#web/lib/session-store.ts'
import { paths } from '#web/paths.ts'
import { goToProvider } from './provider.ts'
import { currentSession } from './session.ts'

/** The router's context of a screen behind sign-in. */
interface Screen {
  href: string
  survey: string | undefined
}

/** The query that brings the user to a screen after signing in. */
function wayBack(screen: Screen): string {
  const { surveys } = sessionStore.get().identity ?? { surveys: [] }
  const survey = screen.survey ?? surveys[0]?.extName ?? '-'
  return paths.login({ redirect: screen.href, survey })
}

/**
 * Lets signed-in users through. Others are sent to the identity provider's login and come back to the
 * same screen; a user who still has a universe to choose goes to the login screen first, one whose
 * dashboards have moved to the notice that says so.
 */
export async function guardScreen(screen: Screen): Promise<void> {
  // Before the first call, which carries it too.
  if (screen.survey !== undefined) sessionStore.set({ survey: screen.survey })
  const session = await currentSession()
  if (session === null) return goToProvider(wayBack(screen).slice(1))
  if (session.loginStatus !== loginStatus.signedIn) throw redirect({ href: wayBack(screen) })
  if (session.movedTo !== null) throw redirect({ href: paths[session.movedTo]() })
}

/** Lets root users open root's screens; throws `forbidden` for others. */
export function guardRoot(): void {
  if (sessionStore.get().identity?.isRoot !== true) throw new ApiError('forbidden', '')
}
