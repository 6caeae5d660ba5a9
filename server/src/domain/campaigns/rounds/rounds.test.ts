import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import { readCase } from '#server/domain/cases/read-case.ts'
import { sampleAccess } from '#server/domain/samples/sample-access.ts'
import { saveSample } from '#server/domain/samples/save-sample.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { write } from '#server/domain/write.ts'
import type { StoredSchedule } from '#server/platform/db-campaign-types.ts'
import { createTemplateRow } from '#server/testing/template-rows.ts'
import { resumeCampaign } from '../lifecycle.ts'
import { pushSample } from '../push-sample.ts'
import { sendSingleMail } from '../single-mail.ts'
import { everyDay, markSent, openCampaigns } from '../testing/campaign-bench.ts'
import type { CampaignBench, CampaignWorld } from '../testing/campaign-bench.ts'
import { notePush } from './note-push.ts'
import { isRoundDay, roundDay, roundMoment } from './round-days.ts'
import { roundsTask } from './rounds-task.ts'
import { windowAt } from './send-window.ts'
import { portableSql } from '#server/platform/sql.ts'

let bench: CampaignBench
beforeAll(async () => {
  bench = await openCampaigns()
})
afterAll(() => bench.close())
beforeEach(() => bench.clock.set('2026-02-10T11:00:00Z'))

const daily = { campaignType: 'PULL', scheduledPeriod: 'DAILY', scheduleParams: everyDay } as const
const addresses = async (world: CampaignWorld, campaign: { id: number }) =>
  (await world.recipients(campaign)).map((row) => row.address)

describe('the days of rounds', () => {
  const calendar = { country: 'SE' as const, holidays: ['2026-02-12'] }
  const work: StoredSchedule['weekdays'] = ['mon', 'tue', 'wed', 'thu', 'fri']

  test('are the chosen weekdays, public holidays with hol alone (CAMPE-19)', () => {
    const days = ['2026-02-11', '2026-02-12', '2026-02-14', '2026-04-03', '2026-06-20']
    const of = (weekdays: StoredSchedule['weekdays']) => days.filter((day) => isRoundDay({ weekdays, calendar }, day))
    expect(of(work)).toEqual(['2026-02-11'])
    expect(of([...work, 'hol'])).toEqual(['2026-02-11', '2026-02-12', '2026-04-03', '2026-06-20'])
    expect(of(['sat'])).toEqual(['2026-02-14'])
  })

  test('are each day, week or month, moved on to one that is allowed (CAMPE-18)', () => {
    const of = (period: 'DAILY' | 'WEEKLY' | 'MONTHLY', weekdays: StoredSchedule['weekdays'], first = '2026-01-31') => {
      const days: (string | null)[] = []
      for (let from = '2026-02-01'; days.length < 4;) {
        const day = roundDay({ period, weekdays, first, calendar }, from)
        days.push(day)
        if (day === null) break
        from = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10)
      }
      return days
    }
    expect(of('DAILY', work)).toEqual(['2026-02-02', '2026-02-03', '2026-02-04', '2026-02-05'])
    // The last of January is a Saturday, and so is the last of February: both are moved on to a Monday.
    expect(of('MONTHLY', work)).toEqual(['2026-02-02', '2026-03-02', '2026-03-31', '2026-04-30'])
    expect(of('WEEKLY', work, '2026-01-29')).toEqual(['2026-02-05', '2026-02-13', '2026-02-19', '2026-02-26'])
    expect(of('WEEKLY', [])).toEqual([null])
  })

  test('begin at the same time of day over a change of the clocks', () => {
    const campaign = { scheduledStart: new Date('2026-03-01T08:00:00Z'), createdAt: new Date() }
    const at = (day: string) => roundMoment(campaign, day, 'Europe/Stockholm').toISOString()
    expect([at('2026-03-28'), at('2026-03-29')]).toEqual(['2026-03-28T08:00:00.000Z', '2026-03-29T07:00:00.000Z'])
  })
})

