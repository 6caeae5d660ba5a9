import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CampaignDraft } from '@gensvar/contract/entities/campaigns'
import { programContext } from '#server/domain/context.ts'
import { removeTemplate } from '#server/features/templates/service.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { write } from '#server/domain/write.ts'
import { createTemplateRow } from '#server/testing/template-rows.ts'
import {
  pauseCampaign,
  removeCampaign,
  restartFinished,
  resumeCampaign,
  saveCampaign,
  stopCampaign,
} from './lifecycle.ts'
import type { CampaignSave } from './save-campaign.ts'
import { anonymisedReason } from './reasons.ts'
import { claimContacts } from './rules/contact-ledger.ts'
import { suppress } from './rules/suppression.ts'
import { everyDay, markSent, openCampaigns } from './testing/campaign-bench.ts'
import type { CampaignBench, CampaignWorld } from './testing/campaign-bench.ts'

let bench: CampaignBench
beforeAll(async () => {
  bench = await openCampaigns()
})
afterAll(() => bench.close())
beforeEach(() => bench.clock.set('2026-02-10T11:00:00Z'))

/** What is wrong with a draft, by field. */
async function wrong(world: CampaignWorld, draft: Partial<CampaignDraft>, isRoot = false) {
  const ctx = await world.as({ isRoot })
  return world.create(ctx, draft).then(
    () => null,
    (error: { code: string; fields?: Record<string, unknown> }) =>
      error.fields
        ? Object.fromEntries(Object.entries(error.fields).map(([field, words]) => [field, String(words)]))
        : error.code,
  )
}

