import { dateInZone } from '@gensvar/contract/dates'
import { languageTags } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { dateText } from '#server/domain/cases/case-text.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { authorOf } from './action-comments.ts'
import { readActionComments } from './action-store.ts'

/**
 * The error for somebody who saves an action from a version that is not the latest: who changed it last and when, at
 * `version` for forms, which offer to reload then.
 */
export async function staleAction(
  { db, clock, locale }: Pick<Ctx, 'db' | 'clock' | 'locale'>,
  { timeZone }: Pick<SurveyModel, 'timeZone'>,
  actionId: number,
): Promise<AppError> {
  const [last] = (await readActionComments({ db }, [actionId])).get(actionId) ?? []
  const who = last && authorOf(last)
  if (!last || !who) return stale(say`This action was changed since you opened it.`)
  const time = new Intl.DateTimeFormat(languageTags[locale], { timeStyle: 'short', timeZone }).format(last.at)
  const day = dateInZone(last.at, timeZone)
  return stale(
    day === todayIn(clock, timeZone)
      ? say`${who} changed this action at ${time}.`
      : say`${who} changed this action on ${dateText(day, locale)} at ${time}.`,
  )
}

function stale(words: AppError['words']): AppError {
  return new AppError('conflict', words, { version: words })
}
