import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfiguration, saveConfiguration } from '#server/domain/build/configuration.ts'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import type { Caller } from '#server/testing/dashboard.ts'
import { parse, stringify } from 'yaml'
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

/** What a sample is saved with, besides its version. */
interface Saved {
  version?: number
  overwrite?: boolean
  state?: string
  comment?: string
  fields?: object
}

function save(call: Caller, id: number, body: Saved, query = '') {
  return call('PUT', `${board.page(id)}${query}`, { version: 1, state: '1', ...body })
}

function validate(call: Caller, id: number, body: { state: string; fields: object }) {
  return call('POST', `/rest/samples/validate/${board.survey}/${id}`, body)
}

/** What a response is in the database. */
function stored(id: number) {
  return board.deps.db
    .selectFrom('response')
    .select(['state', 'answers', 'contact', 'event_date', 'unit_ids', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
}

function valueOf(sample: { groups: { fields: { questionId: string; value: unknown }[] }[] }, questionId: string) {
  return sample.groups.flatMap(({ fields }) => fields).find((field) => field.questionId === questionId)?.value
}

describe('the page of a sample', () => {
  test('is answered by id, with its groups, tables, questions and rights (SAMPLE-34a, SAMPLE-34b, SAMPLE-34c, SAMPLE-34d, SAMPLE-34e, SAMPLE-34f, SAMPLE-45)', async () => {
    const id = await board.sample({ answers: { status: 'called', comment: 'Rings back', rating: 3, tags: ['near'] } })
    const cells = JSON.stringify({ product: 'Tent', amount: 1299 })
    await board.deps.db.insertInto('response_record').values({ response_id: id, recordset: 'basket', cells }).execute()
    const { status, body } = await anna('GET', board.page(id))
    expect(status).toBe(200)
    expect(body).toMatchObject({
      id,
      title: 'STOCKHOLM',
      subtitle: '1 Feb 2026',
      drillPath: 'country=Sweden;store=Stockholm',
      state: '1',
      version: 1,
      eventdate: '2026-02-01',
      period: { isOpen: true, from: '2025-11-12', to: '2026-02-10' },
      canEdit: true,
      canEditState: true,
      canCancelSamples: true,
      canPostpone: true,
      hasSampleExtendedState: true,
      showApproveButtonInState2: true,
      showApproveButtonInState3: true,
      canResendEmail: true,
      canResendSMS: false,
      isResendDisabled: false,
      canDelete: false,
      stateQuestion: { questionId: 'status', type: 'SingleChoice', value: 'called', readOnly: false },
      subStateQuestion: { questionId: 'substatus', type: 'text', value: null },
      evalPeriodQuestion: { questionId: 'period', type: 'SingleChoice', value: null },
      tableGroups: [{ title: 'Basket', columns: ['product', 'amount'], rows: [['Tent', '1,299']] }],
    })
    expect(body.groups.map(({ title }: { title: string }) => title)).toEqual(['Customer', 'Visit', 'Closing'])
    const [customer, visit, closing] = body.groups
    const types = (group: { fields: { questionId: string; type: string }[] }) =>
      group.fields.map(({ questionId, type }) => `${questionId} ${type}`)
    expect(types(customer)).toEqual(['name text', 'mail Email', 'phone text', 'eventdate EventDate'])
    expect(types(visit)).toEqual([
      'country SingleChoice',
      'store SingleChoice',
      'channel SingleChoice',
      'rating SingleChoice',
      'percent text',
      'tags MultiChoice2',
      'visits text',
      'bought Date',
      'comment text',
    ])
    expect(closing.fields).toMatchObject([
      { questionId: 'reason', cancelledComment: true, approvedComment: false },
      { questionId: 'note', cancelledComment: false, approvedComment: true },
    ])
    expect(valueOf(body, 'rating')).toBe('3')
    expect(valueOf(body, 'tags')).toEqual(['near'])
    expect(visit.fields[3].choices).toEqual(['1', '2', '3', '4', '5'].map((step) => ({ extName: step, title: step })))
  })

  test('of a survey that configures none shows contact, date, place and the first questions', async () => {
    const { survey, deps, universeId, surveyId } = board
    const known = await readConfiguration(deps.db, surveyId)
    const { sample: _, respondent: __, interview: ___, ...kept } = parse(known?.text ?? '')
    const configure = (text: string) =>
      write(programContext(deps, 'test'), async (tx) => {
        await saveConfiguration(
          tx.db,
          { id: surveyId, universeId, extName: survey },
          { text, source: 'user', author: '' },
        )
        await tx.surveyChanged(surveyId)
      })
    const id = await board.sample()
    await configure(stringify(kept))
    const { body } = await anna('GET', board.page(id))
    await configure(known?.text ?? '')
    expect(body).toMatchObject({ title: 'Kim Ek', stateQuestion: null, hasSampleExtendedState: false })
    expect(
      body.groups.map((group: { fields: { questionId: string }[] }) => group.fields.map((one) => one.questionId)),
    ).toEqual([
      ['name', 'email', 'phone', 'language'],
      [
        'eventdate',
        'country',
        'store',
        'channel',
        'comment',
        'mail',
        'status',
        'substatus',
        'period',
        'reason',
        'note',
      ],
    ])
    expect(body.period).toEqual({ isOpen: true, from: null, to: null })
  })

  test('offers the places that the caller may open, and no others', async () => {
    const { call } = await board.member({ filters: { country: ['Sweden'] } })
    const { body } = await call('GET', board.page(await board.sample()))
    const store = body.groups[1].fields.find(({ questionId }: { questionId: string }) => questionId === 'store')
    expect(store.choices.map(({ extName }: { extName: string }) => extName)).toEqual(['Stockholm', 'Gothenburg'])
  })

  test('cannot be opened without the right to view samples, or outside of the caller’s places', async () => {
    const id = await board.sample()
    const blind = await board.member({ flags: allSampleFlags.filter((flag) => flag !== 'canViewSamples') })
    const norwegian = await board.member({ filters: { country: ['Norway'] } })
    expect((await blind.call('GET', board.page(id))).status).toBe(403)
    expect((await save(blind.call, id, { state: '2' })).status).toBe(403)
    expect((await norwegian.call('GET', board.page(id))).status).toBe(404)
    expect((await save(norwegian.call, id, { state: '2' })).status).toBe(404)
    expect(await stored(id)).toMatchObject({ state: 1, version: 1 })
  })
})

describe('saving', () => {
  test('changes answers, contact and event date, and raises the version', async () => {
    const id = await board.sample({ answers: { comment: 'Old', visits: 2 } })
    const fields = {
      name: 'Kim Berg',
      mail: 'berg@example.org',
      phone: ' 070 1 ',
      eventdate: '2026-02-03',
      channel: 'till',
      rating: '4',
      percent: '62,5',
      tags: ['quick', 'clean'],
      visits: '1 200',
      bought: '2026-01-31',
      comment: '',
      status: 'written',
    }
    const { status, body } = await save(anna, id, { fields })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.notices).toEqual([])
    expect(body.sample).toMatchObject({ version: 2, eventdate: '2026-02-03', stateQuestion: { value: 'written' } })
    const row = await stored(id)
    expect(row).toMatchObject({
      state: 1,
      version: 2,
      event_date: '2026-02-03',
      // What the configuration says is the respondent's address is so in the contact as well.
      contact: { name: 'Kim Berg', email: 'berg@example.org', phone: '070 1' },
      answers: {
        channel: 'till',
        rating: 4,
        percent: 62.5,
        tags: ['quick', 'clean'],
        visits: 1200,
        bought: '2026-01-31',
      },
    })
    expect(row?.answers).not.toHaveProperty('comment')
  })

  test('keeps everything that is not sent, and changes nothing where nothing is different', async () => {
    const id = await board.sample({ answers: { comment: 'Stays', 'raw:visits': 'many' } })
    const before = await stored(id)
    const { body } = await save(anna, id, { fields: { comment: 'Stays', channel: 'web', tags: [] } })
    expect(body.sample.version).toBe(1)
    expect(await stored(id)).toEqual(before)
    await save(anna, id, { fields: { channel: 'till' } })
    const answers = { ...before?.answers, channel: 'till' }
    expect(await stored(id)).toMatchObject({ answers, contact: before?.contact, version: 2 })
    // An answer replaces what an import could not read as one.
    await save(anna, id, { version: 2, fields: { visits: '3' } })
    expect((await stored(id))?.answers).not.toHaveProperty('raw:visits')
  })

  test('refuses a field that is not on the page', async () => {
    const id = await board.sample()
    const { status, body } = await save(anna, id, { fields: { slow: '1', constructor: 'x', email: 'a@b.se' } })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual(['fields.slow', 'fields.constructor', 'fields.email'])
  })

  test('is noted: who changed which fields, without the answers', async () => {
    const { db } = board.deps
    const actor = await board.member({ admin: true })
    const eva = await board.member({ actor: actor.user })
    const id = await board.sample()
    await save(eva.call, id, { state: '2', fields: { channel: 'till', comment: 'Secret' } })
    const entries = await db.selectFrom('audit').selectAll().where('object', '=', String(id)).execute()
    expect(entries).toMatchObject([
      {
        action: 'sample.save',
        user_id: eva.user.id,
        actor_user_id: actor.user.id,
        survey_id: board.surveyId,
        details: { fields: ['channel', 'comment'], stateBefore: 1, stateAfter: 2 },
      },
    ])
    const changes = await db.selectFrom('response_change').selectAll().where('response_id', '=', id).execute()
    expect(changes).toMatchObject([
      {
        version: 2,
        user_id: eva.user.id,
        username: eva.user.username,
        actor_user_id: actor.user.id,
        actor_username: actor.user.username,
        fields: ['channel', 'comment'],
        state_before: 1,
        state_after: 2,
      },
    ])
    expect(JSON.stringify([entries, changes])).not.toContain('Secret')
  })
})

describe('what is wrong with a field', () => {
  const wrong: readonly [string, unknown, string][] = [
    ['mail', 'kim at example', 'Invalid Email address'],
    ['mail', '', 'This field is mandatory.'],
    ['name', '  ', 'This field is mandatory.'],
    ['eventdate', '', 'This field is mandatory.'],
    ['eventdate', '2026-02-30', 'This is not a date.'],
    ['bought', 'yesterday', 'This is not a date.'],
    ['visits', 'many', 'This is not a number.'],
    ['percent', '101', 'Give a number from 0 to 100.'],
    ['rating', '6', '"6" is no answer to rating.'],
    ['channel', 'phone', '"phone" is no answer to channel.'],
    ['tags', ['clean', 'dirty'], '"dirty" is no answer to tags.'],
    ['channel', ['web', 'till'], 'Give one value.'],
    ['status', 'gone', '"gone" is no answer to status.'],
    ['store', 'Bergen', '"Bergen" is no answer to store.'],
  ]

  test.each(wrong)('is told of %s %j, and nothing is saved (SAMPLE-31, SAMPLE-46)', async (name, value, words) => {
    const id = await board.sample()
    const fields = { comment: 'Right', [name]: value }
    expect((await validate(anna, id, { state: '1', fields })).body).toEqual({
      questionIdToMessages: { [name]: [words] },
    })
    const { status, body } = await save(anna, id, { fields })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'validation', fields: { [`fields.${name}`]: words } })
    expect(await stored(id)).toMatchObject({ version: 1 })
  })

  test('is nothing where an answer stays what it is, however wrong', async () => {
    const id = await board.sample({ answers: { rating: 9, channel: 'phone' } })
    const page = (await anna('GET', board.page(id))).body
    expect(valueOf(page, 'rating')).toBe('9')
    const fields = { rating: '9', channel: 'phone' }
    expect((await validate(anna, id, { state: '1', fields })).body).toEqual({ questionIdToMessages: {} })
  })

  test('is told in the reader’s language', async () => {
    const id = await board.sample()
    const { call: swedish } = await board.member({ language: 'sv' })
    const { body } = await validate(swedish, id, { state: '1', fields: { mail: 'x' } })
    expect(body.questionIdToMessages).toEqual({ mail: ['Ogiltig e-postadress'] })
  })
})

