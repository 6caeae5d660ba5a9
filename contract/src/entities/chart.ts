import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'

/** One series; a null is a gap, never a zero. `n` counts the answers behind each value, null where it is withheld. */
export const chartSeries = z.object({
  name: localText,
  data: z.array(z.number().nullable()),
  n: z.array(z.number().int().nullable()).optional(),
})

/** What a series shows; `color` null leaves the choice to the chart's own order of colours. */
export const chartDescriptor = z.object({
  title: localText,
  variable: z.string(),
  color: z.string().nullable(),
})

/** A chart over categories: periods (their first days as ISO dates) or named things. */
export const chartData = z.object({
  categories: z.array(z.string()),
  series: z.array(chartSeries),
  descriptors: z.array(chartDescriptor),
  /** Interviews per category, for the second axis. */
  interviews: z.array(z.number().int().nullable()).optional(),
  /** Goal of the first series, in its own unit. */
  goal: z.number().nullable().optional(),
  /** Why there are no figures, where they are withheld. */
  withheld: localText.nullable().optional(),
})

/** A chart's figures. */
export type ChartData = z.infer<typeof chartData>

/** Chart entities with their examples. */
export const chartEntities = {
  ChartData: defineEntity(chartData, {
    categories: ['2026-01-01', '2026-02-01', '2026-03-01'],
    series: [{ name: 'CSI', data: [71.5, null, 74.1], n: [120, null, 133] }],
    descriptors: [{ title: 'CSI', variable: 'csi', color: null }],
    interviews: [120, 3, 133],
    goal: 75,
  }),
}
