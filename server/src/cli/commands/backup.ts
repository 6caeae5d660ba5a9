import { access } from 'node:fs/promises'
import { resolve } from 'node:path'
import { writeBackup } from '#server/platform/backup/write-backup.ts'
import { defineCommand } from '../command.ts'
import { CommandError } from '../command-error.ts'

/** `backup FILE`. */
export const backup = defineCommand({
  name: 'backup',
  summary: 'Saves all data of the server, as of this moment, in one file.',
  positionals: ['FILE'],
  options: {
    force: { type: 'boolean', description: 'replace the file if it exists' },
  },
  async run({ deps, positionals, values, cwd, note }) {
    const file = resolve(cwd, positionals[0] ?? '')
    const exists = await access(file).then(
      () => true,
      () => false,
    )
    if (exists && !values.force) throw new CommandError(`${file} exists. Choose another name or give --force.`, 1)
    const { tables, rows } = await writeBackup(
      { pool: deps.pool, dataFolder: deps.config.dataFolder },
      file,
      deps.clock.now(),
    )
    note(`Saved ${rows} rows of ${tables} tables in ${file}\n`)
  },
})
