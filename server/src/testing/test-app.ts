import { tmpdir } from 'node:os'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../app.ts'
import { systemClock } from '../platform/clock.ts'
import { readConfig } from '../platform/config.ts'
import type { Deps } from '../platform/context.ts'
import { createLogger } from '../platform/log.ts'
import { testDatabase } from './postgres.ts'

/** An application on a database of its own, for `app.inject`. */
export interface TestApp {
  app: FastifyInstance
  deps: Deps
  close(): Promise<void>
}

/** What a test may set itself; the rest is as in the program, on an empty database. */
export type TestParts = Partial<Omit<Deps, 'db' | 'pool'>>

/** Builds the whole application for a test. The caller closes it, in `afterAll`. */
export async function testApp(parts: TestParts & Pick<Deps, 'analytics' | 'identify' | 'authorise'>): Promise<TestApp> {
  const database = await testDatabase()
  const deps: Deps = {
    config: readConfig({ GENSVAR_DATA: tmpdir() }),
    clock: systemClock,
    log: createLogger('silent'),
    ...parts,
    db: database.db,
    pool: database.pool,
  }
  const app = await buildApp(deps)
  return {
    app,
    deps,
    async close() {
      await app.close()
      await database.drop()
    },
  }
}
