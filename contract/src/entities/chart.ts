import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'
import { figureAbout } from './figure-about.ts'
import { changeChance, comparedWith } from './indicator.ts'

/** One series; a null is a gap, never a zero. `n` counts the answers behind each value, null where it is withheld. */
export const chartSeries = z.object({
  name: localText,
  data: z.array(z.number().nullable()),
  n: z.array(z.number().int().nullable()).optional(),
  /** Ends of the 95 % interval of each value as shown; null where none is known. */
  low: z.array(z.number().nullable()).optional(),
  high: z.array(z.number().nullable()).optional(),
  /** Where its level changed by more than chance: the first category of the new level, and the levels before and from it. */
  changes: z.array(z.object({ at: z.number().int(), before: z.number(), after: z.number() })).optional(),
  /** Why each value is withheld; null where it is shown, or where there is none. */
  why: z.array(localText.nullable()).optional(),
  /** Values of fewer answers than this are hollow; null for counts, which are exact whatever their number. */
  lowBase: z.number().int().nullable().optional(),
})

/** What a series shows; `color` null leaves the choice to the chart's own order of colours. */
export const chartDescriptor = z.object({
  title: localText,
  variable: z.string(),
  color: z.string().nullable(),
  /** What its values are; missing where that is not told. */
  about: figureAbout.optional(),
})

/** How much of a period there are figures of: all of it, or less: it is not over, or the request cuts it off. */
export const periodStates = ['whole', 'running', 'part'] as const

/** How much of a period there are figures of. */
export type PeriodState = (typeof periodStates)[number]

/** What a chart's first series says: a value, and what it is compared with. Texts with numbers are as tiles show them. */
export const chartSummary = z.object({
  value: z.string(),
  /** Whether too few answers are behind the value for a change to be told. */
  few: z.boolean(),
  /** The change without its sign; null where none is told. */
  change: z.string().nullable(),
  /** 1 up, 2 down, anything else neutral. */
  arrow: z.number().int(),
  base: z.string().nullable(),
  /** How far the change can be chance, as in tiles. */
  chance: changeChance.nullable(),
  /** Categories of the value and of its base; null where the value is that of the whole request. */
  at: z.number().int().nullable(),
  before: z.number().int().nullable(),
  /** The days of the value where it is of the whole request. */
  period: localText.nullable(),
  against: comparedWith.nullable(),
  /** Why no change is told; null where it is, or where there is nothing to compare with. */
  why: localText.nullable(),
})

/** What a chart's first series says. */
export type ChartSummary = z.infer<typeof chartSummary>

/** A chart over categories: periods (their first days as ISO dates) or named things. */
export const chartData = z.object({
  categories: z.array(z.string()),
  series: z.array(chartSeries),
  descriptors: z.array(chartDescriptor),
  /** How much of each period there are figures of; all of it where missing. */
  states: z.array(z.enum(periodStates)).optional(),
  /** The days of each period that are counted, as values of the filter on the event date; missing where they are no periods. */
  dates: z.array(z.string()).optional(),
  /** Null where there is no value to tell of. */
  summary: chartSummary.nullable().optional(),
  /** Interviews per category, for the second axis. */
  interviews: z.array(z.number().int().nullable()).optional(),
  /** Goal of the first series, in its own unit. */
  goal: z.number().nullable().optional(),
  /** The numbers that each value is between, such as the ends of a scale; null where that is not known. */
  range: z.object({ from: z.number(), to: z.number() }).nullable().optional(),
  /** Why there are no figures, where they are withheld. */
  withheld: localText.nullable().optional(),
})

/** A chart's figures. */
export type ChartData = z.infer<typeof chartData>

/** A valid summary, for the examples of everything that holds one. */
export const chartSummaryExample: ChartSummary = {
  value: '72',
  few: false,
  change: null,
  arrow: 0,
  base: null,
  chance: null,
  at: 0,
  before: null,
  period: null,
  against: null,
  why: null,
}

/** Chart entities with their examples. */
export const chartEntities = {
  ChartData: defineEntity(chartData, {
    categories: ['2026-01-01', '2026-02-01', '2026-03-01'],
    series: [
      {
        name: 'CSI',
        data: [71.5, null, 74.1],
        n: [120, null, 133],
        low: [68.2, null, 71],
        high: [74.8, null, 77.2],
        lowBase: 30,
      },
    ],
    descriptors: [{ title: 'CSI', variable: 'csi', color: null }],
    states: ['whole', 'whole', 'running'],
    dates: ['custom_01012026_31012026', 'custom_01022026_28022026', 'custom_01032026_31032026'],
    summary: chartSummaryExample,
    interviews: [120, 3, 133],
    goal: 75,
  }),
}
