import { programContext } from '#server/domain/context.ts'
import { addUser } from '#server/features/identity/service.ts'
import { defineCommand } from '../command.ts'

/** `user:add NAME`. */
export const userAdd = defineCommand({
  name: 'user:add',
  summary: 'Adds a user and prints a link with which they choose a password.',
  positionals: ['NAME'],
  options: {
    universe: { type: 'string', value: 'NAME', description: 'universe the user belongs to' },
    role: {
      type: 'string',
      value: 'NAME',
      description: 'role in it (default for --admin and --root: administrator, added if missing)',
    },
    admin: { type: 'boolean', description: "administers the universe's users and may act as them" },
    root: { type: 'boolean', description: 'administers everything' },
    email: { type: 'string', value: 'ADDRESS', description: 'e-mail address (default: the name, if it is one)' },
    'first-name': { type: 'string', value: 'NAME', description: 'first name' },
    'last-name': { type: 'string', value: 'NAME', description: 'last name' },
  },
  async run({ deps, values, positionals, print, note }) {
    const username = positionals[0] ?? ''
    const { link, days } = await addUser(programContext(deps, 'user:add'), {
      username,
      email: values.email,
      firstName: values['first-name'],
      lastName: values['last-name'],
      isRoot: values.root ?? false,
      admin: values.admin ?? false,
      universe: values.universe,
      role: values.role,
    })
    if (link === null) {
      note(`Added ${username}. Passwords are kept by your identity provider: make a user of the same name there.\n`)
      return
    }
    note(`Added ${username}. The link works once, for ${days} days:\n`)
    print(`${link}\n`)
  },
})