describe('a new campaign', () => {
  test('says at each field what is wrong with it, in the words of the specification (CAMPE-20) (CAMPE-22) (CAMPE-23) (CAMPE-26) (CAMPE-27) (CAMPE-28) (CAMPE-29)', async () => {
    const world = await bench.world()
    await world.customers({ email: 'a@example.org', phone: '+46701234567' })
    const smsId = await createTemplateRow(bench.deps.db, world.universeId, { kind: 'SMS' })
    const phoneId = await createTemplateRow(bench.deps.db, world.universeId, { kind: 'PHONE' })
    const foreign = await bench.world()
    const pull = { campaignType: 'PULL', scheduledPeriod: 'DAILY' } as const
    const call = { sendingType: 'PHONE', templateId: phoneId, fromName: '', fromEmail: '+4670' } as const
    const cases: [Partial<CampaignDraft>, Record<string, string> | string | null][] = [
      [{ campaignName: '' }, { campaignName: 'Name is required' }],
      [{ templateId: null }, { templateId: 'selection is mandatory' }],
      [{ templateId: smsId }, { templateId: 'There is no such template.' }],
      [{ templateId: foreign.templateId }, { templateId: 'There is no such template.' }],
      [
        { fromEmail: '', fromName: '' },
        { fromEmail: 'field is mandatory', fromName: 'field is mandatory' },
      ],
      [{ fromEmail: 'boss@example.org' }, { fromEmail: 'This survey does not send from this address.' }],
      [{ fromName: 'Shops\r\nBcc: x@example.org' }, { fromName: 'may not hold line breaks' }],
      [
        { bcc: 'nobody', replyTo: 'a@b' },
        { bcc: 'Invalid Email address', replyTo: 'Invalid Email address' },
      ],
      [
        { fixedRecipient: 'a@example.org' },
        { fixedRecipient: 'In this survey only a push campaign can send everything to one address.' },
      ],
      [
        { campaignType: 'PULL_SINGLE' },
        { campaignType: 'A campaign of single people is made by a button, and stays one.' },
      ],
      [{ campaignType: 'PUSH' }, 'forbidden'],
      [
        { ...pull, scheduleParams: null },
        { 'scheduleParams.fromDays': 'field is mandatory', 'scheduleParams.toDays': 'field is mandatory' },
      ],
      [
        { ...pull, scheduleParams: { ...everyDay, fromDays: 3, toDays: 3 } },
        { 'scheduleParams.fromDays': 'must be less than 3', 'scheduleParams.toDays': 'must be larger than 3' },
      ],
      [
        { ...pull, scheduledPeriod: null, scheduleParams: { ...everyDay, weekdays: [] } },
        { scheduledPeriod: 'selection is mandatory', 'scheduleParams.weekdays': 'selection is mandatory' },
      ],
      [{ sendFrom: '20:00', sendTo: '08:00' }, { sendTo: 'must be later than 20:00' }],
      [
        { reminders: [{ afterDays: 7, templateId: smsId }] },
        { 'reminders.0.templateId': 'There is no such template.' },
      ],
      [{ sendingType: 'SMS', templateId: smsId, fromEmail: '', fromName: '' }, { fromEmail: 'field is mandatory' }],
      [
        { ...call, fromEmail: '' },
        {
          fromEmail: 'field is mandatory',
          selectedVoice: 'selection is mandatory',
          selectedLocale: 'selection is mandatory',
        },
      ],
      [{ ...call, selectedVoice: 'Ada', selectedLocale: 'tlh' }, { selectedLocale: 'selection is mandatory' }],
      [
        { ...call, templateId: null, selectedVoice: 'Ada', selectedLocale: 'sv' },
        { templateId: 'selection is mandatory' },
      ],
      [{ ...call, selectedVoice: 'Ada', selectedLocale: 'sv' }, null],
      [{ sendingType: 'SMS', templateId: smsId, fromEmail: '+4670', fromName: '' }, null],
      [{ bcc: '', replyTo: '', fixedRecipient: '' }, null],
    ]
    for (const [draft, expected] of cases) expect(await wrong(world, draft), JSON.stringify(draft)).toEqual(expected)
    expect(await wrong(world, { campaignType: 'PUSH', fixedRecipient: 'a@example.org' }, true)).toBeNull()
    const campaigns = await bench.deps.db
      .selectFrom('campaign')
      .select('id')
      .where('survey_id', '=', world.surveyId)
      .execute()
    expect(campaigns).toHaveLength(4)
  })

  test('is started at once or at its time, and reaches nobody twice', async () => {
    const world = await bench.world()
    await world.customers({ email: 'a@example.org' }, { email: 'b@example.org' })
    const ctx = await world.as()
    const now = await world.create(ctx)
    expect(now.campaign).toMatchObject({ state: 'STARTED', extName: 'after_the_visit', ownerId: ctx.identity.userId })
    const later = await world.create(ctx, { scheduledStartDateTime: '2026-02-11T08:00:00Z', campaignExtName: 'mine' })
    expect(later.campaign).toMatchObject({ state: 'CREATED', extName: 'after_the_visit_2' })
    expect(await world.recipients(later.campaign)).toHaveLength(2)
    await world.rounds()
    expect(await world.read(later.campaign)).toMatchObject({ state: 'CREATED' })
    bench.clock.set('2026-02-11T08:00:30Z')
    await Promise.all([world.rounds(), world.rounds()])
    expect(await world.read(later.campaign)).toMatchObject({ state: 'STARTED' })
    expect(await world.recipients(later.campaign)).toHaveLength(2)
  })

  test('of a name that two take at once there is one', async () => {
    const world = await bench.world()
    await world.customers({ email: 'a@example.org' })
    const root = await world.as({ isRoot: true })
    const made = await Promise.allSettled([1, 2].map(() => world.create(root, { campaignExtName: 'same' })))
    expect(made.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    const reason = made.find((one) => one.status === 'rejected')?.reason
    expect(reason).toMatchObject({ code: 'conflict', fields: { campaignExtName: expect.anything() } })
  })

  test('of nobody is refused, and so is one of who may not view samples', async () => {
    const world = await bench.world()
    await world.customers({ email: '' })
    expect(await wrong(world, {})).toBe('conflict')
    const blind = await world.as({ canViewSamples: false })
    await expect(world.create(blind)).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('of an anonymous survey only its administrators make', async () => {
    const world = await bench.world({ config: { anonymity: {} } })
    await world.customers({ email: 'a@example.org' })
    await expect(world.create(await world.as())).rejects.toMatchObject({ code: 'forbidden' })
    expect(await world.create(await world.as({ admin: true }))).toMatchObject({ recipients: 1 })
  })

  test('of very many people is made by the task, without those taken out by hand', async () => {
    const world = await bench.world()
    const ids = await world.customers({ email: 'a@example.org' }, { email: 'b@example.org' }, { email: '' })
    const { campaign } = await world.create(await world.as(), {}, { removed: ids.slice(0, 1) })
    const { db } = bench.deps
    // As `createCampaign` leaves one of more people than it makes messages for at once.
    await db.deleteFrom('recipient').where('campaign_id', '=', campaign.id).execute()
    await db.updateTable('campaign').set({ next_round_on: '2026-02-10' }).where('id', '=', campaign.id).execute()
    await Promise.all([world.rounds(), world.rounds()])
    expect((await world.recipients(campaign)).map(({ address }) => address)).toEqual(['b@example.org'])
    expect(await world.read(campaign)).toMatchObject({ state: 'STARTED', nextRoundOn: null })
    const kept = db
      .selectFrom('campaign_exclusion')
      .select(['response_id', 'rule'])
      .where('campaign_id', '=', campaign.id)
    expect(await kept.orderBy('response_id').execute()).toEqual([
      { response_id: ids[0], rule: 'removed' },
      { response_id: ids[2], rule: 'no-address' },
    ])
  })

  test('is not made by somebody who acts as another', async () => {
    const world = await bench.world()
    await world.customers({ email: 'a@example.org' })
    const ctx = await world.as()
    const acting = {
      ...ctx,
      identity: { ...ctx.identity, actor: { ...(await world.as({ isRoot: true })).identity, both: null as never } },
    }
    await expect(world.create(acting)).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringMatching(/acting as/),
    })
  })
})

describe('the states of a campaign', () => {
  test('allow what they offer and nothing else', async () => {
    const world = await bench.world()
    await world.customers({ email: 'a@example.org' })
    const root = await world.as({ isRoot: true })
    const acts = { resumeCampaign, pauseCampaign, stopCampaign }
    const allowed = {
      CREATED: { resumeCampaign: 'STARTED', stopCampaign: 'STOPPED' },
      STARTED: { pauseCampaign: 'PAUSED', stopCampaign: 'STOPPED' },
      PAUSED: { resumeCampaign: 'STARTED', stopCampaign: 'STOPPED' },
      STOPPED: {},
      ERROR: { stopCampaign: 'STOPPED' },
    } as const
    const { campaign } = await world.create(root)
    for (const [state, expected] of Object.entries(allowed))
      for (const [name, act] of Object.entries(acts)) {
        await bench.deps.db
          .updateTable('campaign')
          .set({ state: state as 'CREATED' })
          .where('id', '=', campaign.id)
          .execute()
        const result = await act(root, campaign).then(
          (one) => one.state,
          (error: { code: string }) => error.code,
        )
        expect(result, `${name} in ${state}`).toBe((expected as Record<string, string>)[name] ?? 'conflict')
      }
  })

  test('deletion is refused while it runs or sends, and leaves the ledger', async () => {
    const world = await bench.world()
    await world.customers({ email: 'a@example.org' })
    const root = await world.as({ isRoot: true })
    const { campaign } = await world.create(root)
    const [row] = await world.recipients(campaign)
    await write(root, (tx) =>
      claimContacts(tx, world.universeId, [{ hash: row?.address_hash ?? '', otherHash: '' }], {
        rule: null,
        now: bench.clock.now(),
      }),
    )
    await expect(removeCampaign(root, campaign)).rejects.toMatchObject({ code: 'conflict' })
    await pauseCampaign(root, campaign)
    await bench.deps.db
      .updateTable('recipient')
      .set({ state: 'SENDING' })
      .where('campaign_id', '=', campaign.id)
      .execute()
    await expect(removeCampaign(root, campaign)).rejects.toMatchObject({ code: 'conflict' })
    await markUnsent(campaign)
    await removeCampaign(root, campaign)
    expect(await world.recipients(campaign)).toEqual([])
    const ledger = bench.deps.db
      .selectFrom('contact_ledger')
      .select('address_hash')
      .where('universe_id', '=', world.universeId)
    expect(await ledger.execute()).toEqual([{ address_hash: row?.address_hash }])
    await expect(pauseCampaign(root, campaign)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('a finished one starts again when messages are sent again, a stopped one does not', async () => {
    const world = await bench.world()
    await world.customers({ email: 'a@example.org' })
    const root = await world.as({ isRoot: true })
    const { campaign } = await world.create(root)
    await world.rounds()
    expect(await world.read(campaign)).toMatchObject({ state: 'STARTED' })
    await markSent(bench, campaign, bench.clock.now())
    await world.rounds()
    expect(await world.read(campaign)).toMatchObject({ state: 'STOPPED', finishedAt: bench.clock.now() })
    await write(root, (tx) => restartFinished(tx, campaign.id))
    expect(await world.read(campaign)).toMatchObject({ state: 'STARTED', finishedAt: null })
    await stopCampaign(root, campaign)
    await expect(write(root, (tx) => restartFinished(tx, campaign.id))).rejects.toMatchObject({ code: 'conflict' })
  })
})

const markUnsent = ({ id }: { id: number }) =>
  bench.deps.db.updateTable('recipient').set({ state: 'PENDING' }).where('campaign_id', '=', id).execute()

describe('saving a campaign', () => {
  const saveOf = (world: CampaignWorld, more: Partial<CampaignSave> = {}): CampaignSave => ({
    title: 'Renamed',
    extname: 'renamed',
    campaignType: 'PULL_ONCE',
    templateId: world.templateId,
    callTemplate: null,
    fromName: 'Shops',
    fromEmail: 'hello@example.org',
    bcc: '',
    replyTo: '',
    fixedRecipient: '',
    selectedVoice: null,
    selectedLocale: null,
    scheduledStartDateTime: null,
    scheduledPeriod: null,
    scheduleParams: null,
    sendFrom: null,
    sendTo: null,
    reminders: [],
    filters: [],
    link: 'root',
    version: 1,
    ...more,
  })

  test('sets everything, makes root the owner and mends one that failed', async () => {
    const world = await bench.world()
    await world.customers({ email: 'a@example.org' })
    const { campaign } = await world.create(await world.as())
    const root = await world.as({ isRoot: true })
    const access = await surveyAccess(root, world.survey)
    await bench.deps.db
      .updateTable('campaign')
      .set({ state: 'ERROR', state_reason: '{"text":"x","template":"x","values":[]}' })
      .where('id', '=', campaign.id)
      .execute()
    const saved = await saveCampaign(
      root,
      access,
      campaign,
      saveOf(world, { filters: ['happy'], link: 'country=Sweden' }),
    )
    expect(saved).toMatchObject({
      ...{ title: 'Renamed', extName: 'renamed', state: 'PAUSED', stateReason: null, mailFilters: ['happy'] },
      ...{ link: 'country=Sweden', ownerId: root.identity.userId, version: 2 },
    })
    await expect(saveCampaign(root, access, campaign, saveOf(world))).rejects.toMatchObject({
      code: 'conflict',
      fields: { version: expect.anything() },
    })
    const refused: [Partial<CampaignSave>, string][] = [
      [{ title: '' }, 'title'],
      [{ templateId: null }, 'templateId'],
      [{ filters: ['gone'] }, 'filters'],
      [
        { campaignType: 'PULL', scheduledPeriod: 'DAILY', scheduleParams: { ...everyDay, fromDays: 1, toDays: 0 } },
        'scheduleParams.fromDays',
      ],
    ]
    for (const [save, field] of refused)
      await expect(saveCampaign(root, access, campaign, saveOf(world, { ...save, version: 2 }))).rejects.toMatchObject({
        fields: { [field]: expect.anything() },
      })
  })

  test('moves what waits into the hours it is sent in', async () => {
    const world = await bench.world()
    await world.customers({ email: 'a@example.org' })
    const root = await world.as({ isRoot: true })
    const { campaign } = await world.create(root)
    const access = await surveyAccess(root, world.survey)
    await saveCampaign(root, access, campaign, saveOf(world, { sendFrom: '18:00', sendTo: '20:00' }))
    expect((await world.recipients(campaign)).map((row) => row.send_at.toISOString())).toEqual([
      '2026-02-10T17:00:00.000Z',
    ])
  })
})

test('a template that campaigns use cannot be deleted', async () => {
  const world = await bench.world()
  await world.customers({ email: 'a@example.org' })
  const root = await world.as({ isRoot: true })
  const other = await createTemplateRow(bench.deps.db, world.universeId)
  const { campaign } = await world.create(root, { reminders: [{ afterDays: 3, templateId: other }] })
  for (const templateId of [world.templateId, other])
    await expect(removeTemplate(root, { survey: world.survey, templateId }, 'EMAIL')).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining(campaign.title),
    })
  await stopCampaign(root, campaign)
  await removeCampaign(root, campaign)
  expect(await removeTemplate(root, { survey: world.survey, templateId: other }, 'EMAIL')).toEqual({ ok: true })
})

test('erasing and anonymising respondents removes their addresses and keeps the hash', async () => {
  const world = await bench.world()
  const [erased, anonymised, kept] = await world.customers(
    { email: 'e@example.org' },
    { email: 'n@example.org' },
    { email: 'k@example.org' },
  )
  const program = programContext(bench.deps, 'test')
  const { campaign } = await world.create(await world.as())
  for (const who of ['e', 'n', 'k'])
    await write(program, (tx) => suppress(tx, world.universeId, `${who}@example.org`, 'bounced', campaign.id))
  await sql`select erase_responses(${[erased]}::bigint[]), anonymise_responses(${[anonymised]}::bigint[], '{}')`.execute(
    bench.deps.db,
  )
  const rows = await world.recipients(campaign)
  expect(rows.map((row) => [row.response_id, row.address, row.state])).toEqual([
    [anonymised, '', 'FAILED'],
    [kept, 'k@example.org', 'PENDING'],
  ])
  expect(rows.every((row) => row.address_hash !== '')).toBe(true)
  const reasons = await bench.deps.db
    .selectFrom('recipient')
    .select('reason')
    .where('response_id', '=', anonymised ?? 0)
    .execute()
  expect(reasons).toEqual([{ reason: storeWords(anonymisedReason) }])
  const list = await bench.deps.db
    .selectFrom('suppression')
    .select(['address', 'address_hash'])
    .where('universe_id', '=', world.universeId)
    .execute()
  expect(list.map((row) => row.address).toSorted()).toEqual(['k@example.org', null, null])
  expect(list).toHaveLength(3)
})
