import { exclusionRules } from '@gensvar/contract/campaigns'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { createHookRow } from '#server/testing/script-rows.ts'
import { createTemplateRow } from '#server/testing/template-rows.ts'
import { claimContacts } from '../rules/contact-ledger.ts'
import { hashedAddresses } from '../rules/addresses.ts'
import { suppress } from '../rules/suppression.ts'
import { openCampaigns } from '../testing/campaign-bench.ts'
import type { CampaignBench, CampaignWorld, TestCustomer } from '../testing/campaign-bench.ts'
import { countAudience } from './count-audience.ts'
import { listAudience, listExcludedPeople } from './list-audience.ts'

let bench: CampaignBench
beforeAll(async () => {
  bench = await openCampaigns()
})
afterAll(() => bench.close())

const everything = { from: 0, to: 1000, sortBy: 'id', sortDesc: false, text: '' } as const
const program = () => programContext(bench.deps, 'test')

async function noteContact(world: CampaignWorld, address: string, at: Date): Promise<void> {
  const [hashed] = await hashedAddresses(bench.deps.db, world.universeId, [address])
  await write(program(), (tx) =>
    claimContacts(tx, world.universeId, [{ hash: hashed?.hash ?? '', otherHash: '' }], { rule: null, now: at }),
  )
}

const stop = (world: CampaignWorld, address: string, reason: Parameters<typeof suppress>[3]) =>
  write(program(), (tx) => suppress(tx, world.universeId, address, reason))

describe('who is left out', () => {
  test('of every rule somebody is, by the first that applies, and told with it', async () => {
    const world = await bench.world()
    await world.rules({ contact: { times: 1, days: 90 } })
    const people: [TestCustomer, string | null][] = [
      [{ email: 'removed@example.org', state: 0 }, 'removed'],
      [{ email: 'completed@example.org', state: 0 }, 'completed'],
      [{ email: '', state: 4 }, 'cancelled'],
      [{ email: 'unapproved@example.org', state: 3 }, 'unapproved'],
      [{ email: '' }, 'no-address'],
      [{ email: 'nobody at home', rating: 1 }, 'bad-address'],
      [{ email: 'unhappy@example.org', rating: 1 }, 'mail-filter'],
      [{ email: 'script@example.org', rating: 5 }, 'script'],
      [{ email: 'Unsubscribed@Example.org' }, 'unsubscribed'],
      [{ email: 'complained@example.org' }, 'complained'],
      [{ email: 'bounced@example.org' }, 'bounced'],
      [{ email: 'listed@example.org' }, 'listed'],
      [{ email: 'twice@example.org', date: '2026-01-01' }, 'same-address'],
      [{ email: 'TWICE@example.org', date: '2026-01-02', state: 2 }, null],
      [{ email: 'contacted@example.org' }, 'contacted'],
      [{ email: 'longago@example.org' }, null],
    ]
    const ids = await world.customers(...people.map(([one]) => one))
    await createHookRow(
      bench.deps.db,
      world,
      'GET_EMAIL_CAMPAIGN',
      'function main(input) { return input.interview.answers.rating === 5 ? { leaveOut: true } : null }',
    )
    await stop(world, 'unsubscribed@example.org', 'unsubscribed')
    await stop(world, 'complained@example.org', 'complained')
    await stop(world, 'bounced@example.org', 'bounced')
    await stop(world, 'listed@example.org', 'entered')
    await noteContact(world, 'contacted@example.org', new Date('2025-12-01T12:00:00Z'))
    await noteContact(world, 'longago@example.org', new Date('2025-11-01T12:00:00Z'))
    const ctx = await world.as()
    const asked = await world.asked(ctx, { removed: [ids[0] ?? 0], mailFilters: ['happy'] })
    const told = new Map(ids.map((id, at) => [id, people[at]?.[1] ?? null]))
    const excluded = await listExcludedPeople(ctx, asked, { from: 0, to: 100, text: '' })
    expect(Object.fromEntries(excluded.rows.map(({ id, rule }) => [id, rule]))).toEqual(
      Object.fromEntries([...told].filter(([, rule]) => rule !== null)),
    )
    expect(new Set(told.values())).toEqual(new Set([...exclusionRules, null]))
    const count = await countAudience(ctx, asked)
    expect(count.recipients).toBe(2)
    expect(count.excluded).toEqual(exclusionRules.map((rule) => ({ rule, count: 1 })))
    const { campaign, recipients } = await world.create(ctx, {}, asked)
    expect(recipients).toBe(2)
    expect((await world.recipients(campaign)).map((one) => one.address)).toEqual([
      'twice@example.org',
      'longago@example.org',
    ])
    const kept = await bench.deps.db
      .selectFrom('campaign_exclusion')
      .selectAll()
      .where('campaign_id', '=', campaign.id)
      .execute()
    expect(Object.fromEntries(kept.map((row) => [row.response_id, row.rule]))).toEqual(
      Object.fromEntries([...told].filter(([, rule]) => rule !== null)),
    )
  })

  test('nobody because of their address where all goes to one', async () => {
    const world = await bench.world({
      config: { campaigns: { editFixedRecipient: true, fromEmails: ['hello@example.org'] } },
    })
    await world.rules({ contact: { times: 1, days: 90 } })
    await world.customers(
      { email: '' },
      { email: 'no address' },
      { email: 'a@example.org' },
      { email: 'a@example.org' },
      { state: 0 },
    )
    await stop(world, 'a@example.org', 'complained')
    await stop(world, 'desk@example.org', 'unsubscribed')
    const ctx = await world.as()
    const asked = await world.asked(ctx, { fixedRecipient: 'Desk@Example.org' })
    expect(await countAudience(ctx, asked)).toMatchObject({
      recipients: 4,
      excluded: [{ rule: 'completed', count: 1 }],
    })
    const { campaign } = await world.create(ctx, { fixedRecipient: 'Desk@Example.org' })
    const rows = await world.recipients(campaign)
    expect(rows.map(({ address, address_hash: hash }) => [address, hash])).toEqual(
      Array.from({ length: 4 }, () => ['desk@example.org', '']),
    )
  })

  test('whoever was written to by phone too often gets no e-mail either', async () => {
    const world = await bench.world()
    await world.rules({ contact: { times: 1, days: 90 } })
    await world.customers(
      { email: 'a@example.org', phone: '+46 70-123 45 67' },
      { email: 'b@example.org', phone: '0701' },
    )
    await noteContact(world, '0046701234567', new Date('2026-02-01T12:00:00Z'))
    const ctx = await world.as()
    const page = await listAudience(ctx, await world.asked(ctx), everything)
    expect(page.rows.map(({ email }) => email)).toEqual(['b@example.org'])
    const sms = await world.asked(ctx, { sendingType: 'SMS' })
    expect(await countAudience(ctx, sms)).toMatchObject({
      excluded: [
        { rule: 'bad-address', count: 1 },
        { rule: 'contacted', count: 1 },
      ],
    })
  })

  test('of one mail action only the kinds of event of its table are meant', async () => {
    const table = {
      id: 'customers',
      columns: ['channel'],
      eventSources: ['visit'],
      mailActions: [{ extname: 'invite', template: 'invitation' }],
    }
    const pages = [{ extname: 'samples', kind: 'samples', components: [{ type: 'sample-table', config: table }] }]
    const world = await bench.world({ config: { pages } })
    const [visit] = await world.customers({ email: 'a@example.org' }, { email: 'b@example.org' })
    await bench.deps.db
      .updateTable('response')
      .set({ event_source: 'visit' })
      .where('id', '=', visit ?? 0)
      .execute()
    const ctx = await world.as()
    const page = await listAudience(ctx, await world.asked(ctx), everything)
    expect(page.rows.map(({ id }) => id)).toEqual([visit])
  })
})

