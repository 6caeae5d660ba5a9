import { getServerSettings } from '@gensvar/contract/server-settings'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { openPostgres } from '#server/platform/postgres.ts'
import { bearer, createSurvey, createUniverse, createUser, signIn, smallSurvey } from '#server/testing/factories.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { readStream } from '#server/features/notices/testing/read-stream.ts'

/** Two servers on one database. */
let server: TestApp
let other: Awaited<ReturnType<typeof buildApp>>
let token: string
let closeOther: () => Promise<void>
let survey: string

beforeAll(async () => {
  server = await testApp({
    env: {
      GENSVAR_SMTP_URL: 'smtp://user:hidden-word@127.0.0.1:9',
      GENSVAR_MAIL_FROM: 'Surveys <surveys@example.org>',
      GENSVAR_SMS_URL: 'https://sms.example.org/send?key=hidden-word',
    },
  })
  const { deps } = server
  const { db, pool, close } = openPostgres(deps.pool.options.connectionString ?? '', { max: 4 })
  other = await buildApp({ ...deps, db, pool })
  closeOther = async () => {
    await other.close()
    await close()
  }
  const { id } = await createUniverse(deps.db)
  survey = (await createSurvey(deps.db, id, smallSurvey)).extName
  token = await signIn(deps, await createUser(deps.db, { isRoot: true, email: 'root@example.org' }), id)
})
afterAll(async () => {
  await closeOther()
  await server.close()
})

