import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import type { VariableEntry } from '@gensvar/contract/widgets/variable-entry'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import { figuresOf } from '#server/domain/indicators/figures.ts'
import { indicatorVariableOf } from '#server/domain/indicators/indicator-variable.ts'
import { indicatorOf } from '#server/domain/indicators/indicator.ts'

/** Figures as tiles, in the order of a component's configuration; all of them in one call. */
export async function tilesOf(request: FigureRequest, entries: readonly VariableEntry[]): Promise<IndicatorVariable[]> {
  const { model } = request.access
  const names = [...new Set(entries.flatMap((entry) => [entry.indicator, ...entry.extraVariables]))]
  const figures = await figuresOf(
    request,
    names.map((name) => indicatorOf(model, name)),
  )
  const byName = new Map(figures.map((figure) => [figure.indicator.name, figure]))
  const variableOf = (name: string, extras: IndicatorVariable[] = []): IndicatorVariable[] => {
    const figure = byName.get(name)
    return figure ? [indicatorVariableOf(request, figure, extras)] : []
  }
  return entries.flatMap((entry) => {
    const tile = variableOf(
      entry.indicator,
      entry.extraVariables.flatMap((name) => variableOf(name)),
    )
    return entry.title ? tile.map((one) => ({ ...one, title: entry.title ?? one.title })) : tile
  })
}
