import type { Action } from '@gensvar/contract/entities/actions'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { formatValue } from '#server/domain/indicators/figure-text.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { translate } from '#server/platform/translate.ts'
import type { StoredActionComment } from './action-store.ts'

/** Who wrote into the history of an action, and who acted as them; null for the program. */
export function authorOf({
  username,
  authorName,
  actorUsername,
  actorName,
}: Pick<StoredActionComment, 'username' | 'authorName' | 'actorUsername' | 'actorName'>): Words | null {
  if (username === '') return null
  const author = authorName || username
  return actorUsername ? say`${actorName || actorUsername}, acting as ${author}` : say`${author}`
}

/** The notes of an action, as its history shows them; saves without a note are left out. */
export function commentsOf(
  comments: readonly StoredActionComment[],
  indicator: Pick<Indicator, 'decimals' | 'unit'>,
  locale: Locale,
): Action['commentsList'] {
  return comments
    .filter(({ message }) => message !== '')
    .map((comment) => {
      const who = authorOf(comment)
      return {
        updated: comment.at.toISOString(),
        formattedScore: formatValue(indicator, comment.score, locale),
        formattedGoal: formatValue(indicator, comment.goal, locale),
        username: who ? translate(who, locale) : '',
        message: comment.message,
      }
    })
}
