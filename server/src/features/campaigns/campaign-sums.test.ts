import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeWords } from '#server/domain/tasks/stored-words.ts'
import { noteLost } from '#server/domain/campaigns/sending/lost.ts'
import { storeEnds } from '#server/domain/campaigns/sending/store-ends.ts'
import type { End } from '#server/domain/campaigns/sending/store-ends.ts'
import { countHitRows } from '#server/domain/campaigns/tracking/hit-store.ts'
import { takeReport } from '#server/domain/campaigns/tracking/reports/take-report.ts'
import { findSubscriber } from '#server/domain/campaigns/tracking/subscriber-store.ts'
import { endMessages, resumeMessages } from '#server/domain/campaigns/tracking/unsubscribe.ts'
import { openContext, programContext } from '#server/domain/context.ts'
import { aggregate } from '#server/domain/figures/aggregate.ts'
import { systemScopes } from '#server/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'
import { say } from '@gensvar/contract/say'
import { storeCampaign, storeMessages } from '#server/testing/campaign-rows.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'

let board: Dashboard
let root: Caller
/** Who sees one country each, and together everybody. */
let parts: Caller[]

beforeAll(async () => {
  const places = [
    ['Sweden', 'Stockholm'],
    ['Sweden', 'Gothenburg'],
    ['Norway', 'Oslo'],
  ] as const
  board = await openDashboard({
    extra: 'indicators: {}\ngoals: []\ngroups: []\nannouncements: []\npages: []',
    rows: Array.from({ length: 7 }, (_, at) => {
      const [country, store] = places[at % places.length] ?? places[0]
      return { date: '2026-02-01', answers: { country, store }, state: 2 }
    }),
  })
  root = await board.as({ isRoot: true })
  parts = await Promise.all(['Sweden', 'Norway'].map((country) => board.as({ filters: { country: [country] } })))
})
afterAll(() => board.close())

const at = (call: string, id: number, more = '') => `/rest/mailcampaign/${call}/${board.survey}/${id}${more}`
const reason = storeWords(say`The message could not be written.`)

interface Stored {
  id: number
  state: string
  responseId: number
}

/** What happens to a message of a campaign. */
const events: Record<string, (campaign: number, message: Stored) => Promise<unknown>> = {
  claim: (_campaign, { id }) =>
    board.deps.db
      .updateTable('recipient')
      .set({ state: 'SENDING', run_token: crypto.randomUUID(), lease_until: '2026-02-10T11:00:00Z' })
      .where('id', '=', id)
      .where('state', '=', 'PENDING')
      .execute(),
  sent: (_campaign, message) => end(message, { state: 'SENT' }),
  failed: (_campaign, message) => end(message, { state: 'FAILED', reason, isRefused: true }),
  unknown: (_campaign, message) => end(message, { state: 'UNKNOWN', reason }),
  later: (_campaign, message) => end(message, { state: 'PENDING', reason: null, sendAt: null, isTried: false }),
  lost: () => noteLost(programContext(board.deps, 'test')),
  softBounce: (_campaign, { id }) => report(id, { kind: 'bounce', isHard: false, status: '4.4.7', diagnostic: '' }),
  hardBounce: (_campaign, { id }) => report(id, { kind: 'bounce', isHard: true, status: '5.1.1', diagnostic: '' }),
  complaint: (_campaign, { id }) => report(id, { kind: 'complaint', feedback: 'abuse' }),
  open: (_campaign, { id }) => hit(id, 'open', false),
  click: (_campaign, { id }) => hit(id, 'click', false),
  scan: (_campaign, { id }) => hit(id, 'click', true),
  unsubscribe: async (_campaign, message) => endMessages(openContext(board.deps, 'test'), await subscriber(message)),
  resubscribe: async (_campaign, message) => resumeMessages(openContext(board.deps, 'test'), await subscriber(message)),
  answer: (_campaign, { responseId }) => setResponse(responseId, 0),
  takeBack: (_campaign, { responseId }) => setResponse(responseId, 2),
  again: (campaign, { id }) => root('POST', at('sendmails', campaign), { ids: [id] }),
  remove: (campaign, { id }) => root('POST', at('deletetrackings', campaign), { ids: [id] }),
}

