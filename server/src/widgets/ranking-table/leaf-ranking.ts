import type { RankingCell, RankingData } from '@gensvar/contract/entities/ranking'
import type { Locale } from '@gensvar/contract/local-text'
import type { Column } from '@gensvar/contract/widgets/column'
import { maxPageRows } from '@gensvar/contract/paging'
import { startOfToday } from '#server/platform/clock.ts'
import { aggregate } from '#server/domain/figures/aggregate.ts'
import { listCases } from '#server/domain/cases/list-cases.ts'
import { everything } from '#server/domain/survey/unit-text.ts'
import { isDated } from '#server/domain/survey/is-dated.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { indicatorRequest } from '#server/domain/indicators/figure-request.ts'
import { figureAbout } from '#server/domain/indicators/figure-about.ts'
import { indicatorOf, isIndicator } from '#server/domain/indicators/indicator.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { caseRow, caseTable } from '#server/widgets/shared/case-table.ts'
import type { CaseTable } from '#server/widgets/shared/case-table.ts'
import { figureCell } from './cells.ts'
import { selectionTimeOf } from '#server/widgets/shared/selection-time.ts'
import type { RankingRequest } from './ranking-request.ts'

/** The table of single responses that is asked for. */
export function leafTableOf(asked: RankingRequest): CaseTable {
  const { ctx, access, requested, countedBy } = asked
  const { model } = access
  const columns = wordsFirst(model, asked.leafColumns.length > 0 ? asked.leafColumns : defaultLeafColumns(model))
  // Figures count completed interviews, so the rows show the same ones unless a state is asked for.
  const stated = countedBy !== null || requested.conditions.some((condition) => condition.kind === 'sampleState')
  // Who may not open samples does not see them listed either.
  const states = stated && access.canViewSamples ? [] : [{ kind: 'sampleState' as const, states: [0] }]
  return {
    ...caseTable(model, columns),
    selection: {
      conditions: [...requested.conditions, ...states],
      ...(countedBy && { countedBy: { ...countedBy, startOfToday: startOfToday(ctx.clock, model.timeZone) } }),
      sort: asked.sortVar === null ? null : { by: asked.sortVar, desc: asked.sortDesc },
      text: asked.filter,
    },
  }
}

/** The interviews of the place, or what an indicator counts, newest first or as sorted; none in an anonymous survey. */
export async function leafRanking(asked: RankingRequest): Promise<RankingData> {
  const { ctx, access, countedBy } = asked
  const { model } = access
  const { locale } = ctx
  const { columns, headers, selection } = leafTableOf(asked)
  const frame = { headers, nameCount: 1, rankingVar: null, leafRows: true }
  const measured = countedBy === null ? measuredOf(model, columns) : new Map<Column, Indicator>()
  if (!access.canViewInterviews) return { ...frame, rows: [], footer: null, totalNumberRows: 0, leftOut: null }
  const [list, footer] = await Promise.all([
    listCases(ctx, model, access.caseScope, {
      ...selection,
      from: asked.rowFrom,
      to: Math.min(asked.rowTo, asked.rowFrom + maxPageRows),
    }),
    // The means of a place are not those of the listed rows alone.
    countedBy === null ? footerOf(asked, columns, locale) : null,
  ])
  return {
    ...frame,
    headers: headers.map((header, at) => {
      const indicator = columns[at] && measured.get(columns[at])
      return indicator ? { ...header, about: figureAbout(access, indicator) } : header
    }),
    rows: list.rows.map((row) => caseRow(model, columns, row, locale)),
    footer,
    ...(countedBy === null && selectionTimeOf(asked)),
    totalNumberRows: list.total,
    leftOut: null,
  }
}

/** Total row of the interviews: the mean of each numeric column. */
export async function footerOf(
  asked: RankingRequest,
  columns: readonly Column[],
  locale: Locale,
): Promise<{ cells: RankingCell[] }> {
  const { ctx, access, requested } = asked
  const { model } = access
  const measured = measuredOf(model, columns)
  const indicators = [...measured.values()]
  const { rows } = await aggregate(ctx, model, access.caseScope, {
    conditions: requested.conditions,
    by: 'none',
    indicators: indicators.length > 0 ? indicators.map(indicatorRequest) : [{ key: 'n', expression: 'count()' }],
  })
  const cells = columns.map((column, at): RankingCell => {
    const indicator = measured.get(column)
    const value = indicator && rows[0]?.valueAt(indicators.indexOf(indicator))
    if (indicator) return figureCell(model, indicator, value, locale, requested.path, requested.today)
    return { text: at === 0 ? everything(locale) : '' }
  })
  return { cells }
}

/** The columns that have a mean in the Total row. */
function measuredOf(model: SurveyModel, columns: readonly Column[]): Map<Column, Indicator> {
  const measured = columns.filter(({ value }) => isIndicator(model, value) && model.questions.has(value))
  return new Map(measured.map((column) => [column, indicatorOf(model, column.value)]))
}

/** Columns of single responses where none are configured. */
export function defaultLeafColumns(model: SurveyModel): Column[] {
  const questions = [...model.questions.values()]
  const scales = questions.filter((question) => question.type === 'scale').slice(0, 4)
  const text = openQuestions(model)[0] ?? questions.find((question) => question.type === 'text')?.variable
  return [...(isDated(model) ? ['eventdate'] : []), ...scales.map((one) => one.variable), ...(text ? [text] : [])].map(
    (value) => ({
      value,
      extra: false,
    }),
  )
}

/**
 * Columns with what the customer wrote first and their score after it, so that both have room at every width; the
 * others keep their order. The comment is an open question of the interview page, the score its rating.
 */
function wordsFirst(model: SurveyModel, columns: readonly Column[]): Column[] {
  const shown = columns.filter((column) => !column.extra)
  const isPlain = ({ renderType }: Column): boolean => renderType !== 'link' && renderType !== 'lits'
  const comment =
    shown.find((column) => openQuestions(model).includes(column.value) && isPlain(column)) ??
    shown.find(({ value }) => openQuestions(model).length === 0 && model.questions.get(value)?.type === 'text')
  const { rating, face } = model.config.interview
  const score =
    shown.find(({ value }) => value === (rating ?? face)) ??
    shown.find(({ value }) => model.questions.get(value)?.type === 'scale')
  // The first column names the row and holds the word Total, so a score does not stand there.
  const first = [...new Set([comment ?? columns[0], score])].filter((column) => column !== undefined)
  return [...first, ...columns.filter((column) => !first.includes(column))]
}

function openQuestions(model: SurveyModel): string[] {
  return model.config.interview.open.filter((name) => model.questions.get(name)?.type === 'text')
}
