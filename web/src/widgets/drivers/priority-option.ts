import { endsOf } from '#web/lib/shared-ends.ts'
import type { AxisEnds, Ends } from '#web/lib/shared-ends.ts'
import { chartFont, headingOf } from '#web/ui/charts/chart-heading.ts'
import type { ChartOption } from '#web/ui/charts/time-chart-option.ts'
import type { ChartPalette } from '#web/ui/charts/palette.ts'
import type { PriorityPoint } from '@gensvar/contract/widgets/drivers'

/** A priority chart with its texts, ready to be drawn. */
export interface PriorityView {
  title: string
  /** What the chart says, in one sentence. */
  answer: string
  scoreName: string
  effectName: string
  /** In the order of their numbers, which stand in the points. */
  points: readonly { name: string; score: number; effect: number; field: PriorityPoint['field'] }[]
  cutScore: number | null
  cutEffect: number | null
  fields: Readonly<Record<PriorityPoint['field'], string>>
  score: (value: number) => string
  effect: (value: number) => string
}

interface Drawing {
  /** Width of the drawing in pixels. */
  width: number
  palette: ChartPalette
  /** Title and answer over the drawing, and names at the points; on screen they are the page's. */
  heading?: boolean
  /** Ends that the axes reach to, such as those of both sides of a comparison; those of the chart where left out. */
  ends?: AxisEnds<'scores' | 'effects'>
}

/** Where the name of each field stands in it. */
const corners = {
  prioritise: 'insideTopLeft',
  improve: 'insideTopRight',
  keep: 'insideBottomRight',
  lower: 'insideBottomLeft',
} as const

/** The ends of the points and of the lines between the fields. */
export function priorityEnds({
  points,
  cutScore,
  cutEffect,
}: Pick<PriorityView, 'points' | 'cutScore' | 'cutEffect'>): AxisEnds<'scores' | 'effects'> {
  return {
    scores: endsOf([...points.map(({ score }) => score), cutScore]),
    effects: endsOf([...points.map(({ effect }) => effect), cutEffect]),
  }
}

/** Questions as numbered points by score and effect, in four named fields. */
export function priorityOption(
  view: PriorityView,
  { width, palette, heading = false, ends = priorityEnds(view) }: Drawing,
): ChartOption {
  const { points, cutScore, cutEffect, fields } = view
  const [scores, effects] = [rangeOf(ends.scores), rangeOf(ends.effects)]
  const quiet = { color: palette.quiet, fontSize: 12, fontFamily: chartFont }
  const axis = (name: string, format: (value: number) => string) => ({
    type: 'value' as const,
    name,
    nameLocation: 'middle' as const,
    nameTextStyle: quiet,
    axisLine: { show: true, lineStyle: { color: palette.line } },
    axisTick: { show: false },
    axisLabel: { ...quiet, formatter: format, hideOverlap: true, showMinLabel: false, showMaxLabel: false },
    splitLine: { show: false },
  })
  const area = (field: PriorityPoint['field'], x: readonly number[], y: readonly number[]) => [
    {
      name: fields[field],
      coord: [x[0], y[0]],
      itemStyle: { color: field === 'prioritise' ? palette.series[1] : 'transparent', opacity: 0.08 },
      label: {
        position: corners[field],
        color: field === 'prioritise' ? palette.ink : palette.quiet,
        fontWeight: field === 'prioritise' ? 600 : 400,
        fontSize: width < 480 ? 11 : 12,
        fontFamily: chartFont,
        width: Math.max(60, width / 2 - 60),
        overflow: 'truncate',
      },
    },
    { coord: [x[1], y[1]] },
  ]
  const hasFields = cutScore !== null && cutEffect !== null
  return {
    animation: false,
    textStyle: { fontFamily: chartFont, color: palette.ink },
    aria: { enabled: false },
    ...(heading && { backgroundColor: palette.surface, title: headingOf(view, width, palette) }),
    grid: {
      ...{ top: heading ? 84 : 8, left: 24, right: 8, bottom: 28 },
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: { ...axis(view.scoreName, view.score), nameGap: 26, min: scores.from, max: scores.to },
    yAxis: { ...axis(view.effectName, view.effect), nameGap: heading ? 44 : 36, min: effects.from, max: effects.to },
    series: [
      {
        type: 'scatter',
        cursor: 'pointer',
        symbolSize: heading ? 12 : 24,
        data: points.map(({ name, score, effect, field }, at) => {
          const isFirst = field === 'prioritise'
          return {
            value: [score, effect],
            itemStyle: {
              color: isFirst ? palette.series[1] : palette.surface,
              borderColor: isFirst ? palette.series[1] : palette.quiet,
              borderWidth: 1.5,
              opacity: 1,
            },
            label: heading
              ? { show: true, position: 'right' as const, formatter: name, color: palette.ink, fontSize: 12 }
              : {
                  show: true,
                  position: 'inside' as const,
                  formatter: String(at + 1),
                  color: isFirst ? '#ffffff' : palette.ink,
                  fontSize: 12,
                  fontWeight: 600,
                },
          }
        }),
        ...(heading && { labelLayout: { moveOverlap: 'shiftY' as const } }),
        markLine: {
          silent: true,
          animation: false,
          symbol: 'none',
          label: { show: false },
          lineStyle: { color: palette.quiet, width: 1, type: 'dashed' },
          data: [
            ...(cutScore === null ? [] : [{ xAxis: cutScore }]),
            ...(cutEffect === null ? [] : [{ yAxis: cutEffect }]),
          ],
        },
        markArea: {
          silent: true,
          animation: false,
          data: (hasFields
            ? [
                area('prioritise', [scores.from, cutScore], [effects.to, cutEffect]),
                area('improve', [cutScore, scores.to], [effects.to, cutEffect]),
                area('keep', [cutScore, scores.to], [cutEffect, effects.from]),
                area('lower', [scores.from, cutScore], [cutEffect, effects.from]),
              ]
            : []) as never,
        },
      },
    ],
  }
}

/** From below the least to above the greatest number, so that no point lies on an edge. */
function rangeOf(ends: Ends | null): Ends {
  const { from: least, to: most } = ends ?? { from: 0, to: 0 }
  const margin = 0.15 * (most - least) || Math.max(0.1, Math.abs(most) * 0.1)
  return { from: least - margin, to: most + margin }
}
