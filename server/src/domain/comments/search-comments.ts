import type { Sentiment } from '@gensvar/contract/entities/text-analytics'
import type { Condition } from '@gensvar/contract/conditions'
import type { CaseDeps, CaseRow, RawCase } from '#server/domain/cases/case-query.ts'
import { caseOf, whereCases } from '#server/domain/cases/case-query.ts'
import { shownCase, shownText, shownWords } from '#server/domain/cases/shown-case.ts'
import { inTurn } from '#server/domain/cases/list-cases.ts'
import type { CaseScope } from '#server/domain/rights/scope.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { movedSpans } from '#server/domain/text/personal/personal-data.ts'
import type { HiddenPart } from '#server/domain/text/personal/personal-data.ts'
import type { Label } from '#server/domain/text/analysis.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { and, integer, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { StoredCommentJudgement } from './judgement-store.ts'
import { storedLabels } from './labels.ts'
import type { Judgement } from './survey-analyzer.ts'

/** Which comments are looked for. */
export interface CommentSearch {
  questions: readonly Question[]
  conditions: readonly Condition[]
  /** Part of the comment; empty for all. */
  term: string
  /** With a category: what is said of it. */
  sentiment?: Sentiment | 'mixed' | undefined
  category?: string | undefined
  /** Language that comments were read in. */
  lang?: string | undefined
  sort: { by: 'date' | 'score'; desc: boolean }
}

/** A comment with what is known of it; null where it is not judged yet. */
export interface FoundComment {
  row: CaseRow
  question: Question
  /** As the holder of the scope may read it. */
  text: string
  /** What is hidden from it. */
  hidden: readonly HiddenPart[]
  judgement: StoredCommentJudgement | null
}

type RawComment = RawCase & { question: number; comment: string; judgement: StoredCommentJudgement | null }

/**
 * Comments of completed interviews of a scope, a page of them, and how many there are: those that say something, as figures count
 * them, and those that are not judged yet. Of those that say nothing only the number is told (`nSilent`).
 */
export async function searchComments(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  search: CommentSearch,
  { from, to }: { from: number; to: number },
): Promise<{ rows: FoundComment[]; total: number; nSilent: number }> {
  const found = await foundComments(deps, model, scope, search)
  const count = portableSql`
    select count(*) filter (where ${saysSomething})::int as n, count(*) filter (where not ${saysSomething})::int as silent
      from ${found}`
  return inTurn(deps, async () => {
    const [rows, [counted]] = await Promise.all([
      to <= from
        ? []
        : readComments(deps, found, search, portableSql`limit ${integer(to - from)} offset ${integer(from)}`),
      limitedQuery<{ n: number; silent: number }>(deps.pool, count, deps.work),
    ])
    return {
      rows: rows.map((row) => foundOf(model, scope, row, search)),
      total: counted?.n ?? 0,
      nSilent: counted?.silent ?? 0,
    }
  })
}

/** Nobody has found out yet that a comment (`cj`) says nothing, such as "-" or "none". */
const saysSomething = portableSql`(cj.response_id is null or cj.label is not null)`

/** The comments that `searchComments` finds, all of them, `most` at most. */
export async function listComments(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  search: CommentSearch,
  most: number,
): Promise<FoundComment[]> {
  const found = await foundComments(deps, model, scope, search)
  return inTurn(deps, async () => {
    const rows = await readComments(deps, found, search, portableSql`limit ${integer(most)}`)
    return rows.map((row) => foundOf(model, scope, row, search))
  })
}

/** As `listComments`, those of some responses alone. */
export async function listCommentsOf(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  asked: Pick<CommentSearch, 'questions' | 'lang'>,
  responseIds: readonly number[],
): Promise<FoundComment[]> {
  const search: CommentSearch = { ...asked, conditions: [], term: '', sort: { by: 'date', desc: true } }
  const found = await foundComments(deps, model, scope, search)
  const those = portableSql`${found} and r.id = any(${[...responseIds]}::bigint[])`
  return inTurn(deps, async () => {
    const rows = await readComments(deps, those, search, portableSql``)
    return rows.map((row) => foundOf(model, scope, row, search))
  })
}

/** A comment, and the places in it that it was judged by. */
export interface SpannedComment {
  comment: string
  lang: string
  spans: Judgement['spans']
}

/** The comments of completed interviews of a scope that were judged, `most` at most, those of the newest responses. */
export async function listSpans(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  { questions, conditions }: Pick<CommentSearch, 'questions' | 'conditions'>,
  most: number,
): Promise<SpannedComment[]> {
  const sort = { by: 'date', desc: true } as const
  const found = await foundComments(deps, model, scope, { questions, conditions, term: '', sort })
  const rows = await inTurn(deps, () =>
    limitedQuery<SpannedComment>(
      deps.pool,
      portableSql`
        select r.answers->>q.variable as comment, cj.lang, cj.spans from ${found} and cj.label is not null
         order by r.id desc, q.place limit ${integer(most)}`,
      deps.work,
    ),
  )
  return rows.map(({ comment, lang, spans }) => {
    const { text, hidden } = shownText(scope, comment)
    return { comment: text, lang, spans: movedSpans(spans, hidden) }
  })
}

