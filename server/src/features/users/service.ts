import type { saveUserDetails as route } from '@gensvar/contract/users'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { checkRank } from '#server/domain/rights/authorise.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { detailsOf, newDetails } from './details.ts'
import type { UserDetails } from './details.ts'
import { saveUser } from './save-user.ts'
import { saveLocaleRow } from './store.ts'

type Sent = z.output<typeof route.body>
type Saved = z.input<typeof route.response>

/**
 * A user's details in the universe of the session; 0 for a new one. Throws `forbidden` for somebody else's without the
 * right to manage users, and as `demandManagedUser` does.
 */
export async function getUserDetails(ctx: Ctx, survey: string, userId: number): Promise<UserDetails> {
  demandOwnOrAdmin(ctx, userId)
  return userId === 0 ? newDetails(ctx, survey) : detailsOf(ctx, survey, userId)
}

/** Saves a user: of the caller's own profile the language, of others everything. Throws as `getUserDetails` does. */
export async function saveUserDetails(ctx: Ctx, survey: string, userId: number, sent: Sent): Promise<Saved> {
  demandOwnOrAdmin(ctx, userId)
  if (userId !== ctx.identity.userId) return saveUser(ctx, survey, userId, sent)
  const { locale } = sent.userDTO
  await write(ctx, async (tx) => {
    await saveLocaleRow(tx, locale)
    await tx.audit({ action: 'user.profile', object: ctx.identity.username, details: { locale } })
  })
  return { ...(await detailsOf(ctx, survey, userId)), error: null, invitation: null }
}

function demandOwnOrAdmin(ctx: Ctx, userId: number): void {
  const { identity } = ctx
  if (userId === identity.userId) return
  if (identity.role?.restricted) throw new AppError('forbidden', say`You can open your own details only.`)
  checkRank(ctx, 'user-admin')
  if (!identity.universe) throw new AppError('forbidden', say`Choose an organisation first.`)
}
