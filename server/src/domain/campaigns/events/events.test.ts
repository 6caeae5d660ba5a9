import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readConfiguration, saveConfiguration } from '#server/domain/build/configuration.ts'
import { openContext, programContext } from '#server/domain/context.ts'
import { eraseResponses } from '#server/domain/respondents/erase.ts'
import { TaskEngine } from '#server/domain/tasks/engine.ts'
import { write } from '#server/domain/write.ts'
import { readConfig } from '#server/platform/config.ts'
import { sendingTo, startMailSink } from '#server/testing/mail-sink.ts'
import { createHookRow } from '#server/testing/script-rows.ts'
import { Sender } from '../sending/sender.ts'
import { markSent, openCampaigns } from '../testing/campaign-bench.ts'
import type { CampaignBench, CampaignWorld, TestRecipient } from '../testing/campaign-bench.ts'
import { Hits } from '../tracking/hits.ts'
import type { Hit } from '../tracking/hits.ts'
import type { MailReport } from '../tracking/reports/read-report.ts'
import { takeReport } from '../tracking/reports/take-report.ts'
import { endMessages, resumeMessages } from '../tracking/unsubscribe.ts'
import { lockSubscriber } from '../tracking/subscriber-store.ts'
import { messageEventsTask } from './events-task.ts'
import { tellEvents } from './tell-events.ts'

const start = '2026-02-10T11:00:00Z'
const person =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36'
const hard: MailReport = { kind: 'bounce', isHard: true, status: '5.1.1', diagnostic: 'nobody' }
const soft: MailReport = { kind: 'bounce', isHard: false, status: '4.2.2', diagnostic: 'full' }
const complaint: MailReport = { kind: 'complaint', feedback: 'abuse' }
/** Comments on the sample with what the script was given. */
const echo = 'function main({ event }) { return { comment: JSON.stringify(event) } }'

let bench: CampaignBench
let hits: Hits
beforeAll(async () => {
  bench = await openCampaigns()
  hits = new Hits(bench.deps)
})
afterAll(() => bench.close())
beforeEach(() => bench.clock.set(start))

interface Told {
  world: CampaignWorld
  scriptId: number
  campaign: { id: number }
  messages: TestRecipient[]
}

/** A campaign with a script, whose messages to so many people were sent a minute ago. */
async function sentCampaign(
  text: string,
  { people = 1, draft = {}, config = {} }: { people?: number; draft?: object; config?: Record<string, unknown> } = {},
): Promise<Told> {
  const world = await bench.world({ config })
  const scriptId = await createHookRow(bench.deps.db, world, 'HANDLE_MSG_EVENT', text)
  await world.customers(...Array.from({ length: people }, (_one, at) => ({ email: `p${at}@example.org` })))
  const { campaign } = await world.create(await world.as({ admin: true }), draft)
  await markSent(bench, campaign, new Date(Date.parse(start) - 60_000))
  return { world, scriptId, campaign, messages: await world.recipients(campaign) }
}

const program = () => programContext(bench.deps, 'scripts')
const tell = ({ world }: Told, signal = new AbortController().signal) =>
  tellEvents(program(), world.surveyId, signal, () => undefined)
const report = ({ world, messages }: Told, what: MailReport, at = 0) =>
  takeReport(bench.deps, { universeId: world.universeId, recipientId: messages[at]?.id ?? 0, by: 'mail' }, what)
const waiting = ({ world }: Told) =>
  bench.deps.db.selectFrom('message_event').selectAll().where('survey_id', '=', world.surveyId).orderBy('id').execute()
const comments = async ({ world }: Told) =>
  (
    await bench.deps.db
      .selectFrom('response_comment as c')
      .innerJoin('response as r', 'r.id', 'c.response_id')
      .select('message')
      .where('survey_id', '=', world.surveyId)
      .orderBy('c.id')
      .execute()
  ).map(({ message }) => message)
/** The events that `echo` was given. */
const given = async (told: Told) => (await comments(told)).map((text) => JSON.parse(text) as Record<string, unknown>)
const problems = async ({ scriptId }: Told) =>
  (await bench.deps.db.selectFrom('script_event').select('message').where('script_id', '=', scriptId).execute()).map(
    ({ message }) => message,
  )
const tasks = ({ world }: Told) =>
  bench.deps.db
    .selectFrom('task')
    .select(['state', 'scheduled'])
    .where('survey_id', '=', world.surveyId)
    .where('type', '=', 'HANDLE_MESSAGES')
    .orderBy('id')
    .execute()

