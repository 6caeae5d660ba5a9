import type { CalendarConfig } from '@gensvar/contract/configuration/calendar'
import type { HookOutput } from '@gensvar/contract/script-types/index'
import { answerInWrite } from '#server/domain/scripts/host.ts'
import { HookBatches, hooksOf } from '#server/domain/scripts/hooks.ts'
import type { BatchContext } from '#server/domain/scripts/hooks.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { AlertSource, FoundAlert } from './alert-source.ts'
import { askedCalendar } from './asked-calendar.ts'
import type { OwnedResponse } from './owner.ts'
import { readInBatches } from './raise-store.ts'
import { addWorkingTime } from './working-time.ts'

/** A completed response as a script gets it, and where it is. */
interface GivenResponse extends OwnedResponse {
  eventDate: string
  answers: Record<string, unknown>
}

/**
 * The scripts of a survey that raise alerts. They run in the write that stores the answers, so they cannot ask for figures,
 * which are computed outside of it. What goes wrong in one is in its events.
 */
export const scriptAlerts: AlertSource = {
  isUsedBy: (model) => hooksOf(model, 'GENERATE_ALERT').length > 0,
  async *find(tx, { model }, responses) {
    const now = tx.clock.now()
    const due = dueTimes(model, await askedCalendar(tx, model), now)
    const host = (name: string, args: readonly unknown[]): Promise<unknown> => answerInWrite(model, name, args)
    const scripts = hooksOf(model, 'GENERATE_ALERT').map(
      (script) => new HookBatches(tx, { script: { ...script, type: 'GENERATE_ALERT' }, host }),
    )
    const rows = portableSql`
      select r.id, r.unit_ids as "unitIds", r.event_date as "eventDate", r.answers
        from response r where ${responses} order by r.id`
    for await (const batch of readInBatches<GivenResponse>(tx, portableSql`responses_of_scripts`, rows)) {
      const inputs = batch.map(({ id, eventDate, answers }) => ({
        now: now.toISOString(),
        interview: { id, eventDate, answers },
      }))
      const found = batch.map((): FoundAlert[] => [])
      for (const script of scripts)
        for (const [at, answer] of (await script.call(inputs)).entries()) {
          const response = batch[at]
          if (response) found[at]?.push(...alertsOf(response, answer?.output ?? null, due))
        }
      yield found.flat()
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
