import {
  getServerSettings,
  saveBackupSchedule,
  saveServerSettings,
  saveSystemMessage,
  sendTrialMail,
} from '@gensvar/contract/server-settings'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the settings of the server, the message to everybody and the schedule of backups to root. */
export function settingsRoutes(app: FastifyInstance): void {
  implement(app, getServerSettings, (ctx) => service.getServerSettings(ctx))
  implement(app, saveServerSettings, (ctx, { body }) => service.saveServerSettings(ctx, body))
  implement(app, saveSystemMessage, (ctx, { body }) => service.saveSystemMessage(ctx, body))
  implement(app, saveBackupSchedule, (ctx, { body }) => service.saveBackupSchedule(ctx, body))
  implement(app, sendTrialMail, (ctx) => service.sendTrialMail(ctx))
}
