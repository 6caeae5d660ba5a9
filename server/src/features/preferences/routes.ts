import { putPreference } from '@gensvar/contract/surveys'
import type { FastifyInstance } from 'fastify'
import { implement } from '../../domain/implement.ts'
import { savePreference } from './service.ts'

/** Serves what users let the product remember. */
export function preferenceRoutes(app: FastifyInstance): void {
  implement(app, putPreference, (ctx, { params, body }) => savePreference(ctx, params.survey, params.key, body.value))
}
