import type { CalendarConfig } from '@gensvar/contract/configuration/calendar'
import type { HookOutput } from '@gensvar/contract/script-types/index'
import { hooksOf } from '#server/domain/scripts/hooks.ts'
import type { BatchContext } from '#server/domain/scripts/hooks.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { AlertSource, FoundAlert } from './alert-source.ts'
import { AlertScripts } from './ask-alert-scripts.ts'
import type { AskedResponse } from './ask-alert-scripts.ts'
import { askedCalendar } from './asked-calendar.ts'
import type { OwnedResponse } from './owner.ts'
import { readInBatches } from './raise-store.ts'
import { addWorkingTime } from './working-time.ts'

/**
 * The scripts of a survey that raise alerts. They run in the write that stores the answers, so they cannot ask for figures,
 * which are computed outside of it. What goes wrong in one is in its events.
 */
export const scriptAlerts: AlertSource = {
  isUsedBy: (model) => hooksOf(model, 'GENERATE_ALERT').length > 0,
  async *find(tx, { model }, responses) {
    const now = tx.clock.now()
    const due = dueTimes(model, await askedCalendar(tx, model), now)
    const scripts = new AlertScripts(tx, model, () => model)
    const rows = portableSql`
      select r.id, r.unit_ids as "unitIds", r.event_date as "eventDate", r.answers
        from response r where ${responses} order by r.id`
    for await (const batch of readInBatches<OwnedResponse & AskedResponse>(
      tx,
      portableSql`responses_of_scripts`,
      rows,
    )) {
      const wanted = await scripts.ask(batch)
      yield batch.flatMap((response, at) => alertsOf(response, wanted[at] ?? null, due))
    }
  },
}

/** The alerts of a script's answer about a response. */
function alertsOf(
  { id, unitIds }: OwnedResponse,
  output: HookOutput<'GENERATE_ALERT'>,
  due: (duration: string | undefined) => Date | null,
): FoundAlert[] {
  return (output ?? []).map((one) => ({ response: { id, unitIds }, rule: one.rule, due: due(one.due), search: {} }))
}

/** The alerts of a script's answer about one response, raised now. */
export async function foundByScript(
  ctx: BatchContext,
  model: SurveyModel,
  response: OwnedResponse,
  output: HookOutput<'GENERATE_ALERT'>,
): Promise<FoundAlert[]> {
  return alertsOf(response, output, dueTimes(model, await askedCalendar(ctx, model), ctx.clock.now()))
}

/** Computes when alerts that are raised now are due; scripts say the same durations again and again. */
function dueTimes(
  { timeZone }: SurveyModel,
  calendar: CalendarConfig,
  now: Date,
): (duration: string | undefined) => Date | null {
  const known = new Map<string, Date>()
  return (duration) => {
    if (duration === undefined) return null
    const due = known.get(duration) ?? addWorkingTime(now, duration, calendar, timeZone)
    known.set(duration, due)
    return due
  }
}
