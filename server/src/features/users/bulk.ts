import { say } from '@gensvar/contract/say'
import type { bulkAnswer, inviteUsers as inviteRoute } from '@gensvar/contract/users'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { inviteUser, setUsersDisabled } from '#server/features/user-editor/service.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { readNames } from './bulk-store.ts'
import { universeOf } from './list.ts'

type BulkAnswer = z.output<typeof bulkAnswer>

/**
 * Enables or disables users of the session's universe, each on their own: whoever it may not be done with is skipped with
 * the reason, and so is whoever is that already.
 */
export async function disableUsers(
  ctx: Ctx,
  { userIds, disabled }: { userIds: readonly number[]; disabled: boolean },
): Promise<BulkAnswer> {
  return eachOf(ctx, userIds, async (id, user) => {
    if (user.disabled === disabled)
      throw new AppError('conflict', disabled ? say`is disabled already` : say`is enabled already`)
    await setUsersDisabled(ctx, [id], disabled)
  })
}

/** Invites users of the session's universe, each on their own, as `disableUsers` does. */
export async function inviteUsers(
  ctx: Ctx,
  { userIds }: { userIds: readonly number[] },
): Promise<z.output<typeof inviteRoute.response>> {
  const links: { name: string; link: string }[] = []
  const answer = await eachOf(ctx, userIds, async (id, { name }) => {
    const { link } = await inviteUser(ctx, id)
    if (link !== null) links.push({ name, link })
  })
  return { ...answer, links }
}

async function eachOf(
  ctx: Ctx,
  userIds: readonly number[],
  act: (id: number, user: { name: string; disabled: boolean }) => Promise<void>,
): Promise<BulkAnswer> {
  const names = await readNames(ctx.db, universeOf(ctx), userIds)
  const answer: BulkAnswer = { done: [], skipped: [] }
  for (const id of new Set(userIds)) {
    ctx.work?.signal.throwIfAborted()
    const user = names.get(id)
    try {
      // Names of other organisations' users are not told.
      if (!user) throw new AppError('not_found', say`There is no such user in this organisation.`)
      await act(id, user)
      answer.done.push(id)
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error
      answer.skipped.push({ id, name: user?.name ?? String(id), reason: translate(error.words, ctx.locale) })
    }
  }
  return answer
}
