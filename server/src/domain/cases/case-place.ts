import { plainToken, printDrillPath } from '@gensvar/contract/drill-path'
import type { Ctx } from '#server/domain/context.ts'
import { pathViews } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { CaseRow } from './case-query.ts'

/** A response's place in the first view the caller may open. */
export async function drillPathOf(
  ctx: Pick<Ctx, 'db'>,
  access: SurveyAccess,
  row: Pick<CaseRow, 'unitIds'>,
): Promise<string> {
  const tree = await loadUnitTree(ctx, access.model)
  const views = pathViews(access)
  const view = views[0]
  const unit = view && row.unitIds.map((id) => tree.unit(id)).find((one) => one?.viewId === view.id)
  const place = unit ? tree.pathOf(unit).map((one, depth) => plainToken(view.levels[depth] ?? '', one.extName)) : []
  return printDrillPath({ view: view?.extName ?? '', place, filters: [] }, views)
}
