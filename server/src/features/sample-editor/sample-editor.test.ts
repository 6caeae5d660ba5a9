import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { editingRights, norwegian, openEditorBench, swede } from './testing/editor-bench.ts'
import type { EditorBench } from './testing/editor-bench.ts'

let bench: EditorBench
let board: Dashboard
let editing: Caller
let swedish: Caller

beforeAll(async () => {
  bench = await openEditorBench()
  ;({ board, editing, swedish } = bench)
})

afterAll(() => board.close())

const editorOf = (id: number, component = 'customers') => `/rest/samples/editor/${board.survey}/${component}/${id}`

const state = async (id: number) =>
  board.deps.db.selectFrom('response').select(['state', 'version']).where('id', '=', id).executeTakeFirstOrThrow()

describe('the editor of a sample', () => {
  test('is answered by table and sample: its state, and each part by its type (SEDIT-17) (SEDIT-20)', async () => {
    const id = await bench.makeSample({ ...swede, rating: 4 })
    await bench.addContact(id, { date: '2026-01-30', rating: 5, amount: 1200, secret: 'x' })
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
    const id = await bench.makeSample({ ...swede, comment: 'Not for the editor' })
    await board.deps.db
      .updateTable('response')
      .set({
        contact: JSON.stringify({ email: 'anna@example.org', phone: '+4670123' }),
        answers: JSON.stringify({ ...swede, rating: 3, hidden: 'stored only' }),
      })
      .where('id', '=', id)
      .execute()
    await bench.addContact(id, { date: '2026-01-30', secret: 'a cell of no column' })
    await bench.addContact(id, { date: 'of another table' }, 'others')
    const text = JSON.stringify((await editing('GET', editorOf(id))).body)
    expect(text).toContain('Anna')
    for (const hidden of ['stored only', '+4670123', 'a cell of no column', 'of another table', 'Norway'])
      expect(text).not.toContain(hidden)
  })

  test('is read only where the role, or the period of the sample, does not let the caller edit', async () => {
    const id = await bench.makeSample()
    const reading = await bench.as({ canViewSamples: true })
    const closed = await bench.makeSample(swede, { date: '2025-06-01' })
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
      const { body } = await editing('GET', editorOf(await bench.makeSample(swede, { state: of })))
      expect(body).toMatchObject({ state: String(of), isActive })
    }
  })

  test('is not found for another component, a table without one, and a sample the caller may not open', async () => {
    const id = await bench.makeSample()
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
    expect((await swedish('GET', editorOf(await bench.makeSample(norwegian)))).status).toBe(404)
  })
})

describe('saving from the editor', () => {
  const save = (call: Caller, id: number, body: object) => call('PUT', editorOf(id), { version: 1, ...body })

  test('answers the editor as it is now, and writes answers and version (SEDIT-21)', async () => {
    const id = await bench.makeSample()
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
    const id = await bench.makeSample()
    for (const name of ['rating', 'country', 'comment', 'phone', 'eventdate', '__proto__x', 'constructor']) {
      const { status, body } = await save(editing, id, { fields: { customer: 'Other', [name]: '1' } })
      expect([name, status, Object.keys(body.fields)]).toEqual([name, 400, [`fields.${name}`]])
    }
    expect(await state(id)).toEqual({ state: 1, version: 1 })
  })

  test('checks every field of the tree, whichever was sent, and saves nothing where one is wrong', async () => {
    const { customer: _none, ...without } = swede
    const id = await bench.makeSample(without)
    const wrong = await save(editing, id, { fields: { channel: 'letter', mail: 'not an address' } })
    expect(wrong.status).toBe(400)
    expect(Object.keys(wrong.body.fields).toSorted()).toEqual(['fields.channel', 'fields.customer', 'fields.mail'])
    const button = { fromState: '1', toState: '2', extname: 'approve' }
    expect((await save(editing, id, { fields: { channel: 'till' }, stateChange: button })).status).toBe(400)
    expect(await state(id)).toEqual({ state: 1, version: 1 })
    expect((await save(editing, id, { fields: { customer: 'Bo', channel: 'till' } })).status).toBe(200)
  })

  test('is refused without the right, in a closed period, and for a completed response', async () => {
    const reading = await bench.as({ canViewSamples: true })
    const change = { fields: { customer: 'Bo' } }
    const closed = await bench.makeSample(swede, { date: '2025-06-01' })
    const completed = await bench.makeSample(swede, { state: 0 })
    expect((await save(reading, await bench.makeSample(), change)).status).toBe(403)
    expect((await save(editing, closed, change)).status).toBe(403)
    expect((await save(editing, completed, change)).status).toBe(403)
    for (const id of [closed, completed]) expect((await state(id)).version).toBe(1)
  })

  test('keeps the sample where the caller may open it', async () => {
    const id = await bench.makeSample()
    const { status, body } = await save(swedish, id, { fields: { store: 'Oslo' } })
    expect([status, Object.keys(body.fields)]).toEqual([400, ['fields.store']])
    const moved = await save(swedish, id, { fields: { store: 'Gothenburg' } })
    expect([moved.status, moved.body.componentsData[3].field.value]).toEqual([200, 'Gothenburg'])
    expect((await save(swedish, await bench.makeSample(norwegian), { fields: { customer: 'Bo' } })).status).toBe(404)
  })

  test('tells of somebody else’s change since, and saves over it when told to', async () => {
    const id = await bench.makeSample()
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
    const id = await bench.makeSample()
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
    const id = await bench.makeSample()
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
    const id = await bench.makeSample()
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
    const { canCancelSamples: _cancel, ...uncancelling } = editingRights
    const { canChangeStateOpenPeriods: _states, ...editingOnly } = editingRights
    const closed = await bench.makeSample(swede, { date: '2025-06-01' })
    const open = await bench.makeSample()
    const tried: [Caller, number, object][] = [
      [await bench.as(editingOnly), open, approve],
      [await bench.as(uncancelling), open, stop],
      [editing, closed, approve],
      [editing, open, finish],
    ]
    for (const [call, id, change] of tried) expect((await click(call, id, change)).status).toBe(403)
    for (const id of [open, closed]) expect(await state(id)).toEqual({ state: 1, version: 1 })
  })
})
