import type { HookName } from '@gensvar/contract/script-types/index'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { raiseAlerts } from '#server/domain/alerts/raise.ts'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { writeNoticeMails } from '#server/domain/notices/mail-notices.ts'
import { tellUsers } from '#server/domain/notices/tell.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { createRole, createUser } from '#server/testing/factories.ts'
import type { MadeUser } from '#server/testing/factories.ts'
import { hookEvents, setHook } from '#server/testing/hook-scripts.ts'

let board: Dashboard
let ctx: Ctx
let root: Caller
let sweden: MadeUser
let helper: MadeUser
let norway: MadeUser

beforeEach(async () => {
  board = await openDashboard({ extra: 'alerts: [{ extname: unhappy, title: Unhappy, when: rating <= 2 }]' })
  ctx = programContext(board.deps, 'test')
  root = await board.as({ isRoot: true })
  const { db } = board.deps
  const roleId = await createRole(db, board.universeId, { surveys: { [board.surveyId]: { canHandleAlerts: true } } })
  const userOf = (country: string) =>
    createUser(db, { universes: [{ universeId: board.universeId, roleId, filters: { country: [country] } }] })
  ;[sweden, helper, norway] = [await userOf('Sweden'), await userOf('Sweden'), await userOf('Norway')]
  await db.updateTable('unit').set({ owner_user_id: sweden.id }).where('ext_name', '=', 'Sweden').execute()
  await write(ctx, (tx) => tx.surveyChanged(board.surveyId))
})
afterEach(() => board.close())

const set = (type: HookName, text: string) => setHook(board, type, `function main(input) { ${text} }`)

/** Raises an alert in Stockholm, and writes its mails and those that they cause; root sees them on the page of mails. */
async function mailed(): Promise<{ to: string; subject: string }[]> {
  await write(ctx, async (tx) => raiseAlerts(tx, await loadSurveyModelById(tx, board.surveyId), board.responseIds))
  return writeAll()
}

async function writeAll(): Promise<{ to: string; subject: string }[]> {
  const ever = new AbortController().signal
  while ((await writeNoticeMails(ctx, ever)) > 0);
  const { status, body } = await root('GET', '/rest/notices/mails?rowFrom=0&rowTo=50')
  expect(status).toBe(200)
  return body.mails.map(({ to, subject }: { to: string; subject: string }) => ({ to, subject }))
}

const usual = () => [{ to: sweden.username, subject: 'New alert: Unhappy' }]

describe('a script for the mails of alerts', () => {
  test('leaves people out', async () => {
    await set('GET_ALERT_EMAILS', 'return { leaveOut: input.notice.place.join("/") === "Sweden/Stockholm" }')
    expect(await mailed()).toEqual([])
  })

  test('writes subject and text, which are no markup', async () => {
    await set('GET_ALERT_EMAILS', 'return { subject: "Call " + input.recipient.username, text: "<b>Now</b>" }')
    expect(await mailed()).toEqual([{ to: sweden.username, subject: `Call ${sweden.username}` }])
    const mail = await board.deps.db.selectFrom('mail').select(['html', 'text']).executeTakeFirstOrThrow()
    expect(mail.html).toContain('&lt;b&gt;Now&lt;/b&gt;')
    expect(mail.text).toContain('<b>Now</b>')
  })

  test('adds others once if they may see the alert; others are refused with an event', async () => {
    const names = [helper, norway].map(({ username }) => username)
    const id = await set('GET_ALERT_EMAILS', `return { add: ${JSON.stringify([...names, 'nobody@example.org'])} }`)
    const mails = await mailed()
    expect(mails.map(({ to }) => to).toSorted()).toEqual([sweden.username, helper.username].toSorted())
    expect(await writeAll()).toEqual(mails)
    const events = (await hookEvents(board, id)).join('\n')
    expect(events).toContain(`${norway.username} is not mailed`)
    expect(events).toContain('nobody@example.org is not mailed')
    expect(events).not.toContain(helper.username)
  })

  test.each([
    ['fails', 'return nothing.at'],
    ['answers two lines', 'return { subject: "a\\nBcc: all@example.org" }'],
    ['never ends', 'for (;;);'],
  ])('that %s leaves the mail as it is, and an event', async (_how, text) => {
    const id = await set('GET_ALERT_EMAILS', text)
    expect(await mailed()).toEqual(usual())
    expect(await hookEvents(board, id)).toEqual([expect.stringMatching(/^ERROR /)])
  })

  test('is given no answers', async () => {
    const id = await set('GET_ALERT_EMAILS', 'host.log.info(JSON.stringify(input)); return null')
    await mailed()
    const [event = ''] = await hookEvents(board, id)
    expect(event).toContain('alert-raised')
    expect(event).not.toContain('Slow')
  })
})

test('mails of mentions have a script of their own', async () => {
  await set('GET_NOTIFICATION_EMAILS', 'return { subject: "Mention" }')
  await write(ctx, async (tx) => raiseAlerts(tx, await loadSurveyModelById(tx, board.surveyId), board.responseIds))
  const { id } = await board.deps.db.selectFrom('alert').select('id').orderBy('id').executeTakeFirstOrThrow()
  const model = await loadSurveyModelById(ctx, board.surveyId)
  const told = [{ userId: helper.id, objectId: id }]
  await write(ctx, (tx) => tellUsers(tx, model, { event: 'mention', kind: 'alert' }, told))
  expect(await writeAll()).toEqual(expect.arrayContaining([...usual(), { to: helper.username, subject: 'Mention' }]))
})

test('mails of actions have a script of their own', async () => {
  await set('GET_ACTION_EMAILS', 'return { subject: "Action " + input.notice.event }')
  const { id } = await board.deps.db
    .insertInto('action')
    .values({
      ...{ survey_id: board.surveyId, view: 'stores', extname: 'satisfaction', expression: 'mean(rating)', goal: 4 },
      ...{ period: 'this_q', period_start: '2026-01-01', deadline: '2026-12-31' },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const model = await loadSurveyModelById(ctx, board.surveyId)
  const someone = await createUser(board.deps.db, { isRoot: true })
  await write(ctx, (tx) =>
    tellUsers(tx, model, { event: 'action-assigned', kind: 'action' }, [{ userId: someone.id, objectId: id }]),
  )
  expect(await writeAll()).toEqual([{ to: someone.username, subject: 'Action action-assigned' }])
})
