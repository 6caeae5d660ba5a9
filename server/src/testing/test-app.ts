import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { inject } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { AppExtras } from '#server/app.ts'
import { openAnalytics } from '#server/domain/figures/engine/analytics.ts'
import type { AnalyticsStore } from '#server/domain/figures/store/analytics-store.ts'
import { systemClock } from '#server/platform/clock.ts'
import { readConfig } from '#server/platform/config.ts'
import type { Deps } from '#server/domain/context.ts'
import { createLogger } from '#server/platform/log.ts'
import { authorise } from '#server/domain/rights/authorise.ts'
import { identify } from '#server/domain/rights/identify.ts'
import { testDatabase } from './postgres.ts'
import { everyRollUp, testStore } from './test-store.ts'

/** The program's parts on a database and a data folder of their own. */
export interface TestDeps {
  deps: Deps
  close(): Promise<void>
}

/** The same with the HTTP application on it, for `app.inject`. */
export interface TestApp extends TestDeps {
  app: FastifyInstance
}

/** What a test can replace; the rest is as in production. */
export type TestParts = Partial<Omit<Deps, 'db' | 'pool' | 'analytics'>> & {
  /** Configuration besides the data folder. */
  env?: Readonly<Record<string, string>>
  /** An empty store of figures in place of the project's. */
  store?: AnalyticsStore
}

/** Builds the program's parts for a test, on empty stores. The caller closes it, in `afterAll`. */
export async function testDeps({ env, store, ...parts }: TestParts = {}): Promise<TestDeps> {
  const database = await testDatabase()
  const folder = await mkdtemp(join(inject('testFolder'), 'data-'))
  const shared = {
    clock: parts.clock ?? systemClock,
    log: parts.log ?? createLogger('silent'),
    db: database.db,
    pool: database.pool,
  }
  const analytics = await openAnalytics({
    ...{ folder, rollUps: everyRollUp },
    ...shared,
    store: store ?? (await testStore(folder)),
  })
  const config = readConfig({ ...env, GENSVAR_DATA: folder })
  return {
    deps: { config, identify, authorise, ...parts, ...shared, analytics },
    async close() {
      await analytics.close()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Builds the whole application for a test. The caller closes it, in `afterAll`. */
export async function testApp(parts: TestParts = {}, extras: AppExtras = {}): Promise<TestApp> {
  const { deps, close } = await testDeps(parts)
  const app = await buildApp(deps, extras)
  return {
    app,
    deps,
    async close() {
      await app.close()
      await close()
    },
  }
}
