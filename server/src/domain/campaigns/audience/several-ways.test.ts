import type { CampaignWay } from '@gensvar/contract/entities/campaigns'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import type { SendingType } from '#server/platform/db-campaign-types.ts'
import { createHookRow } from '#server/testing/script-rows.ts'
import { createTemplateRow } from '#server/testing/template-rows.ts'
import { hashedAddresses } from '../rules/addresses.ts'
import { claimContacts } from '../rules/contact-ledger.ts'
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

const all = { from: 0, to: 1000, sortBy: 'id', sortDesc: false, text: '' } as const
const ways: SendingType[] = ['SMS', 'LETTER']
const stop = (world: CampaignWorld, address: string, reason: Parameters<typeof suppress>[3]) =>
  write(programContext(bench.deps, 'test'), (tx) => suppress(tx, world.universeId, address, reason))

async function furtherWays(world: CampaignWorld): Promise<CampaignWay[]> {
  const plain = { fromName: '', selectedVoice: null, selectedLocale: null }
  return [
    {
      ...{ sendingType: 'SMS', fromEmail: 'Shop', ...plain },
      templateId: await createTemplateRow(bench.deps.db, world.universeId, { kind: 'SMS' }),
    },
    {
      ...{ sendingType: 'LETTER', fromEmail: '', ...plain },
      templateId: await createTemplateRow(bench.deps.db, world.universeId, { kind: 'LETTER' }),
    },
  ]
}

describe('a campaign by e-mail, then SMS, then letter', () => {
  test('reaches each by the first way that can, and leaves out whom none can, or who wants none', async () => {
    const world = await bench.world()
    await world.rules({ contact: { times: 1, days: 90 } })
    // What they have, and how they are reached: by a way, or a rule that leaves them out.
    const people: [TestCustomer, SendingType | string, string][] = [
      [{ email: 'A@example.org', phone: '+46700000001', street: 'Storgatan 1' }, 'EMAIL', 'a@example.org'],
      [{ phone: '+46 70-000 00 02', street: 'Storgatan 2' }, 'SMS', '+46700000002'],
      [{ email: 'nobody at home', phone: '+46700000003' }, 'SMS', '+46700000003'],
      [{ email: 'c@example.org', phone: '0704', street: 'Storgatan 4' }, 'EMAIL', 'c@example.org'],
      [{ email: 'no', phone: '0705', street: 'Storgatan 5', name: 'Eva' }, 'LETTER', 'Eva, Storgatan 5, Kalmar'],
      [{ email: 'bounced@example.org', phone: '+46700000006' }, 'SMS', '+46700000006'],
      [{ email: 'listed@example.org', phone: '+46700000007' }, 'SMS', '+46700000007'],
      [{ email: 'bounced2@example.org', street: 'Storgatan 8', name: 'Ove' }, 'LETTER', 'Ove, Storgatan 8, Kalmar'],
      [{ email: 'unsubscribed@example.org', phone: '+46700000009', street: 'Storgatan 9' }, 'unsubscribed', ''],
      [{ email: 'complained@example.org', phone: '+46700000010' }, 'complained', ''],
      [{ phone: '+46700000011', street: 'Storgatan 11' }, 'unsubscribed', ''],
      [{ email: 'fine@example.org', phone: '+46700000011' }, 'EMAIL', 'fine@example.org'],
      [{}, 'no-address', ''],
      [{ email: 'no', phone: 'no' }, 'bad-address', ''],
      [{ phone: '+46700000014', date: '2026-01-01' }, 'same-address', ''],
      [{ email: 'no', phone: '0046700000014', date: '2026-01-02' }, 'SMS', '+46700000014'],
      [{ email: 'bounced@example.org' }, 'bounced', ''],
      // Written to by e-mail before: the text message counts with it.
      [{ email: 'bounced3@example.org', phone: '+46700000017' }, 'contacted', ''],
      [{ email: 'done@example.org', state: 0 }, 'completed', ''],
    ]
    const ids = await world.customers(...people.map(([one]) => one))
    for (const name of ['bounced', 'bounced2', 'bounced3']) await stop(world, `${name}@example.org`, 'bounced')
    await stop(world, 'listed@example.org', 'entered')
    await stop(world, 'unsubscribed@example.org', 'unsubscribed')
    await stop(world, 'complained@example.org', 'complained')
    await stop(world, '+46700000011', 'unsubscribed')
    const [written] = await hashedAddresses(bench.deps.db, world.universeId, ['bounced3@example.org'])
    await write(programContext(bench.deps, 'test'), (tx) =>
      claimContacts(tx, world.universeId, [{ hash: written?.hash ?? '', otherHash: '' }], {
        rule: null,
        now: new Date('2026-02-01T12:00:00Z'),
      }),
    )
    const ctx = await world.as()
    const asked = await world.asked(ctx, { ways })
    const reached = people.flatMap(([, by, address], at) => (address === '' ? [] : [[ids[at], by, address]]))
    const { rows } = await listAudience(ctx, asked, all)
    expect(rows.map(({ id, sendingType }) => [id, sendingType])).toEqual(reached.map(([id, by]) => [id, by]))
    const left = await listExcludedPeople(ctx, asked, { from: 0, to: 100, text: '' })
    expect(Object.fromEntries(left.rows.map(({ id, rule }) => [id, rule]))).toEqual(
      Object.fromEntries(people.flatMap(([, rule, address], at) => (address === '' ? [[ids[at], rule]] : []))),
    )
    const count = await countAudience(ctx, asked)
    expect(count.recipients).toBe(reached.length)
    expect(count.byWay).toEqual(
      (['EMAIL', ...ways] as const).map((sendingType) => ({
        sendingType,
        count: reached.filter(([, by]) => by === sendingType).length,
      })),
    )
    expect(count.excluded.reduce((sum, one) => sum + one.count, 0) + count.recipients).toBe(people.length)
    // What is counted is what is made.
    const { campaign, recipients } = await world.create(ctx, { ways: await furtherWays(world) }, { ways })
    expect(recipients).toBe(reached.length)
    const made = await world.recipients(campaign)
    expect(made.map((row) => [row.response_id, row.channel, row.address])).toEqual(reached)
    const [first, second] = made
    expect(first?.other_hash).not.toBe('')
    expect(second).toMatchObject({ other_hash: '' })
    expect(campaign.ways.map(({ sendingType }) => sendingType)).toEqual(ways)
  })

  test('one person is told again by each of their addresses, whichever is written to', async () => {
    const world = await bench.world()
    await world.customers({ email: 'a@example.org', phone: '+46700000001' }, { email: 'no', phone: '+46700000001' })
    const ctx = await world.as()
    const { campaign } = await world.create(ctx, { ways: await furtherWays(world) }, { ways })
    const [mail, text] = await world.recipients(campaign)
    expect(mail?.other_hash).toBe(text?.address_hash)
  })

  test('a script leaves people out of all ways, and chooses the template of the campaign’s own', async () => {
    const world = await bench.world()
    const special = await createTemplateRow(bench.deps.db, world.universeId, { ext_name: 'special' })
    await world.customers(
      { email: 'a@example.org', rating: 5 },
      { phone: '+46700000002', rating: 5 },
      { phone: '+46700000003', rating: 1 },
    )
    await createHookRow(
      bench.deps.db,
      world,
      'GET_EMAIL_CAMPAIGN',
      `function main(input) {
        return input.interview.answers.rating === 5 ? { template: 'special' } : { leaveOut: true }
      }`,
    )
    const ctx = await world.as()
    const { campaign } = await world.create(ctx, { ways: await furtherWays(world) }, { ways })
    expect((await world.recipients(campaign)).map((row) => [row.channel, row.template_id])).toEqual([
      ['EMAIL', special],
      ['SMS', null],
    ])
  })

  test('somebody sees and writes to nobody but those in their scope', async () => {
    const world = await bench.world()
    await world.customers(
      { phone: '+46700000001', country: 'Norway', store: 'Oslo' },
      { phone: '+46700000002', country: 'Sweden' },
    )
    const ctx = await world.as({ filters: { country: ['Norway'] } })
    const { rows } = await listAudience(ctx, await world.asked(ctx, { ways }), all)
    expect(rows.map(({ email }) => email)).toEqual(['+46700000001'])
  })
})

