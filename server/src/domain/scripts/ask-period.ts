import { arePublishedDates } from '@gensvar/contract/published-dates'
import { decodeDateFilter } from '@gensvar/contract/date-filters'
import type { HookInput, HookOutput } from '@gensvar/contract/script-types/index'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { todayIn } from '#server/platform/clock.ts'
import { askHook } from './ask-hook.ts'
import type { AskedHook } from './ask-hook.ts'
import { hooksOf } from './hooks.ts'

/** Types that are asked for what a reader is shown: periods, and where help is. */
type PeriodHook = Extract<AskedHook, `${string}TIMESPAN${string}` | 'GET_UI_DETAILS'>

/** What a type is given beside what all of them are. */
type Beside<T extends PeriodHook> = Omit<HookInput<T>, 'now' | 'today' | 'survey' | 'user'>

/**
 * What the survey's script says to a reader with the caller's role and language; null without one, where
 * it says nothing, and where it went wrong. `periodsOf` names the periods of an answer: an anonymous survey has figures
 * of few, and an answer with others is an error of the script.
 */
export async function askPeriod<T extends PeriodHook>(
  ctx: Ctx,
  model: SurveyModel,
  type: T,
  beside: Beside<T>,
  periodsOf: (output: NonNullable<HookOutput<T>>) => readonly string[] = () => [],
): Promise<NonNullable<HookOutput<T>> | null> {
  if (hooksOf(model, type).length === 0) return null
  const input = { ...periodQuestionOf(ctx, model), ...beside } as unknown as Omit<HookInput<T>, 'now'>
  const answer = await askHook(ctx, model, type, input, (output) => {
    const wrong = output && periodsOf(output).find((period) => !isAnswered(model, period))
    return wrong ? `An anonymous survey has no figures of ${wrong}` : null
  })
  return answer?.output ?? null
}

/** What all scripts that are asked for what a reader is shown are given, but the moment. */
export function periodQuestionOf({ clock, identity, locale }: Ctx, model: SurveyModel) {
  return {
    today: todayIn(clock, model.timeZone),
    survey: { extName: model.extName, title: model.title },
    user: { role: identity.role?.name ?? null, language: locale },
  }
}

function isAnswered({ anonymity }: SurveyModel, period: string): boolean {
  const dates = decodeDateFilter(period)
  return !anonymity || (dates !== null && arePublishedDates(anonymity.period, dates))
}
