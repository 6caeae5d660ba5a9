import { z } from 'zod'
import { localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'
import { figureAbout } from './figure-about.ts'
import { segmentedDrillPath, segmentedDrillPathExample } from './navigation.ts'

/** Ways a ranking cell is drawn. */
export const renderTypes = ['string', 'number', 'lits', 'alertstate', 'link', 'state', 'custom'] as const

/** A column; `cellIndex` picks its cell in every row. */
export const rankingHeader = z.object({
  value: z.string(),
  text: localText,
  /** Hidden until picked in the column chooser. */
  extra: z.boolean(),
  align: z.enum(['left', 'center', 'right']),
  renderType: z.enum(renderTypes),
  cellIndex: z.number().int(),
  /** Of a link column: the address with its places; of a lits column: the question it leads to. */
  target: z.string().nullable(),
  /** Opens the cell details of this name for the row's response. */
  detailsVariable: z.string().nullable(),
  sortable: z.boolean(),
  helpText: localText.nullable(),
  /** Its cells are dates, which are all equally wide. */
  isDate: z.boolean().optional(),
  /** Its cells are what people wrote in their own words, which needs room. */
  isProse: z.boolean().optional(),
  /** Whether it can be shown how the answers behind its figures are spread. */
  hasDistribution: z.boolean().optional(),
  /** What its figures are; of columns of figures alone. */
  about: figureAbout.optional(),
  /** Of a lits column of figures: what each ball is of, in their order. */
  balls: z
    .array(z.object({ text: localText, about: figureAbout }))
    .max(5)
    .optional(),
})

/** A column of a ranking. */
export type RankingHeader = z.infer<typeof rankingHeader>

/** A figure as it is shown, and what is to be known of it. */
const rankingFigure = z.object({
  text: z.string(),
  value: z.union([z.number(), z.string()]).nullable().optional(),
  /** Answers behind the value. */
  n: z.number().int().nullable().optional(),
  /** Ends of the 95 % interval as shown; missing where none is known. */
  low: z.number().optional(),
  high: z.number().optional(),
  suppressed: z.boolean().optional(),
  goalStatus: z.boolean().nullable().optional(),
  /** True where the value is of fewer answers than `lowBase`. */
  few: z.boolean().optional(),
  /** True where the interval holds the goal, so that the value cannot be said to meet or miss it. */
  near: z.boolean().optional(),
  helpText: localText.nullable().optional(),
})

/** A cell: the text as shown, and by the column's renderType what it is drawn from. */
export const rankingCell = rankingFigure.extend({
  /** Ball codes of a lits cell, at most five: 0-2 red, 3 yellow, 4 green; null for a question without a value. */
  lits: z.array(z.number().int().min(0).max(4).nullable()).max(5).optional(),
  /** The figures that the balls of a unit are of, in their order. */
  balls: z.array(rankingFigure).max(5).optional(),
  /** Address of a link cell. */
  link: z.string().nullable().optional(),
  /** Greater or less than the other units together, by more than chance; in the column that units are ranked by. */
  besideRest: z.enum(['greater', 'less']).optional(),
  /** The unit's own value as shown, where the one shown is drawn towards the mean of all. */
  own: z.string().optional(),
})

/** A cell of a ranking. */
export type RankingCell = z.infer<typeof rankingCell>

/** A unit, a response or an alert. */
export const rankingRow = z.object({
  cells: z.array(rankingCell),
  /**
   * Place among the rows by `rankingVar`, from 1; null without a value to rank by, with fewer answers than `rankFrom`, and
   * for the answers that state no unit.
   */
  rankTarget: z.number().int().nullable(),
  /** Ranks that chance allows it; missing without a rank, or where nothing is known of chance. */
  rankRange: z.object({ from: z.number().int(), to: z.number().int() }).optional(),
  /** The rows beside it, as sorted, in whose group it is: those that cannot be told apart from the best of them. */
  joined: z.enum(['above', 'below', 'both']).optional(),
  /** Its rank in the period compared with, and whether its value has changed by more than chance; null where not known. */
  before: z.object({ rank: z.number().int(), isMore: z.boolean().nullable() }).optional(),
  accessAllowed: z.boolean(),
  /** True where the reader may not open every response that its figures count. */
  isClosed: z.boolean().optional(),
  interviewId: z.number().int().nullable(),
  isComplete: z.boolean(),
  alertId: z.number().int().nullable(),
  /** Where a click drills to; null for a leaf. */
  drillPath: z.string().nullable(),
})

/** A row of a ranking. */
export type RankingRow = z.infer<typeof rankingRow>

/** A ranking: the first `nameCount` cells of a row name it, the rest are figures. */
export const rankingData = z.object({
  headers: z.array(rankingHeader),
  nameCount: z.number().int().min(0),
  rows: z.array(rankingRow),
  /** Cells of the Total row, or null without one. */
  footer: z.object({ cells: z.array(rankingCell), isClosed: z.boolean().optional() }).nullable(),
  /** The column rows are ranked by, or null. */
  rankingVar: z.string().nullable(),
  /** True when rows are responses, which are paged; false for units. */
  leafRows: z.boolean(),
  /** Numbers of answers below which a value is quiet and a unit has no rank; missing where rows are responses. */
  lowBase: z.number().int().optional(),
  rankFrom: z.number().int().optional(),
  /** Number of units that have a rank. */
  among: z.number().int().optional(),
  /** The days of the figures, in words; missing where answers have no dates, and where rows are responses without a Total. */
  selectionTime: localText.optional(),
  /** The days that ranks are compared with, in words. */
  trendTime: localText.optional(),
  /** True where the values ranked by are drawn towards the mean of all units. */
  isShrunk: z.boolean().optional(),
  totalNumberRows: z.number().int(),
  /** Why figures of places other than the caller's own are left out; null where none are. */
  leftOut: localText.nullable(),
})

/** A ranking's table. */
export type RankingData = z.infer<typeof rankingData>

/** Answer of every ranking, sample and alert list. */
export const rankingResponse = z.object({
  rankingData,
  /** Whether a row of a completed response opens the sample page in sample tables. */
  viewCompletedSamples: z.boolean(),
  segmentedDrillPath,
})

/** A ranking with the drill path bar over it. */
export type RankingResponse = z.infer<typeof rankingResponse>

/** Defaults of the example columns below. */
const plainHeader = {
  extra: false,
  align: 'left',
  renderType: 'string',
  target: null,
  detailsVariable: null,
  sortable: true,
  helpText: null,
} as const

const headerExample: RankingHeader = {
  ...plainHeader,
  value: 'csi',
  text: 'CSI',
  align: 'right',
  renderType: 'number',
  cellIndex: 1,
  about: {
    name: 'csi',
    definition: { en: 'Satisfaction index 0–100: mean of three questions' },
    cases: 'interviews',
    expression: 'csi(overall, expectations, ideal)',
    alertMode: null,
    decimals: 0,
  },
}

const rowExample: RankingRow = {
  cells: [
    { text: 'North' },
    { text: '76', value: 75.8, n: 310, low: 74, high: 78, goalStatus: true, besideRest: 'greater' },
  ],
  rankTarget: 1,
  rankRange: { from: 1, to: 2 },
  before: { rank: 3, isMore: true },
  accessAllowed: true,
  interviewId: null,
  isComplete: false,
  alertId: null,
  drillPath: 'country=SE;region=north',
}

/** A valid ranking, for the examples of everything that holds one. */
export const rankingExample: RankingResponse = {
  rankingData: {
    headers: [{ ...plainHeader, value: 'name', text: { en: 'Region' }, cellIndex: 0 }, headerExample],
    nameCount: 1,
    rows: [rowExample],
    footer: { cells: [{ text: '' }, { text: '74', value: 74.2, n: 1204 }] },
    rankingVar: 'csi',
    leafRows: false,
    lowBase: 30,
    rankFrom: 10,
    among: 4,
    selectionTime: { en: 'January to March 2026' },
    trendTime: { en: 'October to December 2025' },
    totalNumberRows: 1,
    leftOut: null,
  },
  viewCompletedSamples: true,
  segmentedDrillPath: segmentedDrillPathExample,
}

/** Ranking entities with their examples. */
export const rankingEntities = {
  RankingHeader: defineEntity(rankingHeader, headerExample),
  RankingRow: defineEntity(rankingRow, rowExample),
  RankingData: defineEntity(rankingData, rankingExample.rankingData),
  RankingResponse: defineEntity(rankingResponse, rankingExample),
}
