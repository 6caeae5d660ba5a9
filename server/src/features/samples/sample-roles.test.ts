import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { surveyFlags } from '#server/domain/rights/role-rights.ts'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import type { Caller } from '#server/testing/dashboard.ts'
import { allSampleFlags, openSamples } from './testing/sample-bench.ts'
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

describe('roles', () => {
  const without = (...missing: string[]) => allSampleFlags.filter((flag) => !missing.includes(flag))

  async function expectRefused(flag: string, state: string, fields = {}) {
    const id = await board.sample()
    const { call } = await board.member({ flags: without(flag) })
    expect((await board.save(call, id, { state, fields })).status).toBe(403)
    expect(await board.stored(id)).toMatchObject({ state: 1, version: 1 })
    expect((await board.save(anna, id, { state, fields })).status).toBe(200)
  }

  test('without the right to change states change none (SAMPLE-53b)', async () => {
    for (const state of ['2', '3', '4']) await expectRefused('canChangeStateOpenPeriods', state, { period: 'spring' })
  })

  test('without canCancelSamples cancel none (SAMPLE-53c)', () => expectRefused('canCancelSamples', '4'))

  test('without canPostponeSamples unapprove none (SAMPLE-53d)', () =>
    expectRefused('canPostponeSamples', '3', { period: 'spring' }))

  test('edit answers and change states of open and of closed periods by four rights (ROLES-12b) (ROLES-12c) (ROLES-13a) (ROLES-13b)', async () => {
    const rights = [
      ['canEditOpenPeriods', '2026-02-01', { fields: { comment: 'x' } }],
      ['canEditClosedPeriods', '2025-06-01', { fields: { comment: 'x' } }],
      ['canChangeStateOpenPeriods', '2026-02-01', { state: '2' }],
      ['canChangeStateClosedPeriods', '2025-06-01', { state: '2' }],
    ] as const
    for (const [flag, date, change] of rights) {
      const refused = await board.sample({ date })
      const others = await board.member({ flags: without(flag) })
      expect((await board.save(others.call, refused, change)).status, flag).toBe(403)
      const { body } = await others.call('GET', board.page(refused))
      const isEdit = flag.startsWith('canEdit')
      expect(body).toMatchObject({ canEdit: !isEdit, canEditState: isEdit, period: { isOpen: date === '2026-02-01' } })
      expect(body.groups[0].fields[0].readOnly).toBe(isEdit)
      const alone = await board.member({ flags: ['canViewSamples', flag] })
      expect((await board.save(alone.call, refused, change)).status, flag).toBe(200)
    }
  })

  test('that change states answer the questions that belong to a state', async () => {
    const id = await board.sample()
    const { call } = await board.member({ flags: without('canEditOpenPeriods') })
    expect(
      (await board.save(call, id, { state: '3', fields: { period: 'spring', status: 'called', reason: 'x' } })).status,
    ).toBe(200)
    expect((await board.save(call, id, { version: 2, state: '3', fields: { comment: 'x' } })).status).toBe(403)
    const { body } = await call('GET', board.page(id))
    expect(body.evalPeriodQuestion.readOnly).toBe(false)
  })

  test('do not move a sample into a period that is closed for them', async () => {
    const id = await board.sample()
    const { call } = await board.member({ flags: without('canEditClosedPeriods') })
    const { status, body } = await board.save(call, id, { fields: { eventdate: '2025-06-01' } })
    expect({ status, fields: body.fields }).toEqual({
      status: 400,
      fields: { 'fields.eventdate': 'The period of this day is closed.' },
    })
  })

  test('change nothing in a survey that is closed for samples, unless they may in closed periods', async () => {
    const { db } = board.deps
    const closed = (isClosed: boolean) =>
      write(programContext(board.deps, 'test'), async (tx) => {
        await db.updateTable('survey').set({ samples_open: !isClosed }).where('id', '=', board.surveyId).execute()
        await sql`update survey set model_version = model_version + 1 where id = ${board.surveyId}`.execute(db)
        await tx.surveyChanged(board.surveyId)
      })
    const id = await board.sample()
    const { call } = await board.member({ flags: without('canEditClosedPeriods', 'canChangeStateClosedPeriods') })
    await closed(true)
    const page = (await call('GET', board.page(id))).body
    const edit = await board.save(call, id, { fields: { comment: 'x' } })
    const approve = await board.save(call, id, { state: '2' })
    const allowed = await board.save(anna, id, { fields: { comment: 'x' } })
    await closed(false)
    expect(page).toMatchObject({ canEdit: false, canEditState: false, period: { isOpen: false, from: null, to: null } })
    expect([edit.status, approve.status, allowed.status]).toEqual([403, 403, 200])
  })

  test('delete no sample and are shown no button for it, whatever they may; root alone is and does (SAMPLE-16)', async () => {
    const rootUser = (await board.member({ isRoot: true })).user
    const others = [
      ...surveyFlags.map((flag) => ({ flags: ['canViewSamples', flag] as const })),
      { flags: surveyFlags },
      { flags: surveyFlags, admin: true },
      // Whoever acts as somebody has their rights alone.
      { flags: surveyFlags, admin: true, actor: rootUser },
    ]
    for (const one of others) {
      const id = await board.sample()
      const { call } = await board.member(one)
      const { status, body } = await call('GET', board.page(id))
      expect([status, body.canDelete], JSON.stringify(one)).toEqual([200, false])
      expect((await call('DELETE', board.page(id))).status, JSON.stringify(one)).toBe(403)
      expect(await board.stored(id), JSON.stringify(one)).toBeDefined()
    }
    const id = await board.sample()
    expect((await root('GET', board.page(id))).body.canDelete).toBe(true)
    expect((await root('DELETE', board.page(id))).status).toBe(200)
    expect(await board.stored(id)).toBeUndefined()
  })

  test('change nothing of a completed interview', async () => {
    const interview = board.responseIds[0] ?? 0
    const { body } = await root('GET', board.page(interview))
    expect(body).toMatchObject({
      state: '0',
      canEdit: false,
      canEditState: false,
      isResendDisabled: true,
      canDelete: false,
    })
    expect((await board.save(root, interview, { state: '0', fields: { comment: 'x' } })).status).toBe(403)
    expect((await board.save(root, interview, { state: '4' })).status).toBe(403)
    expect((await root('DELETE', board.page(interview))).status).toBe(403)
    expect(await board.stored(interview)).toMatchObject({ state: 0, version: 1 })
  })
})

