import type { Condition } from '@gensvar/contract/conditions'
import { createSamplesReport } from '@gensvar/contract/reports'
import { say } from '@gensvar/contract/say'
import { requireCase } from '#server/domain/rights/require-case.ts'
import { demandSamples } from '#server/domain/rights/authorise.ts'
import { narrowedPath } from '#server/domain/paths/request-conditions.ts'
import { defaultLeafColumns } from '#server/widgets/ranking-table/leaf-ranking.ts'
import { checkResponses, rankingToReport, responseSections } from '#server/widgets/ranking-table/report.ts'
import { findSampleTable } from '#server/widgets/sample-table/find-sample-table.ts'
import { checkSamples, sampleSections } from '#server/widgets/sample-table/report.ts'
import { defineReportKind } from '../report-kind.ts'
import { demandOffered, pathOfRankings, rankingTablesOf, shownOf } from './place-tables.ts'
import { placed } from './placed.ts'

/** States of samples: everything but completed. */
const sampleStates = [1, 2, 3, 4]

/** A table of samples as its reader sees it; without one the samples of a place with their states, or one response. */
export const samplesReportKind = defineReportKind({
  type: 'SAMPLES_REPORT',
  title: say`Samples`,
  route: createSamplesReport,
  asked: placed(createSamplesReport.body),
  async prepare(ctx, access, asked) {
    const { model } = access
    demandSamples(access)
    const { sampleId, component } = asked
    if (sampleId !== null) await requireCase(ctx, access, sampleId)
    const shown = shownOf(asked)
    if (component !== null) {
      const { columns, config, requested } = await findSampleTable(ctx, access, component, asked.drillPath)
      demandOffered(config?.enableDownload ?? model.config.reports.samples)
      const narrowed = await narrowedPath(ctx, access, requested, asked.extraPaths)
      const request = { ctx, access, requested: narrowed }
      checkSamples(request, columns, shown)
      const sections = () => sampleSections(request, columns, shown, sampleId)
      return { title: say`Samples`, requested: narrowed, hasCases: true, sections }
    }
    demandOffered(model.config.reports.samples)
    const path = await narrowedPath(ctx, access, await pathOfRankings(ctx, access, asked.drillPath), asked.extraPaths)
    const conditions =
      sampleId === null ? withStates(path.conditions, sampleStates) : withStates([], [0, ...sampleStates])
    const configured = rankingTablesOf(access)[0]?.leafColumns ?? []
    const columns = (configured.length > 0 ? configured : defaultLeafColumns(model)).filter(
      ({ value }) => value !== 'state' && value !== 'id',
    )
    const leafColumns = [{ value: 'id', extra: false }, { value: 'state', extra: false }, ...columns]
    const config = { sortDesc: true, columns: [], leafColumns }
    const ranking = {
      ...rankingToReport({ ctx, access, requested: { ...path, conditions } }, config, shown),
      isSamples: true,
      ...(sampleId !== null && { sampleId }),
    }
    checkResponses(ranking, shown)
    return { title: say`Samples`, requested: path, hasCases: true, sections: () => responseSections(ranking, shown) }
  },
})

/** The conditions with one on the state, unless they have one. */
function withStates(conditions: readonly Condition[], states: number[]): Condition[] {
  const isStated = conditions.some(({ kind }) => kind === 'sampleState')
  return isStated ? [...conditions] : [...conditions, { kind: 'sampleState', states }]
}