describe('approving', () => {
  test('sets state 2 (SAMPLE-18)', async () => {
    const id = await board.sample()
    expect((await validate(anna, id, { state: '2', fields: {} })).body).toEqual({ questionIdToMessages: {} })
    expect((await save(anna, id, { state: '2', fields: {} })).body.sample).toMatchObject({ state: '2', version: 2 })
  })

  test('needs every field that is not optional (SAMPLE-32)', async () => {
    const id = await board.sample({ contact: {}, answers: { mail: '' } })
    const expected = { name: ['This field is mandatory.'], mail: ['This field is mandatory.'] }
    expect((await validate(anna, id, { state: '2', fields: {} })).body.questionIdToMessages).toEqual(expected)
    expect((await save(anna, id, { state: '2' })).body.fields).toEqual({
      'fields.name': 'This field is mandatory.',
      'fields.mail': 'This field is mandatory.',
    })
    expect(await stored(id)).toMatchObject({ state: 1 })
    // Another save does not need what was never there.
    expect((await save(anna, id, { fields: { comment: 'Called' } })).status).toBe(200)
  })

  test('needs an address that is one, also where nobody has changed it (SAMPLE-33)', async () => {
    const id = await board.sample({ answers: { mail: 'kim(at)example.org' } })
    const { body } = await validate(anna, id, { state: '2', fields: {} })
    expect(body.questionIdToMessages).toEqual({ mail: ['Invalid Email address'] })
    expect((await save(anna, id, { state: '2' })).status).toBe(400)
  })
})