/** Counts opens and clicks as the links of messages do, now. */
async function hit({ world, messages }: Told, ...which: Partial<Hit & { of: number }>[]): Promise<void> {
  for (const { of = 0, ...one } of which)
    hits.add({
      ...{ kind: 'open', universeId: world.universeId, recipientId: messages[of]?.id ?? 0, userAgent: person },
      ...{ at: bench.clock.now(), address: 'https://shop.example/', links: 1, ...one },
    })
  await hits.flush()
}

async function unsubscribe({ world, messages }: Told, act = endMessages): Promise<void> {
  const subscriber = await lockSubscriber(bench.deps.db, world.universeId, messages[0]?.id ?? 0)
  if (subscriber) await act(openContext(bench.deps, 'test'), subscriber)
}

describe('a script of messages is told once', () => {
  test('of messages that come back, for now and for good, and of complaints', async () => {
    const told = await sentCampaign(echo, { people: 2 })
    const [first, second] = told.messages
    await report(told, soft)
    await report(told, soft)
    expect(await waiting(told)).toHaveLength(1)
    await tell(told)
    await report(told, hard)
    await report(told, hard)
    await report(told, complaint, 1)
    await report(told, complaint, 1)
    expect(await tell(told)).toBe(2)
    expect(await tell(told)).toBe(0)
    const usual = { at: '2026-02-10T11:00:00.000Z', channel: 'EMAIL', campaign: 'After the visit', isReminder: false }
    expect(await given(told)).toEqual([
      { ...usual, kind: 'bounced', bounce: 'soft', interviewId: first?.response_id },
      { ...usual, kind: 'bounced', bounce: 'hard', interviewId: first?.response_id },
      { ...usual, kind: 'complained', bounce: null, interviewId: second?.response_id },
    ])
    expect(await waiting(told)).toEqual([])
  })

  test('of whoever unsubscribes', async () => {
    const told = await sentCampaign(echo)
    await unsubscribe(told)
    await unsubscribe(told)
    await tell(told)
    await unsubscribe(told, resumeMessages)
    await tell(told)
    expect(await given(told)).toMatchObject([{ kind: 'unsubscribed', interviewId: told.messages[0]?.response_id }])
  })

  test('of the first time a person opens a message and follows a link, when that is certain', async () => {
    const told = await sentCampaign(echo, { people: 3 })
    await hit(told, {}, {}, { kind: 'click', of: 1 }, { userAgent: 'Barracuda Sentinel', of: 2 })
    expect(await waiting(told)).toHaveLength(3)
    expect(await tell(told)).toBe(0)
    bench.clock.set('2026-02-10T11:00:20Z')
    expect(await tell(told)).toBe(3)
    await hit(told, {}, { kind: 'click', of: 1 }, { kind: 'click' })
    bench.clock.set('2026-02-10T11:01:00Z')
    expect(await tell(told)).toBe(1)
    const ids = told.messages.map((message) => message.response_id)
    const events = (await given(told)).map(({ kind, interviewId, at }) => [kind, ids.indexOf(Number(interviewId)), at])
    expect(events.toSorted()).toEqual([
      ['clicked', 0, '2026-02-10T11:00:20.000Z'],
      ['clicked', 1, '2026-02-10T11:00:00.000Z'],
      ['opened', 0, '2026-02-10T11:00:00.000Z'],
      ['opened', 1, '2026-02-10T11:00:00.000Z'],
    ])
  })

  test('and of no click that turns out to be that of a program', async () => {
    const told = await sentCampaign(echo)
    const click = (address: string) => hit(told, { kind: 'click', links: 3, address })
    await click('https://a.example/')
    expect((await waiting(told)).map(({ kind }) => kind)).toEqual(['opened', 'clicked'])
    bench.clock.set('2026-02-10T11:00:02Z')
    await click('https://b.example/')
    await click('https://c.example/')
    bench.clock.set('2026-02-10T11:01:00Z')
    expect(await tell(told)).toBe(0)
    await hit(told, {})
    bench.clock.set('2026-02-10T11:02:00Z')
    await tell(told)
    expect(await given(told)).toMatchObject([{ kind: 'opened', at: '2026-02-10T11:01:00.000Z' }])
  })

  test('of messages that a mail server takes, or refuses because of their address', async () => {
    const sink = await startMailSink()
    try {
      sink.onRecipient = (address) => {
        if (address === 'p1@example.org') throw Object.assign(new Error('no such user'), { responseCode: 550 })
      }
      const told = await sentCampaign(echo, { people: 2 })
      await bench.deps.db
        .updateTable('recipient')
        .set({ state: 'PENDING', sent_at: null })
        .where('campaign_id', '=', told.campaign.id)
        .execute()
      const config = { ...readConfig(sendingTo(sink)), dataFolder: bench.deps.config.dataFolder }
      await new Sender(programContext({ ...bench.deps, config }, 'test')).run(new AbortController().signal)
      expect(await tell(told)).toBe(2)
      const [first, second] = told.messages
      expect((await given(told)).toSorted((a, b) => Number(a['interviewId']) - Number(b['interviewId']))).toMatchObject(
        [
          { kind: 'delivered', bounce: null, interviewId: first?.response_id },
          { kind: 'bounced', bounce: 'hard', interviewId: second?.response_id },
        ],
      )
    } finally {
      await sink.close()
    }
  })
})

