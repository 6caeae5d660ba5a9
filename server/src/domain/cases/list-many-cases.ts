import { EVENT_DATE } from '@gensvar/contract/conditions'
import { aggregate } from '#server/domain/figures/aggregate.ts'
import type { AggregateDeps } from '#server/domain/figures/aggregate.ts'
import { isUpToDate } from '#server/domain/figures/feed/change-log.ts'
import { orderedIds } from '#server/domain/figures/rows/ordered-ids.ts'
import type { OrderedRequest } from '#server/domain/figures/rows/ordered-ids.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { AppError } from '#server/platform/errors.ts'
import type { CaseDeps } from './case-query.ts'
import { listCases } from './list-cases.ts'
import type { CaseList, CaseRequest } from './list-cases.ts'

/**
 * A page of cases as `listCases` has it, of a list that can be very long. The figures' store counts and sorts them where
 * it knows all that the request asks about and has every change, because it reads single columns; the rows are read from
 * PostgreSQL all the same. Otherwise PostgreSQL does all of it. Throws as `listCases` does.
 */
export async function listManyCases(
  deps: AggregateDeps & CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  request: CaseRequest,
): Promise<CaseList> {
  const quick =
    isInStore(request) && (await isUpToDate(deps.pool, model.id)) ? await quickly(deps, model, scope, request) : null
  return quick ?? listCases(deps, model, scope, request)
}

/** Texts of contacts and kinds of event are not in the figures' store. */
function isInStore({ text = '', eventSources = [], countedBy, id, ids }: CaseRequest): boolean {
  return text === '' && eventSources.length === 0 && !countedBy && id === undefined && ids === undefined
}

async function quickly(
  deps: AggregateDeps & CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  request: CaseRequest,
): Promise<CaseList | null> {
  const { conditions, from, to, sort } = request
  const by = storedOrder(model, sort?.by ?? EVENT_DATE)
  // The newest first is the order of an index of PostgreSQL.
  const isNewest = by === 'date' && (sort?.desc ?? true)
  try {
    const counted = aggregate(deps, model, scope, {
      conditions,
      by: 'none',
      indicators: [{ key: 'n', expression: 'samples()' }],
    })
    const ordered =
      isNewest || by === null || to <= from
        ? null
        : orderedIds(deps, model, scope, { conditions, by, desc: sort?.desc ?? true, from, to })
    const [{ rows: figures }, ids] = await Promise.all([counted, ordered])
    const total = figures[0]?.values[0]?.value ?? 0
    if (ids === null) return { ...(await listCases(deps, model, scope, { ...request, isCounted: false })), total }
    const { rows } = await listCases(deps, model, scope, {
      ...request,
      sort: null,
      ids,
      from: 0,
      to: ids.length,
      isCounted: false,
    })
    const byId = new Map(rows.map((row) => [row.id, row]))
    return { rows: ids.flatMap((id) => byId.get(id) ?? []), total }
  } catch (error) {
    // The survey is being changed.
    if (error instanceof AppError && error.code === 'unavailable') return null
    throw error
  }
}

/** What the store sorts by; null for what only PostgreSQL knows. */
function storedOrder({ questions }: SurveyModel, by: string): OrderedRequest['by'] | null {
  const question = questions.get(by)
  if (question) return question.type === 'multiple' ? null : question
  if (by === EVENT_DATE || by === 'eventdate') return 'date'
  return by === 'state' || by === 'id' ? by : null
}