describe('unapproving', () => {
  test('sets state 3 (SAMPLE-19a)', async () => {
    const id = await board.sample()
    const { body } = await save(anna, id, { state: '3', fields: { period: 'autumn' } })
    expect(body.sample).toMatchObject({ state: '3', evalPeriodQuestion: { value: 'autumn' } })
  })

  test('is refused without an evaluation period (SAMPLE-19b)', async () => {
    const id = await board.sample()
    const words = 'This field is mandatory.'
    expect((await validate(anna, id, { state: '3', fields: {} })).body.questionIdToMessages).toEqual({
      period: [words],
    })
    expect(await save(anna, id, { state: '3' })).toMatchObject({
      status: 400,
      body: { fields: { 'fields.period': words } },
    })
    expect(await stored(id)).toMatchObject({ state: 1 })
  })
})

describe('cancelling', () => {
  test('sets state 4, with a comment or without (SAMPLE-20)', async () => {
    const comments = (id: number) =>
      board.deps.db.selectFrom('response_comment').select('message').where('response_id', '=', id).execute()
    const [silent, told] = [await board.sample(), await board.sample()]
    expect((await save(anna, silent, { state: '4' })).body.sample.state).toBe('4')
    const fields = { reason: 'Moved away' }
    expect((await save(anna, told, { state: '4', comment: ' Called twice. ', fields })).body.sample.state).toBe('4')
    expect(await comments(silent)).toEqual([])
    expect(await comments(told)).toEqual([{ message: 'Called twice.' }])
    expect((await stored(told))?.answers).toMatchObject({ reason: 'Moved away' })
  })
})

