import { createLettersDownload } from '@gensvar/contract/letters'
import {
  createActionsReport,
  createAlertsReport,
  createBenchmarkReport,
  createInterviewsReport,
  createNamedReport,
  createPageReport,
  createRankingReport,
  createSamplesReport,
  downloadIndicators,
  downloadInterview,
  downloadReport,
  getReportStatus,
  listReports,
  registerDownloadCompleted,
  registerDownloadInitiated,
  removeReport,
} from '@gensvar/contract/reports'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import { indicatorsFile } from './indicators-file.ts'
import { interviewFile } from './interview-pdf.ts'
import { reports } from './report-kinds.ts'
import * as service from './service.ts'

/** Serves reports: their creation, how far they are, and their files. */
export function reportRoutes(app: FastifyInstance): void {
  implement(app, createRankingReport, (ctx, { params: { survey, drillPath }, body }) =>
    service.createReport(ctx, reports.ranking, survey, { ...body, drillPath }),
  )
  implement(app, createBenchmarkReport, (ctx, { params: { survey, drillPath }, body }) =>
    service.createReport(ctx, reports.benchmark, survey, { ...body, drillPath }),
  )
  implement(app, createInterviewsReport, (ctx, { params: { survey, drillPath }, body }) =>
    service.createReport(ctx, reports.interviews, survey, { ...body, drillPath }),
  )
  implement(app, createSamplesReport, (ctx, { params: { survey, drillPath }, body }) =>
    service.createReport(ctx, reports.samples, survey, { ...body, drillPath }),
  )
  implement(app, createAlertsReport, (ctx, { params: { survey, drillPath }, body }) =>
    service.createReport(ctx, reports.alerts, survey, { ...body, drillPath }),
  )
  implement(app, createActionsReport, (ctx, { params: { survey, drillPath }, body }) =>
    service.createReport(ctx, reports.actions, survey, { ...body, drillPath }),
  )
  implement(app, createNamedReport, (ctx, { params: { survey, report, drillPath }, body }) =>
    service.createReport(ctx, reports.named, survey, { ...body, report, drillPath }),
  )
  implement(app, createPageReport, (ctx, { params: { survey, report, drillPath }, body }) =>
    service.createReport(ctx, reports.page, survey, { ...body, report, drillPath }),
  )
  implement(app, createLettersDownload, (ctx, { params: { survey, campaignId }, body: { onlyNew } }) =>
    service.createReport(ctx, reports.letters, survey, { drillPath: 'root', format: 'pdf', campaignId, onlyNew }),
  )
  implement(app, getReportStatus, (ctx, { params }) => service.getReportStatus(ctx, params.survey, params.taskUUID))
  implement(app, listReports, (ctx, { params }) => service.listReports(ctx, params.survey))
  implement(app, registerDownloadInitiated, (ctx, { params }) =>
    service.registerDownloadInitiated(ctx, params.survey, params.taskUUID),
  )
  implement(app, registerDownloadCompleted, (ctx, { params }) =>
    service.registerDownloadCompleted(ctx, params.survey, params.taskUUID),
  )
  implement(app, removeReport, (ctx, { params }) => service.removeReport(ctx, params.survey, params.taskUUID))
  implement(app, downloadReport, (ctx, { params }) => service.downloadReport(ctx, params.survey, params.taskUUID))
  implement(app, downloadIndicators, (ctx, { params, query }) =>
    indicatorsFile(ctx, params.survey, params.drillPath, query.format),
  )
  implement(app, downloadInterview, (ctx, { params }) => interviewFile(ctx, params.survey, params.interviewId))
}