describe('pages of people', () => {
  test('are sorted, searched and cut, and hold nobody outside of the scope', async () => {
    const world = await bench.world()
    await world.customers(
      { email: 'b@example.org', name: 'Åsa Berg' },
      { email: 'c@example.org', name: 'Bo Alm', state: 2 },
      { email: 'a@example.org', name: 'Cia Dal' },
      { email: 'n@example.org', name: 'Nils Oslo', country: 'Norway', store: 'Oslo' },
    )
    const swede = await world.as({ filters: { country: ['Sweden'] } })
    const asked = await world.asked(swede)
    const names = async (page: Partial<Parameters<typeof listAudience>[2]>) =>
      (await listAudience(swede, asked, { ...everything, ...page })).rows.map(({ respondent }) => respondent)
    expect(await names({ sortBy: 'email' })).toEqual(['Cia Dal', 'Åsa Berg', 'Bo Alm'])
    expect(await names({ sortBy: 'respondent' })).toEqual(['Bo Alm', 'Cia Dal', 'Åsa Berg'])
    expect(await names({ sortBy: 'status', sortDesc: true })).toEqual(['Bo Alm', 'Cia Dal', 'Åsa Berg'])
    expect(await names({ sortBy: 'email', from: 1, to: 2 })).toEqual(['Åsa Berg'])
    expect(await names({ text: 'B@EXAMPLE' })).toEqual(['Åsa Berg'])
    expect(await names({ text: 'oslo' })).toEqual([])
    expect(await listAudience(swede, asked, { ...everything, from: 5, to: 6 })).toEqual({ rows: [], totalRows: 3 })
    const { campaign } = await world.create(swede)
    expect(await world.recipients(campaign)).toHaveLength(3)
  })

  test('passing a mail filter is counted before it is chosen', async () => {
    const world = await bench.world()
    await world.customers(
      { email: 'a@example.org', rating: 5 },
      { email: 'b@example.org', rating: 1 },
      { email: '', rating: 5, channel: 'till' },
    )
    const ctx = await world.as()
    const chosen = await countAudience(ctx, await world.asked(ctx, { mailFilters: ['happy'] }))
    const none = await countAudience(ctx, await world.asked(ctx))
    expect(none.byFilter).toEqual(
      new Map([
        ['happy', 1],
        ['web', 2],
      ]),
    )
    expect(chosen.byFilter).toEqual(none.byFilter)
    expect([chosen.recipients, none.recipients]).toEqual([1, 2])
    await expect(countAudience(ctx, await world.asked(ctx, { mailFilters: ['gone'] }))).rejects.toMatchObject({
      code: 'validation',
    })
  })
})

