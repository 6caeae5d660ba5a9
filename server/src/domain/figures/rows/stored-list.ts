import type { Condition } from '@gensvar/contract/conditions'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import { choicesNamed } from '#server/domain/conditions/choices-named.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { systemCaller } from '#server/platform/fair-queue.ts'
import { and, ident, integer, join, or, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { columnSource } from '../aggregate.ts'
import type { AggregateDeps } from '../aggregate.ts'
import type { Table } from '../store/analytics-store.ts'
import { questionColumn } from '../store/answer-columns.ts'
import { contactTexts, eventSourceColumn, responseTable, textTable } from '../store/tables.ts'
import type { ColumnSource } from './column-source.ts'
import { demandToSql } from './row-demand.ts'

/** Which responses of a scope are listed. */
export interface StoredSelection {
  conditions: readonly Condition[]
  /** Part of a text or of a choice's name or title; empty for all. */
  text: string
  /** Variables and fields of the contact that it is searched for in. */
  textIn: readonly string[]
  /** All where it is empty. */
  eventSources: readonly string[]
}

/** An order and a half-open window of rows. */
export interface StoredPage {
  by: Question | 'date' | 'state' | 'id'
  desc: boolean
  from: number
  to: number
}

/**
 * Lists of responses by the figures' store, which reads single columns: many times quicker than PostgreSQL among a million
 * responses. Only as new as the store is; the caller sees to that. Methods throw the signal's reason when it is aborted.
 */
export class StoredList {
  private readonly deps: AggregateDeps
  private readonly model: SurveyModel
  private readonly source: ColumnSource
  private readonly where: Fragment
  private readonly isWhole: boolean

  private constructor(deps: AggregateDeps, model: SurveyModel, source: ColumnSource, where: readonly Fragment[]) {
    this.deps = deps
    this.model = model
    this.source = source
    this.where = and(where)
    this.isWhole = where.length === 0
  }

  /** Throws `unavailable` where the survey has no table, and `validation` for an unknown variable. */
  static async open(
    deps: AggregateDeps,
    model: SurveyModel,
    scope: CaseScope,
    { conditions, text, textIn, eventSources }: StoredSelection,
  ): Promise<StoredList> {
    if (scope.surveyId !== model.id) throw new Error('The scope is of another survey')
    const source = await columnSource(deps, model)
    const all = [...scope.conditions, ...conditions]
    return new StoredList(deps, model, source, [
      ...(all.length === 0 ? [] : [demandToSql(applyConditions(all, source))]),
      ...(eventSources.length === 0
        ? []
        : [or(eventSources.map((name) => portableSql`coalesce(${ident(eventSourceColumn)} = ${name}, false)`))]),
      ...(text === '' ? [] : [containsText(source, text, textIn)]),
    ])
  }

  /** A page of ids as `listCases` orders them: rows without an answer last, then the newest event first; and the number. */
  async page({ by, desc, from, to }: StoredPage): Promise<{ ids: number[]; total: number }> {
    const { key, joined } = sortKey(this.model, by)
    const direction = desc ? portableSql`desc nulls last` : portableSql`asc nulls last`
    const { columns } = await this.query(portableSql`
      with listed as materialized (
        select id, day, ${key} as sort_key from ${this.responses} ${joined} where ${this.where})
      select id, (select count(*) from listed) from listed
       order by sort_key ${direction}, day desc, id desc limit ${integer(to - from)} offset ${integer(from)}`)
    const [ids = [], totals = []] = columns
    return { ids: ids.map(Number), total: totals.length > 0 ? Number(totals[0]) : await this.count() }
  }

  /** The number of responses. */
  async count(): Promise<number> {
    const { columns } = await this.query(portableSql`select count(*) from ${this.responses} where ${this.where}`)
    return Number(columns[0]?.[0] ?? 0)
  }

  /** Texts that contain a term, `most` at most, among answers to open questions and fields of the contact. */
  async texts(term: string, names: readonly string[], most: number): Promise<string[]> {
    const questions = textsOf(this.model, names)
    if (questions.length === 0) return []
    const own = this.isWhole
      ? portableSql`true`
      : portableSql`response_id in (select id from ${this.responses} where ${this.where})`
    const { columns } = await this.query(portableSql`
      select text from ${ident(textTable(this.model.id))}
       where question_id in (${join(questions.map(integer))}) and ${holds(term)} and ${own} limit ${integer(most)}`)
    return (columns[0] ?? []).map(String)
  }

  /** Names of those of a question's choices whose name or title contains a term and that somebody chose. */
  async choices(term: string, question: Question): Promise<string[]> {
    const named = choicesNamed(question, term)
    if (named.length === 0) return []
    const chosen = named.map((choice) => {
      const demand = demandToSql(this.source.isOneOf(question, [choice]))
      return portableSql`max(case when ${demand} then 1 else 0 end)`
    })
    if (question.type === 'multiple') {
      const { columns } = await this.query(
        portableSql`select ${join(chosen)} from ${this.responses} where ${this.where}`,
      )
      return named.flatMap(({ extName }, at) => (Number(columns[at]?.[0] ?? 0) === 1 ? [extName] : []))
    }
    const demand = demandToSql(this.source.isOneOf(question, named))
    const { columns } = await this.query(
      portableSql`select distinct ${ident(questionColumn(question))} from ${this.responses} where ${and([this.where, demand])}`,
    )
    return (columns[0] ?? []).flatMap((code) => question.choiceByCode.get(Number(code))?.extName ?? [])
  }

  private get responses(): Fragment {
    return ident(responseTable(this.model.id))
  }

  private query(statement: Fragment): Promise<Table> {
    const { caller = systemCaller, signal } = this.deps.work ?? {}
    return this.deps.analytics.store.query(statement, { caller, ...(signal && { signal }) })
  }
}

/** The question ids that the table of texts has for variables and fields of the contact. */
function textsOf({ questions }: Pick<SurveyModel, 'questions'>, names: readonly string[]): number[] {
  return names.flatMap((name) => {
    const question = questions.get(name)
    if (question) return question.type === 'text' ? [question.id] : []
    const found = Object.entries(contactTexts).find(([field]) => field === name)
    return found ? [found[1]] : []
  })
}

function holds(term: string): Fragment {
  return portableSql`position(${term.toLowerCase()} in lowered) > 0`
}

function containsText(source: ColumnSource, text: string, names: readonly string[]): Fragment {
  const { survey } = source
  const texts = textsOf(survey, names)
  const table = ident(textTable(survey.id))
  const chosen = names.flatMap((name) => {
    const question = survey.questions.get(name)
    const named = question ? choicesNamed(question, text) : []
    return question && named.length > 0 ? [demandToSql(source.isOneOf(question, named))] : []
  })
  const written = portableSql`id in (
    select response_id from ${table} where question_id in (${join(texts.map(integer))}) and ${holds(text)})`
  return or([...(texts.length === 0 ? [] : [written]), ...chosen])
}

const nothing: Fragment = { parts: [''], params: [] }

function sortKey(model: SurveyModel, by: StoredPage['by']): { key: Fragment; joined: Fragment } {
  if (by === 'date') return { key: portableSql`day`, joined: nothing }
  if (typeof by === 'string') return { key: ident(by), joined: nothing }
  const column = ident(questionColumn(by))
  if (by.type === 'text')
    return {
      key: portableSql`sort_text`,
      joined: portableSql`left join (
        select response_id as text_of, lowered as sort_text from ${ident(textTable(model.id))}
         where question_id = ${integer(by.id)}) as texts on text_of = id`,
    }
  if (by.type !== 'single' || by.choices.length === 0) return { key: column, joined: nothing }
  // As PostgreSQL compares them: by the bytes of the names in lower case.
  const places = by.choices
    .map(({ extName, code }) => ({ code, name: Buffer.from(extName.toLowerCase()) }))
    .toSorted((a, b) => Buffer.compare(a.name, b.name))
    .map(({ code }, place) => portableSql`(${integer(code)}, ${integer(place)})`)
  return {
    key: portableSql`choice_place`,
    joined: portableSql`left join (values ${join(places)}) as choices(choice_code, choice_place) on choice_code = ${column}`,
  }
}
