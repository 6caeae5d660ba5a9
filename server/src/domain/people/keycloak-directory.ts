import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import { AppError } from '#server/platform/errors.ts'
import type { Directory, DirectoryRecord } from './directory.ts'
import { KeycloakAdmin } from './keycloak-admin.ts'
import type { KeycloakAccount } from './keycloak-admin.ts'

// What else Keycloak knows of a person is kept and sent back: a field that is left out would be emptied.
const representation = z.looseObject({
  id: z.string(),
  username: z.string(),
  email: z.string().nullish(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  enabled: z.boolean().default(false),
})

type Representation = z.infer<typeof representation>

/** Where an invitation leads. */
export interface KeycloakInvitation {
  /** The client that people sign in to, and its address, which the mail leads to in the end. */
  clientId: string
  address: string
  /** How long its link is good, in seconds. */
  seconds: number
}

/** A realm of a Keycloak as a directory, through its admin API with a service account that may manage users. */
export function keycloakDirectory(account: KeycloakAccount, invitation: KeycloakInvitation): Directory {
  const admin = new KeycloakAdmin(account)
  const search = async (username: string): Promise<Representation | null> => {
    const query = new URLSearchParams({ username, exact: 'true' }).toString()
    const { body } = await admin.call({ method: 'GET', path: `users?${query}` })
    const found = z.array(representation).parse(body)
    return found.find((one) => one.username.toLowerCase() === username.toLowerCase()) ?? null
  }
  const known = async (username: string): Promise<Representation> => {
    const found = await search(username)
    if (!found) throw new AppError('not_found', say`The identity provider does not know "${username}".`)
    const { body } = await admin.call({ method: 'GET', path: `users/${encodeURIComponent(found.id)}` })
    return representation.parse(body)
  }
  const update = async (before: Representation, changes: Partial<Representation>): Promise<void> => {
    const path = `users/${encodeURIComponent(before.id)}`
    const { status } = await admin.call({ method: 'PUT', path, body: { ...before, ...changes } }, [409])
    if (status === 409) throw inUse(changes.username ?? changes.email ?? before.username)
  }
  return {
    isOurs: false,
    async find(username) {
      const found = await search(username)
      return found && recordOf(found)
    },
    isNameFree: async (username) => (await search(username)) === null,
    async create({ username, email, firstName, lastName }) {
      const requiredActions = ['UPDATE_PASSWORD']
      const person = { username, email, firstName, lastName, enabled: true, emailVerified: false, requiredActions }
      const { status, location } = await admin.call({ method: 'POST', path: 'users', body: person }, [409])
      if (status === 409) throw inUse(username)
      const userId = decodeURIComponent(location.split('/').at(-1) ?? '')
      return userId === ''
        ? recordOf(await known(username))
        : { userId, username, email, firstName, lastName, enabled: true }
    },
    async remove({ userId }) {
      await admin.call({ method: 'DELETE', path: `users/${encodeURIComponent(userId)}` }, [404])
    },
    async save(username, { email, firstName, lastName, enabled }) {
      await update(await known(username), { email, firstName, lastName, enabled })
    },
    async rename(username, newUsername) {
      const before = await known(username)
      const isAddress = before.email?.toLowerCase() === username.toLowerCase()
      await update(before, { username: newUsername, ...(isAddress && { email: newUsername }) })
      // A realm that does not let user names be edited ignores the new one.
      if (!(await search(newUsername)))
        throw new AppError(
          'conflict',
          say`The identity provider does not change user names. Its realm has to allow it ("Edit username").`,
          { newUsername: say`was not taken over by the identity provider` },
        )
    },
    async invite(username) {
      const { id } = await known(username)
      const { clientId, address, seconds } = invitation
      const wanted = { client_id: clientId, redirect_uri: address, lifespan: String(seconds) }
      const path = `users/${encodeURIComponent(id)}/execute-actions-email?${new URLSearchParams(wanted).toString()}`
      await admin.call({ method: 'PUT', path, body: ['UPDATE_PASSWORD'] })
      return { link: null, mailed: true }
    },
    async endSessions(username) {
      const { id } = await known(username)
      await admin.call({ method: 'POST', path: `users/${encodeURIComponent(id)}/logout` })
    },
  }
}

function recordOf({ id, username, email, firstName, lastName, enabled }: Representation): DirectoryRecord {
  return { userId: id, username, email: email ?? '', firstName: firstName ?? '', lastName: lastName ?? '', enabled }
}

function inUse(name: string): AppError {
  return new AppError('conflict', say`The identity provider already has somebody with the name or address "${name}".`, {
    username: say`in use`,
  })
}
