import type { RankingHeader } from '@gensvar/contract/entities/ranking'
import { locales, pickText } from '@gensvar/contract/local-text'
import type { LocalText } from '@gensvar/contract/local-text'
import type { Column } from '@gensvar/contract/widgets/column'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { hasDistribution } from '#server/domain/distributions/distributed-questions.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { countName, indicatorOf, isEverPublished, isIndicator } from '#server/domain/indicators/indicator.ts'
import { commonHeader, plainHeader } from '#server/widgets/shared/case-header.ts'

/** A column of units: a figure, or balls for several. */
export interface UnitColumn {
  column: Column
  header: Omit<RankingHeader, 'cellIndex'>
  indicator: Indicator | null
  lits: Indicator[] | null
  /** Every indicator its cells are made from. */
  needs: Indicator[]
}

/** Columns of the default ranking: the survey's indicators, else its first scales, and the number of answers. */
export function defaultColumns(model: SurveyModel): Column[] {
  const computed = Object.entries(model.config.indicators).filter(([, indicator]) => indicator.expression !== undefined)
  const scales = [...model.questions.values()].filter((question) => question.type === 'scale').slice(0, 6)
  const shown = computed.length > 0 ? computed.map(([name]) => name) : scales.map((question) => question.variable)
  const columns = shown.map((value) => ({ value, extra: false }))
  return [...withCount(model, columns)]
}

/**
 * The columns with the number of answers after the first, where it is seen on every screen, unless one of them is already
 * their count.
 */
export function withCount(model: SurveyModel, columns: readonly Column[]): readonly Column[] {
  const isCount = ({ value }: Column): boolean => {
    if (!isIndicator(model, value)) return false
    const { expression, where } = indicatorOf(model, value)
    return where === null && /^\s*count\s*\(\s*\)\s*$/.test(expression ?? '')
  }
  if (columns.some(isCount)) return columns
  return [...columns.slice(0, 1), { value: countName, extra: false }, ...columns.slice(1)]
}

/** Header of the first column, which holds the name of the row. */
export function nameHeader(text: LocalText): RankingHeader {
  return { ...plainHeader, value: 'name', text, cellIndex: 0 }
}

/**
 * The columns that make sense for units: without those that only single responses have and, if `arePublished`, without
 * figures that are never published.
 */
export function unitColumns(model: SurveyModel, columns: readonly Column[], arePublished: boolean): UnitColumn[] {
  const made = columns.flatMap((column) => {
    if (column.renderType === 'lits' || column.of) return [litsColumn(model, column)]
    return isIndicator(model, column.value) ? [figureColumn(model, column)] : []
  })
  return arePublished ? made.filter(({ needs }) => needs.every((indicator) => isEverPublished(model, indicator))) : made
}

function figureColumn(model: SurveyModel, column: Column): UnitColumn {
  const indicator = indicatorOf(model, column.value)
  const header = {
    ...commonHeader(column),
    text: column.text ?? indicator.title,
    align: column.align ?? ('right' as const),
    renderType: column.renderType ?? ('number' as const),
    helpText: indicator.helpText,
    ...(hasDistribution(model, indicator) && { hasDistribution: true }),
  }
  // The rank of a unit among its siblings is its row in the ranking, so it is not shown as a column.
  const computed = indicator.expression === null ? null : indicator
  return { column, header, indicator: computed, lits: null, needs: computed ? [computed] : [] }
}

function litsColumn(model: SurveyModel, column: Column): UnitColumn {
  const lits = (column.of ?? [column.value])
    .filter((name) => isIndicator(model, name))
    .map((name) => indicatorOf(model, name))
  const header = {
    ...commonHeader(column),
    text: column.text ?? column.value,
    align: column.align ?? ('center' as const),
    renderType: 'lits' as const,
    sortable: false,
    helpText: namesOf(lits),
  }
  return { column, header, indicator: null, lits, needs: lits }
}

/** The titles of the questions of a lits column, in the order of its balls. */
function namesOf(lits: readonly Indicator[]): LocalText {
  return Object.fromEntries(
    locales.map((locale) => [locale, lits.map(({ title }) => pickText(title, locale)).join(' · ')]),
  )
}
