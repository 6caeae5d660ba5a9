import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { Ctx } from '#server/domain/context.ts'
import { figures } from '#server/domain/figures/figures.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { Choice, Question } from '#server/domain/survey/survey-model.ts'

/** Longest text that a script may ask with. */
const longest = 2000

/** Questions that scripts can ask for, by variable: those of a survey, or as an import would leave them. */
export interface AskedQuestions {
  questions: ReadonlyMap<
    string,
    Pick<Question, 'variable' | 'type' | 'title'> & { choices: readonly Pick<Choice, 'extName' | 'title'>[] }
  >
}

type Answer = (ctx: Ctx, access: SurveyAccess, args: readonly unknown[]) => Promise<unknown>

/**
 * What scripts can ask, by the names of `hostFunctions`. The survey is the one that the script runs for, whatever it asks;
 * figures are those of `access`, so published ones in an anonymous survey.
 */
const answers: Readonly<Record<string, Answer>> = {
  async figure(ctx, access, [expression, drillPath = 'root']) {
    const { conditions } = await requestedPath(ctx, access, textOf(drillPath, 'drillPath'))
    const indicators = [{ key: 'figure', expression: textOf(expression, 'expression') }]
    const { rows } = await figures(ctx, access, { conditions, by: 'none', indicators })
    const [found] = rows[0]?.values ?? []
    return { value: found?.value ?? null, n: found?.n ?? 0 }
  },

  question: async (ctx, { model }, args) => answerQuestion(model, ctx.locale, args),
}

/** A question of a survey, as `host.question(variable)` answers it; null for an unknown one. */
export function answerQuestion({ questions }: AskedQuestions, locale: Locale, [variable]: readonly unknown[]): unknown {
  const question = questions.get(textOf(variable, 'variable'))
  if (!question) return null
  const { type, title, choices } = question
  return {
    variable: question.variable,
    type,
    title: pickText(title, locale),
    choices: choices.map((choice) => ({ name: choice.extName, title: pickText(choice.title, locale) })),
  }
}

/** Answers a script's call. Throws an error whose message the script is told. */
export async function answerScript(
  ctx: Ctx,
  access: SurveyAccess,
  name: string,
  args: readonly unknown[],
): Promise<unknown> {
  const answer = Object.hasOwn(answers, name) ? answers[name] : undefined
  if (!answer) throw new Error(`There is no host.${name}`)
  return answer(ctx, access, args)
}

/**
 * Answers the call of a script that runs within a write: it has questions, in English where there is a choice, and no
 * figures, which are computed outside of the write. Throws an error whose message the script is told.
 */
export async function answerInWrite(model: AskedQuestions, name: string, args: readonly unknown[]): Promise<unknown> {
  if (name === 'question') return answerQuestion(model, 'en', args)
  throw new Error(`host.${name} cannot be asked here: the script runs while answers are stored`)
}

function textOf(value: unknown, name: string): string {
  if (typeof value !== 'string' || value.length > longest)
    throw new Error(`${name} must be a text of at most ${longest} characters`)
  return value
}
