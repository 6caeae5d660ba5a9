import {
  cancelUnitTask,
  createUnit,
  exportUnits,
  getUnit,
  importUnits,
  listUnitOwners,
  listUnitTasks,
  listUnits,
  mergeUnit,
  moveUnit,
  saveUnit,
} from '@gensvar/contract/units'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import { exportHierarchy } from './hierarchy-export.ts'
import { importHierarchy } from './hierarchy-import.ts'
import * as service from './service.ts'

/** Serves the units of hierarchies for administrators. */
export function unitRoutes(app: FastifyInstance): void {
  implement(app, listUnits, (ctx, { params, query }) => service.listUnits(ctx, params.survey, query))
  implement(app, getUnit, (ctx, { params }) => service.getUnit(ctx, params.survey, params.unitId))
  implement(app, createUnit, (ctx, { params, body }) => service.createUnit(ctx, params.survey, body))
  implement(app, saveUnit, (ctx, { params, body }) => service.saveUnit(ctx, params.survey, params.unitId, body))
  implement(app, listUnitOwners, (ctx, { params, query }) =>
    service.listUnitOwners(ctx, params.survey, params.unitId, query.filter),
  )
  implement(app, moveUnit, (ctx, { params, body }) => service.moveUnit(ctx, params.survey, params.unitId, body))
  implement(app, mergeUnit, (ctx, { params, body }) => service.mergeUnit(ctx, params.survey, params.unitId, body))
  implement(app, listUnitTasks, (ctx, { params }) => service.listUnitTasks(ctx, params.survey))
  implement(app, cancelUnitTask, async (ctx, { params }) => {
    await service.cancelUnitTask(ctx, params.survey, params.unitTask)
    return { ok: true as const }
  })
  implement(app, importUnits, (ctx, { params, query }, reply) =>
    importHierarchy(ctx, params.survey, query, reply.request.raw),
  )
  implement(app, exportUnits, (ctx, { params, query }) => exportHierarchy(ctx, params.survey, query))
}
