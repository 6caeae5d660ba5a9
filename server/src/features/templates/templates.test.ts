import { encode } from 'fast-png'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  bearer,
  createRole,
  createSurvey,
  createUniverse,
  createUser,
  signIn,
  smallSurvey,
} from '#server/testing/factories.ts'
import { createTemplateRow, smallMail } from '#server/testing/template-rows.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'

let server: TestApp
let survey: string
let universeId: number
let root: string
let administrator: string

const config = `
campaigns: { fromName: Shops, fromEmails: [hello@example.org] }
pages:
  - extname: people
    components:
      - { type: sample-table, config: { id: customers, columns: [channel], mailActions: [{ extname: invite, template: invitation }] } }
      - { type: mail-templates-list, config: { id: mt, size: 12 } }`

beforeAll(async () => {
  server = await testApp({ env: { GENSVAR_URL: 'https://feedback.example.org' } })
  const { db } = server.deps
  universeId = (await createUniverse(db)).id
  const made = await createSurvey(db, universeId, { ...smallSurvey, config })
  survey = made.extName
  root = await signIn(server.deps, await createUser(db, { isRoot: true }), universeId)
  const roleId = await createRole(db, universeId, { surveys: { [made.surveyId]: {} } })
  const user = await createUser(db, { universes: [{ universeId, roleId, admin: true }] })
  administrator = await signIn(server.deps, user, universeId)
})
afterAll(() => server.close())

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function ask(method: Method, path: string, payload?: object, token = administrator) {
  const url = `/rest/${path.replace('SURVEY', survey)}`
  const response = await server.app.inject({
    method,
    url,
    headers: { ...bearer(token), 'x-survey': survey },
    ...(payload && { payload }),
  })
  // oxlint-disable-next-line typescript/no-explicit-any
  return { status: response.statusCode, body: response.json<Record<string, never>>() as Record<string, unknown> }
}

const mail = (name: string, more: object = {}) => ({
  ...{ name, locale: 'sv', tags: ['spring'], subject: 'Hi {{contact.name|you}}' },
  ...{ design: smallMail, languages: [], fromName: 'Shops', fromEmail: 'hello@example.org', ...more },
})
const sms = (name: string, more: object = {}) => ({
  ...{ name, locale: 'sv', tags: [], subject: '', contents: 'Svara: {{survey.link}}', ...more },
})

async function created(body: object, token = administrator, kind = 'mails/template/create') {
  const path = kind.startsWith('sms') ? kind : `${kind}/SURVEY`
  const { status, body: answer } = await ask('POST', path, body, token)
  expect(answer).toMatchObject({ template: { version: 1 } })
  expect(status).toBe(200)
  return answer['template'] as Record<string, unknown> & { id: number }
}

