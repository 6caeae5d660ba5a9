import { streamedQuery } from '#server/platform/streamed-query.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { caseOf, selectCases, whereCases } from './case-query.ts'
import type { CaseDeps, CaseRow, CaseSelection, RawCase } from './case-query.ts'
import { shownCase } from './shown-case.ts'

/** Responses read at a time: few enough that turning them into text does not hold up requests. */
const batch = 400

/**
 * All selected responses of a scope in batches, as `listCases` would list them page by page, but as they were at one
 * moment, and however many there are. Throws as `listCases` does.
 */
export async function* streamCases(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  selection: CaseSelection,
): AsyncGenerator<CaseRow[]> {
  const statement = selectCases(model, await whereCases(deps, model, scope, selection), selection)
  for await (const rows of streamedQuery<RawCase>(deps.pool, statement, { batch, work: deps.work }))
    yield rows.map((row) => shownCase(model, scope, caseOf(row)))
}