/** A comment as its words are counted, with what was found in it. */
export interface JudgedText {
  responseId: number
  questionId: number
  /** The words that the holder of the scope may read. */
  text: string
  lang: string
  label: Label
  /** Names of its categories, those above them included. */
  categories: string[]
}

/** The comments of completed interviews of a scope that say something, `most` at most, those of the newest responses. */
export async function listJudgedTexts(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  asked: Pick<CommentSearch, 'questions' | 'conditions' | 'lang'>,
  most: number,
): Promise<JudgedText[]> {
  const sort = { by: 'date', desc: true } as const
  const found = await foundComments(deps, model, scope, { ...asked, term: '', sort })
  const rows = await inTurn(deps, () =>
    limitedQuery<JudgedText>(
      deps.pool,
      portableSql`
        select r.id as "responseId", q.id as "questionId", r.answers->>q.variable as text, cj.lang, cj.label,
               array(select jsonb_array_elements(cj.categories)->>'id') as categories
          from ${found} and cj.label is not null
         order by r.event_date desc, r.id desc, q.place limit ${integer(most)}`,
      deps.work,
    ),
  )
  return rows.map((row) => ({ ...row, text: shownWords(scope, row.text) }))
}

/** Responses (`r`) with each of their comments (`q`, `comment`) and its judgement (`cj`). */
async function foundComments(
  deps: CaseDeps,
  model: SurveyModel,
  scope: CaseScope,
  { questions, conditions, term, sentiment, category, lang }: CommentSearch,
): Promise<Fragment> {
  // As figures count them.
  const isCompleted: Condition = { kind: 'sampleState', states: [0] }
  const where = await whereCases(deps, model, scope, { conditions: [...conditions, isCompleted] })
  const asked = JSON.stringify(questions.map(({ id, variable }, place) => ({ id, variable, place })))
  const such = [
    where,
    portableSql`coalesce(r.answers->>q.variable, '') <> ''`,
    ...(term === '' ? [] : [portableSql`position(lower(${term}::text) in lower(${searchedOf(scope)})) > 0`]),
    ...(sentiment === 'mixed' ? [portableSql`cj.mixed and cj.label is not null`] : []),
    ...(sentiment === undefined || sentiment === 'mixed' || category !== undefined
      ? []
      : [portableSql`cj.label = ${storedLabels[sentiment]}`]),
    ...(lang === undefined ? [] : [portableSql`cj.lang = ${lang}`]),
    ...(category === undefined ? [] : [isAbout(category, sentiment === 'mixed' ? undefined : sentiment)]),
  ]
  const join = sentiment === undefined && category === undefined ? portableSql`left join` : portableSql`join`
  return portableSql`response r
    cross join jsonb_to_recordset(${asked}::jsonb) as q(id int, variable text, place int)
    ${join} comment_judgement cj on cj.response_id = r.id and cj.question_id = q.id
    where ${and(such)}`
}

/**
 * What is searched of a comment. Whoever may not read addresses and numbers must not find out by searching what they are: words
 * with an at sign and long numbers are no part of what is searched for them, whether they are personal or not.
 */
function searchedOf({ masksIn }: CaseScope): Fragment {
  const comment = portableSql`r.answers->>q.variable`
  if (masksIn === null) return comment
  return portableSql`regexp_replace(${comment}, ${concealed}::text, ' ', 'g')`
}

const concealed = String.raw`\S*@\S*|\+?\d[-+\d ()/.–\u00a0\u2009\u202f]{4,}\d[A-Za-z]?\d*[A-Za-z]?`

/** Those above the categories of a comment are stored with them. */
function isAbout(category: string, sentiment: Sentiment | undefined): Fragment {
  const wanted = { id: category, ...(sentiment && { label: storedLabels[sentiment] }) }
  return portableSql`cj.label is not null and cj.categories @> ${JSON.stringify([wanted])}::jsonb`
}

function readComments(
  deps: CaseDeps,
  found: Fragment,
  { sort: { by, desc } }: CommentSearch,
  window: Fragment,
): Promise<RawComment[]> {
  const direction = desc ? portableSql`desc nulls last` : portableSql`asc nulls last`
  const first = by === 'score' ? portableSql`cj.score` : portableSql`r.event_date`
  return limitedQuery<RawComment>(
    deps.pool,
    portableSql`
      select r.id, r.state, r.event_date, r.completed_at, r.answers, r.contact, r.unit_ids, r.version, null::int as alert_state,
             q.id as question, r.answers->>q.variable as comment,
             case when cj.response_id is not null then to_jsonb(cj) end as judgement
        from ${found} and ${saysSomething}
       order by ${first} ${direction}, r.event_date desc, r.id desc, q.place ${window}`,
    deps.work,
  )
}

function foundOf(model: SurveyModel, scope: CaseScope, raw: RawComment, { questions }: CommentSearch): FoundComment {
  const question = questions.find(({ id }) => id === raw.question)
  if (!question) throw new Error('A comment was found of a question that was not asked for')
  const { judgement } = raw
  const at = judgement?.corrected_at ?? null
  const row = shownCase(model, scope, caseOf(raw))
  const { [question.variable]: text } = row.answers
  return {
    row,
    question,
    text: typeof text === 'string' ? text : raw.comment,
    hidden: row.hidden?.get(question.variable) ?? [],
    judgement: judgement && { ...judgement, corrected_at: at === null ? null : new Date(at) },
  }
}
