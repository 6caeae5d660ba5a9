import { doubtKinds } from '@gensvar/contract/doubts'
import { say } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Database } from '#server/platform/db-types.ts'
import { removeCaseFiles } from '#server/domain/files/stored-file.ts'
import { AppError } from '#server/platform/errors.ts'
import { choiceTitle } from '../load/load-rows.ts'
import { numbered } from '../load/choice-book.ts'
import { readAnswerNames, regroupQuestions, retypeQuestions } from '../metadata/store.ts'
import type { RetypedQuestion } from '../metadata/store.ts'
import { ownGroups } from '../configuration/dashboard-parts.ts'
import { groupsOf, questionOf } from '../metadata/write-metadata.ts'
import type { ImportPlan } from '../plan/import-plan.ts'
import type { PlannedColumn } from '../plan/planned.ts'
import { chosenFor, decidedPlan } from './decided-plan.ts'
import { choicesOf, doubtId, isOfResponses } from './doubt.ts'
import type { Decisions, Doubt } from './doubt.ts'
import { readFinalDoubts, rewriteAnswers } from './answers-store.ts'

/** A survey whose doubts are decided anew, with the plan it was made from. */
interface RewrittenSurvey {
  id: number
  locale: string
  plan: ImportPlan
  /** Ids of its questions by variable. */
  questions: ReadonlyMap<string, number>
}

/**
 * Makes a survey what it would be if it had been imported with the decisions `after` instead of `before`: its answers,
 * questions, choices and groups, but not its configuration. Returns the number of responses that changed for each doubt,
 * by its id. Throws `conflict` if an anonymous survey has counted some of them already.
 */
export async function rewriteSurvey(
  db: Kysely<Database>,
  survey: RewrittenSurvey,
  doubts: readonly Doubt[],
  { before, after }: { before: Decisions; after: Decisions },
): Promise<ReadonlyMap<string, number>> {
  const changed = doubts.filter((doubt) => chosenFor(doubt, before) !== chosenFor(doubt, after))
  const responses = new Map<string, number>()
  if (changed.length === 0) return responses
  if ((await readFinalDoubts(db, survey.id, changed)).size > 0) throw finalAnswers()
  // All of a kind are rewritten together; one variable can have doubts of several kinds, whose order is always the same.
  for (const kind of doubtKinds.toSorted())
    for (const choice of choicesOf[kind]) {
      const alike = changed.filter((doubt) => doubt.kind === kind && chosenFor(doubt, after) === choice)
      for (const [id, count] of await rewriteAnswers(db, survey.id, alike, choice)) responses.set(id, count)
    }
  // Files may tell what is hidden from now on.
  if (changed.some(({ kind }) => kind === 'personal')) await removeCaseFiles({ db }, survey.id)
  const plan = decidedPlan(survey.plan, doubts, after)
  const variables = new Set(changed.filter((doubt) => !isOfResponses(doubt)).map(({ variable }) => variable))
  const questions: RetypedQuestion[] = []
  for (const column of plan.columns) {
    const questionId = survey.questions.get(column.variable)
    if (questionId !== undefined && variables.has(column.variable))
      questions.push(await retyped(db, survey, column, questionId))
  }
  await retypeQuestions(db, questions)
  await regroupQuestions(db, survey.id, groupsOf(plan, survey.locale), ownGroups)
  return responses
}

/** Why a decision that changes final answers is rejected. */
export const finalWords = say`The figures of this anonymous survey count these answers already, so they cannot change any more.`

function finalAnswers(): AppError {
  return new AppError('conflict', finalWords)
}

async function retyped(
  db: Kysely<Database>,
  survey: RewrittenSurvey,
  column: PlannedColumn,
  questionId: number,
): Promise<RetypedQuestion> {
  const question = { questionId, ...questionOf(column, survey.locale) }
  if (question.type !== 'single' && question.type !== 'multiple')
    return { ...question, choices: question.choices ?? [] }
  const names = numbered(await readAnswerNames(db, survey.id, column.variable))
  const choices = names.map((choice) => ({ ...choice, title: choiceTitle(column, choice.extName, survey.locale) }))
  return { ...question, choices }
}

/** The decisions in force of stored doubts. */
export function decisionsOf(stored: readonly { doubt: Doubt; chosen: ReturnType<typeof chosenFor> }[]): Decisions {
  return new Map(stored.map(({ doubt, chosen }) => [doubtId(doubt), chosen]))
}