async function end({ id, responseId }: Stored, ended: End): Promise<void> {
  const { db } = board.deps
  const row = await db.selectFrom('recipient').select('run_token as token').where('id', '=', id).executeTakeFirst()
  const { token } = row ?? {}
  if (!token) return
  await write(programContext(board.deps, 'test'), (tx) =>
    storeEnds(tx, [{ id, token, surveyId: board.surveyId, responseId, channel: 'EMAIL', end: ended }]),
  )
}

const report = (recipientId: number, told: Parameters<typeof takeReport>[2]) =>
  takeReport(board.deps, { universeId: board.universeId, recipientId, by: 'mail' }, told)

async function hit(recipientId: number, kind: 'open' | 'click', isMachine: boolean): Promise<void> {
  const one = { recipientId, kind, isMachine, at: new Date('2026-02-10T12:00:00Z'), seen: null, before: 0 }
  await write(programContext(board.deps, 'test'), async (tx) => {
    const turned = await countHitRows(tx, [{ ...one, isAnonymous: false, address: 'https://shop.example/' }])
    await tx.changed(
      board.surveyId,
      turned.map(({ responseId }) => responseId),
    )
  })
}

async function subscriber({ id }: Stored) {
  const found = await findSubscriber(board.deps.db, board.universeId, id)
  if (!found) throw new Error('the message is gone')
  return found
}

const setResponse = (id: number, state: number) =>
  write(programContext(board.deps, 'test'), async (tx) => {
    await tx.db.updateTable('response').set({ state }).where('id', '=', id).execute()
    await tx.changed(board.surveyId, [id])
  })

const names = ['total', 'pending', 'sent', 'failed', 'unknown', 'delivered', 'bounced'] as const
const deeds = ['opened', 'clicked', 'answered', 'unsubscribed', 'complained'] as const
type Sums = Record<(typeof names)[number] | (typeof deeds)[number], number>

/** The numbers of a campaign as everything tells them, which must be one and the same. */
async function checkSums(campaign: number): Promise<void> {
  const { counts }: { counts: Sums } = (await root('GET', at('campaign', campaign))).body
  const { total, pending, sent, failed, unknown, delivered, bounced } = counts
  expect(pending + sent + failed + unknown).toBe(total)
  expect(delivered + bounced).toBe(sent)
  for (const deed of deeds) expect(counts[deed], deed).toBeLessThanOrEqual(delivered)

  const ofParts: Sums[] = []
  for (const part of parts) {
    const { status, body } = await part('GET', at('campaign', campaign))
    if (status === 200) ofParts.push(body.counts)
  }
  for (const name of [...names, ...deeds])
    expect(
      ofParts.reduce((sum, one) => sum + one[name], 0),
      `${name} of the countries`,
    ).toBe(counts[name])

  const { rows } = (await root('GET', `/rest/mailcampaign/list/${board.survey}`)).body
  expect(rows.find(({ id }: { id: number }) => id === campaign)).toMatchObject({
    ...{ nPending: pending, nSent: sent, nFailed: failed + unknown },
    rateOpened: delivered === 0 ? null : (100 * counts.opened) / delivered,
  })

  const all = (await root('GET', at('trackings', campaign, '/-?to=1000'))).body
  expect([all.totalRows, all.rows.length]).toEqual([total, total])
  const listed = Map.groupBy(all.rows as { status: string }[], ({ status }) => status)
  const numberOf = { PENDING: pending, SENT: delivered, BOUNCED: bounced, FAILED: failed, UNKNOWN: unknown }
  for (const [state, number] of Object.entries(numberOf)) expect(listed.get(state)?.length ?? 0, state).toBe(number)
  const filtered = {
    ...{ PENDING: pending, SENT: sent, FAILED: failed, UNKNOWN: unknown, BOUNCED: bounced },
    ...{ OPENED: counts.opened, CLICKED: counts.clicked, ANSWERED: counts.answered, UNSUBSCRIBED: counts.unsubscribed },
  }
  for (const [state, number] of Object.entries(filtered)) {
    const page = (await root('GET', at('trackings', campaign, `/-?to=1000&state=${state}`))).body
    expect([page.totalRows, page.rows.length], state).toEqual([number, number])
    // By name they are listed by the figures' store.
    const named = (await root('GET', at('trackings', campaign, `/-?to=1000&state=${state}&sortBy=name`))).body
    expect([named.totalRows, named.rows.length], `${state} by name`).toEqual([number, number])
  }

  const path = at('report', campaign)
  const { ticket } = (await root('POST', '/rest/authentication/ticket', { path: `${path}?format=csv` })).body
  const file = await board.app.inject({ url: `${path}?format=csv&token=${ticket}` })
  const lines = file.body.trim().split('\r\n').slice(1)
  expect(lines).toHaveLength(total)
  expect(lines.filter((line) => line.includes(',Came back,'))).toHaveLength(bounced)

  await checkFigures(counts)
}

