import type { Deps } from '#server/domain/context.ts'
import { endSession, startSession } from '#server/domain/rights/sessions.ts'
import { issueTicket } from '#server/domain/rights/ticket.ts'
import { bearer, createRole, createUser } from '../../factories.ts'
import type { World, WorldSurvey } from '../../route-walk-world.ts'
import type { Owner } from './markers.ts'

/** The credentials of a call. */
export interface Credentials {
  headers: Record<string, string>
  /** The ticket of an address the browser opens by itself. */
  ticket?: string
}

/** A caller. */
export interface Caller {
  name: string
  /** Credentials for one call; a call that may end its session gets a new one. */
  credentials(own: boolean): Promise<Credentials>
  /** The kind of user whose permissions the caller has; null where only what they see is checked. */
  walker: Member | null
  /** The status of every call that needs a session, for invalid credentials. */
  refused: readonly number[] | null
  /** The surveys whose universe the session is in. */
  surveys: readonly WorldSurvey[]
  /** Whether the caller may read what belongs to an owner. */
  mayRead(owner: Owner): boolean
}

/** The route walk's users who call by a session of their own. */
const members = ['root', 'administrator', 'regional', 'store', 'channel', 'restricted', 'stranger', 'nobody'] as const

type Member = (typeof members)[number]

type ResponseOwner = Extract<Owner, { kind: 'response' }>

/** The cases each walker may open, by any call. */
const cases: Record<Member, (row: ResponseOwner) => boolean> = {
  root: ({ survey }) => survey === 'survey',
  administrator: ({ survey }) => survey === 'survey',
  regional: ({ survey, country }) => survey === 'survey' && country === 'Sweden',
  store: ({ survey, store }) => survey === 'survey' && store === 'Stockholm',
  channel: ({ survey, channel }) => survey === 'survey' && channel === 'web',
  restricted: () => false,
  stranger: ({ survey }) => survey === 'foreign',
  nobody: () => false,
}

/** Those who may neither open samples nor handle alerts: addresses in what people wrote are hidden from them. */
const masked: readonly Member[] = ['store', 'channel']

type PlaceOwner = Extract<Owner, { kind: 'place' }>

/** The stores of which each walker sees all answers, and so what belongs to the store. */
const stores: Record<Member, (place: PlaceOwner) => boolean> = {
  root: ({ survey }) => survey !== 'foreign',
  administrator: ({ survey }) => survey !== 'foreign',
  regional: ({ survey, country }) => survey !== 'foreign' && country === 'Sweden',
  store: ({ survey, store }) => survey !== 'foreign' && store === 'Stockholm',
  channel: () => false,
  restricted: () => false,
  stranger: ({ survey }) => survey === 'foreign',
  nobody: () => false,
}

/** The surveys whose name, units and campaigns each walker may read. */
const opened: Record<Member, readonly WorldSurvey[]> = {
  // Root users may enter every universe, and their overview shows the content of each.
  root: ['survey', 'anonymous', 'foreign'],
  administrator: ['survey', 'anonymous'],
  regional: ['survey', 'anonymous'],
  store: ['survey', 'anonymous'],
  channel: ['survey', 'anonymous'],
  restricted: [],
  stranger: ['foreign'],
  nobody: [],
}

function readsAs(walker: Member, usernames: readonly string[]): Caller['mayRead'] {
  return (owner) => {
    if (owner.kind === 'response') return cases[walker](owner) && !(owner.personal && masked.includes(walker))
    if (owner.kind === 'place') return stores[walker](owner)
    if (owner.kind === 'user') return usernames.includes(owner.username)
    if (owner.kind === 'root' || owner.kind === 'script') return walker === 'root' && owner.survey !== 'foreign'
    // The stranger's organisation does not let its administrators edit dashboards.
    if (owner.kind === 'draft') return ['root', 'administrator'].includes(walker) && owner.survey !== 'foreign'
    return opened[walker].includes(owner.survey)
  }
}

/**
 * All callers: the route walk's users, and sessions that act as others, have ended or are in other universes, and none.
 */
