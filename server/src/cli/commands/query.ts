import { ExpressionError, splitExpressions } from '@gensvar/contract/expression'
import { figures } from '#server/domain/figures/figures.ts'
import type { AggregateRow } from '#server/domain/figures/expressions/figure-rows.ts'
import type { GroupBy } from '#server/domain/figures/rows/grouping.ts'
import type { IndicatorRequest } from '#server/domain/figures/expressions/indicators.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import type { RequestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { defineCommand } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { surveyContext, surveyOptions } from '../survey-context.ts'

/** `query`: figures as a ranking shows them to root. */
export const query = defineCommand({
  name: 'query',
  summary: "Prints a survey's figures, as a ranking shows them to root.",
  options: {
    ...surveyOptions,
    path: { type: 'string', value: 'P', description: 'drill path with place and filters (default: root)' },
    by: { type: 'string', value: 'VARIABLE', description: 'a row per answer to this question, or "none" (default)' },
    indicators: {
      type: 'string',
      value: 'LIST',
      description: 'expressions with commas between them (default: "count()"), or names of indicators',
    },
    format: { type: 'string', value: 'F', description: 'table (default) or json' },
  },
  async run({ deps, values, print, signal }) {
    const format = values.format ?? 'table'
    if (format !== 'table' && format !== 'json') throw new CommandError(`--format is table or json, not "${format}".`)
    const { ctx, survey } = await surveyContext(deps, 'query', values)
    const access = await surveyAccess(ctx, survey)
    const requested = await requestedPath(ctx, access, values.path ?? 'root')
    const indicators = indicatorsOf(values.indicators ?? 'count()', access.model)
    const by = values.by ?? 'none'
    await deps.analytics.feed.catchUp()
    const { rows } = await figures(
      ctx,
      access,
      { conditions: requested.conditions, by: groupingOf(by, requested, access.model), indicators },
      { signal },
    )
    const list = rows.map((row) => toObject(row, by, indicators))
    print(format === 'json' ? `${JSON.stringify(list, null, 2)}\n` : toTable(list))
  },
})

type Printed = Record<string, string | number | null>

function indicatorsOf(text: string, model: SurveyModel): IndicatorRequest[] {
  let parts: string[]
  try {
    parts = splitExpressions(text)
  } catch (error) {
    if (error instanceof ExpressionError) throw new CommandError(`--indicators: ${error.message}`)
    throw error
  }
  if (parts.length === 0) throw new CommandError('--indicators is empty.')
  return parts.map((part) => {
    const configured = model.config.indicators[part]
    if (configured?.expression === undefined) return { key: part, expression: part }
    return { key: part, expression: configured.expression, where: configured.where }
  })
}

/** The next level below the place is grouped by its units, like a ranking; any other variable by its answers. */
function groupingOf(by: string, requested: RequestedPath, model: SurveyModel): GroupBy {
  if (by === 'none') return 'none'
  const { view } = requested
  const depth = requested.path.place.length + 1
  if (view && view.levels[depth - 1] === by) return { level: { view: view.extName, depth } }
  if (model.questions.has(by)) return { question: by }
  throw new CommandError(`The survey has no variable "${by}".`)
}

function toObject(row: AggregateRow, by: string, indicators: readonly IndicatorRequest[]): Printed {
  const values = indicators.map(({ key }, index) => [key, row.values[index]?.value ?? null] as const)
  return { ...(by === 'none' ? {} : { [by]: row.key.name }), ...Object.fromEntries(values) }
}

function toTable(list: readonly Printed[]): string {
  const [first] = list
  if (!first) return 'No responses.\n'
  const names = Object.keys(first)
  const lines = [names, ...list.map((row) => names.map((name) => cellText(row[name] ?? null)))]
  const widths = names.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0)))
  const isText = names.map((name) => typeof first[name] === 'string')
  const pad = (text: string, column: number): string =>
    isText[column] ? text.padEnd(widths[column] ?? 0) : text.padStart(widths[column] ?? 0)
  return lines.map((line) => `${line.map(pad).join('  ').trimEnd()}\n`).join('')
}

function cellText(value: string | number | null): string {
  if (value === null) return '-'
  return typeof value === 'number' ? String(Number(value.toFixed(4))) : value
}
