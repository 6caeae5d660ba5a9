import type { Condition } from '@gensvar/contract/conditions'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { namesOnly } from '@gensvar/contract/names-only'
import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { countedCases } from './counted-cases.ts'
import { isContactField } from './contact-fields.ts'
import { questionOf } from '#server/domain/conditions/answer-source.ts'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import { choicesNamed } from '#server/domain/conditions/choices-named.ts'
import { JsonSource, answerNumber, answerText } from '#server/domain/conditions/json-source.ts'
import type { Database } from '#server/platform/db-types.ts'
import { AppError } from '#server/platform/errors.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import { and, or, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { HiddenPart } from '#server/domain/text/personal/personal-data.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { Work } from '#server/platform/work.ts'

/** What listing cases needs of the program. */
export interface CaseDeps {
  db: Kysely<Database>
  pool: pg.Pool
  /** The caller, and the signal that aborts the work; left out for the program's own work. */
  work?: Work | undefined
}

/** Which cases, and in which order. */
export interface CaseSelection {
  /** All must match, and those of the scope. Without a condition on the state, samples in every state are listed. */
  conditions: readonly Condition[]
  /** An indicator: only the responses it counts. One that counts none that can be listed leaves no row. */
  countedBy?: Parameters<typeof countedCases>[0]
  /** A variable, or `date` or `eventdate`, `state`, `completed`, `id`, a contact field. By default the newest first. */
  sort?: { by: string; desc: boolean } | null
  /** Search text: part of an open answer or of a choice's name or title; empty for all. */
  text?: string
  /** Variables and contact fields to search; by default all variables. */
  textIn?: readonly string[]
  /** Kinds of event whose responses are meant; all where it is empty. */
  eventSources?: readonly string[]
  /** Only the response with this id. */
  id?: number
  /** Only the responses with these ids. */
  ids?: readonly number[]
  /** Only the responses with a higher id, for pages in the order of the ids. */
  afterId?: number
}

/** A response as shown in lists. */
export interface CaseRow {
  id: number
  /** 0 completed, 1 new, 2 no response, 3 unapproved, 4 cancelled. */
  state: number
  eventDate: string
  completedAt: Date | null
  answers: Readonly<Record<string, number | string | readonly string[]>>
  contact: Readonly<Record<string, string>>
  unitIds: readonly number[]
  version: number
  /** State of its most urgent alert: 2 open, 6 processing, 3 closed; null without alerts. */
  alertState: number | null
  /** By question: what was hidden from an answer that is shown; left out where nothing was. */
  hidden?: ReadonlyMap<string, readonly HiddenPart[]>
}

/** What is true of the selected responses (`response` as `r`), all of them within the scope. */
export async function whereCases(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  { conditions, countedBy, text, textIn, eventSources = [], id, ids, afterId }: CaseSelection,
): Promise<Fragment> {
  if (scope.surveyId !== model.id) throw new Error('The scope is of another survey')
  const source = new JsonSource(model, await loadUnitTree(deps, model))
  return and([
    portableSql`r.survey_id = ${model.id}`,
    applyConditions([...scope.conditions, ...conditions], source),
    ...(countedBy ? [countedCases(countedBy, source) ?? portableSql`false`] : []),
    ...(text ? [containsText(text, textIn, source)] : []),
    ...(eventSources.length === 0 ? [] : [portableSql`r.event_source = any(${eventSources}::text[])`]),
    ...(id === undefined ? [] : [portableSql`r.id = ${id}`]),
    ...(ids === undefined ? [] : [portableSql`r.id = any(${ids}::bigint[])`]),
    ...(afterId === undefined ? [] : [portableSql`r.id > ${afterId}`]),
  ])
}

/** A response as read. */
export interface RawCase {
  id: number
  state: number
  event_date: string
  completed_at: Date | null
  answers: CaseRow['answers']
  contact: CaseRow['contact']
  unit_ids: number[]
  version: number
  alert_state: number | null
}

