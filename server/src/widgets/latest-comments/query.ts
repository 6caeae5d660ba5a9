import { say } from '@gensvar/contract/say'
import type { CustomerComment } from '@gensvar/contract/widgets/latest-comments'
import { answeredAny, completed } from '#server/domain/cases/case-conditions.ts'
import { ratingTop } from '#server/domain/cases/case-text.ts'
import { listCases } from '#server/domain/cases/list-cases.ts'
import { judgementEntity } from '#server/domain/comments/judgement-entity.ts'
import { readJudgementRows } from '#server/domain/comments/judgement-store.ts'
import type { StoredCommentJudgement } from '#server/domain/comments/judgement-store.ts'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { gradeOf, measuredVariable } from '#server/domain/indicators/grade.ts'
import { isYesNo, titleOf } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { isDated } from '#server/domain/survey/is-dated.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { unitText } from '#server/domain/survey/unit-text.ts'
import type { WidgetRequest, WidgetServer } from '#server/widgets/widget-server.ts'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'

type Request = WidgetRequest<WidgetConfig<'latest-comments'>>

/**
 * What customers wrote last, among the interviews the caller may open at the place, with its filters and period. Single
 * texts are never published figures, so an anonymous survey shows none.
 */
export const latestComments: WidgetServer<'latest-comments'> = {
  async data(request) {
    const { ctx, access, config, requested } = request
    const questions = config.variables.flatMap((name) => access.model.questions.get(name) ?? [])
    const score = scoreOf(request)
    const scoreTitle = score === null ? null : titleOfScore(request, score)
    if (!access.canViewInterviews) {
      const why = say`This survey is anonymous: comments are not shown.`
      return { comments: [], scoreTitle, withheld: localWords(why) }
    }
    const list = await listCases(ctx, access.model, access.caseScope, {
      conditions: [...requested.conditions, ...completed(requested.conditions), answeredAny(questions)],
      from: 0,
      // Some may say nothing.
      to: 2 * config.count,
      isCounted: false,
    })
    const judgements = await readJudgementRows(
      ctx.db,
      list.rows.map(({ id }) => id),
    )
    const comments = list.rows.map((row) => commentOf(request, row, { questions, score, judgements }))
    const shown = comments.filter(({ texts }) => texts.length > 0).slice(0, config.count)
    return { comments: shown, scoreTitle, withheld: null }
  },
}

/** Name of the score's question or indicator; null where none is configured. */
function scoreOf({ access, config }: Request): string | null {
  const { rating, face } = access.model.config.interview
  return config.score ?? rating ?? face ?? null
}

function titleOfScore({ access: { model } }: Request, name: string) {
  const indicator = Object.hasOwn(model.config.indicators, name) ? model.config.indicators[name] : undefined
  const question = model.questions.get(name)
  return indicator?.title ?? (question ? titleOf(question) : name)
}

function commentOf(
  request: Request,
  row: CaseRow,
  {
    questions,
    score,
    judgements,
  }: { questions: readonly Question[]; score: string | null; judgements: readonly StoredCommentJudgement[] },
): CustomerComment {
  const { model } = request.access
  const variable = score === null ? null : measuredVariable(model, score)
  const answer = variable === null ? undefined : row.answers[variable]
  const question = variable === null ? undefined : model.questions.get(variable)
  return {
    interviewId: row.id,
    eventDate: isDated(model) ? row.eventDate : null,
    unit: unitOf(request, row),
    // Yes and no have a face and no score "1 of 1".
    score: typeof answer === 'number' && !(question && isYesNo(question)) ? answer : null,
    scoreMax: variable === null ? null : ratingTop(model, row, variable),
    face: score === null ? null : gradeOf(model, row, score),
    texts: questions.flatMap((question) => {
      const value = row.answers[question.variable]
      if (typeof value !== 'string' || value.trim() === '') return []
      const judged = judgements.find((one) => one.response_id === row.id && one.question_id === question.id)
      // "-" or "none", as far as is known.
      if (judged?.label === null) return []
      // Its places are in the comment as it was written, which is shown without the space around it.
      const judgement =
        judged && value === value.trim() ? judgementEntity(model, judged, row.hidden?.get(question.variable)) : null
      return [{ variable: question.variable, label: titleOf(question), value: value.trim(), judgement }]
    }),
  }
}

/** How many levels name an interview's unit: a person or a desk says little without its place. */
const unitLevels = 2

/** Name of the interview's unit in the view of the path, after the one above it unless that is the place asked for. */
function unitOf({ ctx, requested }: Request, row: CaseRow): string | null {
  const { tree, view, unit: place } = requested
  const unit = row.unitIds.map((id) => tree.unit(id)).find((one) => one?.viewId === view?.id)
  if (!unit) return null
  const below = tree.pathOf(unit).slice(Math.min(place?.depth ?? 0, unit.depth - 1))
  return below
    .slice(-unitLevels)
    .map((one) => unitText(one, ctx.locale))
    .join(', ')
}