describe('what a further way needs', () => {
  test.each<[string, (way: CampaignWay) => Partial<CampaignWay>, string]>([
    ['another way', () => ({ sendingType: 'EMAIL' }), 'ways.0.sendingType'],
    ['a template', () => ({ templateId: null }), 'ways.0.templateId'],
    ['a template of its kind', (way) => ({ sendingType: 'LETTER', templateId: way.templateId }), 'ways.0.templateId'],
    ['a sender', () => ({ fromEmail: '' }), 'ways.0.fromEmail'],
    ['a sender that is one', () => ({ fromEmail: 'a sender that is too long' }), 'ways.0.fromEmail'],
    ['a voice', () => ({ sendingType: 'PHONE' }), 'ways.0.selectedVoice'],
  ])('%s', async (_what, change, field) => {
    const world = await bench.world()
    await world.customers({ email: 'a@example.org' })
    const [sms] = await furtherWays(world)
    if (!sms) throw new Error('no way')
    const ctx = await world.as()
    const error = await world.create(ctx, { ways: [{ ...sms, ...change(sms) }] }).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'validation' })
    expect(Object.keys((error as { fields: object }).fields)).toContain(field)
  })

  test('is not there where everything goes to one address, nor taken twice', async () => {
    const world = await bench.world({
      config: {
        campaigns: { editFixedRecipient: true, fromEmails: ['hello@example.org'], channels: ['EMAIL', 'SMS'] },
      },
    })
    await world.customers({ email: 'a@example.org' })
    const [sms] = await furtherWays(world)
    if (!sms) throw new Error('no way')
    const ctx = await world.as()
    await expect(world.create(ctx, { ways: [sms], fixedRecipient: 'desk@example.org' })).rejects.toMatchObject({
      code: 'validation',
      fields: { ways: expect.anything() },
    })
    await expect(world.create(ctx, { ways: [sms, sms] })).rejects.toMatchObject({
      fields: { 'ways.1.sendingType': expect.anything() },
    })
  })
})
