import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { bearer, createRole, createUser, signIn } from '#server/testing/factories.ts'
import { addResponses } from '#server/testing/survey-data.ts'
import type { NewSurveyRights } from '#server/domain/build/role.ts'

const editor = `
  - { type: header, highlighted: [customer, store, comment], main: rating }
  - type: group
    title: Customer
    columns: [6, 6]
    components:
      - { type: variable, question: customer }
      - { type: group, components: [{ type: variable, question: channel, optional: true }, { type: starlight, brightness: 3 }] }
  - { type: variable, question: mail, optional: true }
  - { type: variable, question: store, optional: true }
  - { type: table, tableName: contacts, columns: [{ extname: date, title: Day }, { extname: rating }, { extname: amount, rightAlign: true }] }
  - { type: comments }
  - { type: mails, relatedMailTracking: true }
  - { type: state-button, extname: approve, fromState: 1, toState: 2 }
  - { type: state-button, extname: stop, fromState: 1, toState: 4 }
  - { type: state-button, extname: finish, fromState: 1, toState: 0 }
  - { type: mail-action-button, extname: remind, template: reminder, mailVariable: mail, campaignName: Reminders, strictFiltering: true }
  - { type: push-campaign-button, extname: push, campaigns: [after_visit, later] }
  - { type: edit-button }
  - { type: update-button }
`

const extra = `
respondent: { email: mail }
sample: { openPeriod: "rel_-60d_0d" }
pages:
  - extname: customers
    kind: samples
    components:
      - type: sample-table
        config:
          id: customers
          columns: [store, state]
          sampleEditor: ${editor.replaceAll('\n', '\n          ')}
      - { type: sample-table, config: { id: plain, columns: [store] } }
      - { type: variable-block, config: { id: head, variables: [satisfaction] } }
`

const allFlags: NewSurveyRights = {
  canViewSamples: true,
  canEditOpenPeriods: true,
  canChangeStateOpenPeriods: true,
  canCancelSamples: true,
}

let board: Dashboard
/** Edits and changes states of samples whose period is open. */
let editing: Caller
/** The same in Sweden alone. */
let swedish: Caller

beforeAll(async () => {
  board = await openDashboard({ extra, questions: { customer: { type: 'text' }, mail: { type: 'text' } } })
  editing = await as(allFlags, { firstName: 'Eva', lastName: 'Berg' })
  swedish = await as(allFlags, { firstName: 'Sven' }, { country: ['Sweden'] })
})

afterAll(() => board.close())

async function as(
  rights: NewSurveyRights,
  user: { firstName?: string; lastName?: string } = {},
  filters?: Record<string, string[]>,
): Promise<Caller> {
  const { deps, universeId, surveyId, app } = board
  const roleId = await createRole(deps.db, universeId, { surveys: { [surveyId]: rights } })
  const made = await createUser(deps.db, { ...user, universes: [{ universeId, roleId, ...(filters && { filters }) }] })
  const headers = bearer(await signIn(deps, made))
  return async (method, url, body) => {
    const payload = body !== undefined && { payload: body as object }
    const response = await app.inject({ method, url, headers, ...payload })
    return { status: response.statusCode, body: response.json() }
  }
}

const swede = { country: 'Sweden', store: 'Stockholm', channel: 'web', customer: 'Anna', mail: 'anna@example.org' }
const norwegian = { ...swede, country: 'Norway', store: 'Oslo', mail: 'ola@example.org' }

/** A sample of its own for a test. */
async function makeSample(
  answers: Record<string, number | string> = swede,
  { state = 1, date = '2026-02-01' }: { state?: number; date?: string } = {},
): Promise<number> {
  const { db } = board.deps
  const [id = 0] = await addResponses(db, board.surveyId, [{ date, state, answers }])
  const contact = JSON.stringify(answers['mail'] ? { email: answers['mail'] } : {})
  await db.updateTable('response').set({ contact }).where('id', '=', id).execute()
  return id
}

const editorOf = (id: number, component = 'customers') => `/rest/samples/editor/${board.survey}/${component}/${id}`
const callOf = (name: string, id: number) => `/rest/samples/${name}/${board.survey}/customers/${id}`
const commentsOf = (id: number) => `/rest/samples/comments/${board.survey}/${id}`
const tableOf = (id: number, name: string) => `/rest/samples/table/${board.survey}/customers/${id}/${name}`
const mailsOf = (id: number, related: boolean) =>
  `/rest/samples/mails/${board.survey}/${id}?relatedMailTracking=${related}`

