import { openData } from './open-data.ts'
import type { OpenData } from './open-data.ts'
import { openAnalytics } from './domain/figures/engine/analytics.ts'
import { systemClock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import type { Deps } from './domain/context.ts'
import type { DataFolder } from './platform/data-folder.ts'
import { say } from '@gensvar/contract/say'
import { AppError } from './platform/errors.ts'
import { createLogger } from './platform/log.ts'
import { migrate, newerMigrations } from './platform/migrate.ts'
import { closeLetterPresses } from './domain/letters/office/letter-press.ts'
import { authorise } from './domain/rights/authorise.ts'
import { identify } from './domain/rights/identify.ts'

/** The whole program without its HTTP layer; `close` shuts it down cleanly. */
export interface Composed {
  deps: Deps
  folder: DataFolder
  close(): Promise<void>
}

/** Opens the data, updates both stores and builds the parts. */
export async function compose(config: Config): Promise<Composed> {
  return composeOn(await openData(config, createLogger(config.logLevel)), config)
}

/** The same on data that is open already; an error closes it. */
export async function composeOn(data: OpenData, config: Config): Promise<Composed> {
  const log = createLogger(config.logLevel)
  try {
    const { db, pool } = data.postgres
    await migrate(pool).catch((error: unknown) => {
      throw explainDatabase(error, config)
    })
    const newer = await newerMigrations(pool)
    if (newer.length > 0)
      log.warn({ newer }, 'The database was updated by a newer version of Gensvar. This one works until it is replaced')
    const shared = { db, pool, clock: systemClock, log }
    const { dataFolder: folder, clickHouse, figuresMemory: memory } = config
    const analytics = await openAnalytics({ folder, clickHouse, memory, ...shared })
    return {
      deps: { config, ...shared, analytics, identify, authorise },
      folder: data.folder,
      async close() {
        await closeLetterPresses()
        await analytics.close()
        await data.close()
      },
    }
  } catch (error) {
    await data.close()
    throw error
  }
}

/** For an external database that cannot be reached, the error names DATABASE_URL. */
function explainDatabase(error: unknown, config: Config): unknown {
  const { code, message } = error as { code?: string; message: string }
  const unreachable = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', '28P01', '28000', '3D000']
  if (!config.databaseUrl || !code || !unreachable.includes(code)) return error
  return new AppError('unavailable', say`The database of DATABASE_URL cannot be used: ${message || code}.`)
}
