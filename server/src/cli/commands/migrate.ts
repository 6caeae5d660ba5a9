import { schemaVersion } from '#server/platform/migrate.ts'
import { defineCommand } from '../command.ts'

/** `migrate`. Opening the data already updates the schema, so the command only prints the version. */
export const migrateCommand = defineCommand({
  name: 'migrate',
  summary:
    'Updates the database and the analytics store to this version of Gensvar and prints the version of the database.',
  options: {},
  async run({ deps, print }) {
    print(`The database is at ${(await schemaVersion(deps.pool)) ?? 'no version'}.\n`)
  },
})
