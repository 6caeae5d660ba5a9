import { EVENT_DATE } from '@gensvar/contract/conditions'
import { ROOT_PATH } from '@gensvar/contract/drill-path'
import type { GlobalValuesRow, GlobalValuesTable } from '@gensvar/contract/entities/data-tables'
import { pickText } from '@gensvar/contract/local-text'
import type { LocalText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import { definitionOf } from '#server/domain/indicators/definition.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { formatValue } from '#server/domain/indicators/figure-text.ts'
import type { Figure } from '#server/domain/indicators/figures.ts'
import { indicatorOf, isIndicator } from '#server/domain/indicators/indicator.ts'
import { casesOf } from '#server/domain/indicators/indicator-variable.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { isOwnPlace } from '#server/domain/indicators/own-place.ts'
import { spanOf } from '#server/domain/indicators/period.ts'
import { runningSpanText } from '#server/domain/indicators/running.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { readSurveysWithAccess } from '#server/domain/rights/survey-rights-store.ts'
import { isDated } from '#server/domain/survey/is-dated.ts'
import { figuresElsewhere, openSurvey } from '#server/widgets/shared/survey-elsewhere.ts'
import type { WidgetRequest, WidgetServer } from '#server/widgets/widget-server.ts'
import { asDone } from './as-done.ts'

/** A request for global values. */
export type GlobalValuesRequest = WidgetRequest<WidgetConfig<'global-values-table'>>

/** Surveys counted at a time, so that one table does not take all turns of its reader's page. */
const countedAtOnce = 3

/** The table of all surveys at once, as reports and readers without the stream want it. */
export const globalValuesTable: WidgetServer<'global-values-table'> = {
  async data(request) {
    const { table, rows } = await globalValues(request)
    const counted = new Map<string, GlobalValuesRow>()
    for await (const row of rows) counted.set(row.surveyname, row)
    return { ...table, rows: table.rows.map((row) => counted.get(row.surveyname) ?? row) }
  },
}

/**
 * Indicators of every survey of the caller's universe that they may open and that has one of them: the whole surveys, as
 * places and filters of one mean nothing in another, over the period of the request. `rows` are counted as they are read.
 */
export async function globalValues(
  request: GlobalValuesRequest,
): Promise<{ table: GlobalValuesTable; rows: AsyncIterable<GlobalValuesRow> }> {
  const { ctx, access, config, requested } = request
  const { indicators: names } = config
  const { universe } = ctx.identity
  const listed = universe ? await readSurveysWithAccess(ctx.db, universe.id) : []
  const opened = await Promise.all(listed.map(({ extName }) => openSurvey(ctx, extName)))
  const surveys = opened
    .filter((one) => one !== null)
    .filter(({ model }) => names.some((name) => isIndicator(model, name)))
    .toSorted((a, b) => pickText(titleOf(a), ctx.locale).localeCompare(pickText(titleOf(b), ctx.locale), ctx.locale))
  const shown = { request, decimals: decimalsOf(names, surveys) }
  return {
    table: {
      headers: names.map((name) => ({
        value: name,
        text: isIndicator(access.model, name) ? indicatorOf(access.model, name).title : name,
        align: 'right',
        sortable: true,
      })),
      rows: surveys.map((survey) => rowOf(survey, [])),
      period: isDated(access.model) ? runningSpanText(spanOf(requested.conditions), requested.today) : null,
    },
    rows: asDone(surveys, countedAtOnce, (survey) => countedRow(shown, survey)),
  }
}

/** A request, and the decimals of its columns by indicator. */
interface ShownTable {
  request: GlobalValuesRequest
  decimals: ReadonlyMap<string, number>
}

/** A column has one number of decimals, so that its rows can be compared: the fewest that any survey shows. */
function decimalsOf(names: readonly string[], surveys: readonly SurveyAccess[]): ShownTable['decimals'] {
  return new Map(
    names.map((name) => {
      const known = surveys.filter(({ model }) => isIndicator(model, name))
      return [name, Math.min(...known.map(({ model }) => indicatorOf(model, name).decimals))]
    }),
  )
}

/** The figures of one survey; where counting fails, the row says so and the others are still shown. */
async function countedRow(table: ShownTable, survey: SurveyAccess): Promise<GlobalValuesRow> {
  const { ctx, config } = table.request
  try {
    return await figuresRow(table, survey)
  } catch (error) {
    ctx.work?.signal.throwIfAborted()
    ctx.log.warn({ err: error, survey: survey.model.extName }, 'global values of a survey were not counted')
    const why = localWords(say`This could not be counted right now.`)
    return rowOf(
      survey,
      config.indicators.map(() => ({ cell: '', value: null, withheld: why, details: null })),
    )
  }
}

async function figuresRow({ request, decimals }: ShownTable, survey: SurveyAccess) {
  const { ctx, config, requested } = request
  const { model } = survey
  const top = await requestedPath(ctx, survey, ROOT_PATH)
  const period = isDated(model)
    ? requested.conditions.filter((one) => 'variable' in one && one.variable === EVENT_DATE)
    : []
  const asked = { ...top, filterConditions: period, conditions: period }
  const known = config.indicators.filter((name) => isIndicator(model, name)).map((name) => indicatorOf(model, name))
  const here = { ctx, access: survey, requested: asked }
  const figures = await figuresElsewhere(here, known)
  const byName = new Map(figures.map((figure) => [figure.indicator.name, figure]))
  return rowOf(
    survey,
    config.indicators.map((name) => cellOf(here, byName.get(name), decimals.get(name) ?? 0)),
  )
}

interface Cell {
  cell: string
  value: number | null
  withheld: LocalText | null
  details: GlobalValuesRow['details'][number]
}

function cellOf(here: FigureRequest, figure: Figure | undefined, decimals: number): Cell {
  const none = { cell: '', value: null, details: null }
  if (!figure) return { ...none, withheld: localWords(say`This survey has no such figure.`) }
  const { indicator, now } = figure
  if (now.suppressed) return { ...none, withheld: localWords(now.why ?? say`This figure is not shown.`) }
  return {
    cell: formatValue({ ...indicator, decimals }, now.value, here.ctx.locale) ?? '',
    value: now.value,
    withheld: null,
    details: now.value === null ? null : detailsOf(here, figure, decimals),
  }
}

function detailsOf(here: FigureRequest, { indicator, now }: Figure, decimals: number): Cell['details'] {
  const { access } = here
  const { name, expression, alertMode } = indicator
  return {
    ...{ name, expression, alertMode, decimals },
    ...{ low: now.low, high: now.high, n: now.n },
    isRounded: !access.canViewInterviews,
    definition: definitionOf(access.model, indicator),
    cases: casesOf(access, indicator, isOwnPlace(here)),
  }
}

function rowOf(survey: SurveyAccess, cells: readonly Cell[]): GlobalValuesRow {
  return {
    surveyname: survey.model.extName,
    title: titleOf(survey),
    cells: cells.map(({ cell }) => cell),
    values: cells.map(({ value }) => value),
    withheld: cells.map(({ withheld }) => withheld),
    details: cells.map(({ details }) => details),
    isDated: isDated(survey.model),
  }
}

function titleOf({ model }: SurveyAccess): LocalText {
  return Object.keys(model.title).length > 0 ? { ...model.title } : model.extName
}
