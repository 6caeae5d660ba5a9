import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Route } from '@gensvar/contract/define-route'
import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadCommands, loaderOf } from '#server/cli/commands.ts'
import { runForTest } from '#server/cli/testing/run-for-test.ts'
import { openContext } from '#server/domain/context.ts'
import { issueCode } from '#server/domain/rights/one-time-code.ts'
import { hashPassword } from '#server/domain/rights/password.ts'
import { startSession } from '#server/domain/rights/sessions.ts'
import { registeredRoutes } from '#server/platform/http.ts'
import { campaignCalls } from '#server/testing/campaign-bodies.ts'
import { bearer, createReport, createRole, createTask, createUser } from '#server/testing/factories.ts'
import type { MadeUser } from '#server/testing/factories.ts'
import {
  createAction,
  createEffectBlock,
  createSamples,
  createTableRow,
  unitOf,
} from '#server/testing/route-walk-rows.ts'
import { poolCalls } from '#server/testing/pool-rows.ts'
import { TestBrowser, signInAtProvider } from '#server/testing/provider-sign-in.ts'
import { refusedCommits } from '#server/testing/refused-commits.ts'
import { createScriptRow } from '#server/testing/script-rows.ts'
import { createImageRow, createTemplateRow } from '#server/testing/template-rows.ts'
import { createChoice } from '#server/testing/metadata-rows.ts'
import { keyCalls } from '#server/testing/key-calls.ts'
import { createImportSet, createUpload } from '#server/testing/import-rows.ts'
import { makeWorld } from '#server/testing/route-walk-world.ts'
import { bodyOf } from '#server/testing/route-walk-bodies.ts'
import { headersOf, urlOf } from '#server/testing/route-walk.ts'
import { testApp } from '#server/testing/test-app.ts'
import { createUnit } from '#server/testing/units-page.ts'
import { webhookCalls } from '#server/testing/webhook-rows.ts'
import { passwordLink, passwordLinksSent } from './identity-provider/service.ts'

// With a fixed clock no session is prolonged. The application is built here because the tests are named by its routes.
const started = new Date()
const { app, deps, close } = await testApp({ clock: { now: () => started }, env: { GENSVAR_BACKUP_FOLDER: tmpdir() } })
const { db } = deps
const world = await makeWorld(deps)
/** Routes that write although they are a GET, as the specification has them. */
const writingGets: ReadonlySet<string> = new Set(['removeTemplate'])
const writing = registeredRoutes(app).filter(({ method, id }) => method !== 'GET' || writingGets.has(id))
const { name: universe } = await db
  .selectFrom('universe')
  .select('name')
  .where('id', '=', world.survey.universeId)
  .executeTakeFirstOrThrow()
const password = 'correct horse battery'
let signingIn: MadeUser
let tokens: { token: string; idToken: string }

beforeAll(async () => {
  await sql.raw(refusedCommits.compile(db).sql).execute(db)
  signingIn = await createUser(db, { isRoot: true, passwordHash: await hashPassword(password) })
  const form = { username: signingIn.username, password }
  const { access_token: token, id_token: idToken } = await signInAtProvider(new TestBrowser(app), form)
  tokens = { token, idToken }
})

afterAll(() => close())

/** Routes with a writing method that leave no entry in the audit log, and why not. */
const unaudited: Readonly<Record<string, string>> = {
  savePreference: 'how somebody likes their own screens',
  readNotices: 'how far somebody has read what is theirs alone',
  storePath: 'a shorter address of what the caller may ask for anyway',
  reportBug: 'is an entry of a log itself',
  createTicket: 'opens what its owner may open anyway, for a minute',
  validateKeycloak: 'changes nothing',
  validateSample: 'changes nothing',
  callMcp: 'changes nothing',
  tryAlertRules: 'changes nothing',
  tryPatterns: 'changes nothing',
  tryTextProvider: 'changes nothing',
  suggestPatterns: 'changes nothing',
  checkDraft: 'changes nothing',
  checkQuestionnaire: 'changes nothing',
  previewQuestionnaire: 'changes nothing',
  previewMail: 'changes nothing',
  previewSms: 'changes nothing',
  previewAnonymisation: 'changes nothing',
  listAlertOwners: 'changes nothing',
  getAlertQuestions: 'changes nothing',
  viewAsRole: 'makes a link; who looks as which role is noted once it is used, and who was refused one at once',
  impersonate: 'makes a link; who acts as whom is noted once it is used, and who was refused one at once',
}

