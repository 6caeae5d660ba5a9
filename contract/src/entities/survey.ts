import { z } from 'zod'
import { pageKinds } from '../configuration/pages.ts'
import { filterKindNames } from '../filter-kinds/index.ts'
import { localText } from '../local-text.ts'
import { component } from '../widgets/index.ts'
import { defineEntity } from './entity.ts'
import { reportFormats } from './reports.ts'

/** A choice a filter offers. */
export const filterOption = z.object({ extName: z.string(), title: localText })

/** A choice a filter offers. */
export type FilterOption = z.infer<typeof filterOption>

/** A filter; its kind and then its flags pick the control it is chosen with. */
export const filter = z.object({
  extName: z.string(),
  /** What is chosen: names or texts, a range of numbers, dates, a campaign or states of a sample. */
  kind: z.enum(filterKindNames),
  title: localText,
  options: z.array(filterOption),
  multipleSelections: z.boolean(),
  range: z.boolean(),
  today: z.boolean(),
  dateRef: z.boolean(),
  dateInterval: z.boolean(),
  tableDate: z.boolean(),
  serverSide: z.boolean(),
  dropdown: z.boolean(),
  exclude: z.boolean(),
  submatch: z.boolean(),
  /** A choice of campaign, state, opened and clicked. */
  campaign: z.boolean(),
})

/** A filter of the filter sidebar. */
export type Filter = z.infer<typeof filter>

/** Filters under one heading. */
export const filterGroup = z.object({
  key: z.string(),
  title: localText,
  ungrouped: z.boolean(),
  flatten: z.boolean(),
  expanded: z.boolean(),
  /** Periods offered as shortcuts: whole ones (`last_3m`), the running one (`this_q`), `all_time` or rolling days. */
  quickSelect: z.array(z.string()),
  userSelectableRange: z.boolean(),
  filters: z.array(filter),
})

/** Filters under one heading. */
export type FilterGroup = z.infer<typeof filterGroup>

/** One tab of the filter sidebar. */
export const filterSet = z.object({
  type: z.enum(['standard', 'time']),
  filterGroups: z.array(filterGroup),
})

/** One tab of the filter sidebar. */
export type FilterSet = z.infer<typeof filterSet>

/** A page of a survey. */
export const page = z.object({
  extname: z.string(),
  title: localText,
  icon: z.string().nullable(),
  /** Period of the page's figures (`last_3m`) while none is chosen: its own, else the survey's. Null for all time. */
  selectionInterval: z.string().nullable(),
  components: z.array(component),
  /** Which of the pages with an address of their own it is; null for any other. */
  kind: z.enum(pageKinds).nullable(),
  /** Whether it shows something in this version: one of its components is built. Until then nothing leads to it. */
  isBuilt: z.boolean(),
  /** Parts of the frame the page leaves out. */
  hide: z.array(z.enum(['tabs', 'sidebar', 'filters'])),
})

/** A page of a survey. */
export type Page = z.infer<typeof page>

/** Which entries the download menu has. */
export const surveyReports = z.object({
  excelBenchmark: z.boolean(),
  interviews: z.boolean(),
  alerts: z.boolean(),
  actions: z.boolean(),
  samples: z.boolean(),
  indicators: z.boolean(),
  pdfBenchmark: z.boolean(),
  pages: z.boolean(),
  singleInterview: z.boolean(),
  /** The survey's own reports, with the formats each is offered in. */
  named: z.array(z.object({ extname: z.string(), title: localText, formats: z.array(z.enum(reportFormats)) })),
})

/** A way down the hierarchy: its levels' variables and titles, from the top. */
export const surveyView = z.object({
  extName: z.string(),
  title: localText,
  levels: z.array(z.object({ variable: z.string(), title: localText })),
})

/** A survey as the browser needs it. */
export const survey = z.object({
  extName: z.string(),
  title: localText,
  pages: z.array(page),
  standardFilterSet: filterSet,
  timeFilterSet: filterSet,
  reports: surveyReports,
  enableRankingListReport: z.boolean(),
  views: z.array(surveyView),
  timeZone: z.string(),
  /** False where answers have no dates of their own: then no period is told or chosen. */
  isDated: z.boolean(),
  /** Period of screens that are no configured page (`last_3m`), while none is chosen. Null for all time. */
  selectionInterval: z.string().nullable(),
  /** Periods to choose from, such as `this_m`, `last_1q` or `all_time`. */
  periods: z.array(z.string()),
  /** What some of the periods are called here, by period. */
  periodTitles: z.record(z.string(), localText),
  /** The latest year the reader has answers of (`2024`), if it is over; it is among the periods. */
  latestYear: z.string().nullable(),
  /** Whether answers are weighted to known shares: not at all, not yet, or so that figures use the weights. */
  weighting: z.enum(['none', 'waiting', 'weighted']),
})

/** A survey as the browser needs it. */
export type Survey = z.infer<typeof survey>

const filterExample: Filter = {
  extName: 'channel',
  kind: 'choice',
  title: { en: 'Channel' },
  options: [{ extName: 'store', title: { en: 'Store' } }],
  multipleSelections: true,
  range: false,
  today: false,
  dateRef: false,
  dateInterval: false,
  tableDate: false,
  serverSide: false,
  dropdown: true,
  exclude: true,
  submatch: false,
  campaign: false,
}

const groupExample: FilterGroup = {
  key: 'customer',
  title: { en: 'Customer' },
  ungrouped: false,
  flatten: false,
  expanded: true,
  quickSelect: [],
  userSelectableRange: false,
  filters: [filterExample],
}

const pageExample: Page = {
  extname: 'overview',
  title: { en: 'Overview' },
  icon: 'home',
  selectionInterval: 'last_3m',
  components: [{ type: 'results-block', config: { id: 'results', size: 12, trend: 'previous' } }],
  kind: null,
  isBuilt: true,
  hide: [],
}

/** Survey entities with their examples. */
export const surveyEntities = {
  Filter: defineEntity(filter, filterExample),
  FilterGroup: defineEntity(filterGroup, groupExample),
  FilterSet: defineEntity(filterSet, { type: 'standard', filterGroups: [groupExample] }),
  Page: defineEntity(page, pageExample),
  Survey: defineEntity(survey, {
    extName: 'visits',
    title: { en: 'Store visits' },
    pages: [pageExample],
    standardFilterSet: { type: 'standard', filterGroups: [groupExample] },
    timeFilterSet: { type: 'time', filterGroups: [] },
    reports: {
      excelBenchmark: true,
      interviews: true,
      alerts: true,
      actions: true,
      samples: true,
      indicators: true,
      pdfBenchmark: true,
      pages: true,
      singleInterview: true,
      named: [{ extname: 'monthly', title: { en: 'Monthly report' }, formats: ['xlsx', 'pdf'] }],
    },
    enableRankingListReport: true,
    views: [
      {
        extName: 'organisation',
        title: { en: 'Organisation' },
        levels: [{ variable: 'country', title: { en: 'Country' } }],
      },
    ],
    timeZone: 'Europe/Stockholm',
    isDated: true,
    selectionInterval: 'last_3m',
    periods: ['this_m', 'last_1m', 'last_3m', 'last_1y', 'all_time'],
    periodTitles: {},
    latestYear: null,
    weighting: 'none',
  }),
}
