import { dateInZone } from '@gensvar/contract/dates'
import { languageTags } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import { dateText } from '#server/domain/cases/case-text.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import type { AlertRow } from './alert-query.ts'
import { readAlertLogs } from './alert-store.ts'

/**
 * The error for somebody who saves an alert from a version that is not the latest: who changed it last and when, at
 * `version` for forms, which offer to reload then.
 */
export async function staleAlert(
  { db, clock, locale }: Pick<Ctx, 'db' | 'clock' | 'locale'>,
  { timeZone }: Pick<SurveyModel, 'timeZone'>,
  { id }: Pick<AlertRow, 'id'>,
): Promise<AppError> {
  const last = (await readAlertLogs({ db }, id)).at(-1)
  // What the program did, such as an escalation, has no author.
  if (!last?.who) return stale(say`This alert was changed since you opened it.`)
  const time = new Intl.DateTimeFormat(languageTags[locale], { timeStyle: 'short', timeZone }).format(last.at)
  const day = dateInZone(last.at, timeZone)
  return stale(
    day === todayIn(clock, timeZone)
      ? say`${last.who} changed this alert at ${time}.`
      : say`${last.who} changed this alert on ${dateText(day, locale)} at ${time}.`,
  )
}

function stale(words: AppError['words']): AppError {
  return new AppError('conflict', words, { version: words })
}