describe('the hours of sending', () => {
  test('are those of the zone, also on days whose clocks change', () => {
    const hours = { sendFrom: '02:30', sendTo: '20:00' }
    const at = (moment: string, zone = 'Europe/Stockholm') => windowAt(new Date(moment), hours, zone).toISOString()
    expect(at('2026-02-10T11:00:00Z')).toBe('2026-02-10T11:00:00.000Z')
    expect(at('2026-02-10T18:59:59Z')).toBe('2026-02-10T18:59:59.000Z')
    expect(at('2026-02-10T19:00:00Z')).toBe('2026-02-11T01:30:00.000Z')
    expect(at('2026-02-10T11:00:00Z', 'Pacific/Auckland')).toBe('2026-02-10T13:30:00.000Z')
    // Clocks go from 02:00 to 03:00: there is no 02:30.
    expect(at('2026-03-29T00:10:00Z')).toBe('2026-03-29T01:30:00.000Z')
    // 02:30 is there twice: the first counts.
    expect(at('2026-10-25T00:10:00Z')).toBe('2026-10-25T00:30:00.000Z')
  })

  test('are those of the recipient, else of the survey', async () => {
    const world = await bench.world()
    const zones = ['America/New_York', 'Asia/Tokyo', 'nowhere', '']
    await world.customers(...zones.map((zone, at) => ({ email: `z${at}@example.org`, zone, language: 'sv' })))
    const { campaign } = await world.create(await world.as(), { sendFrom: '09:00', sendTo: '20:00' })
    const rows = await world.recipients(campaign)
    expect(rows.map((row) => row.send_at.toISOString())).toEqual([
      '2026-02-10T14:00:00.000Z',
      '2026-02-11T00:00:00.000Z',
      '2026-02-10T11:00:00.000Z',
      '2026-02-10T11:00:00.000Z',
    ])
    expect(rows.map((row) => row.language)).toEqual(zones.map(() => 'sv'))
  })

  test('begin when the campaign does, and at once where it is started by hand before', async () => {
    const world = await bench.world()
    await world.customers({ email: 'a@example.org' })
    const root = await world.as({ isRoot: true })
    const { campaign } = await world.create(root, {
      sendFrom: '09:00',
      sendTo: '20:00',
      scheduledStartDateTime: '2026-02-12T05:00:00Z',
    })
    const due = async () => (await world.recipients(campaign)).map((row) => row.send_at.toISOString())
    expect(await due()).toEqual(['2026-02-12T08:00:00.000Z'])
    await resumeCampaign(root, campaign)
    expect(await due()).toEqual(['2026-02-10T11:00:00.000Z'])
  })
})

describe('a campaign that adds people by itself', () => {
  test('takes those of its days once, on each day that is allowed, also with two servers (CAMPE-21)', async () => {
    const world = await bench.world()
    await world.customers(
      { email: 'early@example.org', date: '2026-02-06' },
      { email: 'first@example.org', date: '2026-02-07' },
      { email: 'today@example.org', date: '2026-02-10' },
      { email: 'next@example.org', date: '2026-02-11' },
      { email: 'later@example.org', date: '2026-02-14' },
    )
    const weekdays: StoredSchedule['weekdays'] = ['mon', 'tue', 'wed', 'thu', 'fri']
    const schedule = { ...daily, scheduleParams: { fromDays: -3, toDays: 0, weekdays } }
    const { campaign, recipients } = await world.create(await world.as(), schedule)
    expect(recipients).toBe(2)
    expect(await addresses(world, campaign)).toEqual(['first@example.org', 'today@example.org'])
    expect(await world.read(campaign)).toMatchObject({ nextRoundOn: '2026-02-11' })
    // The round is at the time of day that it was made at.
    bench.clock.set('2026-02-11T10:59:00Z')
    expect(await world.rounds()).toMatchObject({ made: 0 })
    bench.clock.set('2026-02-11T11:00:00Z')
    const done = await Promise.all([world.rounds(), world.rounds(), world.rounds()])
    expect(done.reduce((sum, { made }) => sum + made, 0)).toBe(1)
    // 14 February is a Saturday, which is looked back to on Monday.
    bench.clock.set('2026-02-14T12:00:00Z')
    await world.rounds()
    expect(await addresses(world, campaign)).toHaveLength(3)
    bench.clock.set('2026-02-16T12:00:00Z')
    await world.rounds()
    expect(await addresses(world, campaign)).toEqual([
      'first@example.org',
      'today@example.org',
      'next@example.org',
      'later@example.org',
    ])
    expect(await world.read(campaign)).toMatchObject({ state: 'STARTED', nextRoundOn: '2026-02-17' })
  })

  test('reaches whom its owner may see then, and stops in ERROR where they may see nobody', async () => {
    const world = await bench.world()
    await world.customers({ email: 's1@example.org' }, { email: 'n1@example.org', country: 'Norway', store: 'Oslo' })
    const owner = await world.as()
    const { db } = bench.deps
    const { campaign } = await world.create(owner, daily)
    expect(await addresses(world, campaign)).toHaveLength(2)
    await world.customers({ email: 's2@example.org' }, { email: 'n2@example.org', country: 'Norway', store: 'Oslo' })
    await sql`insert into user_filter (user_id, universe_id, survey_id, variable, "values")
      values (${owner.identity.userId}, ${world.universeId}, null, 'country', '{Sweden}')`.execute(db)
    bench.clock.set('2026-02-11T12:00:00Z')
    await world.rounds()
    expect(await addresses(world, campaign)).toEqual(['s1@example.org', 'n1@example.org', 's2@example.org'])
    await db
      .updateTable('role_survey')
      .set({ rights: '{}' })
      .where('role_id', '=', owner.identity.role?.id ?? 0)
      .execute()
    bench.clock.set('2026-02-12T12:00:00Z')
    await world.rounds()
    const failed = await world.read(campaign)
    expect(failed).toMatchObject({
      state: 'ERROR',
      stateReason: { text: expect.stringMatching(/may not open samples|no access/) },
    })
    expect(await addresses(world, campaign)).toHaveLength(3)
  })

  test('is in ERROR where its owner is gone, its place is, or a mail filter', async () => {
    const world = await bench.world()
    await world.customers({ email: 'a@example.org' })
    const { db } = bench.deps
    const changes = [
      [{ owner_id: null }, /no longer a user/],
      [{ link: 'country=Denmark' }, /no "Denmark"/],
      [{ mail_filters: ['gone'] }, /no mail filter "gone"/],
    ] as const
    for (const [change, reason] of changes) {
      bench.clock.set('2026-02-10T11:00:00Z')
      const { campaign } = await world.create(await world.as(), daily)
      await db
        .updateTable('campaign')
        .set({ ...change } as { link: string })
        .where('id', '=', campaign.id)
        .execute()
      bench.clock.set('2026-02-11T12:00:00Z')
      await world.rounds()
      const failed = await world.read(campaign)
      expect(failed.state).toBe('ERROR')
      expect(failed.stateReason?.text).toMatch(reason)
    }
  })
})