export async function makeCallers(deps: Deps, world: World): Promise<Caller[]> {
  const own = world.survey.universeId
  const elsewhere = world.foreign.universeId
  const { usernames } = world
  const nothing = { walker: null, surveys: [], mayRead: () => false } as const

  const start = async (userId: number, universeId: number | null, actorUserId: number | null = null) =>
    startSession(deps, { userId, universeId, actorUserId })
  /** Credentials of a session that is kept, or of a new one where the call may end it. */
  const session = async (userId: number, universeId: number | null, actor: number | null = null) => {
    const kept = await start(userId, universeId, actor)
    return async (single: boolean): Promise<Credentials> => ({
      headers: bearer((single ? await start(userId, universeId, actor) : kept).token),
    })
  }
  const fixed = (headers: Record<string, string>) => () => Promise.resolve({ headers })
  const idOf = (walker: Member): number => Number(world.userIds[walker])

  const callers: Caller[] = []
  for (const walker of members)
    callers.push({
      name: walker,
      walker,
      refused: null,
      surveys: walker === 'nobody' ? [] : walker === 'stranger' ? ['foreign'] : ['survey', 'anonymous'],
      mayRead: readsAs(walker, [usernames[walker]]),
      credentials:
        walker === 'nobody' ? fixed({}) : await session(idOf(walker), walker === 'stranger' ? elsewhere : own),
    })

  const acting = async (name: string, actor: Member, as: number, reads: Caller['mayRead'], walker: Member | null) =>
    callers.push({
      name,
      walker,
      refused: null,
      surveys: ['survey', 'anonymous'],
      mayRead: reads,
      credentials: await session(as, own, idOf(actor)),
    })
  await acting(
    'administrator acting as store',
    'administrator',
    idOf('store'),
    readsAs('store', [usernames.store, usernames.administrator]),
    'store',
  )
  await acting(
    'root acting as restricted',
    'root',
    idOf('restricted'),
    readsAs('restricted', [usernames.restricted, usernames.root]),
    'restricted',
  )
  const other = await createUser(deps.db, {
    universes: [
      {
        universeId: own,
        roleId: await createRole(deps.db, own, {
          surveys: { [world.survey.surveyId]: {}, [world.anonymous.surveyId]: {} },
        }),
        admin: true,
      },
    ],
  })
  await acting(
    'administrator acting as another administrator',
    'administrator',
    other.id,
    readsAs('administrator', [usernames.administrator]),
    null,
  )
  // The acting person may lose rights during the session: then it shows only what both may see, or nothing.
  await acting(
    'regional acting as administrator',
    'regional',
    idOf('administrator'),
    readsAs('regional', [usernames.administrator, usernames.regional]),
    null,
  )
  const two = await createUser(deps.db, {
    universes: [
      {
        universeId: own,
        roleId: await createRole(deps.db, own, { surveys: { [world.survey.surveyId]: { canViewSamples: true } } }),
        filters: { country: ['Sweden'] },
      },
      {
        universeId: elsewhere,
        roleId: await createRole(deps.db, elsewhere, { surveys: { [world.foreign.surveyId]: {} } }),
      },
    ],
  })
  const twoReads = readsAs('regional', [])
  const actorReads = readsAs('regional', [usernames.administrator])
  await acting('administrator acting as a user of two universes', 'administrator', two.id, actorReads, null)
  callers.push({
    name: 'user of two universes, in one of them',
    walker: null,
    refused: null,
    surveys: ['survey', 'anonymous'],
    // The overview shows the surveys of all their universes.
    mayRead: (owner) => twoReads(owner) || (owner.kind === 'survey' && owner.survey === 'foreign'),
    credentials: await session(two.id, own),
  })
  callers.push({
    name: "root in the stranger's universe",
    walker: null,
    refused: null,
    surveys: ['foreign'],
    mayRead: (owner) =>
      owner.kind === 'user'
        ? owner.username === usernames.root
        : !['response', 'draft', 'script'].includes(owner.kind) || owner.survey === 'foreign',
    credentials: await session(idOf('root'), elsewhere),
  })
  callers.push({
    name: 'administrator before choosing a universe',
    walker: null,
    refused: null,
    surveys: [],
    mayRead: (owner) =>
      owner.kind === 'user'
        ? owner.username === usernames.administrator
        : owner.kind === 'survey' && owner.survey !== 'foreign',
    credentials: await session(idOf('administrator'), null),
  })

  const loggedOut = await start(idOf('root'), own)
  await endSession(deps, loggedOut.id)
  const expired = await start(idOf('root'), own)
  await deps.db
    .updateTable('session')
    .set({ expires_at: new Date(deps.clock.now().getTime() - 1000) })
    .where('id', '=', expired.id)
    .execute()
  const wide = await createRole(deps.db, own, { surveys: { [world.survey.surveyId]: { canViewSamples: true } } })
  const member = { universeId: own, roleId: wide, admin: true }
  const disabled = await createUser(deps.db, { universes: [member], status: 1 })
  const barred = await createUser(deps.db, { universes: [{ ...member, disabled: true }] })
  const outsider = await createUser(deps.db)
  const kept = await start(idOf('administrator'), own)
  const ended: [string, Record<string, string>][] = [
    ['root after signing out', bearer(loggedOut.token)],
    ['root after the session ran out', bearer(expired.token)],
    ['disabled user', bearer((await start(disabled.id, own)).token)],
    ['user barred from the universe', bearer((await start(barred.id, own)).token)],
    ['session in a universe that is not theirs', bearer((await start(outsider.id, own)).token)],
    ['invented token', bearer('A'.repeat(43))],
    ['session cookie alone', { cookie: `gensvar_session=${kept.cookie}` }],
  ]
  for (const [name, headers] of ended)
    callers.push({
      ...nothing,
      name,
      refused: [401],
      credentials: fixed(headers),
      // The cookie may resume its session, which names its user.
      ...(name === 'session cookie alone' && {
        mayRead: readsAs('administrator', [usernames.administrator]),
      }),
    })
  callers.push({
    ...nothing,
    name: 'ticket made for something else',
    refused: [401, 403],
    credentials: async () => ({
      headers: {},
      ticket: await issueTicket(
        { ...deps, locale: 'en', identity: { sessionId: kept.id, userId: idOf('administrator') } },
        '/rest/x',
      ),
    }),
  })
  return callers
}
