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

/** The last write of a session that changed what figures are made from; shared by all that a request knows of the session. */
export interface LastWrite {
  /** Number of its transaction; null where the session has written nothing. */
  xid: number | null
}

/**
 * Who is calling: made from a session by this folder, or by `programContext` where no request stands behind the work;
 * carried by every context. While somebody acts as
 * the user, every right in it is one that both have.
 */
export interface Identity {
  /** 0 where the program itself is at work. */
  sessionId: number
  /** 0 where the program itself is at work. */
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
  /** Set where the program itself is at work: the part of it, as the audit log names it. */
  program: string | null
  lastWrite: LastWrite
  /** End of the session unless it is used before. */
  expiresAt: Date
}