describe('a campaign whose owner may do less than when it was made', () => {
  const later = { scheduledStartDateTime: '2026-02-11T08:00:00.000Z' }
  const narrow = (world: CampaignWorld, userId: number) =>
    sql`insert into user_filter (user_id, universe_id, survey_id, variable, "values")
      values (${userId}, ${world.universeId}, null, 'country', '{Sweden}')`.execute(bench.deps.db)
  const leave = (world: CampaignWorld, userId: number) =>
    bench.deps.db
      .deleteFrom('user_universe')
      .where('user_id', '=', userId)
      .where('universe_id', '=', world.universeId)
      .execute()

  test('starts at its time for those alone whom they still see', async () => {
    const world = await bench.world()
    await world.customers({ email: 's@example.org' }, { email: 'n@example.org', country: 'Norway', store: 'Oslo' })
    const owner = await world.as()
    const { campaign } = await world.create(owner, later)
    await narrow(world, owner.identity.userId)
    bench.clock.set('2026-02-11T09:00:00Z')
    expect(await world.rounds()).toMatchObject({ started: 1 })
    expect(await world.read(campaign)).toMatchObject({ state: 'STARTED' })
    expect((await world.recipients(campaign)).map(({ address, state }) => [address, state])).toEqual([
      ['s@example.org', 'PENDING'],
      ['n@example.org', 'FAILED'],
    ])
  })

  test('does not start at its time once they have left', async () => {
    const world = await bench.world()
    await world.customers({ email: 's@example.org' })
    const owner = await world.as()
    const { campaign } = await world.create(owner, later)
    await leave(world, owner.identity.userId)
    bench.clock.set('2026-02-11T09:00:00Z')
    expect(await world.rounds()).toMatchObject({ started: 0 })
    expect(await world.read(campaign)).toMatchObject({
      state: 'ERROR',
      stateReason: { text: expect.stringContaining('may no longer work in this organisation') },
    })
  })

  test('sends nothing more of what waits once they have left, until root takes it over', async () => {
    const world = await bench.world()
    await world.customers({ email: 's@example.org' })
    const owner = await world.as()
    const { campaign } = await world.create(owner)
    await world.rounds()
    expect(await world.read(campaign)).toMatchObject({ state: 'STARTED' })
    await leave(world, owner.identity.userId)
    await world.rounds()
    expect(await world.read(campaign)).toMatchObject({ state: 'ERROR' })
    expect(await world.recipients(campaign)).toMatchObject([{ state: 'PENDING' }])
  })
})

