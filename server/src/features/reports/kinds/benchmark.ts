import { createBenchmarkReport } from '@gensvar/contract/reports'
import { say } from '@gensvar/contract/say'
import { benchmarkSections } from '../benchmark.ts'
import { defineReportKind } from '../report-kind.ts'
import { demandOffered, pathOfRankings } from './place-tables.ts'
import { placed } from './placed.ts'

/** The benchmark of a place, over the period of the rankings page where the path names none. */
export const benchmarkReportKind = defineReportKind({
  type: 'RANKINGLIST_REPORT',
  title: say`Benchmark`,
  route: createBenchmarkReport,
  asked: placed(createBenchmarkReport.body),
  async prepare(ctx, access, { drillPath, format }) {
    const { excelBenchmark, pdfBenchmark } = access.model.config.reports
    demandOffered(format === 'pdf' ? pdfBenchmark : excelBenchmark)
    const requested = await pathOfRankings(ctx, access, drillPath)
    return {
      title: say`Benchmark`,
      requested,
      hasCases: false,
      sections: async () => ({ sections: await benchmarkSections({ ctx, access, requested }), rows: null }),
    }
  },
})