describe('templates of e-mails', () => {
  test('one is created, read, saved over its version and deleted (TMPL-12) (TMPL-15) (TMPL-18) (TMAIL-06)', async () => {
    const template = await created(mail('Spring'))
    expect(template).toMatchObject({ locale: 'sv', tags: ['spring'], fromName: 'Shops', canEdit: true })
    expect(Object.keys(template)).toEqual(
      expect.arrayContaining([
        ...['id', 'name', 'extname', 'system', 'locale', 'tags', 'subject', 'code', 'design', 'contents', 'label'],
        ...['fromName', 'fromEmail', 'sendingType'],
      ]),
    )
    // The design is kept as JSON and the HTML it makes as code.
    expect(JSON.parse(String(template['design']))).toEqual(smallMail)
    expect(template['code']).toContain('<!doctype html>')
    expect(template['code']).toContain('{{contact.name|you}}')
    expect((await ask('GET', `mails/template/SURVEY/${template.id}`)).body).toEqual(template)
    const save = (version: number) =>
      ask('PUT', 'mails/template/update/SURVEY', { ...mail('Spring 2'), id: template.id, version })
    expect((await save(1)).body).toMatchObject({ template: { name: 'Spring 2', version: 2 }, tested: false })
    expect(await save(1)).toMatchObject({ status: 409, body: { fields: { version: 'is out of date' } } })
    const path = `mails/template/delete/SURVEY/${template.id}`
    const head = await server.app.inject({
      method: 'HEAD',
      url: `/rest/${path.replace('SURVEY', survey)}`,
      headers: bearer(administrator),
    })
    expect(head.statusCode).toBe(200)
    expect((await ask('GET', `mails/template/SURVEY/${template.id}`)).status).toBe(200)
    expect((await ask('GET', path)).body).toEqual({ ok: true })
    expect((await ask('GET', `mails/template/SURVEY/${template.id}`)).status).toBe(404)
  })

  test('a name is needed, and used once, whatever its case (TMAIL-09)', async () => {
    await created(mail('Twice'))
    expect(await ask('POST', 'mails/template/create/SURVEY', mail('twice'))).toMatchObject({
      status: 409,
      body: { message: 'Name already in use?', fields: { name: 'Name already in use?' } },
    })
    const other = await created(mail('Once'))
    expect(
      await ask('PUT', 'mails/template/update/SURVEY', { ...mail('TWICE'), id: other.id, version: 1 }),
    ).toMatchObject({ status: 409, body: { message: 'Name already in use?' } })
    expect(await ask('POST', 'mails/template/create/SURVEY', mail(' '))).toMatchObject({
      status: 400,
      body: { fields: { name: 'Name is required' } },
    })
  })

  test('what is wrong with the design is said at its field, with the line', async () => {
    const design = { ...smallMail, mjml: '<mjml><mj-body>\n<mj-raw></mj-raw></mj-body></mjml>' }
    expect(await ask('POST', 'mails/template/create/SURVEY', mail('Wrong', { design }))).toMatchObject({
      status: 400,
      body: { message: 'Line 2: <mj-raw> cannot be used in a mail.', fields: { 'design.mjml': expect.any(String) } },
    })
    const subject = await ask('POST', 'mails/template/create/SURVEY', mail('Wrong', { subject: '{{who}}' }))
    expect(subject.body['fields']).toEqual({ subject: 'There is no merge tag "who".' })
  })

  test('only root sees and sets extname and the system flag, and changes a system template (TMPL-06) (TMPL-08) (SEC-02j)', async () => {
    const system = await created(mail('System', { system: true, extname: 'system' }), root)
    expect(system).toMatchObject({ system: true, extname: 'system', canEdit: true })
    const seen = await ask('GET', `mails/template/SURVEY/${system.id}`)
    expect(seen.body).toMatchObject({ system: false, extname: '', canEdit: false })
    const save = (token: string) =>
      ask(
        'PUT',
        'mails/template/update/SURVEY',
        { ...mail('System', { system: true }), id: system.id, version: 1 },
        token,
      )
    expect((await save(administrator)).status).toBe(403)
    expect((await ask('GET', `mails/template/delete/SURVEY/${system.id}`)).status).toBe(403)
    expect((await save(root)).status).toBe(200)
    const own = await created(mail('Own', { system: true, extname: 'taken' }))
    expect((await ask('GET', `mails/template/SURVEY/${own.id}`, undefined, root)).body).toMatchObject({
      system: false,
      extname: '',
    })
    const sms_ = await createTemplateRow(server.deps.db, universeId, { kind: 'SMS', system: true })
    expect((await ask('DELETE', `sms/template/SURVEY/${sms_}`)).status).toBe(403)
  })

  test('a test mail is sent while saving, filled with examples, to an address that is one (TMAIL-08) (TMAIL-10) (TMAIL-11)', async () => {
    const { id } = await created(mail('Tested'))
    const test = (to: string) =>
      ask('PUT', `mails/template/update/SURVEY?testmail=${encodeURIComponent(to)}`, {
        ...mail('Tested'),
        id,
        version: 1,
      })
    for (const wrong of ['', 'kim', 'kim@', 'kim@example.org\r\nBcc: x@y.z'])
      expect(await test(wrong), wrong).toMatchObject({
        status: 400,
        body: { fields: { testmail: 'Invalid Email address' } },
      })
    expect((await test('kim@example.org')).body).toMatchObject({ tested: true, template: { version: 2 } })
    const to = `${crypto.randomUUID()}@example.org`
    await ask('POST', `mails/template/create/SURVEY?testmail=${to}`, mail('Tested at once'))
    const sent = server.deps.db.selectFrom('mail').selectAll().where('recipient', '=', to)
    const [stored] = await sent.execute()
    expect(stored).toMatchObject({ subject: 'A test: Hi Kim Lind', unsubscribes: [] })
    expect(stored?.text).toContain('Answer: https://feedback.example.org/answer/example')
    expect(stored?.html).toContain('Hello Kim Lind')
  })

  test('a mail in several languages is one template, checked and tested in each', async () => {
    const finnish = { locale: 'fi', subject: 'Hei {{contact.name|sinä}}', design: smallMail }
    const template = await created(mail('Languages', { languages: [finnish] }))
    const stored = [{ ...finnish, design: JSON.stringify(smallMail), contents: '', code: expect.any(String) }]
    expect(template).toMatchObject({ languages: stored })
    expect(template['languages']).toMatchObject([{ code: expect.stringContaining('lang="fi"') }])
    expect((await ask('GET', `mails/template/SURVEY/${template.id}`)).body).toEqual(template)
    const save = (more: object, query = '') =>
      ask('PUT', `mails/template/update/SURVEY${query}`, {
        ...mail('Languages', { languages: [finnish], ...more }),
        ...{ id: template.id, version: 1 },
      })
    const twice = { locale: 'sv', subject: '', design: smallMail }
    expect(await save({ languages: [finnish, twice] })).toMatchObject({
      status: 400,
      body: { fields: { 'languages.1.locale': 'Swedish: The template has this language already.' } },
    })
    const wrong = { ...finnish, design: { mjml: '<mjml>\n<mj-raw/></mjml>', preheader: '' } }
    expect(await save({ languages: [wrong] })).toMatchObject({
      body: { fields: { 'languages.0.design.mjml': 'Finnish: Line 2: <mj-raw> cannot be used in a mail.' } },
    })
    expect(await save({ languages: [{ ...finnish, subject: '{{who}}' }] })).toMatchObject({
      body: { fields: { 'languages.0.subject': 'Finnish: There is no merge tag "who".' } },
    })
    // An update names all languages, so that none is removed by one who does not know them.
    expect((await save({ languages: undefined })).status).toBe(400)
    const to = `${crypto.randomUUID()}@example.org`
    expect((await save({}, `?testmail=${to}&testlanguage=fi`)).body).toMatchObject({ tested: true })
    const sent = server.deps.db.selectFrom('mail').select('subject').where('recipient', '=', to)
    expect(await sent.execute()).toEqual([{ subject: 'A test: Hei Kim Lind' }])
  })

  test('a preview says what is wrong and stores nothing', async () => {
    const preview = (more: object) =>
      ask('POST', 'mails/template/preview/SURVEY', { subject: 'x', locale: 'fi', design: smallMail, ...more })
    const good = await preview({ subject: '{{language}}' })
    expect(good.body).toMatchObject({ problems: [], mail: { subject: 'fi' } })
    const bad = await preview({ design: { mjml: '<mjml>', preheader: '' } })
    expect(bad.body).toEqual({
      mail: null,
      problems: [{ part: 'mjml', line: 1, isError: true, text: '<mjml> is not closed.' }],
    })
  })
})

