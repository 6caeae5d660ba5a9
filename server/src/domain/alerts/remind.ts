import type { Ctx } from '#server/domain/context.ts'
import { noticeOfAlerts } from '#server/domain/notices/alert-notices.ts'
import { listSurveysWithOpen } from '#server/domain/survey/surveys-with-open.ts'
import { write } from '#server/domain/write.ts'
import { askedCalendar } from './asked-calendar.ts'
import { readableModel } from '#server/domain/survey/load-survey-model.ts'
import { readAlertsDueSoon } from './remind-store.ts'
import { addWorkingTime } from './working-time.ts'

/** Most alerts whose owners one write reminds. */
const batch = 500

/**
 * Reminds the owners of alerts that are not closed and due within the working time that their rule names, each owner once
 * of each due time. Returns how many alerts that were.
 */
export async function remindOwners(ctx: Ctx, signal?: AbortSignal): Promise<number> {
  let reminded = 0
  for (const surveyId of await listSurveysWithOpen(ctx.db, 'alert')) {
    const model = await readableModel(ctx, surveyId)
    if (model?.anonymity !== null || model.config.alerts.length === 0) continue
    const calendar = await askedCalendar(ctx, model)
    for (const { extname, remind } of model.config.alerts) {
      signal?.throwIfAborted()
      const now = ctx.clock.now()
      const until = addWorkingTime(now, remind, calendar, model.timeZone)
      const due = await readAlertsDueSoon(ctx.db, surveyId, { rule: extname, now, until, most: batch })
      if (due.length === 0) continue
      await write(ctx, (tx) => noticeOfAlerts(tx, model, 'alert-reminder', due))
      reminded += due.length
    }
  }
  return reminded
}
