import { unitCondition } from '@gensvar/contract/conditions'
import type { Condition } from '@gensvar/contract/conditions'
import type { LocalText } from '@gensvar/contract/local-text'
import { parentPath } from '@gensvar/contract/path-steps'
import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { WidgetConfig } from '@gensvar/contract/widgets/index'
import { figures } from '#server/domain/figures/figures.ts'
import { withheldValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import type { IndicatorValue } from '#server/domain/figures/expressions/figure-arithmetic.ts'
import { indicatorRequest } from '#server/domain/indicators/figure-request.ts'
import type { FigureRequest } from '#server/domain/indicators/figure-request.ts'
import type { Indicator } from '#server/domain/indicators/indicator.ts'
import { localWords } from '#server/domain/indicators/local-words.ts'
import { unitTitle } from '#server/domain/survey/unit-text.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'

/** What bars are compared with inside the organisation. */
export type PlaceBase = Exclude<WidgetConfig<'benchmark'>['against'], 'pool'>

/** A base: what it is called, its values in the order of the indicators, and why there are none, if that is so. */
export interface Base {
  title: LocalText
  values: readonly IndicatorValue[]
  why: Words | null
}

/**
 * The base of indicators at a request's place, under conditions without a place (filters and period). The mean of the
 * places beside it is that of their figures as the reader may see them, each counting once.
 */
export async function baseOf(
  request: FigureRequest,
  against: PlaceBase,
  indicators: readonly Indicator[],
  conditions: readonly Condition[],
): Promise<Base> {
  const { unit, path, tree, asOf } = request.requested
  if (!unit) {
    const why = say`This is the whole organisation. Choose a place in it to compare.`
    return withheldBase(localWords(wholeWords), indicators, why)
  }
  if (against === 'siblings') return besideBase(request, indicators, conditions)
  const above = against === 'parent' ? tree.pathOf(unit).at(-2) : undefined
  const place = above ? unitCondition(parentPath(path), asOf) : null
  const values = await valuesAt(request, indicators, [...(place ? [place] : []), ...conditions])
  return { title: above ? unitTitle(above) : localWords(wholeWords), values, why: null }
}

const wholeWords = say`The whole organisation`

/** Figures of indicators under conditions; withheld ones have their reason. */
export async function valuesAt(
  { ctx, access }: FigureRequest,
  indicators: readonly Indicator[],
  conditions: readonly Condition[],
): Promise<IndicatorValue[]> {
  const { rows } = await figures(ctx, access, {
    conditions,
    by: 'none',
    indicators: indicators.map(indicatorRequest),
  })
  // A rank is not computed of rows, so that there is nothing beside it.
  return indicators.map(({ expression }, at) => (expression === null ? nothing : (rows[0]?.valueAt(at) ?? nothing)))
}

const nothing: IndicatorValue = { value: null, n: 0, low: null, high: null, suppressed: false }

/** The mean of the units beside the request's. */
async function besideBase(
  { ctx, access, requested }: FigureRequest,
  indicators: readonly Indicator[],
  conditions: readonly Condition[],
): Promise<Base> {
  const { unit, view, path, asOf } = requested
  const parent = unitCondition(parentPath(path), asOf)
  const { rows, leftOut } =
    unit && view
      ? await figures(ctx, access, {
          conditions: [...(parent ? [parent] : []), ...conditions],
          by: { level: { view: view.extName, depth: unit.depth } },
          indicators: indicators.map(indicatorRequest),
        })
      : { rows: [], leftOut: null }
  const beside = rows.filter(({ key }) => key.id !== unit?.id && key.name !== blankUnit)
  const title = localWords(say`Mean of the places beside it`)
  if (leftOut) return withheldBase(title, indicators, leftOut)
  const values = indicators.map(({ expression }, at) =>
    meanOf(expression === null ? [] : beside.flatMap(({ values: all }) => all[at] ?? [])),
  )
  const counted = Math.max(0, ...values.map(({ places }) => places))
  if (counted === 0)
    return withheldBase(title, indicators, say`There is no place beside this one with enough answers to compare with.`)
  return {
    title: localWords(say`Mean of the places beside it (${new Count(counted)})`),
    values: values.map(({ value }) => value),
    why: null,
  }
}

/** The mean of the values that are shown, and how many they are. */
function meanOf(values: readonly IndicatorValue[]): { value: IndicatorValue; places: number } {
  const shown = values.flatMap(({ value, n, suppressed }) => (suppressed || value === null ? [] : [{ value, n }]))
  if (shown.length === 0) {
    const why = values.find((one) => one.why)?.why
    return { value: why ? withheldValue(why) : nothing, places: 0 }
  }
  const sum = (of: (one: { value: number; n: number }) => number) => shown.reduce((total, one) => total + of(one), 0)
  const value = sum((one) => one.value) / shown.length
  return { value: { value, n: sum(({ n }) => n), low: null, high: null, suppressed: false }, places: shown.length }
}

function withheldBase(title: LocalText, indicators: readonly Indicator[], why: Words): Base {
  return { title, values: indicators.map(() => withheldValue(why)), why }
}
