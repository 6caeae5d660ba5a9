import { tryAlertRules } from '@gensvar/contract/alerts'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as tried from './try-rules.ts'

/** Serves alerts. */
export function alertRoutes(app: FastifyInstance): void {
  implement(app, tryAlertRules, (ctx, { params, body }) => tried.tryAlertRules(ctx, params.survey, body))
}
