import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { reportDetails, reportFormats, reportStatus, reportTask } from './entities/reports.ts'
import { alertStateNames } from './alert-filters.ts'
import { nameParam, pathParam, searchText } from './request-texts.ts'

/** Most columns of a table that a reader can choose for a report. */
const maxColumns = 1000

const ofPlace = z.object({ survey: nameParam, drillPath: pathParam })
const ofReport = z.object({ survey: nameParam, taskUUID: z.uuid().max(36) })
const noQuery = z.object({})
const ok = z.object({ ok: z.literal(true) })

/** A table as its reader sees it: what the report of it holds. */
const shownTable = z.object({
  /** Name of the component; null for the table of a rankings page that configures none. */
  component: nameParam.nullable().default(null),
  /** The shown columns from left to right; null for those the table shows at first. */
  columns: z.array(nameParam).min(1).max(maxColumns).nullable().default(null),
  sortVar: nameParam.nullable().default(null),
  sortDesc: z.boolean().nullable().default(null),
  /** Text that the rows are filtered by. */
  filter: searchText.default(''),
})

const sheetFormat = z.enum(reportFormats).extract(['xlsx', 'csv'])

/** Creates the ranking of a place as a file: the units of its tables, as on the rankings page. */
export const createRankingReport = defineRoute({
  id: 'createRankingReport',
  summary: 'Create a report of a ranking',
  method: 'POST',
  path: '/rest/reports/ranking/{survey}/{drillPath}',
  permission: 'survey',
  params: ofPlace,
  query: noQuery,
  body: shownTable.extend({ format: sheetFormat.default('xlsx') }),
  response: reportTask,
})

/** Creates the benchmark of a place: its indicators against goals, the place above and the period before, and its units. */
export const createBenchmarkReport = defineRoute({
  id: 'createBenchmarkReport',
  summary: 'Create a benchmark of a place',
  method: 'POST',
  path: '/rest/reports/benchmark/{survey}/{drillPath}',
  permission: 'survey',
  params: ofPlace,
  query: noQuery,
  body: z.object({ format: z.enum(reportFormats).extract(['xlsx', 'pdf']) }),
  response: reportTask,
})

/** Creates the interviews of a place as a file, as a table lists them. */
export const createInterviewsReport = defineRoute({
  id: 'createInterviewsReport',
  summary: 'Create a report of interviews',
  method: 'POST',
  path: '/rest/reports/interviews/{survey}/{drillPath}',
  permission: 'view-interviews',
  params: ofPlace,
  query: noQuery,
  body: shownTable.extend({
    /** An indicator: only the responses it counts. */
    indicator: nameParam.nullable().default(null),
    format: sheetFormat.default('xlsx'),
  }),
  response: reportTask,
})

/** Creates the samples of a place as a file, or one of them. */
export const createSamplesReport = defineRoute({
  id: 'createSamplesReport',
  summary: 'Create a report of samples',
  method: 'POST',
  path: '/rest/reports/samples/{survey}/{drillPath}',
  permission: 'view-samples',
  params: ofPlace,
  query: noQuery,
  body: shownTable.extend({
    /** A sample: only that one. */
    sampleId: z.number().int().min(0).max(2_147_483_647).nullable().default(null),
    /** Further filters of the list, as tokens of a drill path. */
    extraPaths: pathParam.default(''),
    format: sheetFormat.default('xlsx'),
  }),
  response: reportTask,
})

/** Creates the alerts of a place as a file, as a table lists them with its filters. */
export const createAlertsReport = defineRoute({
  id: 'createAlertsReport',
  summary: 'Create a report of alerts',
  method: 'POST',
  path: '/rest/reports/alerts/{survey}/{drillPath}',
  permission: 'view-interviews',
  params: ofPlace,
  query: noQuery,
  body: shownTable.extend({
    /** States of the listed alerts; empty for all. */
    states: z.array(z.enum(alertStateNames)).max(alertStateNames.length).default([]),
    /** Only those that the caller has. */
    mine: z.boolean().default(false),
    /** Only those not closed in time so far. */
    overdue: z.boolean().default(false),
    format: sheetFormat.default('xlsx'),
  }),
  response: reportTask,
})

/** Creates the actions of a place and all below it as a file: open, completed and failed ones with their effect. */
export const createActionsReport = defineRoute({
  id: 'createActionsReport',
  summary: 'Create a report of actions',
  method: 'POST',
  path: '/rest/reports/actions/{survey}/{drillPath}',
  permission: 'survey',
  params: ofPlace,
  query: noQuery,
  body: z.object({ format: sheetFormat.default('xlsx') }),
  response: reportTask,
})

