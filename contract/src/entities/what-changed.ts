import { z } from 'zod'
import { localText } from '../local-text.ts'
import { changeChance, indicatorExample, indicatorVariable } from './indicator.ts'

/** A unit with its value now and before. Texts with numbers are in the reader's language. */
export const changedUnit = z.object({
  title: localText,
  /** Where a click leads; the unit's own place, with the filters of the page. */
  drillPath: z.string(),
  accessAllowed: z.boolean(),
  value: z.number(),
  formattedValue: z.string(),
  /** Answers behind the value. */
  n: z.number().int(),
  /** The change with its sign; null where none is told. */
  formattedDiff: z.string().nullable(),
  formattedBase: z.string().nullable(),
  chance: changeChance.nullable(),
  /** 1 up, 2 down, anything else neutral. */
  diffArrow: z.number().int(),
  formattedGoal: z.string().nullable(),
  cases: indicatorVariable.shape.cases,
})

/** A unit with its value now and before. */
export type ChangedUnit = z.infer<typeof changedUnit>

/** What changed in the units below a place, and where the goal is missed. */
export const whatChangedData = z.object({
  /** The indicator, and what belongs to its cases. */
  indicator: indicatorVariable.pick({
    name: true,
    title: true,
    inverse: true,
    decimals: true,
    expression: true,
    alertMode: true,
  }),
  /** The days of the values, and those compared with; null where nothing is compared. */
  selectionTime: localText,
  trendTime: localText.nullable(),
  /** Number of units that are compared, and of those whose change is more than chance. */
  nCompared: z.number().int(),
  nChanged: z.number().int(),
  /** The largest changes for the better and for the worse that are more than chance, the largest first. */
  better: z.array(changedUnit),
  worse: z.array(changedUnit),
  /**
   * The units that miss the goal for certain, the farthest from it first, also more than are shown at first, and how many there
   * are; null without a goal.
   */
  offGoal: z.object({ rows: z.array(changedUnit), total: z.number().int() }).nullable(),
  /** True where the numbers of answers are rounded. */
  isRounded: z.boolean(),
  /** Why no unit is compared; null where some are. */
  why: localText.nullable(),
  /** Why units other than the caller's own are left out; null where none are. */
  leftOut: localText.nullable(),
})

/** What changed in the units below a place. */
export type WhatChangedData = z.infer<typeof whatChangedData>

const unit: ChangedUnit = {
  title: { en: 'Uppsala' },
  drillPath: 'country=SE;region=east;store=uppsala',
  accessAllowed: true,
  value: 81.4,
  formattedValue: '81',
  n: 164,
  formattedDiff: '+6',
  formattedBase: '75',
  chance: { low: 2.1, high: 9.9, isMore: true },
  diffArrow: 1,
  formattedGoal: '75',
  cases: 'interviews',
}

const { name, title, inverse, decimals, expression, alertMode } = indicatorExample

/** A valid answer, for the examples of everything that holds one. */
export const whatChangedExample: WhatChangedData = {
  indicator: { name, title, inverse, decimals, expression, alertMode },
  selectionTime: { en: 'January to March 2026' },
  trendTime: { en: 'October to December 2025' },
  nCompared: 24,
  nChanged: 2,
  better: [unit],
  worse: [
    {
      ...unit,
      title: { en: 'Bergen' },
      drillPath: 'country=NO;region=west;store=bergen',
      value: 68.2,
      formattedValue: '68',
      formattedDiff: '\u22125',
      formattedBase: '73',
      chance: { low: -8.8, high: -1.2, isMore: true },
      diffArrow: 2,
    },
  ],
  offGoal: {
    rows: [
      { ...unit, title: { en: 'Bergen' }, drillPath: 'country=NO;region=west;store=bergen', formattedValue: '68' },
    ],
    total: 1,
  },
  isRounded: false,
  why: null,
  leftOut: null,
}
