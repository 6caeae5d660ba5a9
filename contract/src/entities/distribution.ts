import { z } from 'zod'
import { localText } from '../local-text.ts'
import { periodStates } from './chart.ts'
import { defineEntity } from './entity.ts'

/** Whose answers the bars of a distribution are: the place's, those of the units below it, or of periods. */
export const distributionSplits = ['place', 'units', 'weeks', 'months', 'quarters', 'years'] as const

/** What the bars of a distribution are of. */
export type DistributionSplit = (typeof distributionSplits)[number]

/** What an answer says of those who gave it, where it is known. */
export const answerTones = ['promoters', 'passives', 'detractors'] as const

/** A part of the answers: a choice, a step of a scale, or several of them together. */
export const distributionPart = z.object({
  name: z.string(),
  title: localText,
  tone: z.enum(answerTones).nullable(),
  /** Values of a filter on the question for exactly these answers; null where no filter selects them. */
  filter: z.array(z.string()).nullable(),
})

/** The answers of one place or period. */
export const distributionBar = z.object({
  /** Ext name of the unit, or first day of the period (ISO); empty for the place itself. */
  name: z.string(),
  title: localText,
  /** Drill path of its answers; null where the reader may not open it. */
  path: z.string().nullable(),
  /** Value of a filter on the event date for the answers of a period; null of units. */
  dates: z.string().nullable(),
  /** How much of a period there are answers of. */
  state: z.enum(periodStates),
  /** Answers to the question; null where withheld. */
  n: z.number().int().nullable(),
  /** Whole percent of each part, in their order; empty where withheld, or without answers. */
  shares: z.array(z.number()),
  /** Numbers of answers of each part; null where they are not told, because shares are rounded and blurred. */
  counts: z.array(z.number().int()).nullable(),
  /** The indicator's value of the same answers, as tiles show it. */
  value: z.string().nullable(),
  /** Why the bar is withheld; null where it is shown. */
  withheld: localText.nullable(),
  /** Whether the reader may open the interviews it counts. */
  isOpen: z.boolean(),
})

/** How the answers to a question are spread. */
export const distribution = z.object({
  /** Name and title of the indicator that was asked for. */
  name: z.string(),
  title: localText,
  /** The question whose answers are counted, and all those that the indicator is made of. */
  question: z.string(),
  questions: z.array(z.object({ variable: z.string(), title: localText })),
  /** `groups`: promoters, passives and detractors; `answers`: each answer by itself. */
  parts: z.array(distributionPart),
  /** Whether the answers can also be seen as promoters, passives and detractors; and whether they are. */
  hasGroups: z.boolean(),
  isGrouped: z.boolean(),
  /** Whether the parts are steps of a scale, from the lowest. */
  isScale: z.boolean(),
  /** Whether one person can give several of the answers, so that shares add up to more than 100. */
  isMultiple: z.boolean(),
  bars: z.array(distributionBar),
  /** Number of bars, those left out of `bars` included. */
  total: z.number().int(),
  /** Title of the level below the place; null where there is none. */
  level: localText.nullable(),
  /** Name of the figure whose interviews are listed for a part; null where they cannot be listed. */
  cases: z.string().nullable(),
  /** Whether numbers of answers are rounded and shares are blurred, so that they need not add up. */
  isRounded: z.boolean(),
  /** A bar of fewer answers is marked. */
  lowBase: z.number().int(),
  /** Why there are no bars; null where there are. */
  withheld: localText.nullable(),
})

/** How the answers to a question are spread. */
export type Distribution = z.infer<typeof distribution>

/** The answers of one place or period. */
export type DistributionBar = z.infer<typeof distributionBar>

/** A part of the answers. */
export type DistributionPart = z.infer<typeof distributionPart>

/** Distributions with their example. */
export const distributionEntities = {
  Distribution: defineEntity(distribution, {
    name: 'nps',
    title: { en: 'NPS' },
    question: 'recommend',
    questions: [{ variable: 'recommend', title: { en: 'Would you recommend us?' } }],
    parts: [
      { name: 'detractors', title: { en: 'Detractors' }, tone: 'detractors', filter: ['range_0_6'] },
      { name: 'passives', title: { en: 'Passives' }, tone: 'passives', filter: ['range_7_8'] },
      { name: 'promoters', title: { en: 'Promoters' }, tone: 'promoters', filter: ['range_9_10'] },
    ],
    hasGroups: true,
    isGrouped: true,
    isScale: true,
    isMultiple: false,
    bars: [
      {
        name: '',
        title: { en: 'Sweden' },
        path: 'country=Sweden',
        dates: null,
        state: 'whole',
        n: 120,
        shares: [15, 27, 58],
        counts: [18, 32, 70],
        value: '43',
        withheld: null,
        isOpen: true,
      },
    ],
    total: 1,
    level: { en: 'Store' },
    cases: 'nps',
    isRounded: false,
    lowBase: 30,
    withheld: null,
  }),
}
