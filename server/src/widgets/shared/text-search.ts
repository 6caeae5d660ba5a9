import type { TextSearchResult, TextSearchRow } from '@gensvar/contract/entities/text-analytics'
import { say } from '@gensvar/contract/say'
import type { textSearchParams } from '@gensvar/contract/widgets/text-search-params'
import { searchRowsPerPage } from '@gensvar/contract/widgets/text-search-params'
import type { z } from 'zod'
import { fieldReader } from '#server/domain/cases/case-text.ts'
import { analysisState } from '#server/domain/comments/analysis-state.ts'
import { judgementEntity } from '#server/domain/comments/judgement-entity.ts'
import { mayCorrect } from '#server/domain/comments/correction-rights.ts'
import { translatorOf } from '#server/domain/comments/provider/translate-comment.ts'
import { searchComments } from '#server/domain/comments/search-comments.ts'
import type { CommentSearch, FoundComment } from '#server/domain/comments/search-comments.ts'
import { categoriesOf } from '#server/domain/comments/survey-taxonomy.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { titleOf } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { isDated } from '#server/domain/survey/is-dated.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { AppError } from '#server/platform/errors.ts'

type Params = z.output<typeof textSearchParams>

/** Which comments are asked for, without the page of them. */
export type SearchFilters = Omit<Params, 'rowFrom' | 'rowTo'>

/** A search in comments by a component. */
export interface SearchRequest extends FigureRequest {
  /** The component's questions. */
  questions: readonly string[]
  customerInfo: readonly string[]
}

/** Longest page: whoever wants all comments takes the file. */
const mostRows = 4 * searchRowsPerPage

/** A page of the comments that a component finds, with what is known of them. */
export async function foundPage(
  { ctx, access, requested, questions, customerInfo }: SearchRequest,
  params: Params,
): Promise<TextSearchResult> {
  const { model } = access
  const asked = textQuestions(model, questions)
  const shared = {
    customerInfoTitles: customerInfo.map((name) => infoTitle(model, name)),
    questions: asked.map((question) => ({ variable: question.variable, title: titleOf(question) })),
    categories: categoriesOf(model.config.taxonomy).map(({ id, parent, title }) => ({
      extName: id,
      parent,
      title: { ...title },
    })),
    analysis: await analysisState(ctx, model),
  }
  if (!access.canViewInterviews) {
    const why = say`This survey is anonymous: comments are not shown.`
    return {
      ...shared,
      rows: [],
      totalNumberRows: 0,
      nSilent: 0,
      canCorrect: false,
      canTranslate: false,
      withheld: localWords(why),
    }
  }
  const search = searchOf(model, asked, requested.conditions, params)
  const window = { from: params.rowFrom, to: Math.min(params.rowTo, params.rowFrom + mostRows) }
  const { rows, total, nSilent } = await searchComments(ctx, model, access.caseScope, search, window)
  const readers = customerInfo.map((name) => fieldReader(model, name, ctx.locale))
  return {
    ...shared,
    rows: rows.map((found) => searchRow(model, found, readers)),
    totalNumberRows: total,
    nSilent,
    canCorrect: mayCorrect(ctx, access),
    canTranslate: (await translatorOf(ctx, model)) !== null,
    withheld: null,
  }
}

/** A comment as the browser gets it, with what `readers` tell of whose it is. */
export function searchRow(
  model: SurveyModel,
  { row, question, text, hidden, judgement }: FoundComment,
  readers: readonly ReturnType<typeof fieldReader>[],
): TextSearchRow {
  return {
    ...judgementEntity(model, judgement, hidden),
    interviewId: row.id,
    variable: question.variable,
    question: titleOf(question),
    eventDate: isDated(model) ? row.eventDate : null,
    comment: text,
    customerInfo: readers.map((read) => read(row)),
  }
}

/** The open questions among some names. */
export function textQuestions(model: SurveyModel, names: readonly string[]): Question[] {
  return names.flatMap((name) => {
    const question = model.questions.get(name)
    return question?.type === 'text' ? [question] : []
  })
}

/** What a search looks for. Throws `validation` for an unknown category, and for a question that is not the component's. */
export function searchOf(
  model: SurveyModel,
  questions: readonly Question[],
  conditions: CommentSearch['conditions'],
  { term, sentiment, category, questions: chosen, sortVar = 'date', sortDesc }: SearchFilters,
): CommentSearch {
  if (category !== undefined && !categoriesOf(model.config.taxonomy).some(({ id }) => id === category))
    throw new AppError('validation', say`There is no category "${category}".`, { category: say`unknown` })
  const names = chosen === undefined ? null : chosen.split(',').filter((name) => name !== '')
  const strange = names?.find((name) => !questions.some(({ variable }) => variable === name))
  if (strange !== undefined)
    throw new AppError('validation', say`"${strange}" is not searched here.`, { questions: say`unknown` })
  return {
    questions: names === null ? questions : questions.filter(({ variable }) => names.includes(variable)),
    conditions,
    term: term.trim(),
    sentiment,
    category,
    sort: { by: sortVar, desc: sortDesc ?? sortVar === 'date' },
  }
}

/** Heading of an answer that tells whose comment it is. */
export function infoTitle(model: SurveyModel, name: string) {
  const question = model.questions.get(name)
  return question ? titleOf(question) : name
}
