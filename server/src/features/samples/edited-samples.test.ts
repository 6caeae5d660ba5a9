import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { suppress } from '#server/domain/campaigns/rules/suppression.ts'
import { storeCampaign, storeMessages } from '#server/testing/campaign-rows.ts'
import type { Caller } from '#server/testing/dashboard.ts'
import { openSamples } from './testing/sample-bench.ts'
import type { SampleBench } from './testing/sample-bench.ts'

let board: SampleBench
let anna: Caller
let root: Caller

beforeAll(async () => {
  board = await openSamples()
  anna = (await board.member({ firstName: 'Anna', lastName: 'Lind' })).call
  root = (await board.member({ isRoot: true })).call
})
afterAll(() => board.close())

describe('two people who edit one sample', () => {
  async function changedByAnna() {
    const id = await board.sample({ answers: { comment: 'Old' } })
    const bo = (await board.member({ firstName: 'Bo', lastName: 'Ek' })).call
    await board.save(anna, id, { state: '2', fields: { channel: 'till', comment: '', eventdate: '2026-02-02' } })
    const at = new Date('2026-02-10T13:03:00Z')
    await board.deps.db.updateTable('response_change').set({ changed_at: at }).where('response_id', '=', id).execute()
    return { id, bo }
  }

  test('a version that no sample can have is a wrong body', async () => {
    const id = await board.sample()
    for (const version of [2 ** 31, -(2 ** 31) - 1, Number.MAX_SAFE_INTEGER])
      for (const overwrite of [true, false]) {
        const { status, body } = await board.save(anna, id, { version, overwrite, fields: { comment: 'x' } })
        expect({ version, status, fields: Object.keys(body.fields ?? {}) }).toEqual({
          version,
          status: 400,
          fields: ['version'],
        })
      }
    expect(await board.stored(id)).toMatchObject({ version: 1 })
  })

  test('a comment on a sample that is deleted meanwhile says so', async () => {
    const { deps, survey } = board
    const comments = [
      ['samples/comments', { text: 'Call again' }],
      ['interviews/comment', { message: 'Call again' }],
    ] as const
    for (const [path, body] of comments) {
      const id = await board.sample()
      const deleting = await deps.pool.connect()
      try {
        await deleting.query('begin')
        await deleting.query('delete from response where id = $1', [id])
        const commented = anna('POST', `/rest/${path}/${survey}/${id}`, body)
        await vi.waitFor(async () => {
          const { rowCount } = await deps.pool.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
          expect(rowCount).toBe(1)
        }, 20_000)
        await deleting.query('commit')
        expect(await commented).toMatchObject({ status: 404, body: { code: 'not_found' } })
      } finally {
        deleting.release()
      }
    }
  })

  test('the second is told who changed what and when', async () => {
    const { id, bo } = await changedByAnna()
    const { status, body } = await board.save(bo, id, { state: '2', fields: { name: 'Other' } })
    expect(status).toBe(409)
    // The universe's time zone is UTC.
    expect(body).toMatchObject({
      code: 'conflict',
      message: 'Anna Lind changed this sample at 13:03.',
      fields: {
        version: 'Anna Lind changed this sample at 13:03.',
        state: 'Anna Lind changed the state to "Approved, no response yet".',
        'fields.channel': 'Anna Lind changed this to "TILL".',
        'fields.comment': 'Anna Lind removed this answer.',
        'fields.eventdate': 'Anna Lind changed this to "2 Feb 2026".',
      },
    })
    expect(await board.stored(id)).toMatchObject({ version: 2, contact: { name: 'Kim Ek' } })
  })

  test('the second can take over, or go on from the latest version', async () => {
    const { id, bo } = await changedByAnna()
    const taken = await board.save(bo, id, { overwrite: true, state: '2', fields: { channel: 'web' } })
    expect(taken.body.sample).toMatchObject({ version: 3, state: '2', eventdate: '2026-02-02' })
    expect(await board.stored(id)).toMatchObject({ answers: { channel: 'web' } })
    expect((await board.save(bo, id, { version: 3, state: '2', fields: { name: 'Other' } })).status).toBe(200)
    const late = await board.save(anna, id, { version: 2, state: '2', fields: { name: 'Late' } })
    expect(late.body.fields).toMatchObject({
      'fields.channel': expect.stringContaining('Bo Ek'),
      'fields.name': 'Bo Ek changed this to "Other".',
    })
    expect(late.body.fields).not.toHaveProperty('fields.comment')
  })

  test('whoever takes over keeps the state that the first has given the sample', async () => {
    const { id, bo } = await changedByAnna()
    // The page of the second still says that the sample is new.
    const { status, body } = await board.save(bo, id, { overwrite: true, state: '1', fields: { name: 'Other' } })
    expect(status, body.message).toBe(200)
    expect(body.sample).toMatchObject({ state: '2', version: 3 })
    expect((await board.save(bo, id, { overwrite: true, state: '4', fields: {} })).body.sample.state).toBe('4')
  })

  test('whoever acted for the first is named, and a change of another day has its date', async () => {
    const actor = await board.member({ admin: true, firstName: 'Root', lastName: 'Ros' })
    const acting = await board.member({ firstName: 'Eva', lastName: 'Berg', actor: actor.user })
    const id = await board.sample()
    await board.save(acting.call, id, { fields: { comment: 'New' } })
    const at = new Date('2026-02-03T08:05:00Z')
    await board.deps.db.updateTable('response_change').set({ changed_at: at }).where('response_id', '=', id).execute()
    const { body } = await board.save(anna, id, { fields: { comment: 'Mine' } })
    expect(body.message).toBe('Root Ros, acting as Eva Berg changed this sample on 3 Feb 2026 at 08:05.')
  })

  test('a change by an import is told without a name', async () => {
    const id = await board.sample()
    await board.deps.db.updateTable('response').set({ version: 2 }).where('id', '=', id).execute()
    const { status, body } = await board.save(anna, id, { fields: { comment: 'Mine' } })
    expect(status).toBe(409)
    expect(body.fields).toEqual({ version: 'This sample was changed since you opened it.' })
  })

  test('save at the same moment: one of them is told', async () => {
    const id = await board.sample()
    const answers = await Promise.all(
      ['one', 'two', 'three'].map((comment) => board.save(anna, id, { fields: { comment } })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await board.stored(id)).toMatchObject({ version: 2 })
  })
})

describe('deleting', () => {
  test('leaves no row, no file and no figure, and is noted (SAMPLE-48)', async () => {
    const { db } = board.deps
    const id = await board.sample()
    await board.save(anna, id, { state: '1', fields: { comment: 'x' } })
    await db.insertInto('response_comment').values({ response_id: id, username: 'x', message: 'x' }).execute()
    const before = await board.waiting(root, 'root')
    await db
      .insertInto('stored_file')
      .values({
        universe_id: board.universeId,
        survey_id: board.surveyId,
        has_cases: true,
        created: new Date(),
        expires: new Date(8e12),
      })
      .execute()
    expect((await anna('DELETE', board.page(id))).status).toBe(403)
    expect(await root('DELETE', board.page(id))).toEqual({ status: 200, body: { ok: true } })
    expect(await board.stored(id)).toBeUndefined()
    for (const table of ['response_comment', 'response_change'] as const)
      expect(await db.selectFrom(table).selectAll().where('response_id', '=', id).execute()).toEqual([])
    expect(await db.selectFrom('stored_file').selectAll().where('survey_id', '=', board.surveyId).execute()).toEqual([])
    expect(await board.waiting(root, 'root')).toBe(before - 1)
    const entry = db.selectFrom('audit').select('action').where('object', '=', String(id)).orderBy('id', 'desc')
    expect(await entry.executeTakeFirst()).toEqual({ action: 'sample.delete' })
    expect((await root('DELETE', board.page(id))).status).toBe(404)
  })
})

describe('sending the invitation again', () => {
  const resend = (call: Caller, id: number, email: string) =>
    call('POST', `/rest/samples/resend/${board.survey}/${id}`, { email })

  test('says why nothing is sent; a sample that is saved with it stays saved (SAMPLE-47)', async () => {
    const id = await board.sample({ contact: { name: 'Kim', email: 'kim@example.org', phone: '070123456' } })
    const words = 'No campaign has written to this sample in this way yet. Nothing was sent.'
    expect(await resend(anna, id, 'kim@example.org')).toMatchObject({ status: 409, body: { message: words } })
    const { status, body } = await board.save(
      anna,
      id,
      { fields: { comment: 'x' } },
      '?resendEmail=true&resendSMS=true',
    )
    expect(status).toBe(200)
    expect(body.notices).toEqual([words, words])
    expect(await board.stored(id)).toMatchObject({ version: 2 })
  })

  test('makes another message of the last campaign, to the address that is given (SAMPLE-50)', async () => {
    const id = await board.sample({ contact: { name: 'Kim', email: 'kim@example.org' } })
    const { db } = board.deps
    const campaign = await storeCampaign(db, board.surveyId, { state: 'STOPPED', finished_at: new Date() })
    await storeMessages(db, campaign, [{ response_id: id, address: 'kim@example.org' }])
    expect(await resend(anna, id, 'Kim.New@example.org')).toMatchObject({ status: 200, body: { ok: true } })
    const messages = db
      .selectFrom('recipient')
      .select(['wave', 'kind', 'state', 'address'])
      .where('response_id', '=', id)
    expect(await messages.orderBy('wave').execute()).toEqual([
      { wave: 1, kind: 'first', state: 'SENT', address: 'kim@example.org' },
      { wave: 2, kind: 'again', state: 'PENDING', address: 'kim.new@example.org' },
    ])
    const of = db.selectFrom('campaign').select(['state', 'finished_at']).where('id', '=', campaign)
    expect(await of.executeTakeFirst()).toEqual({ state: 'STARTED', finished_at: null })
    expect(await resend(anna, id, 'kim@example.org')).toMatchObject({
      status: 409,
      body: { message: 'A message to this sample waits to be sent already.' },
    })
  })

  test('writes to nobody who has unsubscribed', async () => {
    const id = await board.sample({ contact: { name: 'Kim', email: 'gone@example.org' } })
    const { db } = board.deps
    const campaign = await storeCampaign(db, board.surveyId)
    await storeMessages(db, campaign, [{ response_id: id, address: 'gone@example.org' }])
    await suppress(board.deps, board.universeId, 'gone@example.org', 'unsubscribed')
    expect(await resend(anna, id, 'gone@example.org')).toMatchObject({
      status: 409,
      body: { message: 'Nothing was sent. This sample is left out: Unsubscribed' },
    })
  })

  test('is offered to who may edit, where there is an address, until the sample is cancelled', async () => {
    const id = await board.sample({ contact: { name: 'Kim' }, answers: { mail: '' } })
    const offered = async (call = anna) => {
      const { canResendEmail, canResendSMS, isResendDisabled } = (await call('GET', board.page(id))).body
      return { canResendEmail, canResendSMS, isResendDisabled }
    }
    expect(await offered()).toEqual({ canResendEmail: false, canResendSMS: false, isResendDisabled: false })
    expect((await resend(anna, id, 'kim@example.org')).status).toBe(403)
    await board.save(anna, id, { fields: { mail: 'kim@example.org', phone: '070' } })
    expect(await offered()).toEqual({ canResendEmail: true, canResendSMS: true, isResendDisabled: false })
    const viewer = await board.member({ flags: ['canViewSamples'] })
    expect(await offered(viewer.call)).toMatchObject({ canResendEmail: false })
    expect((await resend(viewer.call, id, 'kim@example.org')).status).toBe(403)
    const { body } = await board.save(anna, id, { version: 2, state: '4' }, '?resendEmail=true')
    expect(body.notices).toEqual(['The invitation of this sample cannot be sent again.'])
    expect(await offered()).toMatchObject({ isResendDisabled: true })
    expect((await resend(anna, id, 'kim@example.org')).status).toBe(403)
  })

  test('refuses what is no address', async () => {
    const { status, body } = await resend(anna, await board.sample(), 'kim')
    expect({ status, fields: body.fields }).toEqual({
      status: 400,
      fields: { email: 'Enter an e-mail address, such as anna@example.org' },
    })
  })
})
