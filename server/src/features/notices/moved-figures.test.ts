import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { openAnalytics } from '#server/domain/figures/engine/analytics.ts'
import { publicationOf } from '#server/domain/figures/publishing/publication.ts'
import { NoticeHub } from '#server/domain/notices/hub.ts'
import { MovedFigures } from '#server/domain/notices/moved-figures.ts'
import { addCompleted } from '#server/domain/samples/complete-sample.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import { write } from '#server/domain/write.ts'
import { caughtUp } from '#server/testing/caught-up.ts'
import {
  bearer,
  createRole,
  createSurvey,
  createUniverse,
  createUser,
  signIn,
  smallSurvey,
} from '#server/testing/factories.ts'
import type { MadeUser } from '#server/testing/factories.ts'
import type { MadeSurvey } from '#server/testing/survey-data.ts'
import { testApp } from '#server/testing/test-app.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import { testStore } from '#server/testing/test-store.ts'
import { NoticeStreams } from './stream.ts'
import { readStream } from './testing/read-stream.ts'

let server: TestApp
let ctx: Ctx
beforeAll(async () => {
  server = await testApp({ clock: { now: () => new Date('2026-02-09T08:00:00Z') } })
  ctx = programContext(server.deps, 'test')
})
afterAll(() => server.close())

/** A survey with one interview, and somebody who may open it and no other. */
async function survey(universeId: number, config?: string): Promise<MadeSurvey & { reader: MadeUser }> {
  const rows = smallSurvey.rows?.slice(0, 1) ?? []
  const made = await createSurvey(server.deps.db, universeId, { ...smallSurvey, rows, ...(config && { config }) })
  return { ...made, reader: await readerOf(made) }
}

async function readerOf(...surveys: readonly MadeSurvey[]): Promise<MadeUser> {
  const { db } = server.deps
  const universeId = surveys[0]?.universeId ?? 0
  const open = Object.fromEntries(surveys.map(({ surveyId }) => [surveyId, {}]))
  const roleId = await createRole(db, universeId, { surveys: open })
  return createUser(db, { universes: [{ universeId, roleId }] })
}

/** Adds interviews of a contented visitor at the first lowest place. */
async function answer({ surveyId }: MadeSurvey, times = 1): Promise<void> {
  const { db } = server.deps
  const { unit_ids: unitIds } = await db
    .selectFrom('response')
    .select('unit_ids')
    .where('survey_id', '=', surveyId)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const one = { answers: { rating: 5 }, contact: {}, eventDate: '2026-02-09', unitIds: [...unitIds] }
  await write(ctx, async (tx) => {
    const model = await loadSurveyModelById(tx, surveyId)
    await addCompleted(
      tx,
      model,
      Array.from({ length: times }, () => one),
    )
  })
}

/** The events of a stream that is asked for without HTTP, at another pace than usual. */
async function hearing(deps: Ctx, token: string, pace: ConstructorParameters<typeof MovedFigures>[2]) {
  const identity = await deps.identify(deps, { ...bearer(token), cookie: undefined, ticket: undefined })
  if (!identity) throw new Error('nobody is signed in')
  const hub = new NoticeHub(deps.pool)
  const closing = new AbortController()
  onTestFinished(async () => {
    closing.abort()
    await hub.stop()
  })
  const events = new NoticeStreams(hub, new MovedFigures(deps, hub, pace)).events(deps, identity, closing.signal)
  return async () => (await events.next()).value
}

describe('figures that have moved', () => {
  test('are told as they move, to whoever may open the survey, and say nothing but which it is', async () => {
    const { id } = await createUniverse(server.deps.db)
    const [made, other] = [await survey(id), await survey(id)]
    await caughtUp(server.deps.analytics, server.deps.pool)
    const stream = await readStream(server.app, await signIn(server.deps, made.reader))
    const elsewhere = await readStream(server.app, await signIn(server.deps, other.reader))
    for (const each of [stream, elsewhere])
      for (const event of ['unread', 'system-message']) expect(await each.nextOfAny()).toMatchObject({ event })
    await answer(made)
    expect(await stream.nextOfAny()).toEqual({ event: 'figures', data: { survey: made.extName } })
    // Whoever asks now gets the answer.
    expect(await server.deps.analytics.feed.isUpToDate(made.surveyId)).toBe(true)
    await answer(other)
    expect(await elsewhere.nextOfAny()).toEqual({ event: 'figures', data: { survey: other.extName } })
    for (const each of [stream, elsewhere]) each.close()
  })

  test('of an anonymous survey are told with a published batch alone, in every process, whoever publishes it', async () => {
    const { deps } = server
    const { id } = await createUniverse(deps.db)
    const anonymous = 'anonymity: { filters: [channel] }\n'
    const [named, few, many] = [await survey(id), await survey(id, anonymous), await survey(id, anonymous)]
    const reader = await readerOf(named, few, many)
    const folder = await mkdtemp(join(inject('testFolder'), 'data-'))
    const analytics = await openAnalytics({ folder, ...deps, store: await testStore(folder) })
    onTestFinished(() => analytics.close())
    for (const one of [few, many]) await publicationOf(deps, await loadSurveyModelById(deps, one.surveyId))
    for (const one of [deps.analytics, analytics]) await caughtUp(one, deps.pool)

    const token = await signIn(deps, reader)
    const pace = { shortest: 0, ofWindow: 0, batches: 20 }
    const streams = [await hearing(ctx, token, pace), await hearing({ ...ctx, analytics }, token, pace)]
    for (const next of streams) {
      expect(await next()).toEqual({ event: 'unread', data: { unread: 0 } })
      expect(await next()).toMatchObject({ event: 'system-message' })
    }

    // With the first one, nine answers are no batch. That ten elsewhere are told shows that these have been looked at.
    await answer(few, 8)
    await answer(many, 9)
    for (const next of streams) expect(await next()).toEqual({ event: 'figures', data: { survey: many.extName } })
    await answer(named)
    for (const next of streams) expect(await next()).toEqual({ event: 'figures', data: { survey: named.extName } })
    await answer(few)
    for (const next of streams) expect(await next()).toEqual({ event: 'figures', data: { survey: few.extName } })
    const released = await deps.db
      .selectFrom('response')
      .select('id')
      .where('survey_id', '=', few.surveyId)
      .where('released', '=', true)
      .execute()
    expect(released).toHaveLength(10)
  })

  test('are told to many windows no more often than they can ask, each in its turn, and to none after it has closed', async () => {
    const made = await survey((await createUniverse(server.deps.db)).id)
    const hub = new NoticeHub(server.deps.pool)
    onTestFinished(() => hub.stop())
    const pause = 1000
    const heard = Array.from({ length: 20 }, () => 0)
    const figures = new MovedFigures(server.deps, hub, { shortest: 0, ofWindow: pause / 20, batches: 60_000 })
    const leave = heard.map((_, at) =>
      figures.listen((surveyIds) => {
        if (surveyIds.includes(made.surveyId)) heard[at] = (heard[at] ?? 0) + 1
      }),
    )
    leave[0]?.()
    const begun = performance.now()
    for (let change = 0; change < 6; change++) {
      await answer(made)
      await expect.poll(() => server.deps.analytics.feed.isUpToDate(made.surveyId)).toBe(true)
    }
    await expect.poll(() => Math.min(...heard.slice(1)), { timeout: 2 * pause }).toBeGreaterThan(0)
    const rounds = 1 + (performance.now() - begun) / pause
    expect(Math.max(...heard)).toBeLessThanOrEqual(rounds)
    expect(heard[0]).toBe(0)
    for (const end of leave) end()
  })
})