test('the count, the lists and the messages agree, whatever the people and the rules are', async () => {
  const world = await bench.world()
  const ctx = await world.as()
  const address = fc.constantFrom(
    '',
    'x',
    'a@example.org',
    'A@EXAMPLE.org',
    'b@example.org',
    'c@example.org',
    'd@åäö.example',
  )
  const customer = fc.record({
    email: address,
    phone: fc.constantFrom('', '+46701234567', '0046701234567', '+4512345678'),
    state: fc.constantFrom(0, 1, 1, 1, 2, 2, 3, 4),
    rating: fc.integer({ min: 1, max: 5 }),
    channel: fc.constantFrom('web', 'till'),
    date: fc.constantFrom('2026-01-01', '2026-01-02'),
  })
  const reason = fc.constantFrom('unsubscribed', 'complained', 'bounced', 'imported', 'entered')
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        people: fc.array(customer, { minLength: 1, maxLength: 12 }),
        stopped: fc.array(fc.tuple(fc.constantFrom('a@example.org', 'c@example.org', '+46701234567'), reason), {
          maxLength: 2,
        }),
        contacted: fc.array(fc.constantFrom('b@example.org', '+4512345678'), { maxLength: 2 }),
        filters: fc.subarray(['happy', 'web']),
        times: fc.constantFrom(null, 1, 2),
        sendingType: fc.constantFrom('EMAIL', 'SMS'),
        removes: fc.boolean(),
      }),
      async ({ people, stopped, contacted, filters, times, sendingType, removes }) => {
        const { db } = bench.deps
        await db.deleteFrom('campaign').where('survey_id', '=', world.surveyId).execute()
        await db.deleteFrom('response').where('survey_id', '=', world.surveyId).execute()
        for (const table of ['suppression', 'contact_ledger'] as const)
          await db.deleteFrom(table).where('universe_id', '=', world.universeId).execute()
        await world.rules({ contact: times === null ? null : { times, days: 90 } })
        const ids = await world.customers(...people)
        for (const [one, why] of stopped) await stop(world, one, why)
        for (const one of contacted) await noteContact(world, one, new Date('2026-02-01T12:00:00Z'))
        const asked = await world.asked(ctx, {
          mailFilters: filters,
          sendingType,
          removed: removes ? ids.slice(0, 1) : [],
        })
        const count = await countAudience(ctx, asked)
        const written = await listAudience(ctx, asked, everything)
        const excluded = await listExcludedPeople(ctx, asked, { from: 0, to: 1000, text: '' })
        expect(written.totalRows).toBe(count.recipients)
        expect(excluded.totalRows).toBe(count.excluded.reduce((sum, one) => sum + one.count, 0))
        expect([...written.rows, ...excluded.rows].map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(ids)
        if (count.recipients === 0) return
        const { templateId } = world
        const smsId = sendingType === 'SMS' ? await smsTemplate(world) : templateId
        const sender = sendingType === 'SMS' ? { fromEmail: 'Shop' } : {}
        const { campaign, recipients } = await world.create(ctx, { sendingType, templateId: smsId, ...sender }, asked)
        const rows = await world.recipients(campaign)
        expect(recipients).toBe(count.recipients)
        expect(rows.map((row) => row.response_id)).toEqual(written.rows.map(({ id }) => id))
        expect(new Set(rows.map((row) => row.address_hash)).size).toBe(rows.length)
      },
    ),
    { numRuns: 15 },
  )
})

const smsTemplates = new Map<number, number>()
async function smsTemplate({ universeId }: CampaignWorld): Promise<number> {
  const known = smsTemplates.get(universeId)
  if (known !== undefined) return known
  const id = await createTemplateRow(bench.deps.db, universeId, { kind: 'SMS' })
  smsTemplates.set(universeId, id)
  return id
}
