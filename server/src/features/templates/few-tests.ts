import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { countTestMails } from './store.ts'

/** Most tests of a user in an hour, of mails and text messages together. */
const mostTests = 60

/** Throws `too_many` for somebody who sends tests as others send messages. */
export async function demandFewTests(ctx: Ctx): Promise<void> {
  const since = new Date(ctx.clock.now().getTime() - 3_600_000)
  if ((await countTestMails(ctx.db, ctx.identity.userId, since)) >= mostTests)
    throw new AppError('too_many', say`You have sent ${mostTests} test mails within an hour. Wait a while.`)
}