describe('reminders', () => {
  const reminding = {
    reminders: [
      { afterDays: 3, templateId: null },
      { afterDays: 4, templateId: null },
    ],
  }

  test('go to those who were sent the message before and have done nothing since', async () => {
    const world = await bench.world()
    const names = ['quiet', 'answered', 'unsubscribed', 'complained', 'bounced', 'failed', 'completed', 'outside']
    const ids = await world.customers(
      ...names.map((name) => ({
        email: `${name}@example.org`,
        ...(name === 'outside' && { country: 'Norway', store: 'Oslo' }),
      })),
    )
    const owner = await world.as()
    const { campaign } = await world.create(owner, reminding)
    const { db } = bench.deps
    await markSent(bench, campaign, bench.clock.now())
    const set = (name: string, change: object) =>
      db
        .updateTable('recipient')
        .set(change)
        .where('response_id', '=', ids[names.indexOf(name)] ?? 0)
        .execute()
    await set('answered', { answered: true })
    await set('unsubscribed', { unsubscribed: true })
    await set('complained', { complained: true })
    await set('bounced', { bounce: 'hard' })
    await set('failed', { state: 'FAILED' })
    await db
      .updateTable('response')
      .set({ state: 0 })
      .where('id', '=', ids[names.indexOf('completed')] ?? 0)
      .execute()
    await sql`insert into user_filter (user_id, universe_id, survey_id, variable, "values")
      values (${owner.identity.userId}, ${world.universeId}, null, 'country', '{Sweden}')`.execute(db)
    bench.clock.set('2026-02-13T10:59:00Z')
    await world.rounds()
    expect(await world.recipients(campaign)).toHaveLength(names.length)
    bench.clock.set('2026-02-13T11:00:00Z')
    await Promise.all([world.rounds(), world.rounds()])
    const reminders = async () => (await world.recipients(campaign)).filter(({ kind }) => kind === 'reminder')
    expect(await reminders()).toMatchObject([{ address: 'quiet@example.org', wave: 2, reminder: 0, state: 'PENDING' }])
    await markSent(bench, campaign, bench.clock.now())
    bench.clock.set('2026-02-17T11:00:00Z')
    await world.rounds()
    expect(await reminders()).toMatchObject([{ reminder: 0 }, { address: 'quiet@example.org', wave: 3, reminder: 1 }])
    // After the last one was sent, nothing can come any more.
    expect(await world.read(campaign)).toMatchObject({ state: 'STARTED' })
    await markSent(bench, campaign, bench.clock.now())
    await world.rounds()
    expect(await world.read(campaign)).toMatchObject({ state: 'STOPPED', finishedAt: bench.clock.now() })
  })

  test('are counted in days of the clock on the wall, and have their own template', async () => {
    const world = await bench.world()
    const templateId = await createTemplateRow(bench.deps.db, world.universeId)
    await world.customers({ email: 'a@example.org' })
    bench.clock.set('2026-03-28T11:00:00Z')
    const { campaign } = await world.create(await world.as(), { reminders: [{ afterDays: 1, templateId }] })
    await markSent(bench, campaign, bench.clock.now())
    bench.clock.set('2026-03-29T09:59:59Z')
    await world.rounds()
    expect(await world.recipients(campaign)).toHaveLength(1)
    bench.clock.set('2026-03-29T10:00:00Z')
    await world.rounds()
    expect(await world.recipients(campaign)).toHaveLength(2)
  })
})

