import type { RankingData, RankingRow } from '@gensvar/contract/entities/ranking'
import { plainToken, printDrillPath } from '@gensvar/contract/drill-path'
import { maxPageRows } from '@gensvar/contract/paging'
import type { pageQuery } from '@gensvar/contract/paging'
import { say } from '@gensvar/contract/say'
import type { Column } from '@gensvar/contract/widgets/column'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import type { z } from 'zod'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { isContactField } from '#server/domain/cases/contact-fields.ts'
import { listCases } from '#server/domain/cases/list-cases.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { pathViews } from '#server/domain/paths/request-conditions.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { AppError } from '#server/platform/errors.ts'
import { caseRow, caseTable } from '#server/widgets/shared/case-table.ts'
import type { CaseTable } from '#server/widgets/shared/case-table.ts'

/** What a table of samples is configured with, as far as its rows depend on it. */
export type SampleColumns = Pick<WidgetConfig<'sample-table'>, 'columns' | 'sortBy' | 'sortDesc' | 'eventSources'>

/** A page of a list, as it is asked for. */
export type PageQuery = z.output<typeof pageQuery>

/** The table of a survey whose samples page configures none: who, where, when and in which state. */
export function plainSampleColumns({ config, questions, views }: SurveyModel): SampleColumns {
  const { name = 'name', email = 'email' } = config.respondent
  const lowest = views[0]?.levels.at(-1)
  const shown = ['id', name, ...(lowest === undefined ? [] : [lowest]), 'eventdate', 'state']
  const hidden = [email, ...questions.keys()].filter((one) => !shown.includes(one))
  return {
    columns: [
      ...shown.map((value) => ({ value, extra: false })),
      ...[...new Set(hidden)].map((value) => ({ value, extra: true })),
    ],
    sortBy: 'eventdate',
    sortDesc: true,
    eventSources: [],
  }
}

/**
 * The table of samples at a place: responses in every state unless the path asks for one. Throws `validation` for a
 * column that it cannot be sorted by.
 */
export function sampleTableOf(
  { access: { model }, requested }: FigureRequest,
  config: SampleColumns,
  { sortVar, sortDesc, filter }: Pick<PageQuery, 'sortVar' | 'sortDesc' | 'filter'>,
): CaseTable {
  const table = caseTable(model, config.columns)
  const by = sortVar ?? config.sortBy
  if (by !== config.sortBy && !table.headers.some(({ sortable, value }) => sortable && value === by))
    throw new AppError('validation', say`The table cannot be sorted by "${by}".`, { sortVar: say`unknown column` })
  return {
    ...table,
    selection: {
      conditions: requested.conditions,
      eventSources: config.eventSources,
      sort: { by, desc: sortDesc ?? config.sortDesc },
      text: filter.trim(),
      textIn: searchedIn(model, config.columns),
    },
  }
}

/** What the search of a table looks in: its columns of texts and choices, and who the respondent is. */
export function searchedIn({ questions, config }: SurveyModel, columns: readonly Column[]): string[] {
  const { name = 'name', email = 'email' } = config.respondent
  const texts = ['text', 'single', 'multiple']
  const isText = (one: string): boolean => {
    const question = questions.get(one)
    return question ? texts.includes(question.type) : isContactField(one)
  }
  return [...new Set([...columns.map(({ value }) => value), name, email])].filter(isText)
}

/** A page of a table of samples, whose rows lead to their places below the path of the request. */
export async function sampleRows(
  request: FigureRequest,
  table: CaseTable,
  query: Pick<PageQuery, 'rowFrom' | 'rowTo'>,
): Promise<RankingData> {
  const { ctx, access } = request
  const { model } = access
  const { rows, total } = await listCases(ctx, model, access.caseScope, {
    ...table.selection,
    from: query.rowFrom,
    to: Math.min(query.rowTo, query.rowFrom + maxPageRows),
  })
  const placeOf = placesOf(request)
  return {
    headers: table.headers,
    nameCount: 1,
    rows: rows.map((row): RankingRow => ({
      ...caseRow(model, table.columns, row, ctx.locale),
      drillPath: placeOf(row),
    })),
    footer: null,
    rankingVar: null,
    leafRows: true,
    totalNumberRows: total,
    leftOut: null,
  }
}

/** The drill path of a response's own place, with the filters of the request; null where the caller may not go there. */
function placesOf({ access, requested: { path, view, tree } }: FigureRequest): (row: CaseRow) => string | null {
  const views = pathViews(access)
  return ({ unitIds }) => {
    const unit = unitIds.map((id) => tree.unit(id)).find((one) => one !== undefined && one.viewId === view?.id)
    if (!view || !unit) return null
    const names = tree.pathOf(unit).map(({ extName }) => extName)
    if (!access.places.allows(view.extName, names)) return null
    const place = names.map((name, depth) => plainToken(view.levels[depth] ?? '', name))
    return printDrillPath({ ...path, place }, views)
  }
}
