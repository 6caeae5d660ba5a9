import type { Locale } from '@gensvar/contract/local-text'
import type { RoleRights } from './role-rights.ts'

/** The tenant of a session. */
export interface IdentityUniverse {
  id: number
  name: string
  /** IANA time zone: what "today" means for the user. */
  timeZone: string
  /** Language for users who chose none. */
  defaultLocale: string
}

/** The person who acts as the user in an impersonated session. */
export interface Actor {
  userId: number
  username: string
  /** The user and the actor, each with their own rights in the session's universe. */
  both: readonly [Identity, Identity]
}

/** The draft of a survey's configuration that a preview shows. */
export interface DraftChoice {
  /** Ext name of the survey. */
  survey: string
  version: number
}

/** The API key that a request was sent with. */
export interface IdentityKey {
  id: number
  /** Its name, for the audit log. */
  name: string
  /** The only survey it opens. */
  surveyId: number
  /** The place it is bound to, as a drill path without filters. */
  path: string
}

/** The last write of a session that changed figures; one object for all identities of a request. */
export interface LastWrite {
  /** Number of its transaction; null where the session has written nothing. */
  xid: number | null
}

/**
 * The caller, in every context: read from a session by this folder, or made by `programContext` for work without a
 * request. In an impersonated session it has only rights that both user and actor have.
 */
export interface Identity {
  /** 0 for the program itself. */
  sessionId: number
  /** 0 for the program itself. */
  userId: number
  username: string
  isRoot: boolean
  /** Administers the users of the session's universe; root counts as one everywhere. */
  isUserAdmin: boolean
  /** May make surveys, from files or with a questionnaire: root, and administrators of an organisation where root has allowed it. */
  mayCreateSurveys: boolean
  /** May edit the dashboards of surveys: root, and administrators of an organisation where root has allowed it. */
  mayEditDashboards: boolean
  /** May act as other users of the session's universe. */
  mayActAs: boolean
  /** The session's universe; null while the user has yet to choose one. */
  universe: IdentityUniverse | null
  /** The role in that universe, combined with its parents; null for root and without a universe. */
  role: RoleRights | null
  /** The user's language, else the universe's. */
  locale: string
  /** The language that a ticket was asked for in; left out without a ticket. */
  askedLocale?: Locale
  /** The draft that this request shall be answered by; left out by all others. */
  draft?: DraftChoice
  /** The person acting as the user in an impersonated session. */
  actor: Actor | null
  /** Name of the role that the user looks at the screens as, being their own actor; left out otherwise. */
  viewedRole?: string
  /** The API key in place of a session: it opens one survey, and there no more than its place. Left out without one. */
  key?: IdentityKey
  /** For the program itself: the part of it, as named in the audit log. */
  program: string | null
  lastWrite: LastWrite
  /** When the session expires unless it is used before. */
  expiresAt: Date
}