/** Creates a report that the survey's configuration describes. */
export const createNamedReport = defineRoute({
  id: 'createNamedReport',
  summary: 'Create a report of the survey’s configuration',
  method: 'POST',
  path: '/rest/reports/named/{survey}/{report}/{drillPath}',
  permission: 'survey',
  params: ofPlace.extend({ report: nameParam }),
  query: noQuery,
  body: z.object({ format: z.enum(reportFormats) }),
  response: reportTask,
})

/** Creates what the components of a page show at a place as a file; those without figures are left out. */
export const createPageReport = defineRoute({
  id: 'createPageReport',
  summary: 'Create a report of a page',
  method: 'POST',
  path: '/rest/reports/page/{survey}/{report}/{drillPath}',
  permission: 'survey',
  params: ofPlace.extend({
    /** Name of the page. */
    report: nameParam,
  }),
  query: noQuery,
  body: z.object({
    format: z.enum(reportFormats).extract(['xlsx', 'pdf']),
    /** The drill path of side B: the report then holds both sides, and how B differs from A, which is at the path of the address. */
    vs: pathParam.nullable().default(null),
  }),
  response: reportTask,
})

/** How far one of the caller's own reports is. */
export const getReportStatus = defineRoute({
  id: 'getReportStatus',
  summary: 'Status of a report',
  method: 'GET',
  path: '/rest/reports/status/{survey}/{taskUUID}',
  permission: 'survey',
  params: ofReport,
  query: noQuery,
  body: z.undefined(),
  response: reportStatus.extend(reportDetails.shape),
})

/** The caller's own reports of a survey that have not expired, newest first. */
export const listReports = defineRoute({
  id: 'listReports',
  summary: 'Own reports of a survey',
  method: 'GET',
  path: '/rest/reports/list/{survey}',
  permission: 'survey',
  params: z.object({ survey: nameParam }),
  query: noQuery,
  body: z.undefined(),
  response: z.object({ reports: z.array(reportStatus.extend(reportDetails.shape)) }),
})

/** Registers that the caller waits for the file of a report; follows directly on its creation. */
export const registerDownloadInitiated = defineRoute({
  id: 'registerDownloadInitiated',
  summary: 'Register that the download of a report was initiated',
  method: 'POST',
  path: '/rest/reports/downloadinitiated/{survey}/{taskUUID}',
  permission: 'survey',
  params: ofReport,
  query: noQuery,
  body: z.object({}).optional(),
  response: ok,
})

/** Registers that the caller has opened the file of a report. */
export const registerDownloadCompleted = defineRoute({
  id: 'registerDownloadCompleted',
  summary: 'Register that the file of a report was opened',
  method: 'POST',
  path: '/rest/reports/downloadcompleted/{survey}/{taskUUID}',
  permission: 'survey',
  params: ofReport,
  query: noQuery,
  body: z.object({}).optional(),
  response: ok,
})

/** Cancels one of the caller's own reports, or removes its file. */
export const removeReport = defineRoute({
  id: 'removeReport',
  summary: 'Cancel a report, or remove its file',
  method: 'DELETE',
  path: '/rest/reports/delete/{survey}/{taskUUID}',
  permission: 'survey',
  params: ofReport,
  query: noQuery,
  body: z.undefined(),
  response: ok,
})

/** The file of one of the caller's own reports; the browser opens it with a ticket. */
export const downloadReport = defineRoute({
  id: 'downloadReport',
  summary: 'Download the file of a report',
  method: 'GET',
  path: '/rest/reports/download/{survey}/{taskUUID}',
  permission: 'survey',
  ticket: 'token',
  params: ofReport,
  query: z.object({ token: nameParam.optional() }),
  body: z.undefined(),
  response: z.undefined(),
})

/** The indicators of a place as a file, made while the browser waits. */
export const downloadIndicators = defineRoute({
  id: 'downloadIndicators',
  summary: 'Download the indicators of a place',
  method: 'GET',
  path: '/rest/reports/indicators/{survey}/{drillPath}',
  permission: 'survey',
  ticket: 'token',
  params: ofPlace,
  query: z.object({ format: sheetFormat.default('xlsx'), token: nameParam.optional() }),
  body: z.undefined(),
  response: z.undefined(),
})

/** A single interview as a PDF, made while the browser waits. */
export const downloadInterview = defineRoute({
  id: 'downloadInterview',
  summary: 'Download an interview',
  method: 'GET',
  path: '/rest/reports/interview/{survey}/{interviewId}',
  permission: 'view-interviews',
  ticket: 'token',
  params: z.object({ survey: nameParam, interviewId: z.coerce.number().int().min(0).max(2_147_483_647) }),
  query: z.object({ token: nameParam.optional() }),
  body: z.undefined(),
  response: z.undefined(),
})
