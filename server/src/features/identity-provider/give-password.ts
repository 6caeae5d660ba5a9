import type { Ctx } from '#server/domain/context.ts'
import { endCodes } from '#server/domain/rights/one-time-code.ts'
import { hashPassword } from '#server/domain/rights/password.ts'
import { endSessionsOf, lockUsers } from '#server/domain/rights/sessions.ts'
import type { WriteTx } from '#server/domain/write.ts'
import { endAccountRecords, forgetAddresses, setPasswordHash } from './store.ts'

/** Whether passwords are kept here, and not by a Keycloak. */
export function keepsPasswords({ config }: Pick<Ctx, 'config'>): boolean {
  return config.identityProvider === null && config.mode !== 'production'
}

/** A password as it is stored. Done before a write, because it takes long. */
export const preparePassword = hashPassword

/**
 * Gives a user a password that `preparePassword` made. Ends everything that came from the old one: sessions here and at the
 * provider, tokens, links, known addresses.
 */
export async function givePassword(tx: WriteTx, userId: number, prepared: string): Promise<void> {
  const { db } = tx
  await lockUsers(db, [userId])
  await setPasswordHash(db, userId, prepared)
  await endCodes(tx, 'set-password', { userId })
  await endSessionsOf(tx, userId)
  await endAccountRecords(db, userId)
  await forgetAddresses(db, userId)
  await tx.audit({ action: 'password.give', object: String(userId) })
}
