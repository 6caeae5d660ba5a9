import { schemaVersion } from '#server/platform/migrate.ts'
import { defineCommand } from '../command.ts'

/** `migrate`. Opening the data already updates the schema, so the command only prints the version. */
export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Brings the database and the analytics store up to date and says which version they have.',
  options: {},
  async run({ deps, print }) {
    print(`The database is at ${(await schemaVersion(deps.pool)) ?? 'no version'}.\n`)
  },
})
