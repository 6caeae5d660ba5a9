import {
  changeUsername,
  checkEmailAvailability,
  getKeycloakData,
  getUserEditorData,
  listUserChannels,
  saveUserEditorData,
} from '@gensvar/contract/user-editor'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the administrators' user editor. */
export function userEditorRoutes(app: FastifyInstance): void {
  implement(app, getUserEditorData, (ctx, { params }) => service.getUserEditorData(ctx, params.survey, params.id))
  implement(app, saveUserEditorData, (ctx, { params, body }) =>
    service.saveUserEditorData(ctx, params.survey, params.id, body),
  )
  implement(app, listUserChannels, (ctx, { params, query }) => service.listUserChannels(ctx, params.id, query.roleid))
  implement(app, getKeycloakData, (ctx, { params }) => service.getKeycloakData(ctx, params.id))
  implement(app, checkEmailAvailability, (ctx, { params }) => service.checkEmailAvailability(ctx, params.email))
  implement(app, changeUsername, (ctx, { body }) => service.changeUsername(ctx, body))
}
