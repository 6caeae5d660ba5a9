import { surveyHeader } from '@gensvar/contract/survey-header'
import { maxLetterBytes } from '@gensvar/contract/letters'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileLetter } from '#server/testing/hostile-letter.ts'
import { letterFile, letterText } from '#server/testing/letters.ts'
import { hasOffice, pdfPictures, pdfText } from '#server/testing/office.ts'
import {
  bearer,
  createRole,
  createSurvey,
  createUniverse,
  createUser,
  signIn,
  smallSurvey,
} from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let server: TestApp
let survey: string
let universeId: number
let root: string
let administrator: string
const now = new Date('2026-02-10T12:00:00Z')

beforeAll(async () => {
  server = await testApp({ clock: { now: () => now }, env: { GENSVAR_URL: 'https://feedback.example.org' } })
  const { db } = server.deps
  universeId = (await createUniverse(db)).id
  const made = await createSurvey(db, universeId, smallSurvey)
  survey = made.extName
  root = await signIn(server.deps, await createUser(db, { isRoot: true }), universeId)
  const roleId = await createRole(db, universeId, { surveys: { [made.surveyId]: { canViewSamples: true } } })
  const user = await createUser(db, { universes: [{ universeId, roleId, admin: true }] })
  administrator = await signIn(server.deps, user, universeId)
})
afterAll(() => server.close())

async function ask(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object | Buffer,
  token = administrator,
) {
  const type = Buffer.isBuffer(payload) ? { 'content-type': 'application/octet-stream' } : {}
  const response = await server.app.inject({
    ...{ method, url: `/rest/${path.replace('SURVEY', survey)}` },
    headers: { ...bearer(token), ...type, [surveyHeader]: survey },
    ...(payload && { payload }),
  })
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: response.statusCode, body: response.json<any>() }
}

const upload = (file: Buffer, more = '') =>
  ask('POST', `letteruploader/uploadfile/SURVEY?filename=Visit.fodt${more}`, file)
const keyOf = async (body: string): Promise<string> => (await upload(letterFile({ body }))).body.key
const letter = (name: string, contents: string, more: object = {}) => ({
  ...{ name, locale: 'sv', tags: ['spring'], subject: '', contents, languages: [], ...more },
})
const create = (body: object, token?: string) => ask('POST', 'mails/template/createletter/SURVEY', body, token)

describe('the document of a letter', () => {
  test('is taken as a file, for a template too, and names what it is filled with (TLETTER-08)', async () => {
    const { status, body } = await upload(letterFile({ body: letterText }))
    expect(status).toBe(200)
    expect(body).toEqual({
      key: expect.stringMatching(/^[\w-]{22}$/),
      name: 'Visit.fodt',
      removed: [],
      tags: expect.any(Array),
    })
    expect(body.tags).toContain('contact.street')
    const { template } = (await create(letter('Taken', body.key))).body
    const again = await upload(letterFile({ body: '<text:p>again</text:p>' }), `&templateId=${template.id}`)
    expect(again.status).toBe(200)
    // The template has it once it is saved with it.
    expect((await ask('GET', `letters/template/SURVEY/${template.id}`)).body).toMatchObject({
      contents: body.key,
      design: 'Visit.fodt',
    })
    expect((await upload(letterFile({ body: '' }), '&templateId=2147483647')).status).toBe(404)
  })

  test('is cleaned of what could load or run anything, which is told in the language of the reader', async () => {
    const { body } = await upload(hostileLetter('http://127.0.0.1:9', '/tmp/touched'))
    expect(body.removed).toContain('Macros, scripts and what starts them were removed.')
    const stored = await server.deps.db
      .selectFrom('letter_document')
      .select('content')
      .where('key', '=', body.key)
      .executeTakeFirstOrThrow()
    expect(stored.content).not.toMatch(/Sub Main|127\.0\.0\.1:9\/image/)
  })

  test.each([
    ['a zip with the name of a letter', Buffer.from('PK\u0003\u0004'), 400, /no flat OpenDocument/],
    ['broken XML', letterFile({ body: '<text:p>' }), 400, /breaks off at line/],
    ['entities', Buffer.from('<!DOCTYPE a [<!ENTITY b "b">]><a>&b;</a>'), 400, /declares entities/],
    ['11 MB', Buffer.alloc(11_000_000, ' '), 413, /over 10 MB. Use smaller pictures/],
    [
      'a tag that does not exist',
      letterFile({ body: '<text:p>{{contact.nmae}}</text:p>' }),
      400,
      /no merge tag "contact.nmae"/,
    ],
  ])('that is none is told at its field: %s', async (_what, file, status, words) => {
    expect(maxLetterBytes).toBe(10_000_000)
    const refused = await upload(file)
    expect([refused.status, Object.keys(refused.body.fields)]).toEqual([status, ['file']])
    expect(refused.body.fields.file).toMatch(words)
  })

  test('that no template names is removed a day later, at the next upload', async () => {
    const [lost, kept] = [await keyOf('<text:p>lost</text:p>'), await keyOf('<text:p>kept</text:p>')]
    const other = await keyOf('<text:p>in Finnish</text:p>')
    await create(letter('Kept', kept, { languages: [{ locale: 'fi', contents: other }] }))
    await server.deps.db
      .updateTable('letter_document')
      .set({ created_at: new Date('2026-02-09T11:00:00Z') })
      .execute()
    await upload(letterFile({ body: '<text:p>new</text:p>' }))
    const rows = await server.deps.db.selectFrom('letter_document').select('key').execute()
    const keys = new Set(rows.map(({ key }) => key))
    expect([keys.has(lost), keys.has(kept), keys.has(other)]).toEqual([false, true, true])
  })
})

