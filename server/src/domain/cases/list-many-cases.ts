import { EVENT_DATE } from '@gensvar/contract/conditions'
import type { AggregateDeps } from '#server/domain/figures/aggregate.ts'
import { StoredList } from '#server/domain/figures/stored-list.ts'
import type { StoredPage } from '#server/domain/figures/stored-list.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { CaseDeps, CaseSelection } from './case-query.ts'
import { listCases } from './list-cases.ts'
import type { CaseList, CaseRequest } from './list-cases.ts'
import { whileUpToDate } from './while-up-to-date.ts'

/** What reading long lists needs of the program. */
export type ManyCasesDeps = AggregateDeps & CaseDeps

/**
 * A page of cases as `listCases` has it, of a list that can be very long. The figures' store searches, counts and sorts
 * them where it has every change, because it reads single columns; the rows are read from PostgreSQL all the same.
 * Otherwise PostgreSQL does all of it. Throws as `listCases` does.
 */
export async function listManyCases(
  deps: ManyCasesDeps,
  model: SurveyModel,
  scope: CaseScope,
  request: CaseRequest,
): Promise<CaseList> {
  const { sort, from, to } = request
  const by = storedOrder(model, sort?.by ?? EVENT_DATE)
  const listed = by && (await byStore(deps, model, scope, request, (list) => pageOf(list, by)))
  return listed ?? listCases(deps, model, scope, request)

  async function pageOf(list: StoredList, by: StoredPage['by']): Promise<CaseList> {
    const desc = sort?.desc ?? true
    // The newest of all are at the start of an index of PostgreSQL; those of some places may be anywhere in it.
    if (to <= from || (by === 'date' && desc && list.isWhole)) {
      const [{ rows }, total] = await Promise.all([
        listCases(deps, model, scope, { ...request, isCounted: false }),
        list.count(),
      ])
      return { rows, total }
    }
    const { ids, total } = await list.page({ by, desc, from, to })
    const read = { ...request, sort: null, ids, from: 0, to: ids.length, isCounted: false }
    const { rows } = await listCases(deps, model, scope, read)
    const byId = new Map(rows.map((row) => [row.id, row]))
    return { rows: ids.flatMap((id) => byId.get(id) ?? []), total }
  }
}

/** Asks the figures' store for a list; null where it does not know all of it, or not yet. */
export async function byStore<T>(
  deps: ManyCasesDeps,
  model: SurveyModel,
  scope: CaseScope,
  { conditions, text = '', textIn, eventSources = [], countedBy, id, ids, afterId }: CaseSelection,
  ask: (list: StoredList) => Promise<T>,
): Promise<T | null> {
  if (countedBy || id !== undefined || ids !== undefined || afterId !== undefined) return null
  return whileUpToDate(deps, model.id, async () => {
    const searched = textIn ?? [...model.questions.keys()]
    return ask(await StoredList.open(deps, model, scope, { conditions, text, textIn: searched, eventSources }))
  })
}

/** What the store sorts by; null for what only PostgreSQL knows. */
function storedOrder({ questions }: SurveyModel, by: string): StoredPage['by'] | null {
  const question = questions.get(by)
  if (question) return question.type === 'multiple' ? null : question
  if (by === EVENT_DATE || by === 'eventdate') return 'date'
  return by === 'state' || by === 'id' ? by : null
}
