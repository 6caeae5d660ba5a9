import {
  createActionsReport,
  createAlertsReport,
  createBenchmarkReport,
  createInterviewsReport,
  createNamedReport,
  createRankingReport,
  createSamplesReport,
  downloadIndicators,
} from '@gensvar/contract/reports'
import type { ReportFormat } from '@gensvar/contract/entities/reports'
import { call } from '#web/api.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { openFile } from '#web/lib/open-file.ts'
import { usePlace } from '#web/lib/place.ts'
import type { Subscribable } from '#web/features/subscriptions/service.ts'
import type { CreateReport } from '#web/lib/use-start-report.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { nothingChosen } from '#web/ui/data-table/table-exports.ts'
import type { TableExport, TableFormat } from '#web/ui/data-table/table-exports.ts'
import { useTexts } from '#web/widgets/ranking-table/texts.ts'
import { reportOf } from '#web/widgets/ranking-table/create-table-report.ts'

/** How a report is had: prepared by the server in the background, or opened at once. */
type Way = { create: CreateReport } | { open: () => Promise<void> }

/** A report in a format, as the download menu offers it. */
export interface ReportOffer {
  name: string
  format: ReportFormat
  way: Way
  /** How it is subscribed to; null where it cannot be. */
  subscribed: SubscribedAs | null
}

/** What a subscription names a report by. */
type SubscribedAs = Pick<Subscribable, 'kind' | 'report' | 'component'>

const sheets: readonly TableFormat[] = ['xlsx', 'csv']

/** Whether rows of a kind have a report of their own, apart from that of interviews. */
const isOfItsOwn = (kind: string) => kind === 'samples' || kind === 'alerts'

const benchmarks = { xlsx: 'excelBenchmark', pdf: 'pdfBenchmark' } as const

/** The reports the survey offers to the reader, of the place and filters shown and of its tables as they are seen. */
export function useReportOffers(tables: readonly TableExport[]): ReportOffer[] {
  const t = useTexts()
  const text = useLocalText()
  const { survey: start, rights, named } = useSurveyStart()
  const { survey, drillPath } = usePlace()
  const { reports, enableRankingListReport } = start
  const params = { survey, drillPath }
  const rankings = tables.filter(({ of }) => of?.reports.rowsOf.kind === 'ranking')
  // What is chosen is of one table; a page with several has them all in the report.
  const ranking = rankings.length === 1 ? rankings[0]?.of : undefined
  const cases = tables.find(({ of }) => of?.reports.isOfCases === true && !isOfItsOwn(of.reports.rowsOf.kind))?.of
  const samples = tables.find(({ of }) => of?.reports.rowsOf.kind === 'samples')?.of
  const component = ranking ? reportOf(ranking.reports.rowsOf).component : null

  const rankingBody = () => ({ ...(ranking?.shown() ?? nothingChosen), component })
  // The columns and the text of a table of units say nothing of interviews.
  const interviewsBody = () =>
    cases ? { ...cases.shown(), ...reportOf(cases.reports.rowsOf) } : { ...nothingChosen, component }
  const samplesBody = () =>
    samples ? { ...samples.shown(), component: reportOf(samples.reports.rowsOf).component } : {}
  function prepared<Format extends ReportFormat>(
    name: string,
    formats: readonly Format[],
    { kind, report = null, component: of = null }: Pick<SubscribedAs, 'kind'> & Partial<SubscribedAs>,
    create: (format: Format) => ReturnType<CreateReport>,
  ): ReportOffer[] {
    const subscribed = { kind, report, component: of }
    return formats.map((format) => ({ name, format, way: { create: () => create(format) }, subscribed }))
  }
  const offers: [boolean, () => ReportOffer[]][] = [
    [
      enableRankingListReport,
      () =>
        prepared(t('reportRanking'), sheets, { kind: 'ranking', component }, (format) =>
          call(createRankingReport, { params, body: { ...rankingBody(), format } }),
        ),
    ],
    [
      true,
      () =>
        prepared(
          t('reportBenchmark'),
          (['xlsx', 'pdf'] as const).filter((format) => reports[benchmarks[format]]),
          { kind: 'benchmark' },
          (format) => call(createBenchmarkReport, { params, body: { format } }),
        ),
    ],
    [
      reports.interviews && rights.canViewInterviews,
      () =>
        prepared(
          t('reportInterviews'),
          sheets,
          { kind: 'interviews', component: cases ? reportOf(cases.reports.rowsOf).component : component },
          (format) => call(createInterviewsReport, { params, body: { ...interviewsBody(), format } }),
        ),
    ],
    [
      reports.samples && rights.canViewSamples,
      () =>
        prepared(
          t('reportSamples'),
          sheets,
          { kind: 'samples', component: samples ? reportOf(samples.reports.rowsOf).component : null },
          (format) => call(createSamplesReport, { params, body: { ...samplesBody(), format } }),
        ),
    ],
    [
      reports.indicators,
      () =>
        sheets.map((format) => ({
          name: t('reportIndicators'),
          format,
          way: { open: () => openFile(downloadIndicators, { params, query: { format } }) },
          subscribed: null,
        })),
    ],
    [
      true,
      () =>
        reports.named.flatMap(({ extname, title, formats }) =>
          prepared(text(title), formats, { kind: 'named', report: extname }, (format) =>
            call(createNamedReport, { params: { ...params, report: extname }, body: { format } }),
          ),
        ),
    ],
    [
      reports.alerts && rights.canViewInterviews && named,
      () =>
        prepared(t('reportAlerts'), sheets, { kind: 'alerts' }, (format) =>
          call(createAlertsReport, { params, body: { format } }),
        ),
    ],
    [
      reports.actions,
      () =>
        prepared(t('reportActions'), sheets, { kind: 'actions' }, (format) =>
          call(createActionsReport, { params, body: { format } }),
        ),
    ],
  ]
  return offers.flatMap(([isOffered, make]) => (isOffered ? make() : []))
}
