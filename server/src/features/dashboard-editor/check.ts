import { mostProblems } from '@gensvar/contract/dashboard-editor'
import type { PlacedConfigurationProblem } from '@gensvar/contract/dashboard-editor'
import { nearest } from '@gensvar/contract/configuration/suggest'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { SurveyConfig } from '@gensvar/contract/configuration/survey-config'
import type { Ctx } from '#server/domain/context.ts'
import { knownQuestions, readConfigurationText } from '#server/domain/survey/configuration-text.ts'
import type { TextProblem } from '#server/domain/survey/configuration-text.ts'
import { protectedDifferences } from '#server/domain/survey/protected-sections.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { findPool, listPoolRows } from '#server/domain/pools/pool-store.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'

/**
 * What is wrong with a text as the configuration of a survey, for whoever would publish it: in the text itself, with the
 * questions that the survey has, and what only root may change.
 */
export function checkText({ identity }: Pick<Ctx, 'identity'>, model: SurveyModel, text: string): TextProblem[] {
  const { config, problems, rangeOf } = readConfigurationText(text, knownQuestions(model))
  if (!config) return problems
  const refused = refusalsOf(model, config, identity.isRoot).map(({ path, words }): TextProblem => ({
    ...rangeOf(path),
    path,
    words,
    severity: 'error',
  }))
  return [...refused, ...problems]
}

/**
 * Warnings of the pool that a text takes part in: root may not have made it yet, and its figures may change, so neither keeps
 * anybody from publishing.
 */
export async function poolWarnings({ db }: Pick<Ctx, 'db'>, model: SurveyModel, text: string): Promise<TextProblem[]> {
  const { config, rangeOf } = readConfigurationText(text, knownQuestions(model))
  if (!config?.pool) return []
  const { name, indicators } = config.pool
  const warning = (path: (string | number)[], words: Words): TextProblem => ({
    ...rangeOf(path),
    path,
    words,
    severity: 'warning',
  })
  const pool = await findPool(db, name)
  if (!pool) {
    const names = (await listPoolRows(db)).map((one) => one.name)
    const meant = nearest(name, names)
    const words = meant
      ? say`there is no pool "${name}" yet; did you mean "${meant}"?`
      : say`there is no pool "${name}" yet`
    return [warning(['pool', 'name'], words)]
  }
  const known = pool.indicators.map((one) => one.name)
  return Object.entries(indicators)
    .filter(([, common]) => !known.includes(common))
    .map(([own, common]) =>
      warning(['pool', 'indicators', own], say`the pool has no figure "${common}"; it has ${known.join(', ')}`),
    )
}

/** Throws `validation` with line and column of each error: at `text`, or at what it is of. */
export function demandFitting(ctx: Pick<Ctx, 'identity'>, model: SurveyModel, text: string): void {
  const errors = checkText(ctx, model, text).filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (!first) return
  const more = errors.length > 1 ? say`${placed(first)} (and ${errors.length - 1} more)` : placed(first)
  throw new AppError('validation', say`The configuration cannot be published, ${more}.`, {
    ...Object.fromEntries(errors.slice(0, mostProblems).map((one) => [one.path.join('.') || 'text', placed(one)])),
  })
}

/** Problems as they are sent, in the reader's language. */
export function sentProblems(
  { locale }: Pick<Ctx, 'locale'>,
  found: readonly TextProblem[],
): PlacedConfigurationProblem[] {
  return found
    .slice(0, mostProblems)
    .map(({ words, ...problem }) => ({ ...problem, message: translate(words, locale) }))
}

function placed({ line, column, words }: TextProblem): Words {
  return say`line ${line}, column ${column}: ${words}`
}

function refusalsOf(
  { config: before }: SurveyModel,
  after: SurveyConfig,
  isRoot: boolean,
): { path: (string | number)[]; words: Words }[] {
  if (before.anonymity !== 'off' && after.anonymity === 'off') {
    const words = say`the survey is anonymous, and those who answered it were told so; keep "anonymity"`
    return [{ path: ['anonymity'], words }]
  }
  if (isRoot) return []
  return protectedDifferences(before, after).map((path) => {
    const name = path.filter((key) => typeof key === 'string').join('.')
    return {
      path,
      words:
        path[0] === 'weights'
          ? say`only root users may change "${name}", because every figure of the survey changes with it`
          : say`only root users may change "${name}", because it decides who sees or does what`,
    }
  })
}
