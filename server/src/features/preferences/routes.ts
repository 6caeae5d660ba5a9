import { savePreference } from '@gensvar/contract/surveys'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the users' preferences. */
export function preferenceRoutes(app: FastifyInstance): void {
  implement(app, savePreference, (ctx, { params, body }) =>
    service.savePreference(ctx, params.survey, params.key, body.value),
  )
}