describe('roles', () => {
  const without = (...missing: string[]) => allSampleFlags.filter((flag) => !missing.includes(flag))

  async function expectRefused(flag: string, state: string, fields = {}) {
    const id = await board.sample()
    const { call } = await board.member({ flags: without(flag) })
    expect((await save(call, id, { state, fields })).status).toBe(403)
    expect(await stored(id)).toMatchObject({ state: 1, version: 1 })
    expect((await save(anna, id, { state, fields })).status).toBe(200)
  }

  test('without the right to change states change none (SAMPLE-53b)', async () => {
    for (const state of ['2', '3', '4']) await expectRefused('canChangeStateOpenPeriods', state, { period: 'spring' })
  })

  test('without canCancelSamples cancel none (SAMPLE-53c)', () => expectRefused('canCancelSamples', '4'))

  test('without canPostponeSamples unapprove none (SAMPLE-53d)', () =>
    expectRefused('canPostponeSamples', '3', { period: 'spring' }))

  test('edit answers and change states of open and of closed periods by four rights', async () => {
    const rights = [
      ['canEditOpenPeriods', '2026-02-01', { fields: { comment: 'x' } }],
      ['canEditClosedPeriods', '2025-06-01', { fields: { comment: 'x' } }],
      ['canChangeStateOpenPeriods', '2026-02-01', { state: '2' }],
      ['canChangeStateClosedPeriods', '2025-06-01', { state: '2' }],
    ] as const
    for (const [flag, date, change] of rights) {
      const refused = await board.sample({ date })
      const others = await board.member({ flags: without(flag) })
      expect((await save(others.call, refused, change)).status, flag).toBe(403)
      const { body } = await others.call('GET', board.page(refused))
      const isEdit = flag.startsWith('canEdit')
      expect(body).toMatchObject({ canEdit: !isEdit, canEditState: isEdit, period: { isOpen: date === '2026-02-01' } })
      expect(body.groups[0].fields[0].readOnly).toBe(isEdit)
      const alone = await board.member({ flags: ['canViewSamples', flag] })
      expect((await save(alone.call, refused, change)).status, flag).toBe(200)
    }
  })

  test('that change states answer the questions that belong to a state', async () => {
    const id = await board.sample()
    const { call } = await board.member({ flags: without('canEditOpenPeriods') })
    expect(
      (await save(call, id, { state: '3', fields: { period: 'spring', status: 'called', reason: 'x' } })).status,
    ).toBe(200)
    expect((await save(call, id, { version: 2, state: '3', fields: { comment: 'x' } })).status).toBe(403)
    const { body } = await call('GET', board.page(id))
    expect(body.evalPeriodQuestion.readOnly).toBe(false)
  })

  test('do not move a sample into a period that is closed for them', async () => {
    const id = await board.sample()
    const { call } = await board.member({ flags: without('canEditClosedPeriods') })
    const { status, body } = await save(call, id, { fields: { eventdate: '2025-06-01' } })
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
    const edit = await save(call, id, { fields: { comment: 'x' } })
    const approve = await save(call, id, { state: '2' })
    const allowed = await save(anna, id, { fields: { comment: 'x' } })
    await closed(false)
    expect(page).toMatchObject({ canEdit: false, canEditState: false, period: { isOpen: false, from: null, to: null } })
    expect([edit.status, approve.status, allowed.status]).toEqual([403, 403, 200])
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
    expect((await save(root, interview, { state: '0', fields: { comment: 'x' } })).status).toBe(403)
    expect((await save(root, interview, { state: '4' })).status).toBe(403)
    expect((await root('DELETE', board.page(interview))).status).toBe(403)
    expect(await stored(interview)).toMatchObject({ state: 0, version: 1 })
  })
})

