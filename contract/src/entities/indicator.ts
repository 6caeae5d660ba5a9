import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'

/** What a value is compared with: another period or another place, by name. */
export const comparedWith = z.object({ kind: z.enum(['period', 'place']), name: localText })

/**
 * How far a change can be chance: its 95 % interval in the value's unit, and whether the change is more than chance, because
 * the interval does not hold 0.
 */
export const changeChance = z.object({ low: z.number(), high: z.number(), isMore: z.boolean() })

/** How far a change can be chance. */
export type ChangeChance = z.infer<typeof changeChance>

/** How much a value deserves to be shown in full colour: few answers, or a goal within its interval, make it quiet. */
export const weights = ['full', 'near', 'few'] as const

/** An indicator's value at a place, with its goal, its change and what it means. */
export const indicatorVariable = z.object({
  /** Name of the indicator, or variable of the question. */
  name: z.string(),
  universeName: z.string(),
  metaInterviewName: z.string(),
  nodeName: z.string(),
  title: localText,
  formattedValue: z.string().nullable(),
  value: z.number().nullable(),
  goalValue: z.number().nullable(),
  formattedGoal: z.string().nullable(),
  /** How many answers, people asked, samples, alerts or messages are behind the value; null where that is withheld. */
  nInterviews: z.number().int().nullable(),
  /** True where the number of answers is rounded, and shown as about so many. */
  isRounded: z.boolean(),
  /** The same with what is counted, in words. */
  interviewsTooltip: localText.nullable(),
  goalTooltip: localText.nullable(),
  /** 1 up, 2 down, anything else neutral. */
  diffArrow: z.number().int(),
  inverse: z.boolean(),
  formattedDiff: z.string().nullable(),
  formattedBase: z.string().nullable(),
  /** Null where no change is told, where it is none as shown, or where it is not known how exact the values are. */
  chance: changeChance.nullable(),
  /** What the value is compared with; null where nothing is. */
  against: comparedWith.nullable(),
  /** Why there is nothing to compare with; null where there is, or where nothing is compared. */
  baseWithheld: localText.nullable(),
  minValue: z.number().nullable(),
  maxValue: z.number().nullable(),
  hideProgressBar: z.boolean(),
  helpText: localText.nullable(),
  get extraVariables() {
    return z.array(indicatorVariable)
  },
  type: z.string().nullable(),
  shortcutPage: z.string().nullable(),
  shortcutDrillPath: z.string().nullable(),
  alertMode: z.string().nullable(),
  /** True when the value is withheld: too few answers are behind it, or it cannot be requested here. */
  suppressed: z.boolean(),
  /** Why the figure is withheld; null where it is shown. */
  withheld: localText.nullable(),
  /** Ends of the 95 % interval, in the value's unit. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  /** `few`: of fewer answers than `lowBase`; `near`: its interval holds the goal. */
  weight: z.enum(weights),
  /** Where `weight` is `few`: that few are behind the value, as these are called, in a word or two and in a sentence. */
  few: z.object({ short: localText, long: localText }).nullable(),
  lowBase: z.number().int(),
  /** Met, missed, or null without a goal or a value; compared at the precision shown. */
  goalStatus: z.boolean().nullable(),
  unit: z.string().nullable(),
  decimals: z.number().int(),
  expression: z.string().nullable(),
  /**
   * What can be listed of what the value counts: interviews, responses in any state, or alerts; `closed` where the user
   * may not open all of it, null where there is no list.
   */
  cases: z.enum(['interviews', 'samples', 'alerts', 'closed']).nullable(),
  /** What is counted, in words. */
  definition: localText.nullable(),
  /** The days the value covers, in words. */
  period: localText.nullable(),
  /** Whether it can be shown how the answers behind it are spread. */
  hasDistribution: z.boolean().optional(),
})

/** An indicator's value with what belongs to it. */
export type IndicatorVariable = z.infer<typeof indicatorVariable>

/** A valid indicator, for the examples of everything that holds one. */
export const indicatorExample: IndicatorVariable = {
  name: 'csi',
  universeName: 'retail',
  metaInterviewName: 'visits',
  nodeName: 'Sweden',
  title: { en: 'Customer satisfaction', sv: 'Kundnöjdhet' },
  formattedValue: '74',
  value: 74.2,
  goalValue: 75,
  formattedGoal: '75',
  nInterviews: 1204,
  isRounded: false,
  interviewsTooltip: { en: '1,204 interviews' },
  goalTooltip: { en: 'Goal 75 from 1 January 2026' },
  diffArrow: 1,
  inverse: false,
  formattedDiff: '+1',
  formattedBase: '73',
  chance: { low: 0.3, high: 1.8, isMore: true },
  against: { kind: 'period', name: { en: 'October to December 2025' } },
  baseWithheld: null,
  minValue: 0,
  maxValue: 100,
  hideProgressBar: false,
  helpText: null,
  extraVariables: [],
  type: null,
  shortcutPage: null,
  shortcutDrillPath: null,
  alertMode: null,
  suppressed: false,
  withheld: null,
  low: 73.5,
  high: 74.9,
  weight: 'full',
  few: null,
  lowBase: 30,
  goalStatus: false,
  unit: null,
  decimals: 0,
  expression: 'csi(overall, expectations, ideal)',
  cases: 'interviews',
  definition: { en: 'Mean of three questions, 0-100' },
  period: { en: 'January to March 2026' },
}

/** Indicator entities with their examples. */
export const indicatorEntities = {
  IndicatorVariable: defineEntity(indicatorVariable, indicatorExample),
}
