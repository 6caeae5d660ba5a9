import { suggestQuestionFilterValues } from '@gensvar/contract/user-filters'
import {
  disableUsers,
  getUserDetails,
  inviteUsers,
  listUniverseUsers,
  listUsers,
  saveUserDetails,
} from '@gensvar/contract/users'
import { downloadUsers, importUsers } from '@gensvar/contract/user-sheets'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import { incomingFile } from '#server/features/imports/service.ts'
import * as bulk from './bulk.ts'
import * as candidates from './candidates.ts'
import * as exports from './export-users.ts'
import * as imports from './import-users.ts'
import * as list from './list.ts'
import * as service from './service.ts'
import * as values from './suggest-values.ts'

/** Serves the list of users, what is done with several of them, and the form of one. */
export function userRoutes(app: FastifyInstance): void {
  implement(app, listUsers, (ctx, { query }) => list.listUsers(ctx, query))
  implement(app, downloadUsers, (ctx, { query }) => exports.downloadUsers(ctx, query))
  implement(app, importUsers, (ctx, { query }, reply) =>
    imports.importUsers(ctx, incomingFile(app, importUsers, query.filename, reply), { isWritten: query.write }),
  )
  implement(app, disableUsers, (ctx, { body }) => bulk.disableUsers(ctx, body))
  implement(app, inviteUsers, (ctx, { body }) => bulk.inviteUsers(ctx, body))
  implement(app, listUniverseUsers, (ctx, { params, query }) =>
    candidates.listUniverseUsers(ctx, { universe: params.universe, term: query.term }),
  )
  implement(app, getUserDetails, (ctx, { params }) => service.getUserDetails(ctx, params.survey, params.userId))
  implement(app, saveUserDetails, (ctx, { params, body }) =>
    service.saveUserDetails(ctx, params.survey, params.userId, body),
  )
  implement(app, suggestQuestionFilterValues, (ctx, { params }) =>
    values.suggestQuestionFilterValues(ctx, params.survey, params),
  )
}