test('templates of calls are made where those of text messages are, and a taken name names the provider of calls (TSMS-08)', async () => {
  const call = (name: string, more: object = {}) => ({ ...sms(name, more), sendingType: 'PHONE' })
  expect((await ask('GET', 'sms/template/SURVEY/0?sendingType=PHONE')).body).toMatchObject({
    id: 0,
    sendingType: 'PHONE',
  })
  const template = await created(call('Greeting'), administrator, 'sms/template/create')
  expect(template.sendingType).toBe('PHONE')
  // A text message may have the same name.
  const text = await created(sms('Greeting'), administrator, 'sms/template/create')
  const taken = { status: 409, body: { message: 'Failed creating Twilio template - name already in use' } }
  expect(await ask('POST', 'sms/template/create', call('greeting'))).toMatchObject(taken)
  const second = await created(call('Second'), administrator, 'sms/template/create')
  const over = { ...sms('GREETING', { languages: [] }), id: second.id, version: 1 }
  expect(await ask('PUT', 'sms/template/update', over)).toMatchObject(taken)
  expect((await ask('GET', `sms/template/SURVEY/${template.id}`)).body).toEqual(template)
  expect((await ask('GET', `sms/template/SURVEY/${text.id}`)).body).toEqual(text)
  const { templates: listed } = (await ask('GET', 'mails/templates/SURVEY?sendingType=PHONE')).body as {
    templates: { name: string; sendingType: string }[]
  }
  expect(listed.map(({ name }) => name)).toEqual(expect.arrayContaining(['Greeting', 'Second']))
  expect(new Set(listed.map(({ sendingType }) => sendingType))).toEqual(new Set(['PHONE']))
  expect((await ask('DELETE', `sms/template/SURVEY/${template.id}`)).status).toBe(200)
  expect((await ask('GET', `sms/template/SURVEY/${template.id}`)).status).toBe(404)
})

