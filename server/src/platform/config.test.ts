import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

function problemsOf(env: NodeJS.ProcessEnv): Record<string, string> {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return { ...error.problems }
    throw error
  }
  return {}
}

const production = {
  GENSVAR_MODE: 'production',
  DATABASE_URL: 'postgres://u:p@db:5432/g',
  GENSVAR_IDP_URL: 'https://id.example.com/',
  GENSVAR_IDP_REALM: 'main',
  GENSVAR_IDP_CLIENT: 'gensvar',
}

describe('readConfig', () => {
  test('reads which ClickHouse keeps the figures, and names what is missing or wrong', () => {
    expect(readConfig({}).clickHouse).toBeNull()
    const url = 'https://gensvar:p4ss@clickhouse.example.com:8443/figures'
    const config = readConfig({ CLICKHOUSE_URL: url })
    expect(config.clickHouse).toEqual({ url, cluster: null })
    expect(config.environment.find(({ name }) => name === 'CLICKHOUSE_URL')).toMatchObject({
      isSecret: true,
      value: null,
    })
    expect(readConfig({ CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: 'all' }).clickHouse).toEqual({ url, cluster: 'all' })
    expect(Object.keys(problemsOf({ CLICKHOUSE_CLUSTER: 'all' }))).toEqual(['CLICKHOUSE_URL'])
    expect(Object.keys(problemsOf({ CLICKHOUSE_URL: url, CLICKHOUSE_CLUSTER: 'a b' }))).toEqual(['CLICKHOUSE_CLUSTER'])
    for (const wrong of [
      'clickhouse://h/db',
      'http://u:p4ss@h',
      'http://u:p4ss@h/a-b',
      'http://u:p4ss@h/db?final=0',
      'x',
    ])
      expect(JSON.stringify(problemsOf({ CLICKHOUSE_URL: wrong }))).toMatch(/^\{"CLICKHOUSE_URL":(?!.*p4ss)/)
  })

  test('reads how much memory figures may take, in MB', () => {
    expect(readConfig({}).figuresMemory).toBe(1000)
    expect(readConfig({ GENSVAR_FIGURES_MEMORY: '4000' }).figuresMemory).toBe(4000)
    for (const wrong of ['255', '-1', '2 GB', '1e4', '12345678'])
      expect(Object.keys(problemsOf({ GENSVAR_FIGURES_MEMORY: wrong }))).toEqual(['GENSVAR_FIGURES_MEMORY'])
  })

  test('reads where mail is sent from and by, and names what is missing or wrong', () => {
    expect(readConfig({}).mail).toBeNull()
    const from = 'Gensvar <feedback@example.com>'
    const env = { GENSVAR_SMTP_URL: 'smtp://anna:p%40ss@mail.example.com', GENSVAR_MAIL_FROM: from }
    expect(readConfig(env).mail).toEqual({
      host: 'mail.example.com',
      port: 587,
      isSecure: false,
      login: { user: 'anna', password: 'p@ss' },
      from,
      dkim: null,
    })
    expect(readConfig({ ...env, GENSVAR_SMTP_URL: 'smtps://mail.example.com' }).mail).toMatchObject({
      port: 465,
      isSecure: true,
      login: null,
    })
    expect(Object.keys(problemsOf({ GENSVAR_SMTP_URL: 'smtp://mail.example.com' }))).toEqual(['GENSVAR_MAIL_FROM'])
    expect(Object.keys(problemsOf({ ...env, GENSVAR_DKIM_DOMAIN: 'example.com' }))).toEqual([
      'GENSVAR_DKIM_SELECTOR',
      'GENSVAR_DKIM_KEY',
    ])
    expect(
      Object.keys(problemsOf({ GENSVAR_SMTP_URL: 'http://x', GENSVAR_MAIL_FROM: 'me', GENSVAR_DKIM_KEY: 'k' })),
    ).toEqual(expect.arrayContaining(['GENSVAR_SMTP_URL', 'GENSVAR_MAIL_FROM', 'GENSVAR_DKIM_KEY']))
    // No secret is repeated in a message.
    const wrong = problemsOf({
      GENSVAR_SMTP_URL: 'imap://anna:p4ss@x',
      GENSVAR_MAIL_FROM: from,
      GENSVAR_DKIM_KEY: 'k3y',
    })
    expect(JSON.stringify(wrong)).not.toMatch(/p4ss|k3y/)
  })

  test('reads how text messages are sent, and names what is missing, wrong or contradicts something', () => {
    expect(readConfig({}).sms).toBeNull()
    const smpp = { GENSVAR_SMPP_URL: 'smpp://shop:p%40ss@smsc.example.com' }
    expect(readConfig({ ...smpp, GENSVAR_SMS_FROM: 'Shop' }).sms).toEqual({
      ...{ kind: 'smpp', from: 'Shop', host: 'smsc.example.com', port: 2775, isSecure: false },
      ...{ systemId: 'shop', password: 'p@ss', systemType: '', window: 20, hasDecimalReceipts: false },
    })
    expect(readConfig({ GENSVAR_SMPP_URL: 'smpps://shop:x@[2001:db8::1]:3600' }).sms).toMatchObject({
      ...{ host: '2001:db8::1', port: 3600, isSecure: true, from: null },
    })
    const http = { GENSVAR_SMS_URL: 'https://sms.example.com/send' }
    expect(readConfig(http).sms).toMatchObject({
      ...{ kind: 'http', method: 'POST', format: 'json', headers: {}, accepted: null, allowPrivate: false },
      body: { to: '{to}', text: '{text}', from: '{from}', reference: '{key}' },
    })
    const wrongOf = (env: Record<string, string>): string[] => Object.keys(problemsOf(env))
    expect(wrongOf({ ...smpp, ...http })).toEqual(['GENSVAR_SMS_URL'])
    expect(wrongOf({ GENSVAR_SMPP_WINDOW: '5' })).toEqual(['GENSVAR_SMPP_URL'])
    expect(wrongOf({ ...smpp, GENSVAR_SMS_METHOD: 'POST' })).toEqual(['GENSVAR_SMS_URL'])
    expect(wrongOf({ GENSVAR_SMS_FROM: 'Shop' })).toEqual(['GENSVAR_SMS_FROM'])
    expect(wrongOf({ ...smpp, GENSVAR_SMPP_WINDOW: '0' })).toEqual(['GENSVAR_SMPP_WINDOW'])
    for (const from of ['Name of more', 'shop@x.example', '<b>', '+46 70', ''.padEnd(20, '1')])
      expect(wrongOf({ ...smpp, GENSVAR_SMS_FROM: from })).toEqual(['GENSVAR_SMS_FROM'])
    for (const url of ['smpp://smsc.example.com', 'http://shop:x@y', 'smpp://shop:nine-letters@y'])
      expect(wrongOf({ GENSVAR_SMPP_URL: url })).toEqual(['GENSVAR_SMPP_URL'])
    for (const body of ['to={to}', '[]', '{"a":"{text}"}', '{"to":"{to}"}', '{"to":"{to}","text":1}'])
      expect(wrongOf({ ...http, GENSVAR_SMS_BODY: body })).toEqual(['GENSVAR_SMS_BODY'])
    for (const headers of ['x', '{"a b":"c"}', '{"a":"b\\r\\nc: d"}', '{"a":1}'])
      expect(wrongOf({ ...http, GENSVAR_SMS_HEADERS: headers })).toEqual(['GENSVAR_SMS_HEADERS'])
    const nested = '{"m":{"to":"{to}","text":"{text}"}}'
    expect(wrongOf({ ...http, GENSVAR_SMS_FORMAT: 'form', GENSVAR_SMS_BODY: nested })).toEqual(['GENSVAR_SMS_BODY'])
    const token = '{"to":"{to}","text":"{text}","key":"{token}"}'
    expect(wrongOf({ ...http, GENSVAR_SMS_BODY: token })).toEqual(['GENSVAR_SMS_TOKEN'])
    // No secret stands in an address, or is repeated in a message.
    expect(wrongOf({ GENSVAR_SMS_URL: 'https://anna:p4ss@x.example' })).toEqual(['GENSVAR_SMS_URL'])
    const get = { ...http, GENSVAR_SMS_METHOD: 'GET', GENSVAR_SMS_FORMAT: 'form', GENSVAR_SMS_TOKEN: 't0ken' }
    expect(wrongOf({ ...get, GENSVAR_SMS_BODY: token })).toEqual(['GENSVAR_SMS_BODY'])
    const wrong = problemsOf({
      GENSVAR_SMPP_URL: 'http://shop:p4ss@y',
      GENSVAR_SMS_HEADERS: 'k3y',
      GENSVAR_SMS_TOKEN: 'a t0k',
    })
    expect(JSON.stringify(wrong)).not.toMatch(/p4ss|k3y|t0k/)
  })

  test('reads how people are called, and names what is missing, wrong or contradicts something', () => {
    const wrongOf = (env: Record<string, string>): string[] => Object.keys(problemsOf(env))
    expect(readConfig({}).phone).toBeNull()
    const account = {
      GENSVAR_PHONE_ACCOUNT: 'AC123',
      GENSVAR_PHONE_TOKEN: 's3cret',
      GENSVAR_URL: 'https://a.example.com',
    }
    expect(readConfig(account).phone).toEqual({
      ...{ url: 'https://api.twilio.com', account: 'AC123', token: 's3cret', from: null, allowPrivate: false },
    })
    const inside = {
      GENSVAR_PHONE_URL: 'http://10.0.0.7:8080/',
      GENSVAR_PHONE_PRIVATE: 'on',
      GENSVAR_PHONE_FROM: '+46812345678',
    }
    expect(readConfig({ ...account, ...inside }).phone).toMatchObject({
      ...{ url: 'http://10.0.0.7:8080', from: '+46812345678', allowPrivate: true },
    })
    expect(wrongOf({ GENSVAR_PHONE_ACCOUNT: 'AC123' })).toEqual(['GENSVAR_PHONE_TOKEN', 'GENSVAR_URL'])
    expect(wrongOf({ GENSVAR_PHONE_FROM: '+46812345678', GENSVAR_URL: account.GENSVAR_URL })).toEqual([
      ...['GENSVAR_PHONE_ACCOUNT', 'GENSVAR_PHONE_TOKEN'],
    ])
    expect(wrongOf({ ...account, GENSVAR_PHONE_URL: 'http://api.twilio.com' })).toEqual(['GENSVAR_PHONE_URL'])
    expect(wrongOf({ ...account, GENSVAR_PHONE_FROM: 'Shop' })).toEqual(['GENSVAR_PHONE_FROM'])
    const wrong = problemsOf({
      ...account,
      GENSVAR_PHONE_URL: 'https://anna:p4ss@x.example',
      GENSVAR_PHONE_TOKEN: 'a t0k',
    })
    expect(Object.keys(wrong).toSorted()).toEqual(['GENSVAR_PHONE_TOKEN', 'GENSVAR_PHONE_URL'])
    expect(JSON.stringify(wrong)).not.toMatch(/p4ss|t0k/)
  })

  test('needs nothing: a demo on this machine alone', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      port: 8080,
      host: '127.0.0.1',
      mode: 'demo',
      demo: true,
      databaseUrl: null,
      identityProvider: null,
    })
    expect(isAbsolute(config.dataFolder)).toBe(true)
  })

  test('names every bad key at once with what is wrong', () => {
    const problems = problemsOf({
      PORT: '80x',
      GENSVAR_DEMO: 'no',
      GENSVAR_MODE: 'test',
      DATABASE_URL: 'mysql://x',
      GENSVAR_LOG: 'loud',
    })
    expect(problems).toEqual({
      PORT: expect.stringContaining('port number'),
      GENSVAR_DEMO: 'must be on or off',
      GENSVAR_MODE: 'must be demo or production',
      DATABASE_URL: expect.stringContaining('postgres://'),
      GENSVAR_LOG: expect.stringContaining('warn'),
    })
    expect(problemsOf({ PORT: '70000' })).toHaveProperty('PORT')
  })

  test.each([
    [undefined, []],
    ['off', []],
    ['10.0.0.5', ['10.0.0.5']],
    ['loopback, 10.1.0.0/16,2001:db8::/32', ['loopback', '10.1.0.0/16', '2001:db8::/32']],
  ])('trusts the proxies "%s"', (text, proxies) => {
    expect(readConfig(text === undefined ? {} : { GENSVAR_TRUST_PROXY: text }).trustProxy).toEqual(proxies)
  })

  test.each(['on', 'true', '1', 'proxy.example.org', '10.0.0.0/33', '10.0.0.5/', '0.0.0.0/0', '10.0.0.5,,', '*'])(
    'trusts no proxy "%s"',
    (text) => {
      expect(problemsOf({ GENSVAR_TRUST_PROXY: text })).toEqual({
        GENSVAR_TRUST_PROXY: expect.stringContaining('10.0.0.5'),
      })
    },
  )

  test.each([
    'javascript:alert(1)',
    'ftp://survey.example.com',
    'https://good.example@evil.example',
    'https:survey.example.com',
    'https://survey.example.com\\@evil.example',
    'https://survey.example.com/a b',
  ])('takes no "%s" for an address', (text) => {
    const [userAddress, idpAddress] = ['like https://survey.example.com', 'like https://id.example.com']
    expect(problemsOf({ GENSVAR_URL: text })).toEqual({ GENSVAR_URL: expect.stringContaining(userAddress) })
    expect(problemsOf({ ...production, GENSVAR_IDP_URL: text })).toEqual({
      GENSVAR_IDP_URL: expect.stringContaining(idpAddress),
    })
  })

  test('names a key of ours it does not know, along with the other mistakes', () => {
    const problems = problemsOf({ GENSVAR_DEMOO: 'off', PORT: '-1' })
    expect(problems['GENSVAR_DEMOO']).toContain('GENSVAR_DEMO')
    expect(problems).toHaveProperty('PORT')
  })

  test('takes an empty variable for one that is not set', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 8080, databaseUrl: null })
  })

  test('wants all three settings of a Keycloak or none', () => {
    expect(problemsOf({ GENSVAR_IDP_URL: 'https://id.example.com' })).toEqual({
      GENSVAR_IDP_REALM: expect.stringContaining('together with GENSVAR_IDP_URL'),
      GENSVAR_IDP_CLIENT: expect.any(String),
    })
  })

  test('production has no demo, no embedded sign-in and no embedded database', () => {
    expect(readConfig(production)).toMatchObject({
      demo: false,
      identityProvider: { url: 'https://id.example.com', realm: 'main', clientId: 'gensvar' },
    })
    expect(problemsOf({ GENSVAR_MODE: 'production', GENSVAR_DEMO: 'on' })).toMatchObject({
      GENSVAR_DEMO: expect.any(String),
      DATABASE_URL: 'must be set in production',
      GENSVAR_IDP_URL: 'must be set in production',
    })
  })

  test('reads a secret from a file, and says so when it cannot', () => {
    const folder = mkdtempSync(join(tmpdir(), 'gensvar-config-'))
    const file = join(folder, 'url')
    writeFileSync(file, 'postgres://u:p@db/g\n')
    expect(readConfig({ DATABASE_URL_FILE: file }).databaseUrl).toBe('postgres://u:p@db/g')
    expect(problemsOf({ DATABASE_URL_FILE: join(folder, 'none') })).toHaveProperty('DATABASE_URL_FILE')
    expect(problemsOf({ DATABASE_URL_FILE: file, DATABASE_URL: 'postgres://u@h/d' })).toHaveProperty(
      'DATABASE_URL_FILE',
    )
    rmSync(folder, { recursive: true })
  })
})
