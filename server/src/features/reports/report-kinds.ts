import { actionsReportKind } from './kinds/actions.ts'
import { alertsReportKind } from './kinds/alerts.ts'
import { benchmarkReportKind } from './kinds/benchmark.ts'
import { interviewsReportKind } from './kinds/interviews.ts'
import { lettersReportKind } from './kinds/letters.ts'
import { namedReportKind } from './kinds/named.ts'
import { pageReportKind } from './kinds/page.ts'
import { rankingReportKind } from './kinds/ranking.ts'
import { samplesReportKind } from './kinds/samples.ts'
import type { AskedReport, ReportKind } from './report-kind.ts'
import { reportTaskType } from './report-task.ts'

/** A kind of report by the name it is stored with, and the type of its tasks. */
export interface Report<Asked extends AskedReport> {
  name: string
  kind: ReportKind<Asked>
  task: ReturnType<typeof reportTaskType<Asked>>
}

/** Every kind of report that this version makes; one line each. */
export const reports = {
  ranking: reportOf('ranking', rankingReportKind),
  benchmark: reportOf('benchmark', benchmarkReportKind),
  interviews: reportOf('interviews', interviewsReportKind),
  alerts: reportOf('alerts', alertsReportKind),
  actions: reportOf('actions', actionsReportKind),
  samples: reportOf('samples', samplesReportKind),
  letters: reportOf('letters', lettersReportKind),
  named: reportOf('named', namedReportKind),
  page: reportOf('page', pageReportKind),
}

function reportOf<Asked extends AskedReport>(name: string, kind: ReportKind<Asked>): Report<Asked> {
  return { name, kind, task: reportTaskType(kind) }
}
