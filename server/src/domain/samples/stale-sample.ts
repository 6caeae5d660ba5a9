import { dateInZone } from '@gensvar/contract/dates'
import { languageTags } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { dateText, fieldText } from '#server/domain/cases/case-text.ts'
import { caseStateText } from '#server/domain/cases/state-text.ts'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { listChanges } from './sample-store.ts'
import type { StoredChange } from './sample-store.ts'

/**
 * The error for somebody who saves a sample from a version that is not the latest: who changed it last and when, and at
 * `fields.QUESTION` who changed each answer to what. At `version` for forms, which offer to reload then.
 */
export async function staleSample(
  ctx: Pick<Ctx, 'db' | 'clock' | 'locale'>,
  model: SurveyModel,
  row: CaseRow,
  version: number,
): Promise<AppError> {
  const changes = await listChanges(ctx, row.id, version)
  const last = changes.at(-1)
  // An import leaves no change: it is in the list of imports.
  const words = last ? changedAt(ctx, model, last) : say`This sample was changed since you opened it.`
  const fields: Record<string, Words> = { version: words }
  for (const change of changes) {
    for (const name of change.fields) fields[`fields.${name}`] = changedTo(model, row, ctx.locale, { name, change })
    if (change.stateBefore !== change.stateAfter)
      fields['state'] =
        say`${change.who} changed the state to "${caseStateText(String(change.stateAfter), ctx.locale)}".`
  }
  return new AppError('conflict', words, fields)
}

function changedAt(
  { clock, locale }: Pick<Ctx, 'clock' | 'locale'>,
  model: SurveyModel,
  { who, at }: StoredChange,
): Words {
  const { timeZone } = model
  const time = new Intl.DateTimeFormat(languageTags[locale], { timeStyle: 'short', timeZone }).format(at)
  const day = dateInZone(at, timeZone)
  return day === todayIn(clock, timeZone)
    ? say`${who} changed this sample at ${time}.`
    : say`${who} changed this sample on ${dateText(day, locale)} at ${time}.`
}

function changedTo(
  model: SurveyModel,
  row: CaseRow,
  locale: Locale,
  { name, change }: { name: string; change: StoredChange },
): Words {
  const value = fieldText(model, row, name, locale)
  return value === '' ? say`${change.who} removed this answer.` : say`${change.who} changed this to "${value}".`
}