describe('the place of a sample', () => {
  test('follows from its answers to the levels', async () => {
    const id = await board.sample()
    const { body } = await board.save(anna, id, { fields: { store: 'Oslo' } })
    expect(body.sample.drillPath).toBe('country=Norway;store=Oslo')
    expect(await board.stored(id)).toMatchObject({ answers: { country: 'Norway', store: 'Oslo' } })
    const norwegian = await board.member({ filters: { country: ['Norway'] } })
    expect((await norwegian.call('GET', board.page(id))).status).toBe(200)
    // Norway has one store, Sweden has several.
    expect((await board.save(anna, id, { version: 2, fields: { country: 'Sweden' } })).body.fields).toEqual({
      'fields.store': 'Choose a place of this level as well.',
    })
    const moved = await board.save(anna, id, { version: 2, fields: { country: 'Sweden', store: 'Gothenburg' } })
    expect(moved.body.sample.drillPath).toBe('country=Sweden;store=Gothenburg')
    expect(
      (await board.save(anna, id, { version: 3, fields: { country: 'Norway', store: 'Gothenburg' } })).body.fields,
    ).toEqual({
      'fields.store': 'There is no such place.',
    })
  })

  test('cannot be one that the caller may not open', async () => {
    const id = await board.sample()
    const { call } = await board.member({ filters: { country: ['Sweden'] } })
    expect((await board.save(call, id, { fields: { store: 'Oslo' } })).body.fields).toEqual({
      'fields.store': '"Oslo" is no answer to store.',
    })
    const ofChannel = await board.member({ filters: { channel: ['web'] } })
    expect((await board.save(ofChannel.call, id, { fields: { channel: 'till' } })).body.fields).toEqual({
      'fields.channel': 'You could not open the sample any more with this answer.',
    })
    expect(await board.stored(id)).toMatchObject({ version: 1, answers: { store: 'Stockholm', channel: 'web' } })
  })

  test('counts in the figures of where it is now', async () => {
    const before = await board.waiting(anna, 'country=Norway')
    const id = await board.sample({ answers: { store: 'Gothenburg' } })
    const sweden = await board.waiting(anna, 'country=Sweden')
    await board.save(anna, id, { fields: { store: 'Oslo' } })
    expect(await board.waiting(anna, 'country=Norway')).toBe(before + 1)
    expect(await board.waiting(anna, 'country=Sweden')).toBe(sweden - 1)
  })
})
