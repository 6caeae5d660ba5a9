import { domainToASCII } from 'node:url'
import { sendingRules } from '@gensvar/contract/sending-rules'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { systemClock } from '#server/platform/clock.ts'
import { createUniverse } from '#server/testing/factories.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import type { TestDatabase } from '#server/testing/postgres.ts'
import { addressSecret } from './address-secret.ts'
import { hashedAddresses } from './addresses.ts'
import { claimContacts, releaseContacts } from './contact-ledger.ts'
import { saveSendingRules, sendingRulesOf } from './sending-rules.ts'
import { addSuppressed, listSuppressed, removeSuppressed, suppress } from './suppression.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const universe = async () => (await createUniverse(database.db)).id
const program = () => programContext({ db: database.db, clock: systemClock }, 'test')
const normal = async (given: string) => {
  const { rows } = await sql<{ address: string | null }>`select normal_address(${given}::text) as address`.execute(
    database.db,
  )
  return rows[0]?.address ?? null
}

describe('addresses', () => {
  test('are compared as messages are sent to them', async () => {
    const cases: [string, string | null][] = [
      [' Eva.Lind@Example.ORG ', 'eva.lind@example.org'],
      ['<eva@example.org>', 'eva@example.org'],
      ['eva+shop@åäö.example', 'eva+shop@xn--4cab6c.example'],
      ['eva@Åre.SE', 'eva@xn--re-xia.se'],
      ["o'hara@example.co.uk", "o'hara@example.co.uk"],
      ['eva@example', null],
      ['eva@-example.org', null],
      ['eva@example-.org', null],
      ['eva@example..org', null],
      ['.eva@example.org', null],
      ['eva.@example.org', null],
      ['e va@example.org', null],
      ['eva@lind@example.org', null],
      ['eva@example.org\r\nBcc: x@example.org', null],
      ['åsa@example.org', null],
      ['@example.org', null],
      ['eva@example.1', null],
      [`${'a'.repeat(65)}@example.org`, null],
      [`${'a'.repeat(64)}@example.org`, `${'a'.repeat(64)}@example.org`],
      [`eva@${'a'.repeat(64)}.org`, null],
      ['+46 (0)70-123 45 67', '+460701234567'],
      ['0046 70 123 45 67', '+46701234567'],
      ['070.123.45.67', '0701234567'],
      ['12345', null],
      ['+4670123456789012', null],
      ['phone', null],
      ['', null],
    ]
    for (const [given, expected] of cases) expect(await normal(given), given).toBe(expected)
  })

  test('have domains in ASCII as web addresses have them', async () => {
    const letter = fc.constantFrom(...'abcxyz09åäöéüßñçøłπжяあ漢字한'.normalize('NFC').replace('ß', ''))
    const label = fc.string({ unit: letter, minLength: 1, maxLength: 12 })
    await fc.assert(
      fc.asyncProperty(label, async (text) => {
        const domain = `${text}.example`
        const { rows } = await sql<{ ascii: string }>`select ascii_domain(${domain}) as ascii`.execute(database.db)
        expect(rows[0]?.ascii).toBe(domainToASCII(domain))
      }),
      { numRuns: 200 },
    )
  })

  test('have hashes that differ between organisations', async () => {
    const [one, other] = [await universe(), await universe()]
    const of = async (id: number) =>
      (await hashedAddresses(database.db, id, ['EVA@example.org', 'nobody', 'eva@example.org'])).map(
        (hashed) => hashed?.hash,
      )
    const [first, none, same] = await of(one)
    expect([none, same]).toEqual([undefined, first])
    expect((await of(other))[0]).not.toBe(first)
    const secrets = await Promise.all([1, 2, 3].map(() => addressSecret(database.db, one)))
    expect(new Set(secrets.map((secret) => secret.toString('hex'))).size).toBe(1)
  })
})

