import type { Condition } from '@gensvar/contract/conditions'
import { createSamplesReport } from '@gensvar/contract/reports'
import { say } from '@gensvar/contract/say'
import { requireCase } from '#server/domain/rights/require-case.ts'
import { AppError } from '#server/platform/errors.ts'
import { defaultLeafColumns } from '#server/widgets/ranking-table/leaf-ranking.ts'
import { checkResponses, rankingToReport, responseSections } from '#server/widgets/ranking-table/report.ts'
import { defineReportKind } from '../report-kind.ts'
import { demandOffered, pathOfRankings, rankingTablesOf, shownOf } from './place-tables.ts'
import { placed } from './placed.ts'

/** States of samples: everything but completed. */
const sampleStates = [1, 2, 3, 4]

/** The samples of a place with their states, or one response whatever its state. */
export const samplesReportKind = defineReportKind({
  type: 'SAMPLES_REPORT',
  title: say`Samples`,
  route: createSamplesReport,
  asked: placed(createSamplesReport.body),
  async prepare(ctx, access, asked) {
    const { model } = access
    demandOffered(model.config.reports.samples)
    if (!access.canViewInterviews)
      throw new AppError('forbidden', say`This survey is anonymous: single answers cannot be opened.`)
    if (asked.component !== null)
      throw new AppError('validation', say`There is no component "${asked.component}" in this survey.`, {
        component: say`unknown`,
      })
    const { sampleId } = asked
    if (sampleId !== null) await requireCase(ctx, access, sampleId)
    const path = await pathOfRankings(ctx, access, asked.drillPath)
    const conditions =
      sampleId === null ? withStates(path.conditions, sampleStates) : withStates([], [0, ...sampleStates])
    const shown = shownOf(asked)
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