describe('nothing is noted', () => {
  const everything = async (told: Told) => {
    await hit(told, {}, { kind: 'click' })
    await unsubscribe(told)
    await report(told, hard)
    await report(told, complaint)
  }

  test('of an anonymous survey', async () => {
    const told = await sentCampaign(echo, { config: { anonymity: { filters: ['channel'] } } })
    await everything(told)
    const row = await bench.deps.db
      .selectFrom('recipient')
      .select(['click_count', 'unsubscribed', 'bounce', 'complained'])
      .where('campaign_id', '=', told.campaign.id)
      .executeTakeFirstOrThrow()
    expect(row).toEqual({ click_count: 1, unsubscribed: true, bounce: 'hard', complained: true })
    expect(await waiting(told)).toEqual([])
    expect(await tasks(told)).toEqual([])
  })

  test('where no script is there, and of a campaign that sends all to one address', async () => {
    const told = await sentCampaign(echo)
    await bench.deps.db
      .updateTable('campaign')
      .set({ fixed_recipient: 'test@example.org' })
      .where('id', '=', told.campaign.id)
      .execute()
    await everything(told)
    expect(await waiting(told)).toEqual([])
    const world = await bench.world()
    await world.customers({ email: 'a@example.org' })
    const { campaign } = await world.create(await world.as())
    await markSent(bench, campaign, new Date(Date.parse(start) - 60_000))
    const other = { world, campaign, scriptId: 0, messages: await world.recipients(campaign) }
    await everything(other)
    expect(await waiting(other)).toEqual([])
    expect(await tasks(other)).toEqual([])
  })

  test('and what is noted of a survey that becomes anonymous is not told', async () => {
    const told = await sentCampaign(echo)
    await report(told, hard)
    const { surveyId: id, universeId, survey: extName } = told.world
    await write(program(), async (tx) => {
      const { text } = (await readConfiguration(tx.db, id)) ?? { text: '' }
      const anonymous = { text: `${text}\nanonymity: { filters: [channel] }\n`, source: 'user', author: '' } as const
      await saveConfiguration(tx.db, { id, universeId, extName }, anonymous)
      await tx.surveyChanged(id)
    })
    await tell(told)
    expect(await comments(told)).toEqual([])
    expect(await waiting(told)).toEqual([])
  })
})

