import { resolveDateValue } from '@gensvar/contract/date-filters'
import { noticeEvents } from '@gensvar/contract/entities/notices'
import { hookTypes } from '@gensvar/contract/script-types/index'
import type { HookInput, HookName } from '@gensvar/contract/script-types/index'
import { calendarQuestionOf } from '#server/domain/alerts/asked-calendar.ts'
import type { Ctx } from '#server/domain/context.ts'
import { givenDaysOf } from '#server/domain/indicators/trend-span.ts'
import { mailHookOf } from '#server/domain/notices/mail-scripts.ts'
import type { MailHook } from '#server/domain/notices/mail-scripts.ts'
import { givenPageOf } from '#server/domain/paths/asked-period.ts'
import { openingPage, surveyPeriod } from '#server/domain/paths/page-period.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { UpdatedRow } from '#server/domain/samples/updates/update-store.ts'
import { periodQuestionOf } from '#server/domain/scripts/ask-period.ts'
import { answerInWrite, answerScript } from '#server/domain/scripts/host.ts'
import { sampleInput } from '#server/domain/scripts/sample-input.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { nothing, reader } from './typed-run.ts'
import type { AppliedType, TypedRun } from './typed-run.ts'

/** Types whose runs by hand only show what they answer. */
type AskedType = Exclude<HookName, AppliedType>

/**
 * Prepares a run by hand of a script that the product asks or tells something; `access` is that of the program. It is given
 * what the product would give it on behalf of the caller. What a run has none of, such as a notice or a campaign, is made up.
 */
export function askedRun(ctx: Ctx, access: SurveyAccess, type: AskedType, response: UpdatedRow | null): TypedRun {
  const host: TypedRun['host'] =
    type === 'GET_TIME_CONFIGURATION'
      ? (name, args) => answerInWrite(access.model, name, args)
      : (name, args) => answerScript(ctx, access, name, args)
  return { input: inputOf(ctx, access.model, type, response), host, read: reader(type, async () => nothing) }
}

function inputOf(ctx: Ctx, model: SurveyModel, type: AskedType, response: UpdatedRow | null): HookInput<AskedType> {
  const question = { now: ctx.clock.now().toISOString(), ...periodQuestionOf(ctx, model) }
  const { now, today, survey } = question
  const about = response && {
    interview: { id: response.id, eventDate: response.eventDate, answers: response.answers },
  }
  switch (type) {
    case 'GET_AVAILABLE_TIMESPANS':
    case 'GET_ALERT_TIMESPAN':
    case 'GET_SAMPLES_OPEN_TIMESPAN':
    case 'GET_UI_DETAILS':
      return question
    case 'GET_DEFAULT_TIMESPAN':
      return { ...question, page: givenPageOf(openingPage(model.config)) }
    case 'GET_RANKING_TREND_TIMESPAN':
    case 'GET_DRIVERS_TREND_TIMESPAN':
      return { ...question, period: shownDays(model, today) }
    case 'GET_TIME_CONFIGURATION':
      return calendarQuestionOf(ctx, model)
    case 'GET_NOTIFICATION_EMAILS':
    case 'GET_ALERT_EMAILS':
    case 'GET_ACTION_EMAILS':
      return { now, survey, ...mailOf(ctx, type) }
    case 'GET_EMAIL_CAMPAIGN':
      return { ...sampleInput(hookTypes[type].input), now, survey, today, ...about }
    case 'HANDLE_AUTOFLOWS_EVENT':
      return { ...sampleInput(hookTypes[type].input), now, survey, ...about }
    case 'HANDLE_NODESTATS':
      return { ...sampleInput(hookTypes[type].input), now, survey }
    case 'HANDLE_MSG_EVENT': {
      const { event } = sampleInput(hookTypes[type].input)
      return { now, survey, event: { ...event, interviewId: response?.id ?? null } }
    }
  }
}

/** The days of the figures while nobody has chosen a period; open where that is all time. */
function shownDays({ config }: SurveyModel, today: string) {
  const period = surveyPeriod(config)
  const days = period === null ? null : resolveDateValue(period, today)
  return givenDaysOf(days?.kind === 'span' ? { from: days.from, to: days.to } : { from: null, to: null })
}

/** A made-up notice of an event that the type is asked for, mailed to the caller. */
function mailOf({ identity, locale }: Ctx, type: MailHook): Pick<HookInput<MailHook>, 'notice' | 'recipient'> {
  const { notice } = sampleInput(hookTypes[type].input)
  const event = noticeEvents.find((one) => mailHookOf(one) === type) ?? notice.event
  const { username, role } = identity
  return {
    notice: { ...notice, event },
    recipient: { username, email: 'reader@example.org', role: role?.name ?? null, language: locale },
  }
}
