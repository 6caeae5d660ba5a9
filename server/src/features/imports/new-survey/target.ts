import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { findSurveyId, findUniverse } from '../store.ts'

/**
 * The organisation that a new survey goes into: the session's, or another one that root names. Throws `forbidden` for
 * others, `validation` where none is named and the session has none.
 */
export function universeOf({ identity }: Ctx, { universe }: { universe: string | null }): string {
  const own = identity.universe?.name
  if (universe !== null && universe !== own && !identity.isRoot)
    throw new AppError('forbidden', say`Only root users may make surveys of other organisations.`)
  const name = universe ?? own
  if (name !== undefined) return name
  const words = say`Name the organisation that the survey belongs to.`
  throw new AppError('validation', words, { universe: words })
}

/** Throws `conflict` where the organisation has a survey of the name. */
export async function demandNewName({ db }: Ctx, universe: string, survey: string): Promise<void> {
  const found = await findUniverse(db, universe)
  if (!found || (await findSurveyId(db, found.id, survey)) === null) return
  const words = say`There is already a survey "${survey}".`
  throw new AppError('conflict', words, { survey: words })
}
