import { noComponent } from '@gensvar/contract/samples'
import { say } from '@gensvar/contract/say'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import type { Ctx } from '#server/domain/context.ts'
import { askedPeriod } from '#server/domain/paths/asked-period.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { AppError } from '#server/platform/errors.ts'
import { componentOf } from '#server/widgets/run-widget.ts'
import { intervalOf } from '#server/widgets/component-path.ts'
import { plainSampleColumns } from './sample-list.ts'
import type { SampleColumns } from './sample-list.ts'

/** A table of samples at a place. */
export interface FoundSampleTable {
  columns: SampleColumns
  /** Null for the plain table of a survey that configures none, which has no actions. */
  config: WidgetConfig<'sample-table'> | null
  requested: RequestedPath
}

/**
 * The table of samples that a call names, `-` for the plain one, at a path with the period of its page. Throws as
 * `componentOf` and `requestedPath` do, and `not_found` for a component of another type.
 */
export async function findSampleTable(
  ctx: Ctx,
  access: SurveyAccess,
  id: string,
  drillPath: string,
): Promise<FoundSampleTable> {
  const { model } = access
  if (id === noComponent) {
    const page = model.config.pages.find(({ kind }) => kind === 'samples')
    const requested = await requestedPath(ctx, access, drillPath, { interval: await askedPeriod(ctx, access, page) })
    return { columns: plainSampleColumns(model), config: null, requested }
  }
  const { component, page } = componentOf(ctx, access, id)
  if (!isComponentOf(component, 'sample-table'))
    throw new AppError('not_found', say`"${id}" is not a table of samples.`)
  const { config } = component
  const requested = await requestedPath(ctx, access, drillPath, {
    interval: await intervalOf(ctx, access, component, page),
  })
  return { columns: config, config, requested }
}
