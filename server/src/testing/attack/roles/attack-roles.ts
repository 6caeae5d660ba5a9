import type { Route } from '@gensvar/contract/define-route'
import { sql } from 'kysely'
import { Random } from '#server/demo/random.ts'
import type { Deps } from '#server/domain/context.ts'
import { draftHeader } from '@gensvar/contract/draft-header'
import { registeredRoutes } from '#server/platform/http.ts'
import { expectedOf } from '../../route-walk.ts'
import type { World } from '../../route-walk-world.ts'
import { insideShown, shortened } from '../attack.ts'
import type { AttackOptions, AttackResult, AttackTarget, Finding } from '../attack.ts'
import { walkedDraft } from '../../draft-bodies.ts'
import { drawCall, weightOf } from './calls.ts'
import type { Call } from './calls.ts'
import { makeCallers } from './callers.ts'
import type { Caller } from './callers.ts'
import { makeMarkedWorld } from './marked-world.ts'
import type { MarkedWorld } from './marked-world.ts'
import type { Marker } from './markers.ts'

/** Calls that may end the session they are made with. */
const endsSession: ReadonlySet<string> = new Set(['logout', 'changeUniverse', 'login', 'validateCookie'])

/** The result of the role matrix. */
export interface RolesResult extends AttackResult {
  /** How many markers were shown to users who may read them, by where they are. */
  seen: Map<string, number>
  /** Routes that nobody called, and callers who called none. */
  missed: string[]
}

/**
 * Calls every route as every kind of user, with ids and places of their own and of others. A call must answer as its
 * permission says, change nothing when it is rejected, and show no marker its user may not read.
 */
export async function attackRoles(target: AttackTarget, options: AttackOptions): Promise<RolesResult> {
  const { app, deps } = target
  const marked = await makeMarkedWorld(deps, options.seed)
  const callers = await makeCallers(deps, marked.world)
  const routes = registeredRoutes(app)
  const weighted = routes.flatMap((route) => Array.from({ length: weightOf(route) }, () => route))
  const missed = new Set([...routes.map(({ id }) => id), ...callers.map(({ name }) => name)])
  const result: RolesResult = { tried: 0, findings: [], seen: new Map(), missed: [] }
  for (let number = 0; number < options.rounds; number++) {
    if (options.only !== undefined && options.only !== number) continue
    const random = new Random(`roles ${options.seed} ${number}`)
    const [drawn, caller] = pairInTurn(number, routes, callers) ?? [random.pick(weighted), random.pick(callers)]
    missed.delete(drawn.id)
    missed.delete(caller.name)
    const call = drawCall(random, drawn, marked)
    const { faults, detail } = await tryCall(target, marked, caller, call, result.seen)
    result.tried += 1
    for (const fault of faults) result.findings.push({ number, place: `${drawn.id} as ${caller.name}`, fault, detail })
    // Who may edit dashboards makes the call with the draft as well, and now and then somebody else tries to.
    if (isEditor(caller) || random.chance(0.1)) {
      const again = await tryCall(target, marked, caller, { ...call, isPreview: true }, result.seen)
      const place = `${drawn.id} as ${caller.name}, with a draft`
      for (const fault of again.faults) result.findings.push({ number, place, fault, detail: again.detail })
    }
    if (number % 1000 === 999) options.report?.(`${number + 1} calls, ${result.findings.length} findings`)
  }
  result.missed = [...missed]
  return result
}

/**
 * The route and the caller of a call, until every caller has called every route; null after that. Each round is over all
 * routes: the first is root's, who may read most, and in each of the others a route gets another one of the callers, and the
 * next route the next caller. So few rounds meet all routes and callers, and each route callers of several kinds.
 */
function pairInTurn(number: number, routes: readonly Route[], callers: readonly Caller[]): [Route, Caller] | null {
  const [root, ...others] = callers
  const [at, round] = [number % routes.length, Math.floor(number / routes.length)]
  const route = routes[at]
  const caller = round === 0 ? root : others[(at + (round - 1) * strideOver(others.length)) % others.length]
  return route && caller && round < callers.length ? [route, caller] : null
}

