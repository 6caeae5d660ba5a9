import { schemaVersion } from '#server/platform/migrate.ts'
import { defineCommand } from '../command.ts'

/** `migrate`: the schema is brought up to date whenever the data is opened, so all that is left is to say where it stands. */
export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Brings the database and the analytics store up to date and says which version they have.',
  options: {},
  async run({ deps, print }) {
    print(`The database is at ${(await schemaVersion(deps.pool)) ?? 'no version'}.\n`)
  },
})
