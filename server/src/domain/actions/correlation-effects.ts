import { unitCondition } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import { addToDate } from '@gensvar/contract/dates'
import { aggregatedQuestions, parseExpression } from '@gensvar/contract/expression'
import { parentPath } from '@gensvar/contract/path-steps'
import { correlations } from '#server/domain/figures/answer-pairs.ts'
import type { Correlation } from '#server/domain/figures/answer-pairs.ts'
import { indicatorOf, mainIndicatorName } from '#server/domain/indicators/indicator.ts'
import { spanOf, withSpan } from '#server/domain/indicators/period.ts'
import type { EffectSource, ItemEffect } from './effect-source.ts'

/** Pairs of answers from which a place's own correlation is used, and not that of the place above. */
const ownFrom = 50
/** Pairs of answers below which there is no correlation. */
const least = 30
/** Correlation below which it says nothing, however many answers: what is called small (Cohen 1988). */
const small = 0.1

/**
 * An item's correlation with the main indicator over the answers of the place; those of the place above where it has
 * few. The sign is that of better answers, so that a shorter waiting time counts as one. Items that the main indicator is
 * made of have none: they go with it by definition.
 */
export const correlationEffects: EffectSource = {
  async effectsAt({ ctx, access }, place, items) {
    const { model, caseScope } = access
    const name = mainIndicatorName(model)
    const main = name === null ? null : indicatorOf(model, name)
    if (!main?.expression) return new Map()
    const expression = main.where === null ? main.expression : `${main.expression} where ${main.where}`
    const own = new Set(questionsOf(expression))
    const compared = items.filter((item) => questionsOf(item.expression).every((question) => !own.has(question)))
    const { conditions, filterConditions, path, today, asOf } = place
    const over = (of: readonly Condition[]): Promise<(Correlation | null)[]> =>
      correlations(ctx, model, caseScope, {
        conditions: spanOf(of) ? of : withSpan(of, lastYear(today)),
        with: expression,
        expressions: compared.map((item) => item.expression),
      })
    const here = await over(conditions)
    const hasFew = here.some((one) => one !== null && one.n < ownFrom)
    const parent = unitCondition(parentPath(path), asOf)
    const above =
      hasFew && path.place.length > 0 ? await over([...(parent ? [parent] : []), ...filterConditions]) : here
    const effects = compared.flatMap(({ extname, indicator }, at): [string, ItemEffect][] => {
      const found = (here[at]?.n ?? 0) < ownFrom ? above[at] : here[at]
      if (!found || found.r === null || found.n < least) return []
      const isNone = Math.abs(found.r) < small || isChance(found.r, found.n)
      const size = isNone ? 0 : indicator.inverse ? -found.r : found.r
      return [[extname, { size, kind: 'correlation', n: found.n }]]
    })
    return new Map(effects)
  },
}

/** Whether a correlation can be chance: its 95 % interval by Fisher's transformation holds 0. */
function isChance(r: number, n: number): boolean {
  return Math.abs(Math.atanh(r)) * Math.sqrt(n - 3) < 1.959964
}

function questionsOf(expression: string): string[] {
  return aggregatedQuestions(parseExpression(expression).body)
}

function lastYear(today: string): { from: string; to: string } {
  return { from: addToDate(today, -1, 'y'), to: addToDate(today, 1, 'd') }
}
