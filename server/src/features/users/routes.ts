import { suggestQuestionFilterValues } from '@gensvar/contract/user-filters'
import { getUserDetails, saveUserDetails } from '@gensvar/contract/users'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'
import * as values from './suggest-values.ts'

/** Serves the users' own profiles. */
export function userRoutes(app: FastifyInstance): void {
  implement(app, getUserDetails, (ctx, { params }) => service.getUserDetails(ctx, params.userId))
  implement(app, saveUserDetails, (ctx, { params, body }) =>
    service.saveUserDetails(ctx, params.userId, body.userDTO.locale),
  )
  implement(app, suggestQuestionFilterValues, (ctx, { params }) =>
    values.suggestQuestionFilterValues(ctx, params.survey, params),
  )
}