/** A stride that meets each of so many callers, and those who stand beside each other long after one another. */
function strideOver(length: number): number {
  const divisors = (stride: number) => Array.from({ length: stride - 1 }, (_, at) => at + 2)
  let stride = 5
  while (divisors(stride).some((one) => stride % one === 0 && length % one === 0)) stride += 1
  return stride
}

async function tryCall(
  { app, deps }: AttackTarget,
  marked: MarkedWorld,
  caller: Caller,
  call: Call,
  seen: Map<string, number>,
): Promise<Pick<Finding, 'detail'> & { faults: string[] }> {
  const { route, body } = call
  const { headers: own, ticket } = await caller.credentials(endsSession.has(route.id))
  const headers = call.isPreview ? { ...own, [draftHeader]: String(walkedDraft) } : own
  const url = ticket === undefined ? call.url : `${call.url}${call.url.includes('?') ? '&' : '?'}token=${ticket}`
  const writes = route.method !== 'GET'
  const before = writes ? await rowCounts(deps) : ''
  const response = await app.inject({ method: route.method, url, headers, ...(body && { payload: body }) })
  const faults = statusFaults(call, caller, response.statusCode)
  const request = `${decodeURIComponent(url)} ${JSON.stringify(body ?? '')}`
  const answer = `${withoutAuthors(route, response.body)}\n${JSON.stringify(response.headers)}`
  for (const marker of marked.markers.shownIn(answer, request)) {
    if (caller.mayRead(marker.owner)) seen.set(marker.what, (seen.get(marker.what) ?? 0) + 1)
    else if (
      !tellsWhoChanged(route, response.statusCode, marker) &&
      !isMember(marked.world, route, caller, marker) &&
      !tellsInvited(route, caller, marker)
    )
      faults.push(`shows a ${marker.what} that is not theirs (${ownerText(marker.owner)})`)
  }
  const inside = namesFolders.has(route.id) ? null : insideShown(response.body, request)
  if (inside !== null) faults.push(`shows the program's inside: ${inside}`)
  if (writes && response.statusCode >= 400 && (await rowCounts(deps)) !== before)
    faults.push('was refused and changed data')
  const sent = `${route.method} ${shortened(url)}${body ? ` ${shortened(JSON.stringify(body))}` : ''}`
  return { faults: [...new Set(faults)], detail: `${sent}\n-> ${response.statusCode} ${shortened(response.body)}` }
}

/** Calls that tell root how the server was started. */
const namesFolders: ReadonlySet<string> = new Set(['getServerSettings'])

/** Calls that answer comments, or who changed a sample, an alert or something of the installation. */
const namesAuthors: ReadonlySet<string> = new Set([
  'getAlert',
  'updateAlert',
  'reopenAlert',
  'getInterview',
  'createInterviewComment',
  'getSampleEditor',
  'updateSampleEditor',
  'updateSample',
  'listSampleComments',
  'createSampleComment',
  'listAudit',
])

/**
 * The answer without the names of authors, which everybody may read who may read what they wrote, and of those who can
 * have alerts or actions, which everybody may read who may give these to somebody.
 */
function withoutAuthors({ id }: Route, body: string): string {
  if (id === 'listAlertOwners' || id === 'listResponsibles') return body.replaceAll(/"name":"[^"]*"/g, '')
  return namesAuthors.has(id) ? body.replaceAll(/"(author|actor|user)":"[^"]*"/g, '') : body
}

/** Whether an answer tells somebody who has changed the sample that they are changing. */
function tellsWhoChanged({ id }: Route, status: number, { owner }: Marker): boolean {
  return status === 409 && namesAuthors.has(id) && owner.kind === 'user'
}

/**
 * Whether an answer tells somebody who administers an anonymous survey whom it can write to, or whom it wrote to. Who was invited
 * is not who answered: of whom a new campaign would write to, nobody has.
 */
function tellsInvited({ permission, path }: Route, { mayRead }: Caller, { owner }: Marker): boolean {
  if (permission !== 'view-campaigns' || owner.kind !== 'response' || owner.state === undefined) return false
  if (owner.survey !== 'anonymous' || !mayRead({ kind: 'draft', survey: 'anonymous' })) return false
  return path.includes('{mailAction}') ? owner.state !== 0 : path.includes('{campaignId}')
}

