import type { RoleRights } from './role-rights.ts'

/** The tenant a session is in. */
export interface IdentityUniverse {
  id: number
  name: string
  /** IANA time zone: what "today" means for the user. */
  timeZone: string
  /** Language of those who chose none themselves. */
  defaultLocale: string
}

/** Who acts as the user of an impersonated session. */
export interface Actor {
  userId: number
  username: string
  /** The user and the actor, each as they are by themselves in the session's universe. */
  both: readonly [Identity, Identity]
}

/**
 * Who is calling: made from a session by this module alone, carried by every request's context. While somebody acts as
 * the user, every right in it is one that both have.
 */
export interface Identity {
  sessionId: number
  userId: number
  username: string
  isRoot: boolean
  /** Administers the users of the session's universe; root counts as one everywhere. */
  isUserAdmin: boolean
  /** May act as other users of the session's universe. */
  mayActAs: boolean
  /** The session's universe; null while the user has yet to choose one. */
  universe: IdentityUniverse | null
  /** The role in that universe with all its parents taken into account; null for root and without a universe. */
  role: RoleRights | null
  /** Language the user chose, else the universe's. */
  locale: string
  /** Set in an impersonated session: the person behind it. */
  actor: Actor | null
  /** End of the session unless it is used before. */
  expiresAt: Date
}
