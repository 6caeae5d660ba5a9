import { noComponent } from '@gensvar/contract/samples'
import { say } from '@gensvar/contract/say'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import type { Ctx } from '#server/domain/context.ts'
import { askedAlertPeriod } from '#server/domain/paths/asked-period.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'
import { componentOf } from '#server/widgets/run-widget.ts'
import { intervalOf } from '#server/widgets/component-path.ts'
import { plainAlertColumns } from './alert-list.ts'
import type { AlertColumns } from './alert-list.ts'

/** A table of alerts at a place. */
export interface FoundAlertTable {
  columns: AlertColumns
  requested: RequestedPath
}

/**
 * The table of alerts that a call names, `-` for the plain one, at a path with the period of its page. Throws as
 * `componentOf` and `requestedPath` do, and `not_found` for a component of another type.
 */
export async function findAlertTable(
  ctx: Ctx,
  access: SurveyAccess,
  id: string,
  drillPath: string,
): Promise<FoundAlertTable> {
  const { model } = access
  if (id === noComponent) {
    const page = model.config.pages.find(({ kind }) => kind === 'alerts')
    const requested = await requestedPath(ctx, access, drillPath, {
      interval: await askedAlertPeriod(ctx, access, page),
    })
    return { columns: plainAlertColumns(model), requested }
  }
  const { component, page } = componentOf(ctx, access, id)
  if (!isComponentOf(component, 'alert-table')) throw new AppError('not_found', say`"${id}" is not a table of alerts.`)
  const requested = await requestedPath(ctx, access, drillPath, {
    interval: await intervalOf(ctx, access, component, page),
  })
  return { columns: component.config, requested }
}
