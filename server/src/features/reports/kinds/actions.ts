import { createActionsReport } from '@gensvar/contract/reports'
import { say } from '@gensvar/contract/say'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import { actionSections } from '../action-sections.ts'
import { defineReportKind } from '../report-kind.ts'
import { demandOffered } from './place-tables.ts'
import { placed } from './placed.ts'

/** The actions of a place and all below it: open, completed and failed ones with what they changed. */
export const actionsReportKind = defineReportKind({
  type: 'ACTIONS_REPORT',
  title: say`Actions`,
  route: createActionsReport,
  asked: placed(createActionsReport.body),
  async prepare(ctx, access, asked) {
    demandOffered(access.model.config.reports.actions)
    const requested = await requestedPath(ctx, access, asked.drillPath)
    return {
      title: say`Actions`,
      requested,
      hasCases: false,
      sections: () => actionSections({ ctx, access, requested }),
    }
  },
})
