import { pickText } from '@gensvar/contract/local-text'
import type { LocalText } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { actionFigures } from '#server/domain/actions/action-figure.ts'
import type { KnownFigure } from '#server/domain/actions/action-figure.ts'
import { placeOfAnchor, placeText } from '#server/domain/actions/anchor.ts'
import { effectWords } from '#server/domain/actions/effect-text.ts'
import { periodTitleOf } from '#server/domain/actions/effective-period.ts'
import { itemOf } from '#server/domain/actions/items.ts'
import { countedPlaces } from '#server/domain/actions/places-below.ts'
import { currentSpan, formerIndicator } from '#server/domain/actions/read-actions.ts'
import { countActions, streamActions } from '#server/domain/actions/stream-actions.ts'
import type { ReportedAction } from '#server/domain/actions/stream-actions.ts'
import { dateText } from '#server/domain/cases/case-text.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { formatDifference, formatValue } from '#server/domain/indicators/figure-text.ts'
import { goalStatus } from '#server/domain/indicators/goal.ts'
import { filtersText } from '#server/domain/paths/filter-facts.ts'
import type { ReportCell, ReportTable } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'
import { formatOf, withheldCell } from '#server/widgets/shared/report-cells.ts'
import type { ReportedSections } from '#server/widgets/widget-report.ts'

/** Actions whose figures are computed together, and that are held in memory at a time. */
const batch = 200

const states: Readonly<Record<ReportedAction['state'], Words>> = {
  0: say`Open`,
  1: say`Completed`,
  2: say`Failed`,
}

/**
 * The actions of the request's place and all below it that the caller sees, with the figures that the screen shows. None
 * for a caller who sees only some answers of places, as on screen: the stored figures are of all.
 */
export async function actionSections(request: FigureRequest): Promise<ReportedSections> {
  const { ctx, access, requested } = request
  const { locale } = ctx
  const isLimited = access.compareScope.own.length > 0
  const places = isLimited ? { view: '', unitIds: [] } : countedPlaces(access, requested)
  const rows = isLimited ? 0 : await countActions(ctx, access.model.id, places)
  const table: ReportTable = {
    kind: 'table',
    title: translate(say`Actions`, locale),
    columns: columns.map(([title, kind]) => ({ title: translate(title, locale), kind })),
    rows: isLimited ? [] : actionRows(request, streamActions(ctx, access.model.id, places, batch)),
    notes: isLimited ? [translate(say`Your rights are limited by filters: actions are not shown.`, locale)] : [],
  }
  return { sections: [table], rows }
}

const columns: readonly (readonly [Words, 'text' | 'number' | 'date'])[] = [
  [say`Place`, 'text'],
  [say`Filters`, 'text'],
  [say`Item`, 'text'],
  [say`Kind`, 'text'],
  [say`State`, 'text'],
  [say`Before`, 'number'],
  [say`Current or end value`, 'number'],
  [say`Answers`, 'number'],
  [say`Goal`, 'number'],
  [say`Period`, 'text'],
  [say`From date`, 'date'],
  [say`Deadline`, 'date'],
  [say`Responsible`, 'text'],
  [say`Effect`, 'number'],
  [say`95 % interval from`, 'number'],
  [say`95 % interval to`, 'number'],
  [say`What it changed`, 'text'],
]

async function* actionRows(
  request: FigureRequest,
  batches: AsyncIterable<ReportedAction[]>,
): AsyncGenerator<ReportCell[]> {
  for await (const actions of batches) {
    const figures = await currentFigures(request, actions)
    for (const action of actions) yield cellsOf(request, action, figures.get(action) ?? null)
  }
}

/** The current figures of open actions whose item and place are still there. */
async function currentFigures(
  { ctx, access, requested: { was, today } }: FigureRequest,
  actions: readonly ReportedAction[],
): Promise<Map<ReportedAction, KnownFigure>> {
  const { model } = access
  const asked = actions.flatMap((action) => {
    const item = action.state === 0 ? itemOf(model, action.extname) : null
    const place = item && placeOfAnchor(model, was, action)
    return item && place ? [{ action, item, place, span: currentSpan(action.period, action.deadline, today) }] : []
  })
  const figures = await actionFigures({ ctx, access }, asked)
  return new Map(
    asked.flatMap(({ action }, at) => {
      const figure = figures[at]
      return figure ? [[action, figure] as const] : []
    }),
  )
}

function cellsOf(
  { ctx: { locale }, access: { model }, requested: { tree } }: FigureRequest,
  action: ReportedAction,
  current: KnownFigure | null,
): ReportCell[] {
  const { result, baseline, goal } = action
  const indicator = itemOf(model, action.extname)?.indicator ?? formerIndicator(model, action.extname)
  const period = periodTitleOf(action.period)
  const said = (text: LocalText): ReportCell => ({ text: pickText(text, locale) })
  const number = (value: number | null): ReportCell =>
    value === null ? { text: '' } : { text: formatValue(indicator, value, locale) ?? '', value, ...formatOf(indicator) }
  const change = (value: number | null): ReportCell =>
    value === null
      ? { text: '' }
      : { text: formatDifference(indicator, value, locale) ?? '', value, decimals: indicator.decimals }
  const day = (value: string): ReportCell => ({ text: dateText(value, locale), value })
  const figure = action.state === 0 ? current : (result?.end ?? null)
  const isGoalMet = goalStatus(indicator, figure?.value ?? null, { value: goal, from: null })
  const now = current?.why ? withheldCell(translate(current.why, locale), locale) : number(figure?.value ?? null)
  const kind = model.config.actions.kinds.find(({ extname }) => extname === action.kind)?.title ?? action.kind
  return [
    { text: placeText(tree, action.unitId, locale) },
    { text: filtersText(model, tree, action.filters, locale) },
    said(indicator.title),
    kind === null ? { text: '' } : said(kind),
    { text: translate(states[action.state], locale) },
    number(baseline?.value ?? null),
    { ...now, isGoalMet },
    figure?.value == null ? { text: '' } : { text: String(figure.n), value: figure.n, decimals: 0 },
    number(goal),
    { text: typeof period === 'string' ? period : translate(period, locale) },
    day(action.periodStart),
    day(action.deadline),
    { text: action.responsible },
    change(result?.difference ?? null),
    change(result?.low ?? null),
    change(result?.high ?? null),
    { text: result && action.state !== 0 ? translate(effectWords(result, indicator), locale) : '' },
  ]
}
