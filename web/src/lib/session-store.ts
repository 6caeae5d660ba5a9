import type { SignInResult } from '@gensvar/contract/identity'
import { createContext, use } from 'react'
import { createStore, useStore } from './store.ts'
import type { Store } from './store.ts'

/** A report that was started in this session. */
export interface StartedReport {
  survey: string
  taskUUID: string
  /** Calls the server to create it, also once more when it has failed. */
  create: () => Promise<{ taskUUID: string }>
}

/** The state of the session that is not in the URL. */
export interface SessionState {
  /** The user; null before sign-in. */
  identity: SignInResult | null
  /** Token of the Authorization header; null before sign-in and once the server no longer knows it. */
  token: string | null
  /** External name of the survey looked at last. */
  survey: string | null
  /** Drill path looked at last, kept for screens whose address has none. */
  drillPath: string
  /** Reports started, the newest first, until they are removed from the tray. */
  reports: readonly StartedReport[]
}

const signedOut: SessionState = { identity: null, token: null, survey: null, drillPath: 'root', reports: [] }

/** The session of this window. */
export const sessionStore = createStore<SessionState>(signedOut)

/** The session of the screens inside: this window's, but for examples that are drawn without anybody signed in. */
export const SessionContext = createContext<Store<SessionState>>(sessionStore)

/** The session around a component, to change it; a screen inside the shell follows it with `useSession`. */
export function useSessionStore(): Store<SessionState> {
  return use(SessionContext)
}

/** Follows one part of the session. */
export function useSession<Part>(pick: (state: SessionState) => Part): Part {
  return useStore(useSessionStore(), pick)
}

/** The signed-in user; only for screens behind sign-in, where there always is one. */
export function useIdentity(): SignInResult {
  const identity = useSession((state) => state.identity)
  if (identity === null) throw new Error('This screen needs a signed-in user')
  return identity
}

/** Forgets a survey that was removed: it is no longer among the user's own, nor the one looked at. */
export function forgetSurvey(extName: string): void {
  const { identity, survey } = sessionStore.get()
  const surveys = identity?.surveys.filter((one) => one.extName !== extName) ?? []
  sessionStore.set({
    identity: identity && { ...identity, surveys },
    ...(survey === extName && { survey: null, drillPath: 'root' }),
  })
}

/** Who is in the session and in which universe, as a text to compare; null until a universe is entered. */
export function personOf({ identity }: SessionState): string | null {
  if (identity === null || identity.universe === null) return null
  return JSON.stringify([identity.userId, identity.universe, identity.impersonator])
}

/** Forgets the user. */
export function clearSession(): void {
  sessionStore.set(signedOut)
}