/** Tables that a call writes in an earlier transaction of their own, without an audit entry. */
const writtenAhead: Readonly<Record<string, readonly string[]>> = {
  // A failed attempt uses the link up too, so that it cannot be guessed.
  validateCookie: ['one_time_code'],
  // Counted before anything else, so that many at a time cannot all pass.
  forgotPassword: ['attempt'],
  sendResponses: ['key_allowance'],
  // The content of a file is stored part by part, and removed if the file is not kept.
  uploadImportFile: ['stored_file', 'stored_file_part'],
  uploadSurveyFile: ['stored_file', 'stored_file_part'],
}

/** How a route is called, if not as root with the sample of the route walk. */
interface Call {
  headers?: Record<string, string>
  body?: object
  /** Path parameters. */
  given?: Record<string, string>
  /** Waits for work after the answer, whose failures the answer cannot report. */
  afterwards?: () => Promise<void>
}

const message = 'seen before'

/** Calls that need data, which is created again for every call. */
const calls: Readonly<Record<string, () => Promise<Call> | Call>> = {
  async clearBugs() {
    const bug = { survey_id: world.survey.surveyId, fingerprint: crypto.randomUUID(), message }
    await db.insertInto('bug').values(bug).execute()
    return {}
  },
  async changeUniverse() {
    return { headers: bearer((await sessionOf(signingIn.id)).token), body: { universe } }
  },
  async logout() {
    return { headers: bearer((await sessionOf(signingIn.id)).token) }
  },
  async uploadImportFile() {
    return { body: Buffer.from(await writeXlsx({ sheets: [{ name: 'Rows', rows: [['Rating'], [3]] }] })) }
  },
  async disableUsers() {
    return { body: { userIds: [await newMember()], disabled: true } }
  },
  async changeUsername() {
    const { username } = await createUser(db)
    return { body: { oldUsername: username, newUsername: `${crypto.randomUUID()}@example.org` } }
  },
  async inviteUsers() {
    return { body: { userIds: [await newMember()] } }
  },
  async importUsers() {
    const role = await db
      .selectFrom('role')
      .select('name')
      .where('universe_id', '=', world.survey.universeId)
      .executeTakeFirstOrThrow()
    return { body: Buffer.from(`email,name,role\n${crypto.randomUUID()}@example.org,A B,${role.name}\n`) }
  },
  removeImportFile: () => ownUpload('up'),
  checkImport: () => ownUpload('up'),
  handleMapping: () => ownUpload('up'),
  removeSurveyFile: () => ownUpload(''),
  checkNewSurvey: () => ownUpload(''),
  createNewSurvey: () => ownUpload(''),
  cancelImport: () => ownRun('rows'),
  cancelNewSurvey: () => ownRun('survey'),
  async deleteAllSamples() {
    const survey_id = world.survey.surveyId
    const { id } = await db
      .insertInto('response')
      .values({ survey_id, state: 1, event_date: '2026-01-05' })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { body: { sampleIds: [id] } }
  },
  async removeImportSet() {
    return { given: { importSetId: String(await createImportSet(db, world.survey.surveyId)) } }
  },
  moveUnit: async () => ownUnit({ parentId: await unitOf(db, world.survey.surveyId, 'Norway') }),
  mergeUnit: async () => ownUnit({ into: await unitOf(db, world.survey.surveyId, 'Stockholm') }),
  async cancelUnitTask() {
    const of = { type: 'MOVE_UNIT', survey_id: world.survey.surveyId, owner_id: Number(world.userIds.root) }
    return { given: { unitTask: String(await createTask(db, world.survey.universeId, of)) } }
  },
  saveSubscription: ownSubscription,
  removeSubscription: ownSubscription,
  sendSubscription: ownSubscription,
  updateSample: ownSample,
  updateSampleEditor: ownSample,
  deleteSample: ownSample,
  async deleteTableRow() {
    return { given: { rowId: String(await createTableRow(db, world.survey.surveyId)) } }
  },
  async removeTemplate() {
    return { given: { templateId: String(await createTemplateRow(db, world.survey.universeId)) } }
  },
  async removeSmsTemplate() {
    return { given: { templateId: String(await createTemplateRow(db, world.survey.universeId, { kind: 'SMS' })) } }
  },
  async removeLetterTemplate() {
    return { given: { templateId: String(await createTemplateRow(db, world.survey.universeId, { kind: 'LETTER' })) } }
  },
  async removeImage() {
    return { given: { imageId: String(await createImageRow(db, world.survey.universeId)) } }
  },
  async removeScript() {
    return { given: { scriptId: String((await createScriptRow(db, world.survey)).scriptId) } }
  },
  async removeScriptEvent() {
    return { given: { eventId: String((await createScriptRow(db, world.survey)).eventId) } }
  },
  async rollBackScript() {
    return { given: { scriptId: String((await createScriptRow(db, world.survey)).scriptId) } }
  },
  async removeEffectBlock() {
    return { given: { effectId: String(await createEffectBlock(db, world.survey.surveyId)) } }
  },
  ...keyCalls(db, world, started),
  ...webhookCalls(db, world.survey.universeId),
  ...poolCalls(db, world.survey.universeId),
  async removeChoice() {
    return { given: { choiceId: String(await createChoice(db, world.survey.surveyId)) } }
  },
  async deleteAction() {
    return { given: { actionId: String(await createAction(db, world.survey.surveyId)) } }
  },
  async deleteRole() {
    return { given: { roleId: String(await createRole(db, world.survey.universeId)) } }
  },
  login: () => ({ headers: {}, body: { ...tokens, universe } }),
  validateKeycloak: () => ({ headers: {}, body: tokens }),
  async impersonate() {
    const { token } = await sessionOf(signingIn.id)
    return { headers: bearer(token), body: { ...tokens, universe, user: world.usernames.store } }
  },
  async validateCookie() {
    const { id: sessionId, cookie } = await sessionOf(signingIn.id)
    const payload = { sessionId, userId: Number(world.userIds.store), universeId: world.survey.universeId }
    const profile = await issueCode(deps, 'act-as', payload, 60)
    return { headers: { cookie: `gensvar_session=${cookie}` }, body: { profile } }
  },
  forgotPassword: () => ({
    headers: {},
    body: { username: world.usernames.store },
    afterwards: () => passwordLinksSent(deps),
  }),
  async resetPassword() {
    const user = await createUser(db)
    const link = new URL(await passwordLink(openContext(deps, ''), user.id, 'http://127.0.0.1', 600))
    return { headers: {}, body: { code: link.searchParams.get('code'), password } }
  },
}

