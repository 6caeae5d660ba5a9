import { say } from '@gensvar/contract/say'
import type { Directory } from '#server/domain/people/directory.ts'
import { AppError } from '#server/platform/errors.ts'

const nothing = (): Promise<void> => Promise.resolve()

/**
 * A Keycloak without a service account: its people are added, renamed and disabled there, by hand. It is not asked who they
 * are, and whatever is saved of them is our own record alone.
 */
export const unmanagedDirectory: Directory = {
  isOurs: false,
  find: () => Promise.resolve(null),
  isNameFree: () => Promise.resolve(true),
  create: (person) => Promise.resolve({ ...person, userId: '', enabled: true }),
  save: nothing,
  rename: nothing,
  invite: () =>
    Promise.reject(
      new AppError('unavailable', say`This server does not manage users at the identity provider. Invite them there.`),
    ),
  endSessions: nothing,
}
