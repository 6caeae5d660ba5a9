import type { Condition } from '@gensvar/contract/conditions'
import { applyConditions } from '#server/domain/conditions/apply-conditions.ts'
import { choicesNamed } from '#server/domain/conditions/choices-named.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { systemCaller } from '#server/platform/fair-queue.ts'
import { and, ident, integer, join, or, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import { columnSource } from './aggregate.ts'
import type { AggregateDeps } from './aggregate.ts'
import type { Table } from './store/analytics-store.ts'
import { questionColumn } from './store/answer-columns.ts'
import { eventSourceColumn } from './store/built-in-columns.ts'
import { responseTable, textTable } from './store/tables.ts'
import { byName, containsText, holds, isOfAlert, textsOf } from './stored-search.ts'
import type { ColumnSource } from './rows/column-source.ts'
import { demandToSql } from './rows/row-demand.ts'

/** Which responses of a scope are listed. */
export interface StoredSelection {
  conditions: readonly Condition[]
  /** Part of a text or of a choice's name or title; empty for all. */
  text: string
  /** Variables and fields of the contact that it is searched for in. */
  textIn: readonly string[]
  /** All where it is empty. */
  eventSources: readonly string[]
  /** Only interviews that have an alert. */
  withAlert?: boolean
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
  /** It has every response of the survey. */
  readonly isWhole: boolean
  private readonly isSearched: boolean
  private readonly withAlert: boolean

  private constructor(
    deps: AggregateDeps,
    model: SurveyModel,
    source: ColumnSource,
    where: readonly Fragment[],
    { isSearched, withAlert }: { isSearched: boolean; withAlert: boolean },
  ) {
    this.deps = deps
    this.model = model
    this.source = source
    this.where = and(where)
    this.isWhole = where.length === 0
    this.isSearched = isSearched
    this.withAlert = withAlert
  }

  /** Throws `unavailable` where the survey has no table, and `validation` for an unknown variable. */
  static async open(
    deps: AggregateDeps,
    model: SurveyModel,
    scope: CaseScope,
    { conditions, text, textIn, eventSources, withAlert = false }: StoredSelection,
  ): Promise<StoredList> {
    if (scope.surveyId !== model.id) throw new Error('The scope is of another survey')
    const source = await columnSource(deps, model)
    const all = [...scope.conditions, ...conditions]
    const where = [
      ...(all.length === 0 ? [] : [demandToSql(applyConditions(all, source))]),
      ...(eventSources.length === 0
        ? []
        : [or(eventSources.map((name) => portableSql`coalesce(${ident(eventSourceColumn)} = ${name}, false)`))]),
      ...(withAlert ? [portableSql`state = 0 and alerts_open + alerts_processing + alerts_closed > 0`] : []),
      ...(text === '' ? [] : [containsText(source, text, textIn, withAlert)]),
    ]
    return new StoredList(deps, model, source, where, { isSearched: text !== '', withAlert })
  }

  /** A page of ids as `listCases` orders them: rows without an answer last, then the newest event first; and the number. */
  async page(page: StoredPage): Promise<{ ids: number[]; total: number }> {
    const { by } = page
    if (typeof by !== 'string' && by.type === 'single') return this.pageByChoice(by, page)
    const isText = typeof by !== 'string' && by.type === 'text'
    if (this.isSearched && !isText) return this.searchedPage(page)
    const [ids, total] = await Promise.all([this.pageByValue(page), this.count()])
    return { ids, total }
  }

  /** The texts are read once for page and number. */
  private async searchedPage({ by, desc, from, to }: StoredPage): Promise<{ ids: number[]; total: number }> {
    const direction = desc ? portableSql`desc nulls last` : portableSql`asc nulls last`
    const { columns } = await this.query(portableSql`
      with listed as materialized (
        select id, day, ${sortKey(by)} as sort_key from ${this.responses} where ${this.where})
      select id, (select count(*) from listed) from listed
       order by sort_key ${direction}, day desc, id desc limit ${integer(to - from)} offset ${integer(from)}`)
    const [ids = [], totals = []] = columns
    if (totals.length > 0) return { ids: ids.map(Number), total: Number(totals[0]) }
    // Only a page after the last one has no rows of a list that has some.
    return { ids: [], total: from === 0 ? 0 : await this.count() }
  }

  private async pageByValue({ by, desc, from, to }: StoredPage): Promise<number[]> {
    const direction = desc ? portableSql`desc nulls last` : portableSql`asc nulls last`
    const isText = typeof by !== 'string' && by.type === 'text'
    const joined = isText ? await this.textsUntil(by, to, desc) : nothing
    const { columns } = await this.query(portableSql`
      select id from ${this.responses} ${joined} where ${this.where}
       order by ${sortKey(by)} ${direction}, day desc, id desc limit ${integer(to - from)} offset ${integer(from)}`)
    return (columns[0] ?? []).map(Number)
  }

  /** Joins the texts of a question. Where there are enough for the page, only those up to its last row: few to look up. */
  private async textsUntil({ id }: Question, to: number, desc: boolean): Promise<Fragment> {
    const table = ident(textTable(this.model.id))
    const own = this.isWhole
      ? portableSql`true`
      : portableSql`response_id in (select id from ${this.responses} where ${this.where})`
    const { columns } = await this.query(portableSql`
      select lowered from ${table} where question_id = ${integer(id)} and ${own}
       order by lowered ${desc ? portableSql`desc` : portableSql`asc`} limit 1 offset ${integer(to - 1)}`)
    const last = columns[0]?.[0]
    const isShort = typeof last === 'string'
    const until = !isShort
      ? portableSql`true`
      : desc
        ? portableSql`lowered >= ${last}`
        : portableSql`lowered <= ${last}`
    return portableSql`${isShort ? portableSql`join` : portableSql`left join`} (
      select response_id as text_of, lowered as sort_text from ${table}
       where question_id = ${integer(id)} and ${until}) as texts on text_of = id`
  }

  /** Counts each choice first: a page is among the responses of few of them. */
  private async pageByChoice(
    question: Question,
    { desc, from, to }: StoredPage,
  ): Promise<{ ids: number[]; total: number }> {
    const column = ident(questionColumn(question))
    const counted = await this.query(
      portableSql`select ${column}, count(*) from ${this.responses} where ${this.where} group by ${column}`,
    )
    const [codes = [], counts = []] = counted.columns
    const sizes = new Map(codes.map((code, at) => [code === null ? null : Number(code), Number(counts[at])]))
    const total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
    const ordered = byName(question)
    const shown: (number | null)[] = []
    let before = 0
    let skipped = 0
    for (const code of [...(desc ? ordered.toReversed() : ordered), null]) {
      const size = sizes.get(code) ?? 0
      if (before + size <= from) skipped += size
      else if (before < to && size > 0) shown.push(code)
      before += size
    }
    if (shown.length === 0) return { ids: [], total }
    const places = shown.map((code, place) => portableSql`when ${isCode(column, code)} then ${integer(place)}`)
    const { columns } = await this.query(portableSql`
      select id from ${this.responses} where ${this.where} and ${or(shown.map((code) => isCode(column, code)))}
       order by case ${join(places, ' ')} end, day desc, id desc limit ${integer(to - from)} offset ${integer(from - skipped)}`)
    return { ids: (columns[0] ?? []).map(Number), total }
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
       where ${this.withAlert ? isOfAlert : portableSql`true`} and question_id in (${join(questions.map(integer))})
         and ${holds(term)} and ${own} limit ${integer(most)}`)
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

const nothing: Fragment = { parts: [''], params: [] }

function sortKey(by: StoredPage['by']): Fragment {
  if (by === 'date') return portableSql`day`
  if (typeof by === 'string') return ident(by)
  return by.type === 'text' ? portableSql`sort_text` : ident(questionColumn(by))
}

function isCode(column: Fragment, code: number | null): Fragment {
  return code === null ? portableSql`${column} is null` : portableSql`${column} = ${integer(code)}`
}