async function addContact(responseId: number, cells: object): Promise<void> {
  const row = { response_id: responseId, recordset: 'contacts', cells: JSON.stringify(cells) }
  await board.deps.db.insertInto('response_record').values(row).execute()
}

async function addMail(responseId: number, title: string, mail: object): Promise<void> {
  const { db } = board.deps
  const campaign = await db
    .insertInto('campaign')
    .values({ survey_id: board.surveyId, ext_name: crypto.randomUUID(), title, sending_type: 'EMAIL' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('recipient')
    .values({ campaign_id: campaign.id, response_id: responseId, ...mail })
    .execute()
}

const state = async (id: number) =>
  board.deps.db.selectFrom('response').select(['state', 'version']).where('id', '=', id).executeTakeFirstOrThrow()

describe('the editor of a sample', () => {
  test('is answered by table and sample: its state, and each part by its type (SEDIT-17) (SEDIT-20)', async () => {
    const id = await makeSample({ ...swede, rating: 4 })
    await addContact(id, { date: '2026-01-30', rating: 5, amount: 1200, secret: 'x' })
    const { status, body } = await editing('GET', editorOf(id))
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({
      state: '1',
      version: 1,
      isActive: true,
      rights: { canEdit: true, canEditState: true },
    })
    const types = body.componentsData.map((part: { componentDef: { type: string } }) => part.componentDef.type)
    expect(types).toEqual([
      'header',
      'group',
      'variable',
      'variable',
      'table',
      'comments',
      'mails',
      'state-button',
      'state-button',
      'state-button',
      'mail-action-button',
      'push-campaign-button',
      'edit-button',
      'update-button',
    ])
    const [header, group, mail, , table, comments, mails, approve] = body.componentsData
    expect(header.header).toEqual({
      highlighted: [
        { label: 'customer', value: 'Anna' },
        { label: 'store', value: 'STOCKHOLM' },
      ],
      main: { label: 'rating', value: '4' },
    })
    expect(group.componentDef).toEqual({ type: 'group', title: 'Customer', justify: 'start', columns: [6, 6] })
    const [customer, inner] = group.components
    expect(customer.field).toMatchObject({
      questionId: 'customer',
      type: 'text',
      value: 'Anna',
      optional: false,
      readOnly: false,
    })
    const [channel, unknown] = inner.components
    expect(channel.field).toMatchObject({ questionId: 'channel', type: 'SingleChoice', value: 'web', optional: true })
    expect(unknown).toEqual({ componentDef: { type: 'starlight', brightness: 3 } })
    expect(mail.field).toMatchObject({ questionId: 'mail', type: 'Email', value: 'anna@example.org' })
    expect(table.table).toEqual({
      title: 'contacts',
      columns: [
        { extname: 'date', title: 'Day', rightAlign: false },
        { extname: 'rating', title: 'rating', rightAlign: false },
        { extname: 'amount', title: 'amount', rightAlign: true },
      ],
      rows: [{ cells: ['30 Jan 2026', '5', '1,200'] }],
    })
    expect(comments.comments).toEqual([])
    expect(mails.mails.stats).toMatchObject({ email: 'anna@example.org', totalSent: 0 })
    expect(approve).toEqual({
      componentDef: { type: 'state-button', extname: 'approve', fromState: 1, toState: 2 },
    })
  })

  test('has no answer, contact or record that no part of it shows', async () => {
    const id = await makeSample({ ...swede, comment: 'Not for the editor' })
    await board.deps.db
      .updateTable('response')
      .set({
        contact: JSON.stringify({ email: 'anna@example.org', phone: '+4670123' }),
        answers: JSON.stringify({ ...swede, rating: 3, hidden: 'stored only' }),
      })
      .where('id', '=', id)
      .execute()
    await addContact(id, { date: '2026-01-30', secret: 'a cell of no column' })
    await board.deps.db
      .insertInto('response_record')
      .values({ response_id: id, recordset: 'others', cells: JSON.stringify({ date: 'of another table' }) })
      .execute()
    const text = JSON.stringify((await editing('GET', editorOf(id))).body)
    expect(text).toContain('Anna')
    for (const hidden of ['stored only', '+4670123', 'a cell of no column', 'of another table', 'Norway'])
      expect(text).not.toContain(hidden)
  })

  test('is read only where the role, or the period of the sample, does not let the caller edit', async () => {
    const id = await makeSample()
    const reading = await as({ canViewSamples: true })
    const closed = await makeSample(swede, { date: '2025-06-01' })
    for (const { body } of [await reading('GET', editorOf(id)), await editing('GET', editorOf(closed))]) {
      expect(body.rights).toMatchObject({ canEdit: false, canEditState: false })
      expect(body.componentsData[2].field.readOnly).toBe(true)
    }
  })

  test('of a completed or cancelled response is not active', async () => {
    for (const [of, isActive] of [
      [0, false],
      [1, true],
      [2, true],
      [3, true],
      [4, false],
    ] as const) {
      const { body } = await editing('GET', editorOf(await makeSample(swede, { state: of })))
      expect(body).toMatchObject({ state: String(of), isActive })
    }
  })

  test('is not found for another component, a table without one, and a sample the caller may not open', async () => {
    const id = await makeSample()
    const missing = await Promise.all(
      ['gone', '-', 'head', 'plain'].map((component) => editing('GET', editorOf(id, component))),
    )
    expect(missing.map(({ status }) => status)).toEqual([404, 404, 404, 404])
    expect(missing.map(({ body }) => body.message)).toEqual([
      'There is no component "gone" in this survey.',
      'There is no component "-" in this survey.',
      '"head" is not a sample table.',
      'The sample table "plain" has no editor.',
    ])
    expect((await editing('GET', editorOf(999_999))).status).toBe(404)
    expect((await swedish('GET', editorOf(await makeSample(norwegian)))).status).toBe(404)
  })
})

describe('saving from the editor', () => {
  const save = (call: Caller, id: number, body: object) => call('PUT', editorOf(id), { version: 1, ...body })

  test('answers the editor as it is now, and writes answers and version (SEDIT-21)', async () => {
    const id = await makeSample()
    const { status, body } = await save(editing, id, { fields: { customer: 'Anna Lind', channel: 'till' } })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body).toMatchObject({ version: 2, state: '1' })
    expect(body.componentsData[1].components[0].field.value).toBe('Anna Lind')
    expect(body).toEqual((await editing('GET', editorOf(id))).body)
    const changed = await save(editing, id, {
      version: 2,
      fields: { customer: 'Anna' },
      stateChange: { fromState: '1', toState: '2', extname: 'approve' },
    })
    expect(changed.body).toMatchObject({ version: 3, state: '2' })
    const entries = await board.deps.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'sample.save')
      .where('object', '=', String(id))
      .orderBy('id')
      .execute()
    expect(entries.at(-1)?.details).toMatchObject({ stateBefore: 1, stateAfter: 2, button: 'approve' })
  })

  test('refuses a question that the editor does not show', async () => {
    const id = await makeSample()
    for (const name of ['rating', 'country', 'comment', 'phone', 'eventdate', '__proto__x', 'constructor']) {
      const { status, body } = await save(editing, id, { fields: { customer: 'Other', [name]: '1' } })
      expect([name, status, Object.keys(body.fields)]).toEqual([name, 400, [`fields.${name}`]])
    }
    expect(await state(id)).toEqual({ state: 1, version: 1 })
  })

  test('checks every field of the tree, whichever was sent, and saves nothing where one is wrong', async () => {
    const { customer: _none, ...without } = swede
    const id = await makeSample(without)
    const wrong = await save(editing, id, { fields: { channel: 'letter', mail: 'not an address' } })
    expect(wrong.status).toBe(400)
    expect(Object.keys(wrong.body.fields).toSorted()).toEqual(['fields.channel', 'fields.customer', 'fields.mail'])
    const button = { fromState: '1', toState: '2', extname: 'approve' }
    expect((await save(editing, id, { fields: { channel: 'till' }, stateChange: button })).status).toBe(400)
    expect(await state(id)).toEqual({ state: 1, version: 1 })
    expect((await save(editing, id, { fields: { customer: 'Bo', channel: 'till' } })).status).toBe(200)
  })

  test('is refused without the right, in a closed period, and for a completed response', async () => {
    const reading = await as({ canViewSamples: true })
    const change = { fields: { customer: 'Bo' } }
    const closed = await makeSample(swede, { date: '2025-06-01' })
    const completed = await makeSample(swede, { state: 0 })
    expect((await save(reading, await makeSample(), change)).status).toBe(403)
    expect((await save(editing, closed, change)).status).toBe(403)
    expect((await save(editing, completed, change)).status).toBe(403)
    for (const id of [closed, completed]) expect((await state(id)).version).toBe(1)
  })

  test('keeps the sample where the caller may open it', async () => {
    const id = await makeSample()
    const { status, body } = await save(swedish, id, { fields: { store: 'Oslo' } })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['fields.store']])
    const moved = await save(swedish, id, { fields: { store: 'Gothenburg' } })
    expect([moved.status, moved.body.componentsData[3].field.value]).toEqual([200, 'Gothenburg'])
    expect((await save(swedish, await makeSample(norwegian), { fields: { customer: 'Bo' } })).status).toBe(404)
  })

  test('tells of somebody else’s change since, and saves over it when told to', async () => {
    const id = await makeSample()
    expect((await save(editing, id, { fields: { customer: 'By Eva' } })).status).toBe(200)
    const late = await save(swedish, id, { fields: { customer: 'By Sven' } })
    expect(late.status).toBe(409)
    expect(late.body.message).toContain('Eva Berg')
    expect(late.body.fields['fields.customer']).toContain('By Eva')
    const over = await save(swedish, id, { fields: { customer: 'By Sven' }, overwrite: true })
    expect([over.status, over.body.version]).toEqual([200, 3])
  })
})