test('SMS templates: contents are needed, a taken name is told (TSMS-06) (TSMS-07) (TSMS-09) (TSMS-10) (TSMS-11) (TSMS-12)', async () => {
  const template = await created(sms('Text'), administrator, 'sms/template/create')
  expect((await ask('GET', `sms/template/SURVEY/${template.id}`)).body).toEqual(template)
  expect(await ask('POST', 'sms/template/create', sms('text'))).toMatchObject({
    status: 409,
    body: { message: 'Failed creating SMS template - name already in use' },
  })
  const second = await created(sms('Second'), administrator, 'sms/template/create')
  expect(
    await ask('PUT', 'sms/template/update', { ...sms('TEXT', { languages: [] }), id: second.id, version: 1 }),
  ).toMatchObject({
    status: 409,
    body: { message: 'Failed creating SMS template - name already in use' },
  })
  expect(await ask('POST', 'sms/template/create', sms('Empty', { contents: ' ' }))).toMatchObject({
    body: { fields: { contents: 'Contents are required' } },
  })
  expect(await ask('POST', 'sms/template/create', sms('Bad', { contents: 'a\n{{who}}' }))).toMatchObject({
    body: { message: 'Line 2: There is no merge tag "who".', fields: { contents: expect.any(String) } },
  })
  const finnish = { locale: 'fi', subject: '', contents: 'Vastaa: {{survey.link}}' }
  const both = await created(sms('Both', { languages: [finnish] }), administrator, 'sms/template/create')
  expect(both).toMatchObject({ languages: [{ ...finnish, design: finnish.contents, code: '' }] })
  for (const [contents, words] of [
    [' ', 'Contents are required'],
    ['{{who}}', 'Finnish: Line 1: There is no merge tag "who".'],
  ])
    expect(
      await ask('POST', 'sms/template/create', sms('Wrong', { languages: [{ ...finnish, contents }] })),
    ).toMatchObject({ status: 400, body: { fields: { 'languages.0.contents': words } } })
  // A mail's template is none of a text message.
  expect((await ask('GET', `mails/template/SURVEY/${template.id}`)).status).toBe(404)
  const saved = await ask('PUT', 'sms/template/update', {
    ...sms('Text 2', { languages: [] }),
    id: template.id,
    version: 1,
  })
  expect(saved.body).toMatchObject({ template: { name: 'Text 2', version: 2 } })
  expect((await ask('DELETE', `sms/template/SURVEY/${template.id}`)).status).toBe(200)
})

test('a text message names its survey in the header, as its path has none', async () => {
  const asked = async (header: Record<string, string>) => {
    const headers = { ...bearer(administrator), ...header }
    const url = '/rest/sms/template/create'
    return (await server.app.inject({ method: 'POST', url, headers, payload: sms(crypto.randomUUID()) })).statusCode
  }
  expect(await asked({ 'x-survey': encodeURIComponent(survey) })).toBe(200)
  expect(await asked({ 'x-survey': 'nowhere' })).toBe(404)
  const absent: Record<string, string> = {}
  for (const header of [absent, { 'x-survey': '' }, { 'x-survey': '%' }, { 'x-survey': 'x'.repeat(5000) }])
    expect(await asked(header)).toBe(400)
})

test('the list has templates of all kinds or of one, that of a mail action first (TMPL-13) (TMPL-14)', async () => {
  const named = await created(mail('Zebra', { extname: 'invitation' }), root)
  await created(sms('Zulu'), administrator, 'sms/template/create')
  const list = async (query: string) =>
    (await ask('GET', `mails/templates/SURVEY?${query}`)).body['templates'] as {
      id: number
      name: string
      sendingType: string
    }[]
  const all = await list('')
  expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['Zebra', 'Zulu']))
  expect(all.find(({ id }) => id === named.id)).toEqual({
    ...{ id: named.id, name: 'Zebra', subject: 'Hi {{contact.name|you}}', sendingType: 'EMAIL', labels: ['spring'] },
  })
  expect(new Set((await list('sendingType=SMS')).map(({ sendingType }) => sendingType))).toEqual(new Set(['SMS']))
  const component = (await ask('GET', 'widgets/data/SURVEY/mt/root')).body as { rows: unknown[]; mayEdit: boolean }

  expect(component.rows).toEqual(expect.arrayContaining(all))
  expect((await list('mailAction=invite'))[0]?.name).toBe('Zebra')
  expect((await list('mailAction=other'))[0]?.name).not.toBe('Zebra')
})

