import { createTicket } from '@gensvar/contract/identity'
import {
  createActionsReport,
  createBenchmarkReport,
  createInterviewsReport,
  createNamedReport,
  createPageReport,
  createRankingReport,
  createSamplesReport,
  getReportStatus,
  listReports,
  registerDownloadCompleted,
  registerDownloadInitiated,
  removeReport,
} from '@gensvar/contract/reports'
import type { Report } from '#web/lib/reports.ts'
import { refusal, serve } from './serve.ts'

/** The id of the report with a number. */
export const uuidOf = (number: number) => `7f3c1c5e-5a3e-4f0e-9a61-${String(number).padStart(12, '0')}`

/** A report that waits behind two others. */
export function reportFixture(number: number, change: Partial<Report> = {}): Report {
  return {
    taskUUID: uuidOf(number),
    status: 'QUEUED',
    position: 2,
    title: `Report ${number}`,
    fileName: `Report ${number}.xlsx`,
    format: 'xlsx',
    created: new Date(Date.UTC(2026, 10, 3, 9, 0, number)).toISOString(),
    expires: null,
    size: null,
    progress: null,
    reason: '',
    isDownloaded: false,
    ...change,
  }
}

/** What a finished report says. */
export const finished = { status: 'FINISHED', position: 0, expires: '2199-01-01T00:00:00Z', size: 48_000 } as const

/** A server of reports that are numbered from 1; `given` are there from the start. */
export function reportServer(given: readonly Report[] = []) {
  let reports = [...given]
  const find = (uuid: string | undefined) => reports.find(({ taskUUID }) => taskUUID === uuid)
  function change(number: number, by: Partial<Report>): void {
    reports = reports.map((one) => (one.taskUUID === uuidOf(number) ? { ...one, ...by } : one))
  }
  function create() {
    const made = reportFixture(reports.length + 1)
    reports = [made, ...reports]
    return { taskUUID: made.taskUUID }
  }
  return {
    change,
    remove: (number: number) => (reports = reports.filter(({ taskUUID }) => taskUUID !== uuidOf(number))),
    served: [
      serve(createRankingReport, create),
      serve(createBenchmarkReport, create),
      serve(createInterviewsReport, create),
      serve(createSamplesReport, create),
      serve(createNamedReport, create),
      serve(createPageReport, create),
      serve(createActionsReport, create),
      serve(registerDownloadInitiated, { ok: true }),
      serve(registerDownloadCompleted, { ok: true }),
      serve(
        getReportStatus,
        ({ params }) => find(params['taskUUID']) ?? refusal('not_found', 'There is no such report.'),
      ),
      serve(listReports, () => ({ reports })),
      serve(removeReport, ({ params }) => {
        reports = reports.filter(({ taskUUID }) => taskUUID !== params['taskUUID'])
        return { ok: true }
      }),
      serve(createTicket, { ticket: 'once' }),
    ],
  }
}