describe('what a script answers', () => {
  const reminding = { reminders: [{ afterDays: 1, templateId: null }] }
  const stopping = "function main({ event }) { return event.kind === 'opened' ? { stop: true } : null }"

  test('stops the reminders that are to come, and the campaign ends without them', async () => {
    const told = await sentCampaign(stopping, { people: 2, draft: reminding })
    await hit(told, {})
    bench.clock.set('2026-02-10T11:01:00Z')
    await tell(told)
    const { db } = bench.deps
    expect(
      await db
        .selectFrom('audit')
        .select('details')
        .where('survey_id', '=', told.world.surveyId)
        .where('action', '=', 'message.script')
        .execute(),
    ).toEqual([{ details: { responses: [told.messages[0]?.response_id], stopped: [told.messages[0]?.response_id] } }])
    bench.clock.set('2026-02-12T11:00:00Z')
    await told.world.rounds()
    const made = (await told.world.recipients(told.campaign)).filter(({ kind }) => kind === 'reminder')
    expect(made).toMatchObject([{ address: 'p1@example.org' }])
    await markSent(bench, told.campaign, new Date('2026-02-12T11:00:00Z'))
    await told.world.rounds()
    expect(await told.world.read(told.campaign)).toMatchObject({ state: 'STOPPED' })
  })

  test('stops a reminder that waits to be sent', async () => {
    const told = await sentCampaign(stopping, { people: 2, draft: reminding })
    bench.clock.set('2026-02-12T11:00:00Z')
    await told.world.rounds()
    await hit(told, {})
    bench.clock.set('2026-02-12T11:01:00Z')
    await tell(told)
    await new Sender(program()).run(new AbortController().signal)
    const { db } = bench.deps
    const reminders = await db
      .selectFrom('recipient')
      .select(['address', 'state', 'reason'])
      .where('campaign_id', '=', told.campaign.id)
      .where('kind', '=', 'reminder')
      .orderBy('address')
      .execute()
    expect(reminders).toMatchObject([
      { address: 'p0@example.org', state: 'FAILED', reason: { text: 'A script has stopped the reminders to them.' } },
      { address: 'p1@example.org', state: 'SENT' },
    ])
  })

  test.each([
    ['fails', 'function main() { throw new Error("no") }', /no/],
    ['answers something else', 'function main() { return { stop: 7 } }', /does not fit at stop/],
  ])('and %s does nothing, stands in its events, and is not asked again', async (_how, text, message) => {
    const told = await sentCampaign(text)
    await report(told, hard)
    expect(await tell(told)).toBe(1)
    expect(await problems(told)).toEqual([expect.stringMatching(message)])
    expect(await waiting(told)).toEqual([])
    expect(await tell(told)).toBe(0)
    expect(await problems(told)).toHaveLength(1)
    const stops = bench.deps.db.selectFrom('reminder_stop').selectAll()
    expect(await stops.where('response_id', '=', told.messages[0]?.response_id ?? 0).execute()).toEqual([])
  })
})

describe('nothing is lost, and nothing told twice', () => {
  test('where two tell at once, one is stopped, or what it wrote is not committed', async () => {
    const told = await sentCampaign(echo, { people: 3 })
    for (const at of [0, 1, 2]) await report(told, hard, at)
    await expect(tell(told, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
    await expect(
      write(program(), async (tx) => {
        await tellEvents(tx, told.world.surveyId, new AbortController().signal, () => undefined)
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect(await comments(told)).toEqual([])
    const counts = await Promise.all([tell(told), tell(told), tell(told)])
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(3)
    expect(await comments(told)).toHaveLength(3)
    expect(await waiting(told)).toEqual([])
  })

  test('by a task, which leaves one for what is not due yet', async () => {
    const told = await sentCampaign(echo, { people: 2 })
    await report(told, hard)
    bench.clock.set('2026-02-10T11:00:05Z')
    await hit(told, { of: 1 })
    expect(await tasks(told)).toEqual([{ state: 'OPEN', scheduled: null }])
    const run = async (expected: Awaited<ReturnType<typeof tasks>>) => {
      const engine = new TaskEngine(bench.deps, [messageEventsTask])
      engine.start()
      try {
        await expect.poll(() => tasks(told), { timeout: 60_000 }).toEqual(expected)
      } finally {
        await engine.stop()
      }
    }
    const dueAt = new Date('2026-02-10T11:00:15Z')
    await run([
      { state: 'CLOSED', scheduled: null },
      { state: 'OPEN', scheduled: dueAt },
    ])
    expect((await given(told)).map(({ kind }) => kind)).toEqual(['bounced'])
    bench.clock.set('2026-02-10T11:00:15Z')
    await run([
      { state: 'CLOSED', scheduled: null },
      { state: 'CLOSED', scheduled: dueAt },
    ])
    expect((await given(told)).map(({ kind }) => kind)).toEqual(['bounced', 'opened'])
  })

  test('and what is noted goes with its respondent, and with its campaign', async () => {
    const told = await sentCampaign(echo, { people: 2 })
    await report(told, hard, 0)
    await report(told, hard, 1)
    const [first] = told.messages
    const erased = { id: first?.response_id ?? 0, foreignId: null, texts: [] }
    await write(program(), (tx) => eraseResponses(tx, told.world.surveyId, [erased], { mayImportAgain: true }))
    expect(await waiting(told)).toMatchObject([{ recipient_id: told.messages[1]?.id }])
    await bench.deps.db.deleteFrom('campaign').where('id', '=', told.campaign.id).execute()
    expect(await waiting(told)).toEqual([])
  })
})