describe('contacts', () => {
  const now = new Date('2026-02-10T12:00:00Z')
  const rule = { times: 2, days: 90 }
  const claim = (id: number, people: [string, string][], at = now, by: typeof rule | null = rule) =>
    write(program(), (tx) =>
      claimContacts(
        tx,
        id,
        people.map(([hash, otherHash]) => ({ hash, otherHash })),
        { rule: by, now: at },
      ),
    )

  test('are allowed so many times in so many days, over both addresses of a person', async () => {
    const id = await universe()
    expect(
      await claim(id, [
        ['mail', 'phone'],
        ['mail', ''],
        ['phone', ''],
        ['other', ''],
      ]),
    ).toEqual([true, true, true, true])
    expect(
      await claim(id, [
        ['mail', ''],
        ['new', 'phone'],
        ['other', ''],
      ]),
    ).toEqual([false, false, true])
    expect(await claim(id, [['new', '']])).toEqual([true])
    expect(await claim(id, [['mail', '']], new Date(now.getTime() + 90 * 86_400_000 + 1))).toEqual([true])
  })

  test('that two campaigns claim at once are counted together', async () => {
    const id = await universe()
    const people = Array.from({ length: 40 }, (_, at): [string, string] => [`m${at}`, `p${at}`])
    const claims = await Promise.all(
      [people, people.toReversed(), people].map((all) => claim(id, all, now, { times: 1, days: 1 })),
    )
    expect(claims.flat().filter(Boolean)).toHaveLength(people.length)
  })

  test('are noted without a rule too, the last ten, and taken back where nothing was sent', async () => {
    const id = await universe()
    for (let minute = 0; minute < 12; minute += 1)
      await claim(id, [['a', 'b']], new Date(now.getTime() + minute * 60_000), null)
    const kept = async () =>
      (
        await database.db
          .selectFrom('contact_ledger')
          .selectAll()
          .where('universe_id', '=', id)
          .orderBy('address_hash')
          .execute()
      ).map((row) => row.sent_at.length)
    expect(await kept()).toEqual([10, 10])
    await write(program(), (tx) =>
      releaseContacts(tx, id, [{ hash: 'a', otherHash: '' }], new Date(now.getTime() + 11 * 60_000)),
    )
    expect(await kept()).toEqual([9, 10])
    expect(await claim(id, [['', '']])).toEqual([true])
  })
})

describe('addresses that nothing is sent to', () => {
  test('are added, found, told apart from known ones, and removed', async () => {
    const id = await universe()
    const addresses = ['Eva@example.org', 'eva@EXAMPLE.org', '+46 70 123 45 67']
    const add = (texts: string[]) =>
      write(program(), (tx) => addSuppressed(tx, id, { addresses: texts, reason: 'imported' }))
    expect(await add(addresses)).toEqual({ added: 2, known: 0 })
    expect(await add(['eva@example.org', 'new@example.org'])).toEqual({ added: 1, known: 1 })
    await expect(add(['fine@example.org', 'wrong', 'alsofine@example.org', '12'])).rejects.toMatchObject({
      code: 'validation',
      fields: { 'addresses.1': expect.anything(), 'addresses.3': expect.anything() },
    })
    const list = (text: string) => listSuppressed(database.db, id, { from: 0, to: 10, text })
    expect((await list('')).totalRows).toBe(3)
    const [eva] = (await list('EVA@')).rows
    expect(eva).toMatchObject({ address: 'eva@example.org', reason: 'imported', campaign: null })
    await database.db
      .updateTable('suppression')
      .set({ address: null })
      .where('address_hash', '=', eva?.key ?? '')
      .execute()
    expect((await list('Eva@Example.org')).rows).toMatchObject([{ key: eva?.key, address: null }])
    await write(program(), (tx) => removeSuppressed(tx, id, eva?.key ?? ''))
    await expect(write(program(), (tx) => removeSuppressed(tx, id, eva?.key ?? ''))).rejects.toMatchObject({
      code: 'not_found',
    })
  })

  test('keep what their owners said', async () => {
    const id = await universe()
    const say = (reason: Parameters<typeof suppress>[3]) =>
      write(program(), (tx) => suppress(tx, id, 'a@example.org', reason))
    const reason = async () => (await listSuppressed(database.db, id, { from: 0, to: 1, text: '' })).rows[0]?.reason
    await say('bounced')
    await say('entered')
    expect(await reason()).toBe('bounced')
    await say('unsubscribed')
    await say('bounced')
    await say('complained')
    expect(await reason()).toBe('unsubscribed')
    expect(await write(program(), (tx) => suppress(tx, id, 'no address', 'bounced'))).toBe(false)
  })
})

test('rules of sending are saved over the version they were read with', async () => {
  const id = await universe()
  const save = (version: number) =>
    write(program(), (tx) =>
      saveSendingRules(tx, id, { rules: sendingRules.parse({ perMinute: 10 + version }), version }),
    )
  expect(await sendingRulesOf(database.db, id)).toMatchObject({ version: 0, rules: { contact: null, perMinute: null } })
  expect(await save(0)).toMatchObject({ version: 1 })
  await expect(save(0)).rejects.toMatchObject({ code: 'conflict', fields: { version: expect.anything() } })
  expect(await save(1)).toMatchObject({ version: 2, rules: { perMinute: 11 } })
  expect(await sendingRulesOf(database.db, id)).toMatchObject({ version: 2, rules: { perMinute: 11 } })
})
