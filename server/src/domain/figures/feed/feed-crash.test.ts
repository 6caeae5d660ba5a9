import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { storePlace } from '#server/testing/test-store.ts'
import { addResponses, makeSurvey } from '#server/testing/survey-data.ts'
import { systemClock } from '#server/platform/clock.ts'
import { PostgresSupervisor } from '#server/platform/embedded-postgres/supervisor.ts'
import { createLogger } from '#server/platform/log.ts'
import { migrate } from '#server/platform/migrate.ts'
import { openPostgres } from '#server/platform/postgres.ts'
import { ident, portableSql } from '#server/platform/sql.ts'
import { openAnalytics } from '../engine/analytics.ts'
import { appendChange } from './change-log.ts'
import { responseTable } from '../store/tables.ts'

test('the feed misses no change when PostgreSQL reuses transaction numbers after a crash', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-feed-crash-'))
  await chmod(folder, 0o711)
  const log = createLogger('silent')
  // So that what is not committed is not in the write-ahead log yet at the time of the crash.
  const settings = { shared_buffers: '16MB', wal_writer_delay: '10s', bgwriter_delay: '10s' }
  const server = await PostgresSupervisor.start({ folder: join(folder, 'postgres'), settings, log })
  const postgres = openPostgres(server)
  await migrate(postgres.pool)
  const survey = await makeSurvey(postgres.db, {
    questions: { overall: { type: 'scale', min: 1, max: 10 } },
    rows: [{ date: '2026-01-01', answers: { overall: 3 } }],
  })
  const analytics = await openAnalytics({ ...(await storePlace(folder)), ...postgres, clock: systemClock, log })
  onTestFinished(async () => {
    await analytics.close()
    await postgres.close()
    await server.stop()
    await rm(folder, { recursive: true, force: true })
  })
  await analytics.feed.rebuild()

  for (let count = 0; count < 50; count++)
    await postgres.pool.query('begin; select pg_current_xact_id(); create temporary table never (); rollback')
  await analytics.feed.catchUp()
  const before = await nextTransaction()
  const ended = Promise.withResolvers<void>()
  server.onEnd(ended.resolve)
  process.kill(server.pid, 'SIGKILL')
  await ended.promise
  const added = await postgres.db.transaction().execute(async (trx) => {
    const ids = await addResponses(trx, survey.surveyId, [{ date: '2026-01-02', answers: { overall: 9 } }])
    await appendChange(trx, survey.surveyId, ids)
    return ids
  })
  // Otherwise the test would pass without any number being reused.
  expect(await nextTransaction()).toBeLessThan(before)

  await analytics.feed.catchUp()
  const rows = await analytics.store.query(
    portableSql`select id from ${ident(responseTable(survey.surveyId))} order by id`,
  )
  expect((rows.columns[0] ?? []).map(Number)).toEqual([...survey.responseIds, ...added])

  async function nextTransaction(): Promise<number> {
    const result = await sql<{ xid: string }>`select pg_snapshot_xmax(pg_current_snapshot())::text as xid`.execute(
      postgres.db,
    )
    return Number(result.rows[0]?.xid)
  }
})
