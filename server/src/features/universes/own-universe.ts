import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'

/** The organisation of the session. Throws `forbidden` where none is chosen. */
export function ownUniverse({ identity: { universe } }: Ctx): NonNullable<Ctx['identity']['universe']> {
  if (!universe) throw new AppError('forbidden', say`Choose an organisation first.`)
  return universe
}
