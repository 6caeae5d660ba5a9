import { listBackups, startBackup } from '@gensvar/contract/server-settings'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves the backups of the server to root. */
export function backupRoutes(app: FastifyInstance): void {
  implement(app, listBackups, (ctx) => service.listBackups(ctx))
  implement(app, startBackup, (ctx) => service.startBackup(ctx))
}
