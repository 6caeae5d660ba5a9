import { campaignDraftExample } from '@gensvar/contract/entities/campaign-examples'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Sender } from '#server/domain/campaigns/sending/sender.ts'
import { programContext } from '#server/domain/context.ts'
import type { TaskEngine } from '#server/domain/tasks/engine.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'
import { bearer } from '#server/testing/factories.ts'
import { letterText } from '#server/testing/letters.ts'
import { hasOffice, pdfText } from '#server/testing/office.ts'
import { createDocumentRow, createTemplateRow } from '#server/testing/template-rows.ts'
import { rootCaller, startedEngine } from '#server/features/reports/testing/report-bench.ts'
import type { ReportCaller } from '#server/features/reports/testing/report-bench.ts'

let board: Dashboard
let engine: TaskEngine
let root: ReportCaller
let seller: Caller
let inNorway: Caller
let templateId: number
let campaignId: number

const person = (customer: string, more: object = {}) => ({
  ...{ date: '2026-02-01', state: 1 },
  answers: {
    ...{ customer, street: 'Storgatan 1', postcode: '123 45', city: 'Kalmar', country: 'Sweden', store: 'Stockholm' },
    ...more,
  },
})
const text = { type: 'text' } as const

describe.skipIf(!hasOffice)('a campaign of letters (it needs LibreOffice)', () => {
  beforeAll(async () => {
    board = await openDashboard({
      env: { GENSVAR_URL: 'https://feedback.example.org' },
      questions: { customer: text, street: text, postcode: text, city: text },
      extra: `
respondent: { name: customer, street: street, postcode: postcode, city: city }
campaigns: { channels: [LETTER] }
pages:
  - extname: people
    components:
      - { type: sample-table, config: { id: customers, columns: [store], mailActions: [{ extname: invite, template: invitation }] } }
`,
      rows: [
        person('Anna Ström'),
        person('Bo & "Co" <AB>', { country: 'Norway', store: 'Oslo' }),
        person('Cia utan gata', { street: '' }),
        person('Anna Ström', { street: 'STORGATAN 1' }),
        person(''),
      ],
    })
    engine = await startedEngine(board)
    root = await rootCaller(board)
    seller = await board.as()
    inNorway = await board.as({ filters: { country: ['Norway'] } })
    const { db } = board.deps
    templateId = await createTemplateRow(db, board.universeId, {
      ...{ kind: 'LETTER', name: 'Invitation', locale: 'sv' },
      contents: await createDocumentRow(db, board.universeId, letterText),
    })
  })
  afterAll(async () => {
    await engine.stop()
    await board.close()
  })

  beforeEach(async () => {
    await board.deps.db.deleteFrom('campaign').execute()
    const draft = { ...campaignDraftExample, campaignName: 'Letters', sendingType: 'LETTER', templateId }
    const url = `/rest/mailcampaign/startcampaignnow/${board.survey}/invite/root`
    const { status, body } = await seller('POST', url, { ...draft, fromName: '', fromEmail: '' })
    expect([status, body.recipients]).toEqual([200, 2])
    campaignId = body.campaignId
    await send()
    expect((await messages()).map(({ state, reason }) => [state, reason])).toEqual([
      ['SENT', null],
      ['SENT', null],
    ])
  })

  const send = () => new Sender(programContext(board.deps, 'test')).run(new AbortController().signal)
  const messages = () =>
    board.deps.db.selectFrom('recipient').selectAll().where('campaign_id', '=', campaignId).orderBy('id').execute()
  const letters = () => board.deps.db.selectFrom('letter').selectAll().orderBy('recipient_id').execute()
  const at = (call: string, more = '') => `/rest/mailcampaign/${call}/${board.survey}/${campaignId}${more}`
  /** A call of root's, who owns the reports too. */
  const asRoot = async (method: 'GET' | 'POST', url: string, payload?: object) => {
    const answer = await board.app.inject({ method, url, headers: bearer(root.token), ...(payload && { payload }) })
    return {
      status: answer.statusCode,
      headers: answer.headers,
      bytes: answer.rawPayload,
      body: answer.json.bind(answer),
    }
  }
  const idOf = async (name: string): Promise<number> => {
    const found = (await messages()).find(({ address }) => address.startsWith(name))
    if (!found) throw new Error(`nobody is called ${name}`)
    return found.id
  }
  /** Makes a file of the letters; returns its text and the number of its pages. */
  async function downloaded(onlyNew: boolean): Promise<string> {
    const made = await asRoot('POST', at('letters'), { onlyNew })
    expect(made.status).toBe(200)
    const { taskUUID } = made.body() as { taskUUID: string }
    expect((await root.ended(taskUUID)).status).toBe('FINISHED')
    return pdfText((await root.download(taskUUID)).bytes)
  }

  test('reaches who has a name, a street and a city, once each; the others are left out with the reason', async () => {
    expect((await messages()).map(({ address }) => address).toSorted()).toEqual([
      'Anna Ström, STORGATAN 1, 123 45 Kalmar',
      'Bo & "Co" <AB>, Storgatan 1, 123 45 Kalmar',
    ])
    const { body } = await seller('GET', at('exclusions'))
    const rules = body.rows.map(({ rule }: { rule: string }) => rule)
    expect(rules.toSorted()).toEqual(['no-address', 'no-address', 'same-address'])
  })

  test('has a letter of each, with their own values and address, and their own link', async () => {
    const [first] = await letters()
    expect(await letters()).toHaveLength(2)
    expect(first).toMatchObject({ campaign_id: campaignId, pages: 1, downloaded_at: null })
    const id = await idOf('Bo')
    const printed = await pdfText((await letters()).find((one) => one.recipient_id === id)?.content ?? Buffer.alloc(0))
    for (const words of ['Bo & "Co" <AB>', 'Storgatan 1', '123 45 Kalmar']) expect(printed).toContain(words)
    expect(printed.replaceAll(/\s/g, '')).toMatch(/https:\/\/feedback\.example\.org\/answer\/[\w-]+/)
  })

  test('opens a letter by its tracking id, for whoever sees its recipient, and notes it (CAMPD-38)', async () => {
    const [anna, bo] = [await idOf('Anna'), await idOf('Bo')]
    const opened = await asRoot('GET', at('letter', `/${bo}`))
    expect([opened.status, opened.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(opened.headers['content-disposition']).toMatch(/^inline; filename="Letter \d+\.pdf"/)
    expect(await pdfText(opened.bytes)).toContain('Bo & "Co"')
    expect((await inNorway('GET', at('letter', `/${anna}`))).status).toBe(404)
    const noted = board.deps.db.selectFrom('audit').select('object').where('action', '=', 'campaign.letter')
    expect(await noted.execute()).toEqual([{ object: String(bo) }])
    // The browser opens it in a new tab, with a ticket in place of the session's token.
    const path = at('letter', `/${bo}`)
    const { ticket } = (await seller('POST', '/rest/authentication/ticket', { path })).body
    expect((await board.app.inject({ url: `${path}?token=${ticket}` })).statusCode).toBe(200)
    expect((await board.app.inject({ url: `${path}?token=${ticket}` })).statusCode).toBe(401)
  })

  test('shows a letter as base64, by campaign, tracking, template and mode (PREVIEW-04b)', async () => {
    const other = await createTemplateRow(board.deps.db, board.universeId, {
      ...{ kind: 'LETTER', locale: 'sv' },
      contents: await createDocumentRow(board.deps.db, board.universeId, '<text:p>Other {{contact.name}}</text:p>'),
    })
    const bo = await idOf('Bo')
    const shown = async (query: string): Promise<string> => {
      const { status, body } = await seller('GET', at('renderletter', `/${bo}${query}`))
      expect([status, Object.keys(body).toSorted()]).toEqual([200, ['pages', 'pdf']])
      return pdfText(Buffer.from(body.pdf, 'base64'))
    }
    expect(await shown('?mode=maillive')).toContain('Storgatan 1')
    expect(await shown(`?mode=maillive&template=${other}`)).toContain('Other Bo & "Co"')
    const mail = await createTemplateRow(board.deps.db, board.universeId, { kind: 'SMS' })
    expect((await seller('GET', at('renderletter', `/${bo}?template=${mail}`))).status).toBe(400)
    expect((await inNorway('GET', at('renderletter', `/${await idOf('Anna')}`))).status).toBe(404)
  })

  test('has an address of a letter by survey, template and tracking, with auth in the query (PREVIEW-05) (AUTH-15c)', async () => {
    const path = `/rest/letteruploader/render/${board.survey}/${templateId}?trackingid=${await idOf('Bo')}`
    expect((await board.app.inject({ url: path })).statusCode).toBe(401)
    const { ticket } = (await seller('POST', '/rest/authentication/ticket', { path })).body
    const opened = await board.app.inject({ url: `${path}&auth=${ticket}` })
    expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'application/pdf'])
    expect(await pdfText(opened.rawPayload)).toContain('Bo & "Co"')
    expect((await board.app.inject({ url: `${path}&token=${ticket}` })).statusCode).toBe(401)
    const elsewhere = `/rest/letteruploader/render/${board.survey}/${templateId}?trackingid=2147483647`
    expect((await seller('GET', elsewhere)).status).toBe(404)
  })

  test('makes one file of all or of the new letters, for root, which is waited for and opened (CAMPD-37) (REPORT-16)', async () => {
    expect((await seller('POST', at('letters'), { onlyNew: false })).status).toBe(403)
    const made = await asRoot('POST', at('letters'), { onlyNew: true })
    const { taskUUID } = made.body() as { taskUUID: string }
    const registered = () =>
      board.deps.db
        .selectFrom('report')
        .select(['initiated', 'completed'])
        .where('uuid', '=', taskUUID)
        .executeTakeFirstOrThrow()
    expect((await root.call('POST', `downloadinitiated/${board.survey}/${taskUUID}`, {})).status).toBe(200)
    expect(await registered()).toEqual({ initiated: expect.any(Date), completed: null })
    expect(await root.ended(taskUUID)).toMatchObject({
      status: 'FINISHED',
      format: 'pdf',
      progress: { done: 2, total: 2 },
    })
    const file = await root.download(taskUUID)
    expect(file.headers['content-type']).toBe('application/pdf')
    expect((await root.call('POST', `downloadcompleted/${board.survey}/${taskUUID}`, {})).status).toBe(200)
    expect((await registered()).completed).toEqual(expect.any(Date))
    const all = await pdfText(file.bytes)
    for (const name of ['Anna Ström', 'Bo & "Co"']) expect(all).toContain(name)
    // Both are downloaded now; one that is made later is new.
    const none = await asRoot('POST', at('letters'), { onlyNew: true })
    expect([none.status, none.body()]).toEqual([
      409,
      expect.objectContaining({ message: expect.stringMatching(/no new letters/) }),
    ])
    await asRoot('POST', at('sendmails'), { ids: [await idOf('Bo')] })
    await send()
    const fresh = await downloaded(true)
    expect([fresh.includes('Bo & "Co"'), fresh.includes('Anna')]).toEqual([true, false])
    expect((await downloaded(false)).match(/Dear/g)).toHaveLength(3)
  })

  test('a file that could not be kept leaves its letters new', async () => {
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'no'; end $$`.execute(
      board.deps.db,
    )
    await sql`create trigger refuse before update of downloaded_at on letter for each row execute function refuse()`.execute(
      board.deps.db,
    )
    const { taskUUID } = (await asRoot('POST', at('letters'), { onlyNew: true })).body() as { taskUUID: string }
    await expect
      .poll(
        async () =>
          (
            await board.deps.db
              .selectFrom('task')
              .innerJoin('report', 'report.task_id', 'task.id')
              .select('task.state')
              .where('report.uuid', '=', taskUUID)
              .executeTakeFirst()
          )?.state,
        { timeout: 20_000 },
      )
      .toMatch(/RETRY|FAILED/)
    await sql`drop function refuse() cascade`.execute(board.deps.db)
    expect((await letters()).map((one) => one.downloaded_at)).toEqual([null, null])
  })

  test('a value that is missing stops one letter alone, and says why', async () => {
    const contents = await createDocumentRow(
      board.deps.db,
      board.universeId,
      '<text:p>{{contact.name}} {{question.comment}}</text:p>',
    )
    await board.deps.db.updateTable('template').set({ contents, version: 9 }).where('id', '=', templateId).execute()
    const bo = (await messages()).find(({ address }) => address.startsWith('Bo'))
    await board.deps.db
      .updateTable('response')
      .set({ answers: sql`answers || '{"comment": "fine"}'` })
      .where('id', '=', bo?.response_id ?? 0)
      .execute()
    await asRoot('POST', at('sendmails'), { ids: (await messages()).map(({ id }) => id) })
    await send()
    const again = (await messages()).filter(({ kind }) => kind === 'again')
    expect(again.map(({ state }) => state).toSorted()).toEqual(['FAILED', 'SENT'])
    expect(JSON.stringify(again.find(({ state }) => state === 'FAILED')?.reason)).toContain('question.comment')
    await board.deps.db
      .updateTable('template')
      .set({ contents: await createDocumentRow(board.deps.db, board.universeId, letterText) })
      .where('id', '=', templateId)
      .execute()
  })

  test('a letter goes with its recipient: erased, anonymised, or its message deleted; files of letters too', async () => {
    await downloaded(false)
    const [anna, bo] = [await idOf('Anna'), await idOf('Bo')]
    const responseOf = async (id: number) => (await messages()).find((one) => one.id === id)?.response_id ?? 0
    const ids = async () => (await letters()).map(({ recipient_id: id }) => id)
    await sql`select anonymise_responses(array[${await responseOf(anna)}::bigint], '{}')`.execute(board.deps.db)
    expect(await ids()).toEqual([bo])
    await sql`select erase_responses(array[${await responseOf(bo)}::bigint])`.execute(board.deps.db)
    expect(await ids()).toEqual([])
    const files = board.deps.db
      .selectFrom('stored_file')
      .innerJoin('report', 'report.file_id', 'stored_file.id')
      .select('has_cases')
      .where('report.kind', '=', 'letters')
    expect((await files.execute()).every(({ has_cases: has }) => has)).toBe(true)
  })
})