test('languages, tags, merge tags, options and mails to start from (TMPL-16) (TMPL-17) (TMAIL-15) (TMAIL-16) (TMAIL-17) (CALL-06)', async () => {
  await created(mail('Tagged', { tags: ['autumn', 'autumn'] }))
  const { locales } = (await ask('GET', 'mails/locales/SURVEY')).body as { locales: { value: string; text: string }[] }
  expect(locales.map(({ value }) => value)).toEqual(expect.arrayContaining(['en', 'sv', 'no', 'da', 'fi', 'de']))
  expect(locales).toContainEqual({ value: 'sv', text: 'Swedish' })
  expect((await ask('GET', 'mails/templatetags/SURVEY')).body['tags']).toEqual(expect.arrayContaining(['autumn']))
  const tags = (await ask('GET', 'mails/editor/mergetags/SURVEY')).body['tags'] as { name: string }[]
  const names = tags.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['contact.name', 'survey.link', 'unit.country', 'question.channel']))
  expect(names).not.toContain('question.country')
  const options = await ask('GET', 'mails/editor/editoroptions/SURVEY?locale=fi')
  expect(options.body).toMatchObject({ fromEmails: ['hello@example.org'], fromName: 'Shops' })
  for (const locale of ['en', 'sv', 'no', 'da', 'fi', 'de']) {
    const starts = (await ask('GET', `mails/editor/templates/SURVEY?locale=${locale}`)).body['templates'] as Record<
      string,
      unknown
    >[]
    expect(starts.map(({ name }) => name)).toEqual(['invitation', 'reminder', 'thanks'])
    for (const { subject, design } of starts) {
      const { body } = await ask('POST', 'mails/template/preview/SURVEY', { subject, design, locale })
      expect(body['problems']).toEqual([])
    }
  }
  const { blocks } = options.body as { blocks: { name: string; mjml: string }[] }
  const isSection = (block: { mjml: string }): boolean => block.mjml.startsWith('<mj-section')
  const joined = (of: typeof blocks): string => of.map((block) => block.mjml).join('')
  const [sections, contents] = [blocks.filter(isSection), blocks.filter((block) => !isSection(block))]
  const mjml = `<mjml><mj-body><mj-section><mj-column>${joined(contents)}</mj-column></mj-section>${joined(sections)}</mj-body></mjml>`
  const { body } = await ask('POST', 'mails/template/preview/SURVEY', {
    subject: '',
    design: { mjml, preheader: '' },
    locale: 'fi',
  })
  expect(body['problems']).toEqual([])
})

test('an image is made anew of its pixels, open by its address, and kept while a template shows it (TMAIL-12) (TMAIL-13) (TMAIL-14)', async () => {
  const file = Buffer.from(
    encode({ width: 1300, height: 2, channels: 3, depth: 8, data: new Uint8Array(1300 * 2 * 3) }),
  )
  const hidden = Buffer.concat([file, Buffer.from('<script>')])
  const upload = (content: Buffer) =>
    ask('POST', 'mails/editor/uploadfile/SURVEY', { name: 'wide.png', image: content.toString('base64') })
  const { body } = await upload(hidden)
  const image = body as { id: number; path: string }
  expect(image).toMatchObject({
    name: 'wide.png',
    width: 1200,
    path: expect.stringMatching(/^\/mailimages\/[\w-]{22}\.png$/),
  })
  const opened = await server.app.inject({ url: image.path })
  expect(opened.headers).toMatchObject({
    'content-type': 'image/png',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
  expect(opened.rawPayload.includes('<script>')).toBe(false)
  for (const wrong of [
    image.path.replace('.png', '.jpg'),
    '/mailimages/none.png',
    '/mailimages/..%2f..%2fpackage.json',
  ])
    expect((await server.app.inject({ url: wrong })).statusCode, wrong).toBe(404)
  for (const none of [Buffer.from('<svg onload="x"/>'), file.subarray(0, 40)])
    expect(await upload(none)).toMatchObject({ status: 400, body: { fields: { image: expect.any(String) } } })

  const mjml = smallMail.mjml.replace('<mj-button', `<mj-image src="${image.path}" alt="Shop"/><mj-button`)
  // Shown in one of its languages alone.
  const english = { locale: 'en', subject: '', design: { mjml, preheader: '' } }
  const { id } = await created(mail('With image', { languages: [english] }))
  expect((await ask('GET', 'mails/editor/images/SURVEY')).body['images']).toContainEqual(image)
  const remove = () => ask('DELETE', `mails/editor/images/SURVEY/${image.id}`)
  expect(await remove()).toMatchObject({
    status: 409,
    body: { message: 'The template "With image" shows this image.' },
  })
  await ask('GET', `mails/template/delete/SURVEY/${id}`)
  expect((await remove()).status).toBe(200)
  expect((await server.app.inject({ url: image.path })).statusCode).toBe(404)
})