/** Calls that answer users: whoever may call them administers those of their own universe. */
const namesMembers: ReadonlySet<string> = new Set([
  ...['listUsers', 'getUserDetails', 'saveUserDetails', 'getUserEditorData', 'saveUserEditorData'],
  ...['getKeycloakData', 'listUniverseUsers', 'listUnitOwners', 'getUnit', 'saveUnit', 'inviteUsers', 'disableUsers'],
  'listSubscriptionRecipients',
])

/** Whether an answer names a user of the caller's own universe to somebody who administers those. */
function isMember({ usernames }: World, { id }: Route, { surveys }: Caller, { owner }: Marker): boolean {
  if (!namesMembers.has(id) || owner.kind !== 'user') return false
  const ofBoth = owner.username === usernames.acting
  const isStranger = owner.username === usernames.stranger
  return ofBoth || isStranger === surveys.includes('foreign')
}

/** Routes that answer about the caller alone, or check what the body names. */
function isOpen({ permission }: Route): boolean {
  return permission === 'none' || permission === 'sign-in'
}

/** Whether a caller may edit dashboards in the universe of their session. */
function isEditor({ surveys, mayRead }: Caller): boolean {
  return surveys.some((survey) => mayRead({ kind: 'draft', survey }))
}

/** Whether a preview refuses a call whatever it asks: by somebody who may not edit dashboards, or to change something. */
function isRefusedPreview({ isPreview, route }: Call, caller: Caller): boolean {
  return isPreview && !(isEditor(caller) && (route.method === 'GET' || route.id === 'storePath'))
}

function statusFaults(call: Call, caller: Caller, status: number): string[] {
  const { route } = call
  if (status >= 500) return [`fails with ${status}`]
  if (isOpen(route)) return []
  const refusals = [400, 401, 403, 404]
  if (caller.refused)
    return [...caller.refused, 400].includes(status) ? [] : [`answers ${status} to credentials that are no good`]
  // Without a session, or with one that has ended meanwhile, it is 401.
  if (isRefusedPreview(call, caller))
    return status === 401 || status === 403 ? [] : [`answers ${status} to a preview that is refused`]
  if (call.foreign && !caller.surveys.includes('foreign'))
    return refusals.includes(status) ? [] : [`answers ${status} to what belongs to another universe`]
  // `-` means no survey: such a call concerns only the caller's own data.
  if (caller.walker === null || call.params['survey'] === '-') return []
  const expected = expectedOf(route, caller.walker)
  if (expected === 'allowed' || expected === 404) return []
  // A 404 may come before the 403; only a successful answer is a fault.
  return refusals.includes(status) ? [] : [`answers ${status} instead of ${expected}`]
}

function ownerText(owner: MarkedWorld['markers']['all'][number]['owner']): string {
  if (owner.kind === 'user') return 'of another user'
  if (owner.kind === 'response') return `${owner.survey}, ${owner.store}, ${owner.channel}`
  return owner.survey
}

const counted = [
  'response',
  'response_comment',
  'alert_log',
  'alert_answer',
  'share',
  'saved_filter',
  'user_preference',
  'stored_path',
  'bug',
  'task',
  'script_event',
] as const

/** Row counts of everything a call can change. */
async function rowCounts({ db }: Deps): Promise<string> {
  const counts = counted.map((table) => sql`(SELECT count(*) FROM ${sql.table(table)})`)
  const { rows } = await sql<object>`
    SELECT json_build_array(
      ${sql.join(counts)}, (SELECT count(*) FROM share WHERE revoked_at IS NULL),
      (SELECT md5(string_agg(user_preference::text, '' ORDER BY user_id, survey_id, key)) FROM user_preference),
      (SELECT md5(string_agg(alert::text, '' ORDER BY id)) FROM alert),
      (SELECT md5(string_agg(script::text, '' ORDER BY id)) FROM script),
      (SELECT md5(string_agg(configuration_draft::text, '' ORDER BY survey_id)) FROM configuration_draft),
      (SELECT md5(string_agg(question::text, '' ORDER BY id)) FROM question),
      (SELECT md5(string_agg(questionnaire_draft::text, '' ORDER BY survey_id)) FROM questionnaire_draft),
      (SELECT md5(string_agg(id || locale, '' ORDER BY id)) FROM app_user)) AS counts`.execute(db)
  return JSON.stringify(rows)
}
