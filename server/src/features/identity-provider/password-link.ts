import type { Deps } from '#server/domain/context.ts'
import { endCodes, issueCode } from '#server/domain/rights/one-time-code.ts'
import { lockUsers } from '#server/domain/rights/sessions.ts'
import { write } from '#server/domain/write.ts'
import type { WriteContext } from '#server/domain/write.ts'
import { realmPath } from './place.ts'

/** The address at which the holder of a set-password code uses it. */
export function passwordAddress(origin: string, code: string): string {
  return `${origin}${realmPath}/login/password?code=${code}`
}

/** A link with which a user sets their password once, within `seconds`; earlier links become invalid. */
export async function passwordLink(
  deps: WriteContext & Pick<Deps, 'clock'>,
  userId: number,
  origin: string,
  seconds: number,
): Promise<string> {
  const code = await write(deps, async (tx) => {
    await lockUsers(tx.db, [userId])
    await endCodes(tx, 'set-password', { userId })
    await tx.audit({ action: 'password.link', object: String(userId), details: { seconds } })
    return issueCode(tx, 'set-password', { userId }, seconds)
  })
  return passwordAddress(origin, code)
}