/** Tiles and the rankings of units count the messages of all campaigns: the test has one. */
async function checkFigures(counts: Sums): Promise<void> {
  await caughtUp(board.deps.analytics, board.deps.pool)
  const model = await loadSurveyModelById(board.deps, board.surveyId)
  const told = ['sent', 'delivered', 'bounced', 'opened', 'clicked', 'answered', 'unsubscribed'] as const
  const indicators = told.map((name) => ({ key: name, expression: `messages(${name})` }))
  for (const by of ['none', { level: { view: 'stores', depth: 2 } }] as const) {
    const asked = { conditions: [], by, indicators }
    const { rows } = await aggregate(board.deps, model, systemScopes(model).caseScope, asked)
    const sums = told.map((_name, at) => rows.reduce((sum, row) => sum + (row.values[at]?.value ?? 0), 0))
    expect(Object.fromEntries(told.map((name, at) => [name, sums[at]]))).toEqual(
      Object.fromEntries(told.map((name) => [name, counts[name]])),
    )
  }
}

test('the numbers of a campaign agree in every place that tells them, whatever happens to its messages', async () => {
  const { db } = board.deps
  const event = fc.record({
    kind: fc.constantFrom(...Object.keys(events)),
    which: fc.nat({ max: 11 }),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 15, maxLength: 40 }), async (happened) => {
      await db.deleteFrom('campaign').where('survey_id', '=', board.surveyId).execute()
      await db.deleteFrom('suppression').where('universe_id', '=', board.universeId).execute()
      await db.updateTable('response').set({ state: 2 }).where('survey_id', '=', board.surveyId).execute()
      const campaign = await storeCampaign(db, board.surveyId)
      await storeMessages(
        db,
        campaign,
        board.responseIds.map((id, place) => ({
          response_id: id,
          address_hash: `hash${id}`,
          ...(place % 2 === 0 && { state: 'PENDING', sent_at: null }),
        })),
      )
      await write(programContext(board.deps, 'test'), (tx) => tx.surveyChanged(board.surveyId))
      for (const { kind, which } of happened) {
        const messages = await db
          .selectFrom('recipient')
          .select(['id', 'state', 'response_id as responseId'])
          .where('campaign_id', '=', campaign)
          .orderBy('id')
          .execute()
        const message = messages[which % Math.max(1, messages.length)]
        if (message) await events[kind]?.(campaign, message)
        const counted = await db
          .selectFrom('campaign_count')
          .selectAll()
          .where('campaign_id', '=', campaign)
          .executeTakeFirstOrThrow()
        const { total, pending, sending, sent, failed, unknown, bounced } = counted
        expect(pending + sending + sent + failed + unknown).toBe(total)
        expect(bounced).toBeLessThanOrEqual(sent)
      }
      await checkSums(campaign)
    }),
    { numRuns: 4 },
  )
}, 120_000)
