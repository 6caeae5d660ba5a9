import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfiguration, saveConfiguration } from '#server/domain/build/configuration.ts'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import type { Caller } from '#server/testing/dashboard.ts'
import { parse, stringify } from 'yaml'
import { allSampleFlags, openSamples } from './testing/sample-bench.ts'
import type { SampleBench } from './testing/sample-bench.ts'

let board: SampleBench
let anna: Caller

beforeAll(async () => {
  board = await openSamples()
  anna = (await board.member({ firstName: 'Anna', lastName: 'Lind' })).call
})
afterAll(() => board.close())

function valueOf(sample: { groups: { fields: { questionId: string; value: unknown }[] }[] }, questionId: string) {
  return sample.groups.flatMap(({ fields }) => fields).find((field) => field.questionId === questionId)?.value
}

describe('the page of a sample', () => {
  test('is answered by id, with its groups, tables, questions and rights (SAMPLE-34a) (SAMPLE-34b) (SAMPLE-34c) (SAMPLE-34d) (SAMPLE-34e) (SAMPLE-34f) (SAMPLE-45)', async () => {
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

  test('has one of five states, a text on the wire, and no other (SAMPLE-17)', async () => {
    type List = { rankingData: { headers: { value: string; cellIndex: number }[]; rows: ListedRow[] } }
    type ListedRow = { interviewId: number; isComplete: boolean; cells: { value: unknown; text: string }[] }
    const sampled = await board.sample()
    for (const number of [0, 1, 2, 3, 4]) {
      const state = String(number)
      const id = await board.sample({ state: number })
      expect((await anna('GET', board.page(id))).body.state).toBe(state)
      const { body } = await anna('GET', `/rest/samples/list/${board.survey}/samplestate=${state}?rowTo=100`)
      const { headers, rows } = (body as List).rankingData
      const at = headers.find(({ value }) => value === 'state')?.cellIndex ?? -1
      expect(rows.map(({ interviewId }) => interviewId)).toContain(id)
      for (const { cells } of rows) expect(cells[at]).toEqual({ text: state, value: state })
      expect(rows.every(({ isComplete }) => isComplete === (state === '0'))).toBe(true)
      // A number is no state.
      const refused = await anna('PUT', board.page(sampled), { version: 1, state: number, fields: {} })
      expect(refused).toMatchObject({ status: 400, body: { fields: { state: expect.any(String) } } })
    }
    for (const state of ['5', '-1', 'new', ''])
      expect((await board.save(anna, sampled, { state })).body.fields, state).toHaveProperty('state')
    expect(await board.stored(sampled)).toMatchObject({ state: 1, version: 1 })
    await expect(board.sample({ state: 5 })).rejects.toThrow(/check constraint/)
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
    await configure(stringify({ ...kept, campaigns: { channels: ['EMAIL', 'LETTER'] } }))
    const withLetters = await anna('GET', board.page(id))
    await configure(known?.text ?? '')
    // An address is asked for where letters are sent; the country is a question here.
    expect(withLetters.body.groups[0].fields.map((one: { questionId: string }) => one.questionId)).toEqual([
      ...['name', 'email', 'phone', 'language', 'street', 'postcode', 'city'],
    ])
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

  test('that is open while a field is removed from it: what was entered there is refused at it, the rest is saved', async () => {
    const { survey, deps, universeId, surveyId } = board
    const text = (await readConfiguration(deps.db, surveyId))?.text ?? ''
    const configure = (next: string) =>
      write(programContext(deps, 'test'), async (tx) => {
        const of = { id: surveyId, universeId, extName: survey }
        await saveConfiguration(tx.db, of, { text: next, source: 'user', author: '' })
        await tx.surveyChanged(surveyId)
      })
    const id = await board.sample()
    const fields = { comment: 'Rings back', visits: '3' }
    const parsed = parse(text)
    parsed.sample.groups[1].fields = parsed.sample.groups[1].fields.filter(
      ({ question }: { question: string }) => question !== 'comment',
    )
    await configure(stringify(parsed))
    const words = 'This field is no longer part of this form. Undo the change, or reload the page.'
    const validated = await board.validate(anna, id, { state: '1', fields })
    const saved = await board.save(anna, id, { fields })
    const without = await board.save(anna, id, { fields: { visits: '3' } })
    await configure(text)
    expect(validated.body).toEqual({ questionIdToMessages: { comment: [words] } })
    expect(saved).toMatchObject({ status: 400, body: { fields: { 'fields.comment': words } } })
    expect(without.status).toBe(200)
    const { answers, version } = (await board.stored(id)) ?? {}
    expect({ answers, version }).toMatchObject({ answers: { visits: 3 }, version: 2 })
    expect(answers).not.toHaveProperty('comment')
  })

  test('offers the places that the caller may open, and no others', async () => {
    const { call } = await board.member({ filters: { country: ['Sweden'] } })
    const { body } = await call('GET', board.page(await board.sample()))
    const store = body.groups[1].fields.find(({ questionId }: { questionId: string }) => questionId === 'store')
    expect(store.choices.map(({ extName }: { extName: string }) => extName)).toEqual(['Stockholm', 'Gothenburg'])
  })

  test('cannot be listed or opened without the right to view samples (SAMPLE-53a), or opened outside of the caller’s places', async () => {
    const id = await board.sample()
    const blind = await board.member({ flags: allSampleFlags.filter((flag) => flag !== 'canViewSamples') })
    const norwegian = await board.member({ filters: { country: ['Norway'] } })
    for (const list of [`list/${board.survey}/root`, `suggestions/${board.survey}/-/root?term=a`])
      expect((await blind.call('GET', `/rest/samples/${list}`)).status).toBe(403)
    expect((await blind.call('GET', board.page(id))).status).toBe(403)
    expect((await board.save(blind.call, id, { state: '2' })).status).toBe(403)
    expect((await norwegian.call('GET', board.page(id))).status).toBe(404)
    expect((await board.save(norwegian.call, id, { state: '2' })).status).toBe(404)
    expect(await board.stored(id)).toMatchObject({ state: 1, version: 1 })
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
    const { status, body } = await board.save(anna, id, { fields })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.notices).toEqual([])
    expect(body.sample).toMatchObject({ version: 2, eventdate: '2026-02-03', stateQuestion: { value: 'written' } })
    const row = await board.stored(id)
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
    const before = await board.stored(id)
    const { body } = await board.save(anna, id, { fields: { comment: 'Stays', channel: 'web', tags: [] } })
    expect(body.sample.version).toBe(1)
    expect(await board.stored(id)).toEqual(before)
    await board.save(anna, id, { fields: { channel: 'till' } })
    const answers = { ...before?.answers, channel: 'till' }
    expect(await board.stored(id)).toMatchObject({ answers, contact: before?.contact, version: 2 })
    // An answer replaces what an import could not read as one.
    await board.save(anna, id, { version: 2, fields: { visits: '3' } })
    expect((await board.stored(id))?.answers).not.toHaveProperty('raw:visits')
  })

  test('refuses a field that is not on the page', async () => {
    const id = await board.sample()
    const { status, body } = await board.save(anna, id, { fields: { slow: '1', constructor: 'x', email: 'a@b.se' } })
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual(['fields.slow', 'fields.constructor', 'fields.email'])
  })

  test('is noted: who changed which fields, without the answers', async () => {
    const { db } = board.deps
    const actor = await board.member({ admin: true })
    const eva = await board.member({ actor: actor.user })
    const id = await board.sample()
    await board.save(eva.call, id, { state: '2', fields: { channel: 'till', comment: 'Secret' } })
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
    ['mail', 'kim at example', 'Enter an e-mail address, such as anna@example.org'],
    ['mail', '', 'Fill this in'],
    ['name', '  ', 'Fill this in'],
    ['eventdate', '', 'Fill this in'],
    ['eventdate', '2026-02-30', 'Enter a date'],
    ['bought', 'yesterday', 'Enter a date'],
    ['visits', 'many', 'Enter a number'],
    ['percent', '101', 'Give a number from 0 to 100.'],
    ['rating', '6', '"6" is no answer to rating.'],
    ['channel', 'phone', '"phone" is no answer to channel.'],
    ['tags', ['clean', 'dirty'], '"dirty" is no answer to tags.'],
    ['channel', ['web', 'till'], 'Give one value.'],
    ['status', 'gone', '"gone" is no answer to status.'],
    ['store', 'Bergen', '"Bergen" is no answer to store.'],
  ]

  test.each(wrong)('is told of %s %j, and nothing is saved (SAMPLE-31) (SAMPLE-46)', async (name, value, words) => {
    const id = await board.sample()
    const fields = { comment: 'Right', [name]: value }
    expect((await board.validate(anna, id, { state: '1', fields })).body).toEqual({
      questionIdToMessages: { [name]: [words] },
    })
    const { status, body } = await board.save(anna, id, { fields })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'validation', fields: { [`fields.${name}`]: words } })
    expect(await board.stored(id)).toMatchObject({ version: 1 })
  })

  test('is nothing where an answer stays what it is, however wrong', async () => {
    const id = await board.sample({ answers: { rating: 9, channel: 'phone' } })
    const page = (await anna('GET', board.page(id))).body
    expect(valueOf(page, 'rating')).toBe('9')
    const fields = { rating: '9', channel: 'phone' }
    expect((await board.validate(anna, id, { state: '1', fields })).body).toEqual({ questionIdToMessages: {} })
  })

  test('is told in the reader’s language', async () => {
    const id = await board.sample()
    const { call: swedish } = await board.member({ language: 'sv' })
    const { body } = await board.validate(swedish, id, { state: '1', fields: { mail: 'x' } })
    expect(body.questionIdToMessages).toEqual({ mail: ['Ange en e-postadress, till exempel anna@example.org'] })
  })
})

describe('approving', () => {
  test('sets state 2 (SAMPLE-18)', async () => {
    const id = await board.sample()
    expect((await board.validate(anna, id, { state: '2', fields: {} })).body).toEqual({ questionIdToMessages: {} })
    expect((await board.save(anna, id, { state: '2', fields: {} })).body.sample).toMatchObject({
      state: '2',
      version: 2,
    })
  })

  test('needs every field that is not optional (SAMPLE-32)', async () => {
    const id = await board.sample({ contact: {}, answers: { mail: '' } })
    const expected = { name: ['Fill this in'], mail: ['Fill this in'] }
    expect((await board.validate(anna, id, { state: '2', fields: {} })).body.questionIdToMessages).toEqual(expected)
    expect((await board.save(anna, id, { state: '2' })).body.fields).toEqual({
      'fields.name': 'Fill this in',
      'fields.mail': 'Fill this in',
    })
    expect(await board.stored(id)).toMatchObject({ state: 1 })
    // Another save does not need what was never there.
    expect((await board.save(anna, id, { fields: { comment: 'Called' } })).status).toBe(200)
  })

  test('needs an address that is one, also where nobody has changed it (SAMPLE-33)', async () => {
    const id = await board.sample({ answers: { mail: 'kim(at)example.org' } })
    const { body } = await board.validate(anna, id, { state: '2', fields: {} })
    expect(body.questionIdToMessages).toEqual({ mail: ['Enter an e-mail address, such as anna@example.org'] })
    expect((await board.save(anna, id, { state: '2' })).status).toBe(400)
  })
})

describe('unapproving', () => {
  test('sets state 3 (SAMPLE-19a)', async () => {
    const id = await board.sample()
    const { body } = await board.save(anna, id, { state: '3', fields: { period: 'autumn' } })
    expect(body.sample).toMatchObject({ state: '3', evalPeriodQuestion: { value: 'autumn' } })
  })

  test('is refused without an evaluation period (SAMPLE-19b)', async () => {
    const id = await board.sample()
    const words = 'Fill this in'
    expect((await board.validate(anna, id, { state: '3', fields: {} })).body.questionIdToMessages).toEqual({
      period: [words],
    })
    expect(await board.save(anna, id, { state: '3' })).toMatchObject({
      status: 400,
      body: { fields: { 'fields.period': words } },
    })
    expect(await board.stored(id)).toMatchObject({ state: 1 })
  })
})

describe('cancelling', () => {
  test('sets state 4, with a comment or without (SAMPLE-20)', async () => {
    const comments = (id: number) =>
      board.deps.db.selectFrom('response_comment').select('message').where('response_id', '=', id).execute()
    const [silent, told] = [await board.sample(), await board.sample()]
    expect((await board.save(anna, silent, { state: '4' })).body.sample.state).toBe('4')
    const fields = { reason: 'Moved away' }
    expect((await board.save(anna, told, { state: '4', comment: ' Called twice. ', fields })).body.sample.state).toBe(
      '4',
    )
    expect(await comments(silent)).toEqual([])
    expect(await comments(told)).toEqual([{ message: 'Called twice.' }])
    expect((await board.stored(told))?.answers).toMatchObject({ reason: 'Moved away' })
  })
})
