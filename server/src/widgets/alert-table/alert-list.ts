import type { AlertsQuery, alertStateNames } from '@gensvar/contract/alert-filters'
import type { RankingCell, RankingHeader, RankingRow } from '@gensvar/contract/entities/ranking'
import type { AlertState } from '@gensvar/contract/entities/states'
import { dateInZone } from '@gensvar/contract/dates'
import { languageTags } from '@gensvar/contract/local-text'
import type { LocalText, Locale } from '@gensvar/contract/local-text'
import type { Column } from '@gensvar/contract/widgets/column'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import { isAlertField, unknownOrder } from '#server/domain/alerts/alert-query.ts'
import type { AlertField, AlertRow, AlertSelection } from '#server/domain/alerts/alert-query.ts'
import { titleOfRule } from '#server/domain/alerts/alert-rule.ts'
import { dateText } from '#server/domain/cases/case-text.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { caseHeader, commonHeader } from '#server/widgets/shared/case-header.ts'
import { caseCell } from '#server/widgets/shared/case-table.ts'
import { searchedIn } from '#server/widgets/sample-table/sample-list.ts'

/** What a table of alerts is configured with, as far as its rows depend on it. */
export type AlertColumns = Pick<WidgetConfig<'alert-table'>, 'columns' | 'sortBy' | 'sortDesc'>

const stateOf: Readonly<Record<(typeof alertStateNames)[number], AlertState>> = { open: 2, processing: 6, closed: 3 }

/** The table of a survey whose alerts page configures none: where, what, in which state, who has it and until when. */
export function plainAlertColumns({ config, questions, views }: SurveyModel): AlertColumns {
  const { name = 'name' } = config.respondent
  const levels = views[0]?.levels ?? []
  // Who, where and what first: a narrow screen shows little more. The upper levels are the same in most rows.
  const shown = [name, ...levels.slice(-1), 'title', 'state', 'owner', 'due', 'raised']
  const hidden = [...levels, 'eventdate', ...questions.keys()].filter((one) => !shown.includes(one))
  const column = (value: string, extra: boolean): Column => ({ value, extra })
  return {
    columns: [
      ...[...new Set(shown)].map((value) => column(value, false)),
      ...[...new Set(hidden)].map((value) => column(value, true)),
    ],
    sortBy: 'due',
    sortDesc: false,
  }
}

/** The columns of a table of alerts, as the screen shows them. */
export function alertHeaders(model: SurveyModel, columns: readonly Column[]): RankingHeader[] {
  return columns.map((column, at) => {
    const { value } = column
    if (!isAlertField(model, value)) return caseHeader(model, column, at)
    return {
      ...commonHeader(column),
      text: column.text ?? titles[value],
      align: column.align ?? (value === 'state' ? 'center' : 'left'),
      renderType: value === 'state' ? 'alertstate' : 'string',
      isDate: isTime(value),
      cellIndex: at,
    }
  })
}

/**
 * Which alerts a table shows at a place, in which order. Throws `validation` for a column that it cannot be sorted by.
 */
export function alertSelectionOf(
  { ctx: { locale, identity, clock }, access: { model }, requested }: FigureRequest,
  config: AlertColumns,
  { sortVar, sortDesc, filter, states, mine, overdue }: AskedAlerts,
): AlertSelection {
  const by = sortVar ?? config.sortBy
  const headers = alertHeaders(model, config.columns)
  if (by !== config.sortBy && !headers.some(({ sortable, value }) => sortable && value === by)) throw unknownOrder(by)
  return {
    conditions: requested.conditions,
    states: states.map((name) => stateOf[name]),
    ...(mine && { ownerId: identity.userId }),
    ...(overdue && { overdueAt: clock.now() }),
    text: filter.trim(),
    textIn: searchedIn(
      model,
      config.columns.filter(({ value }) => !isAlertField(model, value)),
    ),
    sort: { by, desc: sortDesc ?? config.sortDesc },
    locale,
  }
}

/** What a list of alerts is asked for with. */
export type AskedAlerts = Pick<AlertsQuery, 'sortVar' | 'sortDesc' | 'filter' | 'states' | 'mine' | 'overdue'>

/** An alert as a row of a table, which opens it. */
export function alertRow(model: SurveyModel, columns: readonly Column[], alert: AlertRow, locale: Locale): RankingRow {
  return {
    cells: columns.map((column) => alertCell(model, column, alert, locale)),
    rankTarget: null,
    accessAllowed: true,
    interviewId: alert.response.id,
    isComplete: true,
    alertId: alert.id,
    drillPath: null,
  }
}

/** Cell of an alert in a column. */
export function alertCell(model: SurveyModel, column: Column, alert: AlertRow, locale: Locale): RankingCell {
  const { value } = column
  if (!isAlertField(model, value)) return caseCell(model, column, alert.response, locale)
  switch (value) {
    case 'state':
      return { text: String(alert.state), value: alert.state }
    case 'due':
      return timeCell(model, alert.dueAt, locale)
    case 'raised':
    case 'created':
      return timeCell(model, alert.raisedAt, locale)
    case 'closed':
      return timeCell(model, alert.closedAt, locale)
    case 'owner':
      return { text: alert.ownerName, value: null }
    case 'title':
    case 'rule':
      return { text: titleOfRule(model, alert.rule, locale), value: null }
  }
}

/** Whether a field of alerts is a time. */
function isTime(field: AlertField): boolean {
  return ['due', 'raised', 'created', 'closed'].includes(field)
}

/** A time as date and time of day in the survey's time zone; its value is the moment, ISO. */
function timeCell({ timeZone }: SurveyModel, at: Date | null, locale: Locale): RankingCell {
  if (!at) return { text: '', value: null }
  const time = timeFormatIn(locale, timeZone).format(at)
  return { text: `${dateText(dateInZone(at, timeZone), locale)} ${time}`, value: at.toISOString() }
}

function timeFormatIn(locale: Locale, timeZone: string): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone}`
  const known = timeFormats.get(key)
  if (known) return known
  const made = new Intl.DateTimeFormat(languageTags[locale], { timeStyle: 'short', timeZone })
  timeFormats.set(key, made)
  return made
}

// Making a format takes far longer than using it: those of one page took half of its time.
const timeFormats = new Map<string, Intl.DateTimeFormat>()

const raised: LocalText = { en: 'Raised', sv: 'Utlöst', no: 'Utløst', da: 'Udløst', fi: 'Luotu' }
const title: LocalText = { en: 'Alert', sv: 'Larm', no: 'Varsel', da: 'Alarm', fi: 'Hälytys' }

const titles: Readonly<Record<AlertField, LocalText>> = {
  state: { en: 'State', sv: 'Status', no: 'Status', da: 'Status', fi: 'Tila' },
  due: { en: 'Due', sv: 'Senast', no: 'Frist', da: 'Frist', fi: 'Määräaika' },
  owner: { en: 'Owner', sv: 'Ansvarig', no: 'Ansvarlig', da: 'Ansvarlig', fi: 'Vastuuhenkilö' },
  raised,
  created: raised,
  title,
  rule: title,
  closed: { en: 'Closed', sv: 'Stängt', no: 'Lukket', da: 'Lukket', fi: 'Suljettu' },
}