/** An upload of root's own: for a component, or to become a survey. */
async function ownUpload(component: string): Promise<Call> {
  const { universeId, surveyId } = world.survey
  const of = { universeId, surveyId: component === '' ? null : surveyId, component }
  return { given: { uploadId: await createUpload(db, { ...of, ownerId: Number(world.userIds.root) }) } }
}

/** Id of a member whom no earlier call has changed. */
async function newMember(): Promise<number> {
  const { universeId } = world.survey
  const roleId = await createRole(db, universeId)
  return (await createUser(db, { universes: [{ universeId, roleId }] })).id
}

/** A move or a merge of a unit that no earlier call has changed. */
async function ownUnit(more: { parentId?: number; into?: number }): Promise<Call> {
  const unitId = String(await createUnit(db, world.survey.surveyId))
  return { given: { unitId }, body: { ...more, version: 1, ...(more.into === undefined && { date: null }) } }
}

/** A subscription of root's own that no earlier call has changed. */
async function ownSubscription(): Promise<Call> {
  const { universeId, surveyId } = world.survey
  const { id } = await db
    .insertInto('subscription')
    .values({
      survey_id: surveyId,
      universe_id: universeId,
      owner_id: Number(world.userIds.root),
      kind: 'actions',
      asked: JSON.stringify({ drillPath: 'root', format: 'xlsx' }),
      title: 'Actions',
      cadence: 'daily',
      weekday: 1,
      month_day: 1,
      hour: 7,
      locale: 'en',
      next_at: new Date(),
      created_at: new Date(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { given: { subscriptionId: String(id) } }
}

/** A sample that no earlier call has changed. */
async function ownSample(): Promise<Call> {
  const [sampleId] = await createSamples(deps, world.survey.surveyId)
  return { given: { sampleId: String(sampleId) } }
}

/** A run of root's own that has not begun. */
async function ownRun(kind: 'rows' | 'survey'): Promise<Call> {
  const payload = JSON.stringify({ kind, survey: world.survey.extName, owner: { actorUserId: null } })
  const of = { type: 'IMPORT_INTERVIEWS', owner_id: Number(world.userIds.root), payload }
  return { given: { importId: String(await createTask(db, world.survey.universeId, of)) } }
}

function sessionOf(userId: number) {
  return startSession(deps, { userId, universeId: world.survey.universeId, actorUserId: null })
}

async function callOf(route: Route): Promise<() => Promise<{ status: number; isAnswered: boolean }>> {
  const call: Call = (await (calls[route.id]?.() ?? campaignCalls[route.id]?.(db, world))) ?? {}
  const { headers = world.headers.root, body = await bodyOf(deps, route, world), given: own = {}, afterwards } = call
  const given = {
    userId: world.userIds.root,
    ...(await ownFilter(route)),
    ...(await ownTask(route)),
    ...(await ownReport(route)),
    ...own,
  }
  return async () => {
    const { statusCode } = await app.inject({
      method: route.method,
      url: urlOf(route, world, given),
      headers: { host: '127.0.0.1:8080', ...headersOf(route), ...headers },
      ...(body && { payload: body }),
    })
    await afterwards?.()
    return { status: statusCode, isAnswered: afterwards !== undefined }
  }
}

/** Saved filters belong to their owner, so the rows of the route walk cannot be used. */
async function ownFilter({ id }: Route): Promise<Record<string, string>> {
  if (id !== 'removeSavedFilter') return {}
  const filter = { survey_id: world.survey.surveyId, user_id: Number(world.userIds.root), path: 'channel=web' }
  const saved = await db
    .insertInto('saved_filter')
    .values({ ...filter, name: crypto.randomUUID(), shared: false })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: String(saved.id) }
}

/** A task that no earlier call has changed. */
async function ownTask({ path }: Route): Promise<Record<string, string>> {
  return path.includes('{taskId}') ? { taskId: String(await createTask(db, null)) } : {}
}

/** Reports belong to their owner as well. */
async function ownReport({ path }: Route): Promise<Record<string, string>> {
  if (!path.includes('{taskUUID}')) return {}
  const { universeId, surveyId } = world.survey
  return { taskUUID: await createReport(db, { universeId, surveyId, ownerId: Number(world.userIds.root) }) }
}

async function withRefusedCommits<T>(work: () => Promise<T>): Promise<T> {
  await sql`alter table audit enable trigger refuse_commit`.execute(db)
  try {
    return await work()
  } finally {
    await sql`alter table audit disable trigger refuse_commit`.execute(db)
  }
}

const { rows: tables } = await sql<{ name: string }>`
  select table_name as name from information_schema.tables
  where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not in ('schema_migration', 'change', 'feed_consumer')
  order by 1`.execute(db)

/** The content of every table except bugs, where unexpected failures are recorded. */
async function contents(except: readonly string[] = []): Promise<Record<string, string | null>> {
  const found: Record<string, string | null> = {}
  for (const { name } of tables) {
    if (except.includes(name)) continue
    const seen = name === 'bug' ? sql`where message = ${message}` : sql``
    const { rows } = await sql<{ rows: string | null }>`
      select string_agg(one::text, ' ' order by one::text) as rows from ${sql.table(name)} as one ${seen}`.execute(db)
    found[name] = rows[0]?.rows ?? null
  }
  return found
}

/** Transactions since a moment, by the tables they wrote to. */
async function transactionsSince(moment: string): Promise<{ table: string; xid: string }[]> {
  const of = (name: string) => sql`
    select distinct ${name}::text as table, xmin::text as xid from ${sql.table(name)}
    where xmin::text::bigint >= ${moment}::bigint`
  const { rows } = await sql<{ table: string; xid: string }>`${sql.join(
    tables.map(({ name }) => of(name)),
    sql` union all `,
  )}`.execute(db)
  return rows
}

async function now(): Promise<string> {
  const { rows } = await sql<{ xid: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`.execute(db)
  return rows[0]?.xid ?? ''
}

const named = writing.map((route) => [route.id, route] as const)
const audited = named.filter(([id]) => unaudited[id] === undefined)

describe.each(audited)('%s', (id, route) => {
  test('leaves neither rows nor an entry in the audit log where their commit fails', async () => {
    const call = await callOf(route)
    const before = await contents(writtenAhead[id])
    const { status, isAnswered } = await withRefusedCommits(call)
    if (!isAnswered) expect(status).toBe(500)
    expect(await contents(writtenAhead[id])).toEqual(before)
  })

  test('leaves an entry in the audit log, in the transaction of its rows', async () => {
    const call = await callOf(route)
    const before = await now()
    expect((await call()).status).toBe(200)
    const left = (await transactionsSince(before)).filter(({ table }) => !writtenAhead[id]?.includes(table))
    const entries = new Set(left.filter(({ table }) => table === 'audit').map(({ xid }) => xid))
    expect(entries.size).toBeGreaterThan(0)
    expect(left.filter(({ xid }) => !entries.has(xid))).toEqual([])
  })
})

test.each(named.filter(([id]) => unaudited[id] !== undefined))('%s leaves no entry', async (_id, route) => {
  const call = await callOf(route)
  const before = await now()
  expect((await call()).status).toBe(200)
  expect((await transactionsSince(before)).filter(({ table }) => table === 'audit')).toEqual([])
})

const importSetId = await createImportSet(db, world.foreign.surveyId)

/** Arguments of the commands that write; a new command must be added to one of the two lists. */
const commandArguments: Readonly<Record<string, readonly string[]>> = {
  import: ['rows.csv', '--universe', 'imported', '--survey', 'visits'],
  'import:undo': [String(importSetId), '--universe', world.foreignUniverse, '--survey', world.foreign.extName],
  settings: ['settings.yaml'],
  configuration: ['set', 'other.yaml', '--universe', world.foreignUniverse, '--survey', world.foreign.extName],
  decide: ['below:rating', 'blank', '--universe', universe, '--survey', world.survey.extName],
  'survey:delete': ['--survey', world.anonymous.extName, '--confirm', world.anonymous.extName],
  'user:add': ['kim', '--universe', universe, '--admin'],
  token: ['--user', 'kim', '--universe', universe],
  'unit:owner': ['--universe', universe, '--survey', world.survey.extName, '--path', 'country=Sweden', '--none'],
  'scripts:import': ['.', '--universe', universe, '--survey', world.survey.extName],
}
const readingCommands: readonly string[] = [
  'alerts:try',
  'answer:links',
  'query',
  'backup',
  'migrate',
  'rebuild-analytics',
  'scripts:export',
]

describe('commands', () => {
  beforeAll(async () => {
    const { dataFolder } = deps.config
    await writeFile(
      join(dataFolder, 'rows.csv'),
      'id,day,country,score\n1,2026-01-05,Sweden,4\n2,2026-01-06,Norway,3\n',
    )
    await writeFile(join(dataFolder, 'other.yaml'), 'title: Other\n')
    await writeFile(join(dataFolder, 'settings.yaml'), 'server: { language: sv }\n')
    await writeFile(join(dataFolder, 'scripts.yaml'), 'scripts: [{ file: a.js, name: A, type: GENERIC }]\n')
    await writeFile(join(dataFolder, 'a.js'), 'function main() {}\n')
  })

  test('are known to write or not', async () => {
    const known = [...Object.keys(commandArguments), ...readingCommands]
    expect((await loadCommands()).map(({ name }) => name).toSorted()).toEqual(known.toSorted())
  })

  test.each(Object.entries(commandArguments))('%s: rows and audit entry are one commit', async (name, args) => {
    const command = await loaderOf(name)?.()
    if (!command) throw new Error(`there is no command ${name}`)
    const before = await contents()
    const run = () => runForTest(command, [...args], deps, deps.config.dataFolder)
    expect((await withRefusedCommits(run)).exitCode).toBe(1)
    expect(await contents()).toEqual(before)

    const moment = await now()
    expect(await run()).toMatchObject({ exitCode: 0 })
    const left = await transactionsSince(moment)
    const entries = new Set(left.filter(({ table }) => table === 'audit').map(({ xid }) => xid))
    expect(entries.size).toBeGreaterThan(0)
    expect(left.filter(({ xid }) => !entries.has(xid))).toEqual([])
    const programs = await db.selectFrom('audit').select('program').where('program', '=', name).execute()
    expect(programs.length).toBeGreaterThan(0)
  })
})
