import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { computePools } from '#server/domain/pools/compute-pools.ts'
import { caughtUp } from './caught-up.ts'
import { bearer, createRole, createSurvey, createUniverse, createUser, signIn } from './factories.ts'
import type { MadeUser } from './factories.ts'
import type { TestRow } from './survey-data.ts'
import { testApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'

/** A call: the status and the parsed body. */
export type Call = (
  method: 'GET' | 'POST' | 'DELETE',
  url: string,
  body?: object,
) => Promise<{ status: number; body: ReturnType<typeof JSON.parse> }>

/** An organisation with a survey, as its administrator calls. */
export interface Member {
  universeId: number
  survey: string
  surveyId: number
  roleId: number
  admin: MadeUser
  call: Call
  /** The figure beside the other organisations. */
  seen(path?: string): Promise<Seen>
}

/** What a benchmark shows. */
export interface Seen {
  value: number | null
  base: number | null
  median: number | null
  why: string | null
  row: Record<string, ReturnType<typeof JSON.parse>>
}

/** How an organisation's survey differs from the usual one. */
export interface MemberOptions {
  /** Ratings from 1 to 5, each of one answer; spread over the quarters of 2025. */
  ratings?: readonly number[]
  /** Sections of the configuration besides or in place of the usual ones. */
  extra?: string
  indicator?: string
}

/** Organisations of a server, and its time, which the tests move. */
export interface PoolWorld extends TestApp {
  time: { now: string }
  root: Call
  member(options?: MemberOptions): Promise<Member>
  /** Makes a pool `shops` and members that join it, each with the rating that is given for all of its forty answers. */
  join(members: readonly Member[]): Promise<void>
  /** The nightly task. */
  compute(): Promise<number>
  callAs(user: MadeUser, universeId: number): Call
  /** The context of requests of a member's administrator, for functions without a route. */
  contextOf(member: Member): Promise<Ctx>
}

/** Forty answers of one rating. */
export const forty = (rating: number): number[] => Array.from({ length: 40 }, () => rating)

/** Opens a server on the tenth of February 2026; figures of pools are of 2025. */
export async function openPools(): Promise<PoolWorld> {
  const time = { now: '2026-02-10T12:00:00Z' }
  const server = await testApp({ clock: { now: () => new Date(time.now) } })
  const { deps, app } = server
  // A session of its own for each call, because time moves by quarters.
  const callAs = (user: MadeUser, universeId: number): Call => {
    return async (method, url, body) => {
      const headers = bearer(await signIn(deps, user, universeId))
      const response = await app.inject({ method, url, headers, ...(body && { payload: body }) })
      return { status: response.statusCode, body: response.body === '' ? null : response.json() }
    }
  }
  const home = await createUniverse(deps.db)
  const root = callAs(await createUser(deps.db, { isRoot: true }), home.id)
  return {
    ...server,
    time,
    root,
    callAs,
    async contextOf({ admin, universeId }) {
      const { authorization } = bearer(await signIn(deps, admin, universeId))
      const identity = await deps.identify(deps, { authorization, cookie: undefined, ticket: undefined })
      if (!identity) throw new Error('The administrator cannot sign in')
      return { ...deps, identity, locale: 'en', requestId: 'test' }
    },
    member: (options) => makeMember(server, callAs, options),
    async join(members) {
      for (const { call } of members) {
        const { status, body } = await call('POST', '/rest/pools/join/shops', {})
        if (status !== 200) throw new Error(JSON.stringify(body))
      }
    },
    async compute() {
      await caughtUp(deps.analytics, deps.pool)
      const { published } = await computePools(programContext(deps, 'test'), new AbortController().signal, () => {})
      return published
    },
  }
}

/** Has root make the pool that the usual members name. */
export async function makePool({ root }: PoolWorld): Promise<void> {
  const indicators = [{ name: 'satisfaction', scale: 'index' }]
  const { status } = await root('POST', '/rest/pools/pool', { name: 'shops', title: 'Nordic shops', indicators })
  if (status !== 200) throw new Error('The pool cannot be made')
}

async function makeMember(
  { deps }: TestApp,
  callAs: PoolWorld['callAs'],
  {
    ratings = forty(4),
    extra = '',
    indicator = 'expression: "index(rating)", minValue: 0, maxValue: 100',
  }: MemberOptions = {},
): Promise<Member> {
  const { db } = deps
  const { id: universeId } = await createUniverse(db)
  const made = await createSurvey(db, universeId, {
    questions: {
      store: { type: 'single', choices: ['North', 'South'] },
      channel: { type: 'single', choices: ['web', 'till'] },
      rating: { type: 'scale', min: 1, max: 5 },
    },
    views: { stores: ['store'] },
    config: `
lowBase: 0
indicators: { csi: { title: Satisfaction, ${indicator}, decimals: 1 }, other: { expression: "mean(rating)" } }
pool: { name: shops, indicators: { csi: satisfaction } }
pages:
  - extname: overview
    components:
      - { type: benchmark, config: { id: bench, variables: [csi, other], against: pool } }
filters:
  standard: [{ key: visit, title: Visit, filters: [channel] }]
${extra}`,
    rows: ratings.map((rating, at): TestRow => ({
      date: `2025-${String(1 + (at % 12)).padStart(2, '0')}-15`,
      answers: { store: at % 2 === 0 ? 'North' : 'South', channel: at % 4 < 2 ? 'web' : 'till', rating },
    })),
  })
  const roleId = await createRole(db, universeId, { surveys: { [made.surveyId]: {} } })
  const admin = await createUser(db, { universes: [{ universeId, roleId, admin: true }] })
  const call = callAs(admin, universeId)
  return {
    ...{ universeId, survey: made.extName, surveyId: made.surveyId, roleId, admin, call },
    seen: (path) => seenBy(call, made.extName, path),
  }
}

/** What a caller sees of a survey beside the other organisations. */
export async function seenBy(call: Call, survey: string, path = 'root'): Promise<Seen> {
  const { status, body } = await call('GET', `/rest/widgets/data/${survey}/bench/${path}`)
  if (status !== 200) throw new Error(JSON.stringify(body))
  const [row] = body.rows
  const why = row.baseWithheld?.en ?? null
  return { value: row.value, base: row.base, median: row.pool?.median ?? null, why, row }
}