describe('a template of a letter', () => {
  test('is created, read, saved over its version, duplicated and deleted (TLETTER-06) (TLETTER-07) (TLETTER-11)', async () => {
    const contents = await keyOf('<text:p>Hej {{contact.name|kund}}</text:p>')
    const { status, body } = await create(letter('Spring', contents))
    expect(status).toBe(200)
    const { id } = body.template
    expect(body.template).toMatchObject({
      name: 'Spring',
      sendingType: 'LETTER',
      tags: ['spring'],
      contents,
      design: 'Visit.fodt',
      version: 1,
    })
    const fi = await keyOf('<text:p>Hei</text:p>')
    const change = { ...letter('Summer', contents, { languages: [{ locale: 'fi', contents: fi }] }), id, version: 1 }
    expect((await ask('PUT', 'mails/template/updateletter/SURVEY', change)).body.template).toMatchObject({
      name: 'Summer',
      version: 2,
    })
    expect((await ask('PUT', 'mails/template/updateletter/SURVEY', change)).body.fields).toHaveProperty('version')
    const read = await ask('GET', `letters/template/SURVEY/${id}`)
    expect(read.body).toMatchObject({
      name: 'Summer',
      languages: [{ locale: 'fi', contents: fi, design: 'Visit.fodt' }],
    })
    expect((await ask('GET', 'letters/template/SURVEY/0')).body).toMatchObject({
      id: 0,
      contents: '',
      sendingType: 'LETTER',
    })
    // A copy has the same document, and keeps it when the first one is deleted.
    const copy = (await create(letter('Copy', contents))).body.template
    expect((await ask('DELETE', `letters/template/SURVEY/${id}`)).status).toBe(200)
    expect((await ask('GET', `letters/template/SURVEY/${id}`)).status).toBe(404)
    expect((await ask('GET', `letters/template/SURVEY/${copy.id}`)).body).toMatchObject({ contents })
  })

  test('needs a name of its own and a document in each language, told at the field (TLETTER-04) (TLETTER-05)', async () => {
    const contents = await keyOf('<text:p>Hej</text:p>')
    expect((await create(letter('', contents))).body.fields).toEqual({ name: 'Field is required' })
    await create(letter('Taken twice', contents))
    const taken = await create(letter('taken twice', contents))
    expect([taken.status, taken.body.fields.name]).toEqual([
      409,
      'Failed creating letter template - name already in use',
    ])
    const other = (await create(letter('Another', contents))).body.template
    const renamed = await ask('PUT', 'mails/template/updateletter/SURVEY', {
      ...letter('Taken twice', contents),
      id: other.id,
      version: 1,
    })
    expect(renamed.body.fields.name).toBe('Failed creating letter template - name already in use')
    expect((await create(letter('None', ''))).body.fields).toEqual({ contents: 'Upload the document of the letter.' })
    const without = letter('None', contents, { languages: [{ locale: 'fi', contents: 'gone' }] })
    expect((await create(without)).body.fields).toHaveProperty(['languages.0.contents'])
    const twice = letter('None', contents, { languages: [{ locale: 'sv', contents }] })
    expect((await create(twice)).body.fields).toHaveProperty(['languages.0.locale'])
  })

  test('of any kind needs a name, which is told in the words of its kind (TMPL-11)', async () => {
    const shared = { name: '', locale: 'sv', tags: [], subject: '', languages: [] }
    const mail = { ...shared, design: { mjml: '<mjml></mjml>', preheader: '' }, fromName: null, fromEmail: null }
    const nameOf = async (path: string, body: object) => (await ask('POST', path, body)).body.fields.name
    expect(await nameOf('mails/template/create/SURVEY', mail)).toBe('Name is required')
    expect(await nameOf('sms/template/create', { ...shared, contents: 'Hej' })).toBe('Name is required')
    const contents = await keyOf('<text:p>Hej</text:p>')
    expect(await nameOf('mails/template/createletter/SURVEY', { ...shared, contents })).toBe('Field is required')
  })

  test('that is a system one is changed by root alone, and one of another organisation by nobody', async () => {
    const contents = await keyOf('<text:p>Hej</text:p>')
    const { template } = (await create({ ...letter('Ours', contents), system: true, extname: 'ours' }, root)).body
    const change = { ...letter('Theirs', contents), id: template.id, version: 1 }
    expect((await ask('PUT', 'mails/template/updateletter/SURVEY', change)).status).toBe(403)
    expect((await ask('DELETE', `letters/template/SURVEY/${template.id}`)).status).toBe(403)
    expect((await upload(letterFile({ body: '' }), `&templateId=${template.id}`)).status).toBe(403)
    const elsewhere = (await createUniverse(server.deps.db)).id
    await server.deps.db
      .updateTable('letter_document')
      .set({ universe_id: elsewhere })
      .where('key', '=', contents)
      .execute()
    expect((await create(letter('Stolen', contents))).body.fields).toHaveProperty('contents')
  })

  test('says what can be filled in, with the values of somebody at the place (TLETTER-10)', async () => {
    const { body } = await ask('GET', 'mailcampaign/lettertemplatehelpdata/SURVEY/root')
    expect(body.variableRows).toContainEqual({
      group: 'Recipient',
      name: 'Street',
      variable: '{{contact.street}}',
      value: 'Storgatan 1',
    })
    expect(body.variableRows).toContainEqual({
      group: 'Survey',
      name: 'QR code of the survey',
      variable: '{{survey.qrcode}}',
      value: expect.stringMatching(/^http/),
    })
    for (const row of body.variableRows) for (const text of Object.values(row)) expect(text).toEqual(expect.any(String))
    const place = await ask('GET', 'mailcampaign/lettertemplatehelpdata/SURVEY/country=Norway')
    expect(
      place.body.variableRows.find(({ variable }: { variable: string }) => variable === '{{unit.path}}').value,
    ).toContain('Norway')
  })
})

