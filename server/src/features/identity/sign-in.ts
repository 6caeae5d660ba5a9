import { loginStatus } from '@gensvar/contract/entities/identity'
import type { SignInResult } from '@gensvar/contract/identity'
import type { Deps } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import type { WriteContext } from '#server/domain/write.ts'
import { endSession, identifyById, startSession } from '#server/domain/rights/sessions.ts'
import type { Identity } from '#server/domain/rights/identity.ts'
import type { Proof } from '#server/domain/rights/sessions.ts'
import { readServerSettings } from '#server/platform/server-settings.ts'
import { answerWithSession, answerWithoutSession } from './answer.ts'
import {
  findProfile,
  hasUniverses,
  listMemberships,
  noteSignIn,
  readChoicePreference,
  readPreparation,
} from './store.ts'
import type { Membership, Profile } from './store.ts'

/** Somebody who enters, and where. */
interface EntryRequest {
  username: string
  /** Host name the browser used. */
  host: string
  /** How the person proved who they are. */
  proof: Proof
}

/** A request to sign in, with verified tokens. */
export interface SignInRequest extends EntryRequest {
  /** Name of the requested universe. */
  universe?: string | undefined
  flag: '' | 'change' | 'actas'
  /** Root cannot sign in to the realm of a domain: whoever administers that realm would administer the server. */
  mayBeRoot: boolean
}

/** An answer and, if a session was created, its cookie. */
export interface SignedIn {
  answer: SignInResult
  cookie: string | null
}

type SignInDeps = WriteContext & Pick<Deps, 'clock'>

/**
 * Decides the sign-in status of an authenticated person. In this order: 8 while the data is being prepared; 0 for root
 * where there is no universe yet, who makes the first survey; 1 for somebody without a profile or without any universe;
 * 7 for somebody who asks to act as another user and may; 9 if the server's host, or the requested universe, is not one
 * of theirs; 5 or 6 if there are several to choose from; 0 otherwise. Statuses 0, 5, 6 and 7 come with a session.
 */
export async function signIn(deps: SignInDeps, request: SignInRequest): Promise<SignedIn> {
  const { db } = deps
  const loadStatus = await readPreparation(db)
  if (loadStatus < 100) return without(answerWithoutSession(request.username, loginStatus.loading, { loadStatus }))
  const found = await findProfile(db, request.username)
  const profile = found?.isRoot && !request.mayBeRoot ? null : found
  const memberships = profile ? await listMemberships(db, profile) : []
  if (profile?.isRoot && memberships.length === 0)
    return enter(deps, request, profile, { universe: null, status: loginStatus.signedIn })
  if (!profile || memberships.length === 0) {
    await noteFailure(deps, { userId: null, object: request.username, reason: 'unknown user' })
    return without(answerWithoutSession(request.username, loginStatus.unknownUser, profile ? { profile } : {}))
  }
  const here = memberships.filter((one) => isHere(one, profile, request.host))
  const wanted = request.universe === undefined ? undefined : here.find((one) => one.name === request.universe)
  if (request.flag === 'actas' && memberships.some((one) => one.mayActAs)) {
    // The session is in their own universe, in case they cancel the choice.
    const universe = wanted ?? onlyOne(here, '') ?? null
    return enter(deps, request, profile, { universe, status: loginStatus.impersonate })
  }
  if (here.length === 0 || (request.universe !== undefined && !wanted)) {
    const { userId } = profile
    const object = request.universe ?? request.host
    await noteFailure(deps, { userId, object, reason: 'not configured for this server' })
    return without(answerWithoutSession(request.username, loginStatus.suggestDifferentUser, { profile, memberships }))
  }
  const universe = wanted ?? onlyOne(here, request.flag)
  if (universe) return enter(deps, request, profile, { universe, status: loginStatus.signedIn })
  return enter(deps, request, profile, { universe: null, status: await choiceStatus(deps.db, profile.userId) })
}

/**
 * Replaces an existing session by one in another universe. Answers 9 if the universe is not one of theirs on this
 * server.
 */
export async function enterUniverse(
  deps: SignInDeps,
  request: EntryRequest & { universe: string; sessionId: number },
): Promise<SignedIn> {
  const profile = await findProfile(deps.db, request.username)
  const memberships = profile ? await listMemberships(deps.db, profile) : []
  const universe = memberships.find((one) => one.name === request.universe)
  if (!profile || !universe || !isHere(universe, profile, request.host))
    return without(
      answerWithoutSession(request.username, loginStatus.suggestDifferentUser, {
        ...(profile && { profile }),
        memberships,
      }),
    )
  return enter(deps, request, profile, { universe, status: loginStatus.signedIn }, request.sessionId)
}

/** A universe without a host can be entered at every host; root can enter at every host. */
function isHere(universe: Membership, profile: Profile, host: string): boolean {
  return profile.isRoot || universe.host === '' || universe.host.toLowerCase() === host.toLowerCase()
}

/** The universe to enter without asking: the only one, or the only one root is a member of. */
function onlyOne(here: readonly Membership[], flag: SignInRequest['flag']): Membership | undefined {
  if (here.length === 1) return here[0]
  const explicit = here.filter((one) => one.explicit)
  return flag === 'change' || explicit.length !== 1 ? undefined : explicit[0]
}

/** The status of a session that goes on: as when it began, also for root who made no universe yet. */
export async function resumedStatus(db: SignInDeps['db'], identity: Identity): Promise<number> {
  if (identity.universe !== null) return loginStatus.signedIn
  if (identity.isRoot && !(await hasUniverses(db))) return loginStatus.signedIn
  return choiceStatus(db, identity.userId)
}

/** How a user chooses among universes: by the overview if the server has one, unless they prefer the list. */
export async function choiceStatus(db: SignInDeps['db'], userId: number): Promise<number> {
  const preference = await readChoicePreference(db, userId)
  const { globalOverview } = await readServerSettings(db)
  const byOverview = (preference ?? 'overview') === 'overview' && globalOverview !== undefined
  return byOverview ? loginStatus.selectByOverview : loginStatus.selectUniverse
}

async function enter(
  deps: SignInDeps,
  { proof }: EntryRequest,
  profile: Profile,
  at: { universe: Membership | null; status: number },
  endingSessionId: number | null = null,
): Promise<SignedIn> {
  const { userId } = profile
  const universeId = at.universe?.universeId ?? null
  const session = await write(deps, async (tx) => {
    const started = await startSession(tx, { userId, universeId, actorUserId: null }, proof)
    if (endingSessionId === null) await noteSignIn(tx.db, userId, tx.clock.now())
    else await endSession(tx, endingSessionId)
    await tx.audit({
      action: endingSessionId === null ? 'sign-in' : 'universe.change',
      by: { userId },
      universeId,
      object: at.universe?.name ?? '',
      details: { status: at.status },
    })
    return started
  })
  const identity = await identifyById(deps, session.id)
  if (!identity) throw new Error('a session just made has no identity')
  return { answer: await answerWithSession(deps.db, identity, at.status, session.token), cookie: session.cookie }
}

async function noteFailure(
  deps: SignInDeps,
  { userId, object, reason }: { userId: number | null; object: string; reason: string },
): Promise<void> {
  const entry = { action: 'sign-in.failed', by: { userId }, universeId: null, object, details: { reason } }
  await write(deps, (tx) => tx.audit(entry))
}

function without(answer: SignInResult): SignedIn {
  return { answer, cookie: null }
}