describe('a campaign that pushes', () => {
  async function pushing(more = {}) {
    const world = await bench.world()
    const root = await world.as({ isRoot: true })
    // The places of a survey come with its responses.
    await world.customers({ email: 'old@example.org' })
    const { campaign } = await world.create(
      root,
      { campaignType: 'PUSH', campaignExtName: 'push' },
      { mailFilters: ['happy'], link: 'country=Sweden', ...more },
    )
    return { world, root, campaign }
  }

  test('writes to a sample within seconds of its change, once, if it is for it', async () => {
    const { world, root, campaign } = await pushing()
    const [id = 0] = await world.customers({ email: 'a@example.org', rating: 1 })
    const engine = new TaskEngine(bench.deps, [roundsTask])
    engine.start()
    try {
      const rate = async (rating: string) => {
        const access = await sampleAccess(root, world.survey)
        const { version } = await readCase(root, access, id)
        const defs = [{ question: 'rating', optional: true, cancelledComment: false, approvedComment: false }]
        await write(root, (tx) =>
          saveSample(tx, access, { id }, { values: { rating }, defs, version, overwrite: false }),
        )
      }
      await rate('2')
      const excluded = () =>
        bench.deps.db.selectFrom('campaign_exclusion').select('rule').where('campaign_id', '=', campaign.id).execute()
      await expect.poll(excluded, { timeout: 60_000 }).toEqual([{ rule: 'mail-filter' }])
      await rate('5')
      await expect.poll(() => addresses(world, campaign), { timeout: 60_000 }).toEqual(['a@example.org'])
      expect(await excluded()).toEqual([])
      await rate('4')
      const waiting = () =>
        bench.deps.db.selectFrom('campaign_push').select('response_id').where('campaign_id', '=', campaign.id).execute()
      await expect.poll(waiting, { timeout: 60_000 }).toEqual([])
      expect(await addresses(world, campaign)).toHaveLength(1)
    } finally {
      await engine.stop()
    }
  })

  test('writes once to samples that two servers look at', async () => {
    const { world, campaign } = await pushing()
    const ids = await world.customers(...Array.from({ length: 8 }, (_, at) => ({ email: `p${at}@example.org` })))
    await write(programContext(bench.deps, 'test'), (tx) =>
      notePush(tx, world.surveyId, portableSql`r.id = any(${ids}::bigint[])`),
    )
    await Promise.all([world.rounds(), world.rounds(), world.rounds()])
    expect(await addresses(world, campaign)).toHaveLength(8)
  })

  test('writes by a button to whom it may, and says the rule where not', async () => {
    const { world, root } = await pushing()
    const [ok, unhappy, norwegian] = await world.customers(
      { email: 'a@example.org' },
      { email: 'b@example.org', rating: 1 },
      { email: 'c@example.org', country: 'Norway', store: 'Oslo' },
    )
    const { model } = await sampleAccess(root, world.survey)
    const push = (sampleId = 0, campaigns = ['push']) => pushSample(root, model, { sampleId, campaigns })
    const title = 'After the visit'
    expect(await push(ok)).toEqual([{ campaign: title, isSent: true }])
    expect(await push(ok)).toEqual([{ campaign: title, isSent: false, rule: 'again' }])
    expect(await push(unhappy)).toEqual([{ campaign: title, isSent: false, rule: 'mail-filter' }])
    expect(await push(norwegian)).toEqual([{ campaign: title, isSent: false, rule: null }])
    await expect(push(ok, ['none'])).rejects.toMatchObject({ code: 'conflict' })
  })
})

test('a button writes to single people in one campaign of its name, again too', async () => {
  const world = await bench.world()
  const [id = 0] = await world.customers({ email: 'contact@example.org', rating: 1 })
  await bench.deps.db
    .updateTable('response')
    .set({ answers: sql`answers || '{"mail": "Asked@example.org"}'` })
    .where('id', '=', id)
    .execute()
  const ctx = await world.as()
  const { caseScope: _, ...access } = await sampleAccess(ctx, world.survey)
  const whole = { ...access, caseScope: _ }
  const mail = {
    sampleId: id,
    template: 'invitation',
    mailVariable: 'mail',
    campaignName: 'Single',
    strictFiltering: false,
  }
  expect(await sendSingleMail(ctx, whole, { ...mail, strictFiltering: true })).toBe('mail-filter')
  const pressed = await Promise.all([1, 2].map(() => sendSingleMail(ctx, whole, mail)))
  expect(pressed).toContain(null)
  const campaigns = await bench.deps.db
    .selectFrom('campaign')
    .select(['id', 'campaign_type'])
    .where('survey_id', '=', world.surveyId)
    .execute()
  expect(campaigns).toMatchObject([{ campaign_type: 'PULL_SINGLE' }])
  const campaign = { id: campaigns[0]?.id ?? 0 }
  expect(await addresses(world, campaign)).toEqual(['asked@example.org'])
  await markSent(bench, campaign, bench.clock.now())
  await world.rounds()
  expect(await world.read(campaign)).toMatchObject({ state: 'STOPPED' })
  expect(await sendSingleMail(ctx, whole, mail)).toBeNull()
  expect(await world.recipients(campaign)).toMatchObject([
    { wave: 1, kind: 'first' },
    { wave: 2, kind: 'again' },
  ])
  expect(await world.read(campaign)).toMatchObject({ state: 'STARTED' })
  await expect(sendSingleMail(ctx, whole, { ...mail, template: 'gone' })).rejects.toMatchObject({ code: 'conflict' })
})