describe.skipIf(!hasOffice)('a letter is shown (it needs LibreOffice)', () => {
  test('as PDF, filled with examples, in each language and before it is saved (TLETTER-09)', async () => {
    const contents = await keyOf('<text:p>Hej {{contact.name}}, {{contact.address}} {{survey.qrcode}}</text:p>')
    const fi = await keyOf('<text:p>Hei {{language}}</text:p>')
    const { template } = (await create(letter('Shown', contents, { languages: [{ locale: 'fi', contents: fi }] }))).body
    const printed = async (query: string, id = template.id): Promise<Buffer> => {
      const { status, body } = await ask('GET', `letteruploader/rendertemplate/SURVEY/${id}${query}`)
      expect([status, body.pages]).toEqual([200, 1])
      return Buffer.from(body.pdf, 'base64')
    }
    const shown = async (query: string, id?: number): Promise<string> => pdfText(await printed(query, id))
    expect(await shown('')).toMatch(/Hej Kim Lind, Storgatan 1\n\s*123 45 Kalmar/)
    const [code] = await pdfPictures(await printed(''))
    expect(code).toMatchObject({ width: code?.height, millimetres: 25 })
    expect(await pdfPictures(await printed('?language=fi'))).toEqual([])
    expect(await shown('?language=fi')).toContain('Hei fi')
    expect(await shown(`?document=${fi}&language=fi`, 0)).toContain('Hei fi')
    expect((await ask('GET', 'letteruploader/rendertemplate/SURVEY/0')).status).toBe(400)
    expect((await ask('GET', 'letteruploader/rendertemplate/SURVEY/0?document=gone')).body.fields).toHaveProperty(
      'document',
    )
  })
})

test('where LibreOffice is missing it is said what to install', async () => {
  const bare = await testApp({ env: { GENSVAR_LIBREOFFICE: '/nowhere/soffice' } })
  try {
    const made = await createSurvey(bare.deps.db, (await createUniverse(bare.deps.db)).id, smallSurvey)
    const { universe_id: universe } = await bare.deps.db
      .selectFrom('survey')
      .select('universe_id')
      .where('id', '=', made.surveyId)
      .executeTakeFirstOrThrow()
    const token = await signIn(bare.deps, await createUser(bare.deps.db, { isRoot: true }), universe)
    const headers = bearer(token)
    const sent = await bare.app.inject({
      ...{ method: 'POST', url: `/rest/letteruploader/uploadfile/${made.extName}?filename=a.fodt` },
      headers: { ...headers, 'content-type': 'application/octet-stream' },
      payload: letterFile({ body: '<text:p>a</text:p>' }),
    })
    const url = `/rest/letteruploader/rendertemplate/${made.extName}/0?document=${sent.json<{ key: string }>().key}`
    const shown = await bare.app.inject({ method: 'GET', url, headers })
    expect([shown.statusCode, shown.json<{ message: string }>().message]).toEqual([
      503,
      expect.stringMatching(/installs the packages libreoffice-writer-nogui/),
    ])
  } finally {
    await bare.close()
  }
})