/** The statement for the selected responses in their order. Throws `validation` for an unknown variable to sort by. */
export function selectCases(model: SurveyModel, where: Fragment, { sort }: Pick<CaseSelection, 'sort'>): Fragment {
  return portableSql`
    select r.id, r.state, r.event_date, r.completed_at, r.answers, r.contact, r.unit_ids, r.version,
           (select case min(case a.state when 2 then 1 when 6 then 2 else 3 end) when 1 then 2 when 2 then 6 when 3 then 3 end
              from alert a where a.response_id = r.id) as alert_state
      from response r where ${where}
     order by ${orderOf(model, sort ?? null)}`
}

/** A response as it is stored: whatever leaves goes through `shownCase` first. */
export function caseOf(row: RawCase): CaseRow {
  return {
    id: row.id,
    state: row.state,
    eventDate: row.event_date,
    completedAt: row.completed_at,
    answers: namesOnly(row.answers),
    contact: namesOnly(row.contact),
    unitIds: row.unit_ids,
    version: row.version,
    alertState: row.alert_state,
  }
}

function orderOf(model: SurveyModel, sort: { by: string; desc: boolean } | null): Fragment {
  const newest = portableSql`r.event_date desc, r.id desc`
  // Written as the index is, or it would not be used.
  if (!sort || (sort.desc && isEventDate(model, sort.by))) return newest
  const direction = sort.desc ? portableSql`desc nulls last` : portableSql`asc nulls last`
  return portableSql`${sortKey(model, sort.by)} ${direction}, ${newest}`
}

function isEventDate({ questions }: SurveyModel, by: string): boolean {
  return (by === EVENT_DATE || by === 'eventdate') && !questions.has(by)
}

/** What a list is sorted by. Throws `validation` for an unknown variable. */
export function sortKey(model: SurveyModel, by: string): Fragment {
  if (!model.questions.has(by)) {
    const builtIn = builtInKeys.get(by)
    if (builtIn) return builtIn
    if (isContactField(by)) return portableSql`lower(${contactText(by)}) collate "C"`
    throw new AppError('validation', say`The survey has no variable "${by}" to sort by.`, {
      sortVar: say`unknown variable`,
    })
  }
  const question = questionOf({ survey: model }, by)
  if (question.type === 'scale' || question.type === 'numeric') return answerNumber(question)
  // The same order in every database, and in the figures' store.
  return portableSql`lower(${answerText(question)}) collate "C"`
}

const builtInKeys: ReadonlyMap<string, Fragment> = new Map([
  [EVENT_DATE, portableSql`r.event_date`],
  ['eventdate', portableSql`r.event_date`],
  ['state', portableSql`r.state`],
  ['completed', portableSql`r.completed_at`],
  ['id', portableSql`r.id`],
])

/** Whether one of the variables and contact fields, by default of all variables, contains a text. */
export function containsText(text: string, names: readonly string[] | undefined, source: JsonSource): Fragment {
  const { questions } = source.survey
  const searched = names ?? [...questions.keys()]
  return or(
    searched.flatMap((name) => {
      const question = questions.get(name)
      if (question) return matchesText(question, text, source) ?? []
      return isContactField(name) ? [contains(contactText(name), text)] : []
    }),
  )
}

/** The value of a question or a contact field as JSON. */
export function fieldValue({ questions }: Pick<SurveyModel, 'questions'>, name: string): Fragment {
  return questions.has(name) ? portableSql`r.answers->${name}::text` : portableSql`r.contact->${name}::text`
}

function contactText(field: string): Fragment {
  return portableSql`(r.contact->>${field}::text)`
}

function contains(text: Fragment, part: string): Fragment {
  return portableSql`coalesce(position(lower(${part}::text) in lower(${text})) > 0, false)`
}

function matchesText(question: Question, text: string, source: JsonSource): Fragment | null {
  if (question.type === 'text') return source.textContains(question, text)
  const choices = choicesNamed(question, text)
  return choices.length === 0 ? null : source.isOneOf(question, choices)
}
