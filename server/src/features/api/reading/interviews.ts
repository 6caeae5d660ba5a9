import type {
  getApiInterview as interviewRoute,
  listApiComments as commentsRoute,
  listApiInterviews as interviewsRoute,
} from '@gensvar/contract/api-reading'
import type { Condition } from '@gensvar/contract/conditions'
import { plainToken, printDrillPath } from '@gensvar/contract/drill-path'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { answeredAny } from '#server/domain/cases/case-conditions.ts'
import { listComments } from '#server/domain/cases/case-comments.ts'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { listCases } from '#server/domain/cases/list-cases.ts'
import { readCase } from '#server/domain/cases/read-case.ts'
import { pathViews, requestedPath } from '#server/domain/paths/request-conditions.ts'
import { demandSingleAnswers } from '#server/domain/rights/authorise.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { completedState } from '#server/domain/samples/sample-rights.ts'
import type { Question } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { AppError } from '#server/platform/errors.ts'
import type { KeyCtx } from '#server/domain/keys/implement-key.ts'
import { pageOf, readCursor } from './cursor.ts'
import type { AskedPage } from './cursor.ts'

type Interview = z.input<typeof interviewsRoute.response>['rows'][number]

/** A page of responses at a place. */
type AskedCases = { path: string } & AskedPage

const isCompleted: Condition = { kind: 'sampleState', states: [completedState] }

/** Completed responses of a place, in the order they were stored. Throws `forbidden` in an anonymous survey. */
export async function listApiInterviews(
  ctx: KeyCtx,
  survey: string,
  asked: AskedCases,
): Promise<z.input<typeof interviewsRoute.response>> {
  const { access, tree, rows, next } = await casesOf(ctx, survey, asked)
  return { rows: rows.map((row) => interviewOf(access, tree, row)), next }
}

/** A completed response with what colleagues wrote about it. Throws `not_found` for one that the caller may not open. */
export async function getApiInterview(
  ctx: KeyCtx,
  survey: string,
  interviewId: number,
): Promise<z.input<typeof interviewRoute.response>> {
  const access = await surveyAccess(ctx, survey)
  demandSingleAnswers(access)
  const row = await readCase(ctx, access, interviewId)
  if (row.state !== completedState)
    throw new AppError('not_found', say`There is no such response, or you may not open it.`)
  const [tree, comments] = await Promise.all([loadUnitTree(ctx, access.model), listComments(ctx, row.id)])
  return {
    ...interviewOf(access, tree, row),
    comments: comments.map(({ created, author, message }) => ({ created, author, message })),
  }
}

/** What respondents wrote at a place, in the order it was stored. Throws `validation` for a question that is not open. */
export async function listApiComments(
  ctx: KeyCtx,
  survey: string,
  { variables, ...asked }: AskedCases & { variables?: string | undefined },
): Promise<z.input<typeof commentsRoute.response>> {
  const questions = openQuestions(await surveyAccess(ctx, survey), variables)
  const { access, tree, rows, next } = await casesOf(ctx, survey, asked, [answeredAny(questions)])
  return {
    rows: rows.map((row) => ({
      interviewId: row.id,
      date: row.eventDate,
      places: placesOf(access, tree, row),
      texts: questions.flatMap(({ variable }) => {
        const text = row.answers[variable]
        return typeof text === 'string' && text.trim() !== '' ? [{ variable, text: text.trim() }] : []
      }),
    })),
    next,
  }
}

async function casesOf(
  ctx: KeyCtx,
  survey: string,
  { path, ...page }: AskedCases,
  conditions: readonly Condition[] = [],
): Promise<{ access: SurveyAccess; tree: UnitTree; rows: CaseRow[]; next: string | null }> {
  const access = await surveyAccess(ctx, survey)
  demandSingleAnswers(access)
  const requested = await requestedPath(ctx, access, path)
  const { rows } = await listCases(ctx, access.model, access.caseScope, {
    conditions: [...requested.conditions, isCompleted, ...conditions],
    sort: { by: 'id', desc: false },
    afterId: readCursor(page) ?? 0,
    from: 0,
    to: page.limit + 1,
    isCounted: false,
  })
  return { access, tree: requested.tree, ...pageOf(rows, page.limit, ({ id }) => id) }
}

function openQuestions({ model }: SurveyAccess, variables: string | undefined): Question[] {
  const open = [...model.questions.values()].filter(({ type }) => type === 'text')
  if (variables === undefined) return open
  return variables.split(',').map((name) => {
    const question = open.find(({ variable }) => variable === name.trim())
    if (question) return question
    const words = say`"${name.trim()}" is no open question of this survey.`
    throw new AppError('validation', words, { variables: words })
  })
}

function interviewOf(access: SurveyAccess, tree: UnitTree, row: CaseRow): Interview {
  // What an import could not read as an answer is kept beside the answers, and is none.
  const answers = Object.entries(row.answers).flatMap(([name, value]): [string, string | number | string[]][] =>
    access.model.questions.has(name) ? [[name, typeof value === 'object' ? [...value] : value]] : [],
  )
  return {
    id: row.id,
    date: row.eventDate,
    completed: row.completedAt?.toISOString() ?? null,
    places: placesOf(access, tree, row),
    answers: Object.fromEntries(answers),
    version: row.version,
  }
}

/** The places of a response as drill paths, one in each hierarchy that the caller may open. */
function placesOf(access: SurveyAccess, tree: UnitTree, { unitIds }: Pick<CaseRow, 'unitIds'>): string[] {
  const views = pathViews(access)
  return views.flatMap((view) => {
    const unit = unitIds.map((id) => tree.unit(id)).find((one) => one?.viewId === view.id)
    if (!unit) return []
    const place = tree.pathOf(unit).map((one, depth) => plainToken(view.levels[depth] ?? '', one.extName))
    return [printDrillPath({ view: view.extName, place, filters: [] }, views)]
  })
}
