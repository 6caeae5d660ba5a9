import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import { createLogger } from '#server/platform/log.ts'
import { portableSql } from '#server/platform/sql.ts'
import { testDatabase } from '#server/testing/postgres.ts'
import { openAnalytics } from './analytics.ts'

test('the store has its share of the memory for figures, and what does not fit goes beside its file', async () => {
  const database = await testDatabase()
  onTestFinished(() => database.drop())
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-memory-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const log = createLogger('silent')
  const analytics = await openAnalytics({ folder, ...database, clock: systemClock, log, memory: 500 })
  onTestFinished(() => analytics.close())

  const { columns } = await analytics.store.query(
    portableSql`select current_setting(${'memory_limit'}), current_setting(${'temp_directory'})`,
  )
  // 200 million bytes, told in units of 1,024.
  expect(columns).toEqual([['190.7 MiB'], [join(folder, 'analytics.duckdb.tmp')]])
})
