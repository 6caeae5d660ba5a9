import { noneValue, printPath } from '@gensvar/contract/drill-path'
import { parseExpression } from '@gensvar/contract/expression'
import type { Indicator } from './indicator.ts'

/**
 * Filters of a drill path that leave the cases a figure counts: those who answered its question, or samples in its
 * state. Empty where it counts every interview, and where no filter says whom it counts (several questions, a `where`).
 */
export function casesFilter({ expression, where }: Pick<Indicator, 'expression' | 'where'>): string {
  if (expression === null || where !== null) return ''
  const { body, where: own } = parseExpression(expression)
  if (body.kind !== 'aggregate' || own !== null) return ''
  if ('variable' in body) return printPath([{ name: body.variable.name, values: [noneValue(true)] }])
  return body.name === 'samples' && body.state !== null ? `samplestate=${body.state}` : ''
}
