import { say } from '@gensvar/contract/say'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import type { Ctx } from '#server/domain/context.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import { demandSamples } from '#server/domain/rights/authorise.ts'
import { sampleAccess } from '#server/domain/samples/sample-access.ts'
import type { SampleAccess } from '#server/domain/samples/sample-access.ts'
import { AppError } from '#server/platform/errors.ts'
import { findSampleTable } from '#server/widgets/sample-table/find-sample-table.ts'

/** What the address of a table's call names. */
export interface TableParams {
  survey: string
  component: string
  drillPath: string
}

/** A configured table at a place, with the caller's access. */
export interface AskedTable {
  access: SampleAccess
  config: WidgetConfig<'sample-table'>
  requested: RequestedPath
}

/** The table of a call that only configured ones have. Throws as `findSampleTable` does, and `not_found` for the plain one. */
export async function askedTable(ctx: Ctx, { survey, component, drillPath }: TableParams): Promise<AskedTable> {
  const access = await sampleAccess(ctx, survey)
  demandSamples(access)
  const { config, requested } = await findSampleTable(ctx, access, component, drillPath)
  if (!config) throw new AppError('not_found', say`This table has no actions.`)
  return { access, config, requested }
}

/** An action of a table by its name. Throws `not_found`. */
export function actionOf<Action extends { extname: string }>(actions: readonly Action[], name: string): Action {
  const action = actions.find(({ extname }) => extname === name)
  if (!action) throw new AppError('not_found', say`This table has no action "${name}".`)
  return action
}