async function call(method: 'GET' | 'PUT' | 'POST', url: string, payload?: object, app = server.app) {
  const answer = await app.inject({ method, url, headers: bearer(token), ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json() }
}

const settings = async (app = server.app) =>
  getServerSettings.response.parse((await call('GET', '/rest/server/settings', undefined, app)).body)

const message = {
  texts: { en: 'Closed on Sunday', sv: 'Stängt på söndag', no: '', da: '', fi: '' },
  ...{ severity: 'warning', from: null, until: null, atLogin: false, link: null },
}

async function saveMessage(change: object | null) {
  const { version } = await settings()
  const body = { message: change && { ...message, ...change }, version }
  return call('PUT', '/rest/server/message', body)
}

test('what is saved on one server is what the other one works by, without a start', async () => {
  const { version, general } = await settings()
  expect(general).toEqual({
    ...{ language: 'en', systemLogoURL: '/new/logo.svg', supportDeskURL: null, egressAllow: [], reopens: null },
  })
  const changed = {
    ...{ language: 'fi', systemLogoURL: '/new/logo.svg', supportDeskURL: 'https://help.example.org' },
    ...{ egressAllow: ['*.example.org', 'api.example.com:8443'], reopens: '2026-12-01T06:00:00Z' },
  }
  const saved = await call('PUT', '/rest/server/settings', { general: changed, version })
  expect(saved.body.general).toEqual(changed)
  expect((await call('GET', '/config/client', undefined, other)).body).toMatchObject({
    ...{ language: 'fi', supportDeskURL: 'https://help.example.org' },
    upgrade: { reopens: '2026-12-01T06:00:00Z' },
  })
  const stale = await call('PUT', '/rest/server/settings', { general, version }, other)
  expect(stale).toMatchObject({ status: 409, body: { fields: { version: expect.any(String) } } })
  expect((await settings(other)).general).toEqual(changed)
  const back = { general, version: saved.body.version }
  expect((await call('PUT', '/rest/server/settings', back, other)).body.general).toEqual(general)
})

test('a wrong setting names its field, and changes nothing', async () => {
  const { version, general } = await settings()
  const wrong = async (change: object) => {
    const { status, body } = await call('PUT', '/rest/server/settings', { general: { ...general, ...change }, version })
    expect(status).toBe(400)
    return Object.keys(body.fields)
  }
  expect(await wrong({ language: 'de' })).toEqual(['general.language'])
  expect(await wrong({ systemLogoURL: 'javascript:1' })).toEqual(['general.systemLogoURL'])
  expect(await wrong({ egressAllow: ['a.example.org', 'https://b'] })).toEqual(['general.egressAllow.1'])
  expect(await wrong({ reopens: 'soon' })).toEqual(['general.reopens'])
  expect(await settings()).toMatchObject({ version, general })
})

test('the environment is told without what is secret in it', async () => {
  const { environment } = await settings()
  const of = (name: string) => environment.find((one) => one.name === name)
  expect(of('GENSVAR_SMTP_URL')).toMatchObject({ source: 'environment', value: null, isSecret: true })
  expect(of('GENSVAR_MAIL_FROM')).toMatchObject({ source: 'environment', value: 'Surveys <surveys@example.org>' })
  expect(of('GENSVAR_SMS_URL')).toMatchObject({ value: 'https://sms.example.org/send' })
  expect(of('GENSVAR_BACKUP_FOLDER')).toMatchObject({ source: 'default', value: null })
  expect(of('PORT')).toMatchObject({ source: 'default', value: '8080' })
  expect(JSON.stringify(environment)).not.toContain('hidden-word')
})

test('a mail to try the mail server waits for its turn as every other', async () => {
  expect((await call('POST', '/rest/server/trialmail', {})).status).toBe(200)
  const mails = await server.deps.db.selectFrom('mail').select(['recipient', 'state']).execute()
  expect(mails).toEqual([{ recipient: 'root@example.org', state: 'PENDING' }])
})

test('a message reaches open windows of every server at once, and ends by itself', async () => {
  const stream = await readStream(other, token)
  const told = async () => {
    for (;;) {
      const one = await stream.nextOfAny()
      if (one === null) throw new Error('the stream has ended')
      if (one.event === 'system-message') return (one.data as { message: unknown }).message
    }
  }
  const status = async () => (await call('GET', `/rest/surveys/status/${survey}/root`)).body.systemMessage
  expect(await told()).toBeNull()
  const saved = await saveMessage({})
  expect(saved.body).toMatchObject({ messageState: 'shown', message })
  const shown = { text: 'Closed on Sunday', texts: { sv: 'Stängt på söndag' }, severity: 'warning' }
  expect(await told()).toMatchObject(shown)
  expect(await status()).toMatchObject(shown)
  // Before sign-in only where root wants it.
  const open = async () => (await call('GET', '/config/client')).body.systemMessage
  expect(await open()).toBeNull()
  await saveMessage({ atLogin: true })
  expect(await open()).toMatchObject(shown)
  // One that begins and ends soon.
  const soon = (ms: number) => new Date(Date.now() + ms).toISOString()
  const planned = await saveMessage({ from: soon(1000), until: soon(2000) })
  expect(planned.body.messageState).toBe('planned')
  expect(await told()).toBeNull()
  expect(await told()).toMatchObject(shown)
  expect(await told()).toBeNull()
  expect(await status()).toBeNull()
  expect((await settings()).messageState).toBe('over')
  expect((await saveMessage(null)).body).toMatchObject({ message: null, messageState: 'none' })
  stream.close()
})

test('a message needs a text in the language of the server, and an end after its beginning', async () => {
  expect((await saveMessage({ texts: { ...message.texts, en: ' ' } })).body.fields).toEqual({
    'message.texts.en': expect.any(String),
  })
  const past = await saveMessage({ until: '2020-01-01T00:00:00Z' })
  expect(Object.keys(past.body.fields)).toEqual(['message.until'])
  const turned = await saveMessage({ from: '2099-01-02T00:00:00Z', until: '2099-01-01T00:00:00Z' })
  expect(Object.keys(turned.body.fields)).toEqual(['message.until'])
  expect((await saveMessage({ link: 'javascript:1' })).body.fields).toHaveProperty('message.link')
  expect((await settings()).message).toBeNull()
})