describe('the place of a sample', () => {
  test('follows from its answers to the levels', async () => {
    const id = await board.sample()
    const { body } = await save(anna, id, { fields: { store: 'Oslo' } })
    expect(body.sample.drillPath).toBe('country=Norway;store=Oslo')
    expect(await stored(id)).toMatchObject({ answers: { country: 'Norway', store: 'Oslo' } })
    const norwegian = await board.member({ filters: { country: ['Norway'] } })
    expect((await norwegian.call('GET', board.page(id))).status).toBe(200)
    // Norway has one store, Sweden has several.
    expect((await save(anna, id, { version: 2, fields: { country: 'Sweden' } })).body.fields).toEqual({
      'fields.store': 'Choose a place of this level as well.',
    })
    const moved = await save(anna, id, { version: 2, fields: { country: 'Sweden', store: 'Gothenburg' } })
    expect(moved.body.sample.drillPath).toBe('country=Sweden;store=Gothenburg')
    expect(
      (await save(anna, id, { version: 3, fields: { country: 'Norway', store: 'Gothenburg' } })).body.fields,
    ).toEqual({
      'fields.store': 'There is no such place.',
    })
  })

  test('cannot be one that the caller may not open', async () => {
    const id = await board.sample()
    const { call } = await board.member({ filters: { country: ['Sweden'] } })
    expect((await save(call, id, { fields: { store: 'Oslo' } })).body.fields).toEqual({
      'fields.store': '"Oslo" is no answer to store.',
    })
    const ofChannel = await board.member({ filters: { channel: ['web'] } })
    expect((await save(ofChannel.call, id, { fields: { channel: 'till' } })).body.fields).toEqual({
      'fields.channel': 'You could not open the sample any more with this answer.',
    })
    expect(await stored(id)).toMatchObject({ version: 1, answers: { store: 'Stockholm', channel: 'web' } })
  })

  test('counts in the figures of where it is now', async () => {
    const before = await waiting('country=Norway')
    const id = await board.sample({ answers: { store: 'Gothenburg' } })
    const sweden = await waiting('country=Sweden')
    await save(anna, id, { fields: { store: 'Oslo' } })
    expect(await waiting('country=Norway')).toBe(before + 1)
    expect(await waiting('country=Sweden')).toBe(sweden - 1)
  })
})

