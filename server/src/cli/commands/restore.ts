import { rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { compose } from '#server/compose.ts'
import { openData } from '#server/open-data.ts'
import { checkBackup, restoreBackup } from '#server/platform/backup/read-backup.ts'
import type { Restored } from '#server/platform/backup/read-backup.ts'
import type { Config } from '#server/platform/config.ts'
import type { Logger } from '#server/platform/log.ts'
import { defineCommand } from '../command.ts'

/** What a command gets that opens the data itself. */
export interface Unopened {
  config: Config
  log: Logger
}

/** `restore FILE`. Needs exclusive access to the data: no server may run on it. */
export const restore = defineCommand({
  name: 'restore',
  summary: 'Restores a backup into an empty data folder and rebuilds the figures. Stop the server first.',
  positionals: ['FILE'],
  options: {
    force: { type: 'boolean', description: 'replace everything in the data folder' },
  },
  async run({ deps, positionals, values, cwd, note }: RestoreCall) {
    const file = resolve(cwd, positionals[0] ?? '')
    const restored = await restoreRows(deps, file, values.force ?? false)
    note(`Restored ${restored.rows} rows of ${restored.tables} tables, saved at ${restored.createdAt}.\n`)
    if (restored.erasedAgain > 0)
      note(`${restored.erasedAgain} responses were erased or anonymised again, as they had been since.\n`)
    note('Rebuilding the figures ...\n')
    // Opening the data without a store rebuilds it.
    const { close } = await compose(deps.config)
    await close()
    note('Done.\n')
  },
})

interface RestoreCall {
  deps: Unopened
  positionals: string[]
  values: { force?: boolean }
  cwd: string
  note(text: string): void
}

async function restoreRows({ config, log }: Unopened, file: string, force: boolean): Promise<Restored> {
  // Before a data folder is made or a database started for a file that is of no use.
  const checked = await checkBackup(file)
  const data = await openData(config, log)
  try {
    const target = { pool: data.postgres.pool, dataFolder: config.dataFolder }
    const restored = await restoreBackup(target, file, { force, checked })
    // Removes the old figures, so that they cannot survive an interrupted restore: a missing store is rebuilt.
    for (const name of [data.folder.analytics, `${data.folder.analytics}.wal`]) await rm(name, { force: true })
    return restored
  } finally {
    await data.close()
  }
}
