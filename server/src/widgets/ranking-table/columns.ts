import type { RankingHeader } from '@gensvar/contract/entities/ranking'
import { locales, pickText } from '@gensvar/contract/local-text'
import type { LocalText } from '@gensvar/contract/local-text'
import { namesOnly } from '@gensvar/contract/names-only'
import type { Column } from '@gensvar/contract/widgets/column'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { countName, indicatorOf, isEverPublished, isIndicator, titleOf } from '#server/domain/indicators/indicator.ts'

/** A column of units: a figure, or balls for several. */
export interface UnitColumn {
  column: Column
  header: Omit<RankingHeader, 'cellIndex'>
  indicator: Indicator | null
  lits: Indicator[] | null
  /** Every indicator its cells are made from. */
  needs: Indicator[]
}

const plain = {
  extra: false,
  align: 'left',
  renderType: 'string',
  target: null,
  detailsVariable: null,
  sortable: true,
  helpText: null,
} as const

/** Columns of the default ranking: the survey's indicators, else its first scales, and the number of answers. */
export function defaultColumns(model: SurveyModel): Column[] {
  const computed = Object.entries(model.config.indicators).filter(([, indicator]) => indicator.expression !== undefined)
  const scales = [...model.questions.values()].filter((question) => question.type === 'scale').slice(0, 6)
  const shown = computed.length > 0 ? computed.map(([name]) => name) : scales.map((question) => question.variable)
  return [...shown, countName].map((value) => ({ value, extra: false }))
}

/** The columns with the number of answers last, unless one of them is already their count. */
export function withCount(model: SurveyModel, columns: readonly Column[]): readonly Column[] {
  const isCount = ({ value }: Column): boolean => {
    if (!isIndicator(model, value)) return false
    const { expression, where } = indicatorOf(model, value)
    return where === null && /^\s*count\s*\(\s*\)\s*$/.test(expression ?? '')
  }
  return columns.some(isCount) ? columns : [...columns, { value: countName, extra: false }]
}

/** Header of the first column, which holds the name of the row. */
export function nameHeader(text: LocalText): RankingHeader {
  return { ...plain, value: 'name', text, cellIndex: 0 }
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

/** The part of a header that all kinds of column share. */
export function commonHeader(column: Column) {
  return {
    ...plain,
    value: column.value,
    extra: column.extra,
    target: column.target ?? null,
    detailsVariable: column.detailsVariable ?? null,
  }
}

/** Header of a column of single responses: a question, or a field every response has. */
export function leafHeader(model: SurveyModel, column: Column, cellIndex: number): RankingHeader {
  const question = model.questions.get(column.value)
  const renderType = column.renderType ?? leafRenderType(column.value, question)
  const align = column.align ?? (renderType === 'number' ? 'right' : renderType === 'string' ? 'left' : 'center')
  return {
    ...commonHeader(column),
    text: column.text ?? leafTitle(column.value, question),
    align,
    renderType,
    sortable: renderType !== 'lits' && renderType !== 'alertstate',
    isDate: renderType === 'string' && (question ? question.type === 'date' : isEventDate(column.value)),
    cellIndex,
  }
}

function isEventDate(name: string): boolean {
  return name === 'eventdate' || name === 'date'
}

function leafRenderType(name: string, question: Question | undefined): RankingHeader['renderType'] {
  if (name === 'state' && !question) return 'state'
  if (name === 'alert' && !question) return 'alertstate'
  return question?.type === 'scale' || question?.type === 'numeric' ? 'number' : 'string'
}

const fieldTitles = namesOnly<Readonly<Record<string, LocalText>>>({
  eventdate: { en: 'Date', sv: 'Datum', no: 'Dato', da: 'Dato', fi: 'Päivä' },
  date: { en: 'Date', sv: 'Datum', no: 'Dato', da: 'Dato', fi: 'Päivä' },
  state: { en: 'State', sv: 'Status', no: 'Status', da: 'Status', fi: 'Tila' },
  alert: { en: 'Alert', sv: 'Larm', no: 'Varsel', da: 'Alarm', fi: 'Hälytys' },
  name: { en: 'Name', sv: 'Namn', no: 'Navn', da: 'Navn', fi: 'Nimi' },
  id: { en: 'Number', sv: 'Nummer', no: 'Nummer', da: 'Nummer', fi: 'Numero' },
})

function leafTitle(name: string, question: Question | undefined): LocalText {
  return question ? titleOf(question) : (fieldTitles[name] ?? name)
}
