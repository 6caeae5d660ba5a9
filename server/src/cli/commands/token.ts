import { makeToken } from '#server/features/identity/service.ts'
import { programContext } from '#server/domain/context.ts'
import { defineCommand } from '../command.ts'
import { CommandError } from '../command-error.ts'

/** `token --user U`. */
export const tokenCommand = defineCommand({
  name: 'token',
  summary: 'Prints a token with which scripts call the API as a user; it expires after 30 minutes without use.',
  options: {
    user: { type: 'string', value: 'NAME', description: 'user name' },
    universe: { type: 'string', value: 'NAME', description: 'universe to enter; needed if the user has several' },
  },
  async run({ deps, values, print, note }) {
    if (!values.user) throw new CommandError('--user is missing.')
    const wish = { user: values.user, universe: values.universe }
    const { token, universe } = await makeToken(programContext(deps, 'token'), wish)
    note(`Token of ${values.user} in ${universe}; send it as "Authorization: Bearer TOKEN".\n`)
    print(`${token}\n`)
  },
})
