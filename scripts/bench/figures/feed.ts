import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { appendChange } from '../../../server/src/domain/figures/feed/change-log.ts'
import { withTransaction } from '../../../server/src/platform/postgres.ts'
import { spreadOf } from '../measure.ts'
import { verdict } from '../printing.ts'
import type { Made } from './measured-data.ts'
import type { RunningServer } from './running-server.ts'

/** Responses a second that figures follow, and s until they have one while a thousand a second come. */
const promised = { perSecond: 5_000, lag: 2 }
/** A steady stream, and as many responses at once as are still applied one by one. */
const load = { perSecond: 1_000, seconds: 15, batch: 100, atOnce: 19_000 }
const pollPause = 10

/** Measures how soon the figures have new responses, and how many a second they follow. Takes the responses away again. */
export async function measureFeed(server: RunningServer, made: Made, print: (line: string) => void): Promise<void> {
  const feed = new Feed(server, made)
  await feed.add(load.batch)
  const lags: Promise<number>[] = []
  const began = performance.now()
  for (let batch = 0; batch < (load.perSecond * load.seconds) / load.batch; batch++) {
    await wait(Math.max(0, began + (batch * load.batch * 1000) / load.perSecond - performance.now()))
    const xid = await feed.add(load.batch)
    lags.push(feed.applied(xid))
  }
  const took = (performance.now() - began) / 1000
  const lag = spreadOf(await Promise.all(lags))
  const rate = (load.perSecond * load.seconds) / took
  print(
    `feed at ${rate.toFixed(0)} new responses/s: in the figures after p50 ${(lag.p50 / 1000).toFixed(2)} s  p95 ${(lag.p95 / 1000).toFixed(2)} s, goal ${promised.lag} s   ${verdict(lag.p95 <= promised.lag * 1000)}`,
  )
  const seconds = (await feed.applied(await feed.add(load.atOnce))) / 1000
  const perSecond = load.atOnce / seconds
  print(
    `feed of ${load.atOnce} new responses at once: ${seconds.toFixed(1)} s, ${perSecond.toFixed(0)} responses/s, goal ${promised.perSecond}   ${verdict(perSecond >= promised.perSecond)}`,
  )
  await feed.takeAway()
}

class Feed {
  private readonly server: RunningServer
  private readonly made: Made
  private copied = 0

  constructor(server: RunningServer, made: Made) {
    this.server = server
    this.made = made
  }

  /** Adds copies of responses in one transaction; returns its number. */
  add(count: number): Promise<number> {
    const { surveyId, rows } = this.made
    const first = 1 + (this.copied % Math.max(1, rows - count))
    this.copied += count
    return withTransaction(this.server.postgres, async ({ db }) => {
      const { rows: added } = await sql<{ id: number }>`
        insert into response (survey_id, foreign_id, state, event_date, completed_at, answers, contact, unit_ids)
        select survey_id, 'N' || gen_random_uuid(), state, event_date, completed_at, answers, contact, unit_ids
          from response where survey_id = ${surveyId} and id between ${first} and ${first + count - 1} returning id`.execute(
        db,
      )
      return appendChange(
        db,
        surveyId,
        added.map(({ id }) => id),
      )
    })
  }

  /** How long it takes from now until the server's figures have a transaction, in ms. */
  async applied(xid: number): Promise<number> {
    const began = performance.now()
    for (;;) {
      const { rows } = await this.server.postgres.pool.query<{ done: boolean }>(
        'select bool_and(xid >= $1::text::xid8) as done from feed_consumer',
        [String(xid)],
      )
      if (rows[0]?.done === true) return performance.now() - began
      await wait(pollPause)
    }
  }

  /** Removes what was added, in steps that are applied one by one, and waits until the figures have none of it. */
  async takeAway(): Promise<void> {
    const { surveyId, rows } = this.made
    for (;;) {
      const { xid, count } = await withTransaction(this.server.postgres, async ({ db }) => {
        const { rows: gone } = await sql<{ id: number }>`
          delete from response where id in (
            select id from response where survey_id = ${surveyId} and id > ${rows} order by id limit 15000)
          returning id`.execute(db)
        return {
          count: gone.length,
          xid: await appendChange(
            db,
            surveyId,
            gone.map(({ id }) => id),
          ),
        }
      })
      if (count === 0) break
      await this.applied(xid)
    }
    await this.server.postgres.pool.query('vacuum response')
  }
}
