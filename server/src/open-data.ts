import { openDataFolder } from './platform/data-folder.ts'
import type { DataFolder } from './platform/data-folder.ts'
import { PostgresSupervisor } from './platform/embedded-postgres/supervisor.ts'
import type { Config } from './platform/config.ts'
import type { Logger } from './platform/log.ts'
import { openPostgres } from './platform/postgres.ts'
import type { Postgres } from './platform/postgres.ts'

/** The data folder, locked, and its PostgreSQL. `close` stops what was started, in reverse order. */
export interface OpenData {
  folder: DataFolder
  postgres: Postgres
  close(): Promise<void>
}

/**
 * Opens the data of the configuration without migrating it; `onLaunched` is called once a PostgreSQL of its own is starting.
 * Throws `conflict` when a server has it open.
 */
export async function openData(
  config: Config,
  log: Logger,
  { onLaunched }: { onLaunched?: () => void } = {},
): Promise<OpenData> {
  const folder = await openDataFolder(config.dataFolder)
  try {
    const server = config.databaseUrl
      ? null
      : await PostgresSupervisor.start({ folder: folder.postgres, log, onLaunched })
    const onError = (error: Error): void => log.error({ err: error }, 'a connection to PostgreSQL broke')
    const postgres = openPostgres(server ?? config.databaseUrl ?? '', { onError })
    return {
      folder,
      postgres,
      async close() {
        await postgres.close()
        await server?.stop()
        await folder.release()
      },
    }
  } catch (error) {
    await folder.release()
    throw error
  }
}
