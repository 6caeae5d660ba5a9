import type { CalendarConfig } from '@gensvar/contract/configuration/calendar'
import { answerInWrite } from '#server/domain/scripts/host.ts'
import { callHookBatch, hooksOf } from '#server/domain/scripts/hooks.ts'
import type { BatchContext } from '#server/domain/scripts/hooks.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { todayIn } from '#server/platform/clock.ts'

/** The working days and hours of a survey: what its script says, else the configured ones. Asked once for many alerts. */
export async function askedCalendar(ctx: BatchContext, model: SurveyModel): Promise<CalendarConfig> {
  const { calendar } = model.config
  const type = 'GET_TIME_CONFIGURATION'
  const [script] = hooksOf(model, type)
  if (!script) return calendar
  const host = (name: string, args: readonly unknown[]) => answerInWrite(model, name, args)
  const [answer] = await callHookBatch(ctx, { script: { ...script, type }, host }, [calendarQuestionOf(ctx, model)])
  return answer?.output ?? calendar
}

/** What a script for working days and hours is given. */
export function calendarQuestionOf({ clock }: Pick<BatchContext, 'clock'>, model: SurveyModel) {
  return {
    now: clock.now().toISOString(),
    today: todayIn(clock, model.timeZone),
    survey: { extName: model.extName, title: model.title },
    calendar: model.config.calendar,
  }
}
