import * as contract from '@gensvar/contract/doubts'
import * as imports from '@gensvar/contract/imports'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import { importSetsFor } from '#server/domain/imports/import-sets.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import * as service from './doubts/service.ts'
import * as rows from './rows/service.ts'
import { cancelRun } from './runs/service.ts'
import { removeImportSet } from './sets/undo.ts'
import { incomingFile } from './uploads/incoming-file.ts'

/** Serves imports into surveys, and what imports were not sure of. */
export function importRoutes(app: FastifyInstance): void {
  implement(app, contract.listDoubts, (ctx, { params }) => service.listDoubts(ctx, params.survey))
  implement(app, contract.decideDoubt, (ctx, { params, body }) =>
    service.decideDoubt(ctx, params.survey, params.doubt, body),
  )
  implement(app, contract.decideDoubts, (ctx, { params, body }) => service.decideDoubts(ctx, params.survey, body))
  implement(app, imports.uploadImportFile, (ctx, { params, query }, reply) =>
    rows.uploadImportFile(
      ctx,
      params.survey,
      params.component,
      incomingFile(app, imports.uploadImportFile, query.filename, reply),
    ),
  )
  implement(app, imports.getImportFile, (ctx, { params, query }) =>
    rows.getImportFile(ctx, params.survey, params.component, query),
  )
  implement(app, imports.removeImportFile, (ctx, { params, query }) =>
    rows.removeImportFile(ctx, params.survey, params.component, query.filename),
  )
  implement(app, imports.checkImport, (ctx, { params, body }) =>
    rows.startImport(ctx, params.survey, params.component, body, 'check'),
  )
  implement(app, imports.handleMapping, (ctx, { params, body }) =>
    rows.startImport(ctx, params.survey, params.component, body, 'import'),
  )
  implement(app, imports.getImportStatus, (ctx, { params }) =>
    rows.getImportStatus(ctx, params.survey, params.importId),
  )
  implement(app, imports.cancelImport, (ctx, { params }) => cancelRun(ctx, params.importId, 'rows'))
  implement(app, imports.listImportSets, async (ctx, { params }) => {
    const { model } = await surveyAccess(ctx, params.survey)
    return { importSets: await importSetsFor(ctx, model.id) }
  })
  implement(app, imports.removeImportSet, (ctx, { params }) => removeImportSet(ctx, params.survey, params.importSetId))
}
