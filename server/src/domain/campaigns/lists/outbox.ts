import type { Ctx } from '#server/domain/context.ts'
import type { SendingType } from '#server/platform/db-campaign-types.ts'

/** Whether messages are kept for root to read instead of being sent, because nothing is set up to send them. */
export function isOutbox({ config }: Pick<Ctx, 'config'>, sendingType: SendingType): boolean {
  return sendingType !== 'EMAIL' || config.mail === null
}
