import { listAudit } from '@gensvar/contract/audit'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the audit log to root. */
export function auditRoutes(app: FastifyInstance): void {
  implement(app, listAudit, (ctx, { query }) => service.listAudit(ctx, query))
}