/** New samples of a place, as the figures count them; the caller's session has written before. */
async function waiting(place: string, call = anna): Promise<number> {
  await caughtUp(board.deps.analytics, board.deps.pool)
  const { body } = await call('GET', `/rest/widgets/data/${board.survey}/head/${place}`)
  return Number(body.variables[0].value)
}

describe('two people who edit one sample', () => {
  async function changedByAnna() {
    const id = await board.sample({ answers: { comment: 'Old' } })
    const bo = (await board.member({ firstName: 'Bo', lastName: 'Ek' })).call
    await save(anna, id, { state: '2', fields: { channel: 'till', comment: '', eventdate: '2026-02-02' } })
    const at = new Date('2026-02-10T13:03:00Z')
    await board.deps.db.updateTable('response_change').set({ changed_at: at }).where('response_id', '=', id).execute()
    return { id, bo }
  }

  test('the second is told who changed what and when', async () => {
    const { id, bo } = await changedByAnna()
    const { status, body } = await save(bo, id, { state: '2', fields: { name: 'Other' } })
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
    expect(await stored(id)).toMatchObject({ version: 2, contact: { name: 'Kim Ek' } })
  })

  test('the second can take over, or go on from the latest version', async () => {
    const { id, bo } = await changedByAnna()
    const taken = await save(bo, id, { overwrite: true, state: '2', fields: { channel: 'web' } })
    expect(taken.body.sample).toMatchObject({ version: 3, state: '2', eventdate: '2026-02-02' })
    expect(await stored(id)).toMatchObject({ answers: { channel: 'web' } })
    expect((await save(bo, id, { version: 3, state: '2', fields: { name: 'Other' } })).status).toBe(200)
    const late = await save(anna, id, { version: 2, state: '2', fields: { name: 'Late' } })
    expect(late.body.fields).toMatchObject({
      'fields.channel': expect.stringContaining('Bo Ek'),
      'fields.name': 'Bo Ek changed this to "Other".',
    })
    expect(late.body.fields).not.toHaveProperty('fields.comment')
  })

  test('whoever acted for the first is named, and a change of another day has its date', async () => {
    const actor = await board.member({ admin: true, firstName: 'Root', lastName: 'Ros' })
    const acting = await board.member({ firstName: 'Eva', lastName: 'Berg', actor: actor.user })
    const id = await board.sample()
    await save(acting.call, id, { fields: { comment: 'New' } })
    const at = new Date('2026-02-03T08:05:00Z')
    await board.deps.db.updateTable('response_change').set({ changed_at: at }).where('response_id', '=', id).execute()
    const { body } = await save(anna, id, { fields: { comment: 'Mine' } })
    expect(body.message).toBe('Root Ros, acting as Eva Berg changed this sample on 3 Feb 2026 at 08:05.')
  })

  test('a change by an import is told without a name', async () => {
    const id = await board.sample()
    await board.deps.db.updateTable('response').set({ version: 2 }).where('id', '=', id).execute()
    const { status, body } = await save(anna, id, { fields: { comment: 'Mine' } })
    expect(status).toBe(409)
    expect(body.fields).toEqual({ version: 'This sample was changed since you opened it.' })
  })

  test('save at the same moment: one of them is told', async () => {
    const id = await board.sample()
    const answers = await Promise.all(['one', 'two', 'three'].map((comment) => save(anna, id, { fields: { comment } })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    expect(await stored(id)).toMatchObject({ version: 2 })
  })
})

describe('deleting', () => {
  test('leaves no row, no file and no figure, and is noted (SAMPLE-48)', async () => {
    const { db } = board.deps
    const id = await board.sample()
    await save(anna, id, { state: '1', fields: { comment: 'x' } })
    await db.insertInto('response_comment').values({ response_id: id, username: 'x', message: 'x' }).execute()
    const before = await waiting('root', root)
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
    expect(await stored(id)).toBeUndefined()
    for (const table of ['response_comment', 'response_change'] as const)
      expect(await db.selectFrom(table).selectAll().where('response_id', '=', id).execute()).toEqual([])
    expect(await db.selectFrom('stored_file').selectAll().where('survey_id', '=', board.surveyId).execute()).toEqual([])
    expect(await waiting('root', root)).toBe(before - 1)
    const entry = db.selectFrom('audit').select('action').where('object', '=', String(id)).orderBy('id', 'desc')
    expect(await entry.executeTakeFirst()).toEqual({ action: 'sample.delete' })
    expect((await root('DELETE', board.page(id))).status).toBe(404)
  })
})

describe('sending the invitation again', () => {
  const resend = (call: Caller, id: number, email: string) =>
    call('POST', `/rest/samples/resend/${board.survey}/${id}`, { email })

  test('says that sending is not set up; a sample that is saved with it stays saved (SAMPLE-47)', async () => {
    const id = await board.sample({ contact: { name: 'Kim', email: 'kim@example.org', phone: '070' } })
    const words = 'is not set up on this server. Nothing was sent.'
    expect(await resend(anna, id, 'kim@example.org')).toMatchObject({
      status: 503,
      body: { message: `Sending e-mail ${words}` },
    })
    const { status, body } = await save(anna, id, { fields: { comment: 'x' } }, '?resendEmail=true&resendSMS=true')
    expect(status).toBe(200)
    expect(body.notices).toEqual([`Sending e-mail ${words}`, `Sending text messages ${words}`])
    expect(await stored(id)).toMatchObject({ version: 2 })
  })

  test('is offered to who may edit, where there is an address, until the sample is cancelled', async () => {
    const id = await board.sample({ contact: { name: 'Kim' }, answers: { mail: '' } })
    const offered = async (call = anna) => {
      const { canResendEmail, canResendSMS, isResendDisabled } = (await call('GET', board.page(id))).body
      return { canResendEmail, canResendSMS, isResendDisabled }
    }
    expect(await offered()).toEqual({ canResendEmail: false, canResendSMS: false, isResendDisabled: false })
    expect((await resend(anna, id, 'kim@example.org')).status).toBe(403)
    await save(anna, id, { fields: { mail: 'kim@example.org', phone: '070' } })
    expect(await offered()).toEqual({ canResendEmail: true, canResendSMS: true, isResendDisabled: false })
    const viewer = await board.member({ flags: ['canViewSamples'] })
    expect(await offered(viewer.call)).toMatchObject({ canResendEmail: false })
    expect((await resend(viewer.call, id, 'kim@example.org')).status).toBe(403)
    const { body } = await save(anna, id, { version: 2, state: '4' }, '?resendEmail=true')
    expect(body.notices).toEqual(['The invitation of this sample cannot be sent again.'])
    expect(await offered()).toMatchObject({ isResendDisabled: true })
    expect((await resend(anna, id, 'kim@example.org')).status).toBe(403)
  })

  test('refuses what is no address', async () => {
    const { status, body } = await resend(anna, await board.sample(), 'kim')
    expect({ status, fields: body.fields }).toEqual({ status: 400, fields: { email: 'Invalid Email address' } })
  })
})
