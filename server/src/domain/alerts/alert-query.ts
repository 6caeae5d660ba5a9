import { alertFields } from '@gensvar/contract/configuration/alerts'
import type { AlertState } from '@gensvar/contract/entities/states'
import { say } from '@gensvar/contract/say'
import { JsonSource } from '#server/domain/conditions/json-source.ts'
import { caseOf, containsText, sortKey, whereCases } from '#server/domain/cases/case-query.ts'
import type { CaseDeps, CaseRow, CaseSelection, RawCase } from '#server/domain/cases/case-query.ts'
import { shownCase } from '#server/domain/cases/shown-case.ts'
import { titleOfRule } from './alert-rule.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { AppError } from '#server/platform/errors.ts'
import { and, or, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { Locale } from '@gensvar/contract/local-text'

/** A field of alerts that their tables can have as a column. */
export type AlertField = (typeof alertFields)[number]

/** Whether a name is that of a field of alerts; a question of that name comes first. */
export function isAlertField({ questions }: Pick<SurveyModel, 'questions'>, name: string): name is AlertField {
  return !questions.has(name) && alertFields.some((field) => field === name)
}

/** Which alerts, and in which order. */
export interface AlertSelection extends Pick<CaseSelection, 'conditions'> {
  /** All where it is empty. */
  states: readonly AlertState[]
  /** Only those of this user, that are not closed where no states are named. */
  ownerId?: number
  /** Only those raised at this moment. */
  raisedAt?: Date
  /** Only those with a higher id, for pages in the order of the ids. */
  afterId?: number
  /** Only those not closed whose due time is before this moment. */
  overdueAt?: Date
  /** Text of the interview's fields, the rule's title or the owner's name; empty for all. */
  text?: string
  /** Variables and contact fields that the text is searched for in. */
  textIn?: readonly string[]
  sort: { by: string; desc: boolean }
  /** Language of the titles that are searched and sorted by. */
  locale: Locale
}

/** An alert with its interview. */
export interface AlertRow {
  id: number
  rule: string
  state: AlertState
  raisedAt: Date
  closedAt: Date | null
  dueAt: Date | null
  version: number
  ownerId: number | null
  /** Name of its owner; the username of one without a name, empty without an owner. */
  ownerName: string
  response: CaseRow
}

/** What is true of the selected alerts (`alert` as `a`, its `response` as `r`, its owner as `o`), all within the scope. */
export async function whereAlerts(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  {
    conditions,
    states,
    ownerId,
    raisedAt,
    afterId,
    overdueAt,
    text = '',
    textIn,
    locale,
  }: Omit<AlertSelection, 'sort'>,
): Promise<Fragment> {
  return and([
    portableSql`a.survey_id = ${model.id}`,
    portableSql`r.state = 0`,
    await whereCases(deps, model, scope, { conditions }),
    ...(states.length > 0 ? [portableSql`a.state = any(${states}::int[])`] : []),
    ...(states.length > 0 && !states.includes(3) ? [openHalf] : []),
    ...(ownerId === undefined ? [] : [portableSql`a.owner_user_id = ${ownerId}`]),
    ...(ownerId !== undefined && states.length === 0 ? [notClosed] : []),
    ...(raisedAt ? [portableSql`a.created_at = ${raisedAt.toISOString()}::timestamptz`] : []),
    ...(afterId === undefined ? [] : [portableSql`a.id > ${afterId}`]),
    ...(overdueAt ? [notClosed, portableSql`a.due_at < ${overdueAt.toISOString()}::timestamptz`] : []),
    ...(text === '' ? [] : [await contains(deps, model, text, textIn, locale)]),
  ])
}

/**
 * Says once more that an alert is not closed, as the index by due time has it: the list of a place without any would be looked
 * for among all closed ones otherwise. An equation would be simplified to `a.state <> 3`, which is not what the index has.
 */
const openHalf = portableSql`(a.state = 3) <= false`

const notClosed = and([portableSql`a.state <> 3`, openHalf])

/** Interviews as their alerts have them: without answers, which take long to read. */
const knownOfInterview = portableSql`
  cross join lateral (select a.response_id as id, a.survey_id, a.interview_state as state, a.event_date, a.unit_ids) r`

/** Interviews with everything. */
const wholeInterview = portableSql`join response r on r.id = a.response_id`

/** A column of an interview that its alerts do not have. */
const furtherColumn = /\br\.(?!(?:id|survey_id|state|event_date|unit_ids)\b)/

/** Whether a part of a statement asks for more of interviews than their alerts have. */
export function needsInterview(...parts: readonly Fragment[]): boolean {
  return parts.some((part) => part.parts.some((text) => furtherColumn.test(text)))
}

/**
 * The tables of statements made of these parts (`alert` as `a`, its interview as `r`, its owner as `o`): the interviews
 * themselves only where a part asks for more of them than their alerts have.
 */
export function fromAlerts(...parts: readonly Fragment[]): Fragment {
  return portableSql`
    alert a ${needsInterview(...parts) ? wholeInterview : knownOfInterview} left join app_user o on o.id = a.owner_user_id`
}

/** Name of an owner (`app_user` as `o`): the username of one without a name, empty without an owner. */
export const ownerText = portableSql`coalesce(nullif(trim(o.first_name || ' ' || o.last_name), ''), o.username, '')`

/** Columns of an alert with its interview, as `alertOf` reads them. */
export const alertColumns = portableSql`
  a.id as alert_id, a.rule, a.state as state_of_alert, a.created_at as raised_at, a.closed_at, a.due_at,
  a.version as alert_version, a.owner_user_id, ${ownerText} as owner_name,
  r.id, r.state, r.event_date, r.completed_at, r.answers, r.contact, r.unit_ids, r.version, null::int as alert_state`

/** An alert as it is read. */
export interface RawAlert extends RawCase {
  alert_id: number
  rule: string
  state_of_alert: AlertState
  raised_at: Date
  closed_at: Date | null
  due_at: Date | null
  alert_version: number
  owner_user_id: number | null
  owner_name: string
}

/** An alert with its interview. */
export function alertOf(model: SurveyModel, scope: CaseScope, row: RawAlert): AlertRow {
  return {
    id: row.alert_id,
    rule: row.rule,
    state: row.state_of_alert,
    raisedAt: row.raised_at,
    closedAt: row.closed_at,
    dueAt: row.due_at,
    version: row.alert_version,
    ownerId: row.owner_user_id,
    ownerName: row.owner_name,
    response: shownCase(model, scope, caseOf(row)),
  }
}

/**
 * The order of a list: `by` a field of alerts or a variable. By due time those that are closed come last, because nobody
 * has to hurry with them. Throws `validation` for an unknown variable.
 */
export function alertOrder(model: SurveyModel, { by, desc }: AlertSelection['sort'], locale: Locale): Fragment {
  const direction = desc ? portableSql`desc nulls last` : portableSql`asc nulls last`
  const newest = portableSql`a.id desc`
  if (!isAlertField(model, by)) return portableSql`${sortKey(model, by)} ${direction}, ${newest}`
  switch (by) {
    case 'due':
      return portableSql`(a.state = 3), a.due_at ${direction}, ${newest}`
    case 'state':
      return portableSql`(case a.state when 2 then 1 when 6 then 2 else 3 end) ${direction}, a.due_at, ${newest}`
    case 'owner':
      return portableSql`nullif(lower(${ownerText}), '') collate "C" ${direction}, ${newest}`
    case 'raised':
    case 'created':
      return portableSql`a.created_at ${direction}, ${newest}`
    case 'closed':
      return portableSql`a.closed_at ${direction}, ${newest}`
    case 'title':
    case 'rule':
      return portableSql`array_position(${rulesInOrder(model, locale)}::text[], a.rule) ${direction}, a.rule collate "C", ${newest}`
  }
}

/** The rules of a survey in the order of their titles. */
export function rulesInOrder(model: SurveyModel, locale: Locale): string[] {
  const title = (rule: string): string => titleOfRule(model, rule, locale)
  return model.config.alerts
    .map(({ extname }) => extname)
    .toSorted((one, other) => title(one).localeCompare(title(other), locale))
}

/** Those of some rules whose titles contain a text: of the configured ones unless others are given. */
export function rulesTitled(
  model: SurveyModel,
  text: string,
  locale: Locale,
  rules: readonly string[] = model.config.alerts.map(({ extname }) => extname),
): string[] {
  return rules.filter((rule) => titleOfRule(model, rule, locale).toLowerCase().includes(text.toLowerCase()))
}

/** Alerts of no configured rule, as scripts raise them, are shown by their names. */
function namedByScript({ config }: SurveyModel, text: string): Fragment {
  const configured = config.alerts.map(({ extname }) => extname)
  return portableSql`(position(lower(${text}::text) in lower(a.rule)) > 0 and a.rule <> all(${configured}::text[]))`
}

async function contains(
  deps: CaseDeps,
  model: SurveyModel,
  text: string,
  textIn: readonly string[] | undefined,
  locale: Locale,
): Promise<Fragment> {
  const source = new JsonSource(model, await loadUnitTree(deps, model))
  const titled = rulesTitled(model, text, locale)
  return or([
    containsText(text, textIn, source),
    portableSql`position(lower(${text}::text) in lower(${ownerText})) > 0`,
    ...(titled.length > 0 ? [portableSql`a.rule = any(${titled}::text[])`] : []),
    namedByScript(model, text),
  ])
}

/** Refuses an order that a list does not have. */
export function unknownOrder(by: string): AppError {
  return new AppError('validation', say`The table cannot be sorted by "${by}".`, { sortVar: say`unknown column` })
}