describe('a state button', () => {
  const approve = { fromState: '1', toState: '2', extname: 'approve' }
  const click = (call: Caller, id: number, stateChange: object, more: object = {}) =>
    call('PUT', editorOf(id), { version: 1, stateChange, ...more })

  test('saves the sample with its second state and its name (SEDIT-13c) (SEDIT-18)', async () => {
    const id = await makeSample()
    const { status, body } = await click(editing, id, approve, { fields: { customer: 'Bo' } })
    expect([status, body.state, body.version]).toEqual([200, '2', 2])
    const entry = await board.deps.db
      .selectFrom('audit')
      .select('details')
      .where('action', '=', 'sample.save')
      .where('object', '=', String(id))
      .executeTakeFirstOrThrow()
    expect(entry.details).toMatchObject({ fields: ['customer'], stateBefore: 1, stateAfter: 2, button: 'approve' })
  })

  test('changes nothing once the sample has left its first state, however many click at once (SEDIT-13b)', async () => {
    const id = await makeSample()
    const stop = { fromState: '1', toState: '4', extname: 'stop' }
    const both = await Promise.all([
      click(editing, id, approve, { overwrite: true }),
      click(swedish, id, stop, { overwrite: true }),
      click(editing, id, approve, { overwrite: true }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
    const after = await state(id)
    expect(after.version).toBe(2)
    const won = both.find(({ status }) => status === 200)
    expect(won?.body.state).toBe(String(after.state))
    const lost = both.find(({ status }) => status === 409)
    expect(lost?.body).toMatchObject({ code: 'conflict', message: expect.stringContaining('state') })
    const late = await click(editing, id, approve, { version: 2 })
    expect(late.status).toBe(409)
    expect(await state(id)).toEqual(after)
  })

  test('does only what is configured', async () => {
    const id = await makeSample()
    for (const change of [
      { fromState: '1', toState: '3', extname: 'approve' },
      { fromState: '2', toState: '4', extname: 'approve' },
      { fromState: '1', toState: '2', extname: 'gone' },
      { fromState: '1', toState: '2', extname: 'remind' },
    ])
      expect((await click(editing, id, change)).status).toBe(400)
    expect(await state(id)).toEqual({ state: 1, version: 1 })
  })

  test('needs the rights that the page of the sample needs', async () => {
    const stop = { fromState: '1', toState: '4', extname: 'stop' }
    const finish = { fromState: '1', toState: '0', extname: 'finish' }
    const { canCancelSamples: _cancel, ...uncancelling } = allFlags
    const { canChangeStateOpenPeriods: _states, ...editingOnly } = allFlags
    const closed = await makeSample(swede, { date: '2025-06-01' })
    const open = await makeSample()
    const tried: [Caller, number, object][] = [
      [await as(editingOnly), open, approve],
      [await as(uncancelling), open, stop],
      [editing, closed, approve],
      [editing, open, finish],
    ]
    for (const [call, id, change] of tried) expect((await click(call, id, change)).status).toBe(403)
    for (const id of [open, closed]) expect(await state(id)).toEqual({ state: 1, version: 1 })
  })
})

describe('comments on a sample', () => {
  test('are answered oldest first with who wrote them (SEDIT-24), and created with their text (SEDIT-25)', async () => {
    const id = await makeSample()
    const first = await editing('POST', commentsOf(id), { text: '  Called the customer. ' })
    expect(first).toEqual({
      status: 200,
      body: { updated: expect.any(String), user: 'Eva Berg', comments: 'Called the customer.' },
    })
    const second = await swedish('POST', commentsOf(id), { text: 'Called again.' })
    const comments = [first.body, second.body]
    expect((await editing('GET', commentsOf(id))).body).toEqual({ comments })
    expect((await editing('GET', editorOf(id))).body.componentsData[5].comments).toEqual(comments)
  })

  test('name whoever acted as their author', async () => {
    const id = await makeSample()
    const { db } = board.deps
    await db
      .insertInto('response_comment')
      .values({ response_id: id, username: 'kim', actor_username: 'root7', message: 'x' })
      .execute()
    expect((await editing('GET', commentsOf(id))).body.comments[0].user).toBe('root7, acting as kim')
  })

  test('that are blank, or on a sample the caller may not open, are not written', async () => {
    const id = await makeSample(norwegian)
    for (const text of ['', ' \n ']) expect((await editing('POST', commentsOf(id), { text })).status).toBe(400)
    expect((await swedish('POST', commentsOf(id), { text: 'x' })).status).toBe(404)
    expect((await swedish('GET', commentsOf(id))).status).toBe(404)
    expect((await editing('GET', commentsOf(id))).body).toEqual({ comments: [] })
  })
})

describe('what was sent for a sample', () => {
  test('is answered with totals, alone or with what the same address got for others (SEDIT-19) (SEDIT-26)', async () => {
    const person = { ...swede, mail: 'Related@example.org' }
    const id = await makeSample(person)
    const other = await makeSample({ ...person, mail: 'related@EXAMPLE.org' }, { state: 0 })
    const stranger = await makeSample({ ...person, mail: 'unrelated@example.org' })
    const abroad = await makeSample({ ...norwegian, mail: 'related@example.org' })
    await addMail(id, 'Spring', { state: 'SENT', sent_at: '2026-01-02T08:00:00Z', open_count: 2, click_count: 1 })
    await addMail(id, 'Broken', { state: 'FAILED', updated_at: '2026-01-01T08:00:00Z' })
    await addMail(other, 'Summer', { state: 'SENT', sent_at: '2026-01-03T08:00:00Z' })
    await addMail(stranger, 'Autumn', { state: 'SENT', sent_at: '2026-01-03T08:00:00Z' })
    await addMail(abroad, 'Winter', { state: 'SENT', sent_at: '2026-01-01T07:00:00Z' })
    const row = { id: expect.any(Number), views: 0, clicks: 0, recording: false }
    const spring = { ...row, date: '2026-01-02T08:00:00.000Z', name: 'Spring', state: 'SENT', views: 2, clicks: 1 }
    const broken = { ...row, date: '2026-01-01T08:00:00.000Z', name: 'Broken', state: 'FAILED' }
    const summer = { ...row, date: '2026-01-03T08:00:00.000Z', name: 'Summer', state: 'SENT' }
    const email = 'Related@example.org'
    expect((await swedish('GET', mailsOf(id, false))).body).toEqual({
      stats: { email, totalSent: 1, totalOpened: 1, shareOpened: 100, totalClicked: 1 },
      rows: [spring, broken],
    })
    const related = {
      stats: { email, totalSent: 2, totalOpened: 1, shareOpened: 50, totalClicked: 1 },
      rows: [summer, spring, broken],
    }
    expect((await swedish('GET', mailsOf(id, true))).body).toEqual(related)
    expect((await swedish('GET', editorOf(id))).body.componentsData[6].mails).toEqual(related)
    const everywhere = (await editing('GET', mailsOf(id, true))).body
    expect(everywhere.rows.map(({ name }: { name: string }) => name)).toEqual(['Summer', 'Spring', 'Broken', 'Winter'])
    expect((await swedish('GET', mailsOf(abroad, true))).status).toBe(404)
  })

  test('is only its own where no address is known', async () => {
    const { mail: _none, ...unknown } = swede
    const id = await makeSample(unknown)
    await addMail(await makeSample(unknown), 'Other', { state: 'SENT' })
    expect((await editing('GET', mailsOf(id, true))).body.rows).toEqual([])
  })
})

describe('a table of a sample', () => {
  test('is answered by its name, as the editor configures it (SEDIT-27)', async () => {
    const id = await makeSample()
    await addContact(id, { date: '2026-01-30', amount: 3 })
    const { status, body } = await editing('GET', tableOf(id, 'contacts'))
    expect(status).toBe(200)
    expect(body).toEqual((await editing('GET', editorOf(id))).body.componentsData[4].table)
    expect(body.rows).toEqual([{ cells: ['30 Jan 2026', '', '3'] }])
  })

  test('is not found where the editor does not show it, or the caller may not open the sample', async () => {
    const id = await makeSample(norwegian)
    await board.deps.db
      .insertInto('response_record')
      .values({ response_id: id, recordset: 'others', cells: JSON.stringify({ date: 'hidden' }) })
      .execute()
    const missing = await editing('GET', tableOf(id, 'others'))
    expect([missing.status, missing.body.message]).toEqual([404, 'The editor has no table "others".'])
    expect((await swedish('GET', tableOf(id, 'contacts'))).status).toBe(404)
  })
})

describe('buttons that send', () => {
  const remind = {
    extname: 'remind',
    template: 'reminder',
    mailVariable: 'mail',
    campaignName: 'Reminders',
    strictFiltering: true,
  }
  const push = { extname: 'push', campaigns: ['after_visit', 'later'] }

  test('say that nothing was sent where sending is not set up (SEDIT-22) (SEDIT-23)', async () => {
    const id = await makeSample()
    const mail = await editing('POST', callOf('mailaction', id), remind)
    expect(mail).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: 'Sending e-mail is not set up on this server. Nothing was sent.' },
    })
    const campaigns = await editing('POST', callOf('pushcampaign', id), push)
    expect(campaigns).toMatchObject({
      status: 503,
      body: { code: 'unavailable', message: 'Push campaigns are not set up on this server. Nothing was sent.' },
    })
  })

  test('send only what is configured', async () => {
    const id = await makeSample()
    const mails: [object, string[]][] = [
      [{ extname: 'push' }, ['extname']],
      [{ template: 'other' }, ['template']],
      [{ mailVariable: 'customer', campaignName: 'x' }, ['campaignName', 'mailVariable']],
      [{ strictFiltering: false }, ['strictFiltering']],
    ]
    for (const [change, fields] of mails) {
      const { status, body } = await editing('POST', callOf('mailaction', id), { ...remind, ...change })
      expect([status, Object.keys(body.fields).toSorted()]).toEqual([400, fields])
    }
    const pushes: [object, string[]][] = [
      [{ extname: 'remind' }, ['extname']],
      [{ campaigns: ['after_visit'] }, ['campaigns']],
      [{ campaigns: ['after_visit', 'later', 'more'] }, ['campaigns']],
    ]
    for (const [change, fields] of pushes) {
      const { status, body } = await editing('POST', callOf('pushcampaign', id), { ...push, ...change })
      expect([status, Object.keys(body.fields)]).toEqual([400, fields])
    }
  })

  test('push nothing for a sample that is not active, and send nothing for one the caller may not open', async () => {
    for (const ended of [0, 4]) {
      const id = await makeSample(swede, { state: ended })
      const { status, body } = await editing('POST', callOf('pushcampaign', id), push)
      expect([status, body.message]).toEqual([409, 'This sample is completed or cancelled, so nothing is sent for it.'])
    }
    const abroad = await makeSample(norwegian)
    expect((await swedish('POST', callOf('pushcampaign', abroad), push)).status).toBe(404)
    expect((await swedish('POST', callOf('mailaction', abroad), remind)).status).toBe(404)
  })
})

test('nothing of a sample in an anonymous survey is answered', async () => {
  const anonymous = await openDashboard({
    extra: `anonymity: { filters: [] }\n${extra.replace(/respondent:.*/, '')}`,
    questions: { customer: { type: 'text' }, mail: { type: 'text' } },
  })
  try {
    const call = await anonymous.as({ isRoot: true })
    const id = anonymous.responseIds[5]
    const at = `${anonymous.survey}/customers/${id}`
    const calls = [
      await call('GET', `/rest/samples/editor/${at}`),
      await call('PUT', `/rest/samples/editor/${at}`, { version: 1, fields: {} }),
      await call('GET', `/rest/samples/table/${at}/contacts`),
      await call('GET', `/rest/samples/comments/${anonymous.survey}/${id}`),
      await call('POST', `/rest/samples/comments/${anonymous.survey}/${id}`, { text: 'x' }),
      await call('GET', `/rest/samples/mails/${anonymous.survey}/${id}`),
    ]
    expect(calls.map(({ status }) => status)).toEqual(calls.map(() => 403))
  } finally {
    await anonymous.close()
  }
})
