import {
  createGlobalScript,
  createScript,
  getScript,
  getScriptVersion,
  getUniverseScript,
  listGlobalScripts,
  listScriptVersions,
  listScripts,
  removeScript,
  removeScriptEvent,
  removeScriptEvents,
  rollBackScript,
  runScript,
  saveScript,
} from '@gensvar/contract/scripts'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import { runScript as run } from './run.ts'
import * as saving from './save.ts'
import * as service from './service.ts'

/** Serves scripts: lists, texts, versions, runs and events. */
export function scriptRoutes(app: FastifyInstance): void {
  implement(app, listGlobalScripts, (ctx) => service.listGlobalScripts(ctx))
  implement(app, getUniverseScript, (ctx) => service.getUniverseScript(ctx))
  implement(app, getScript, (ctx, { params }) => service.getScript(ctx, params.scriptId))
  implement(app, createScript, (ctx, { params }) => service.createScript(ctx, params.survey, params.surveyId))
  implement(app, createGlobalScript, async (ctx) => service.createGlobalScript(ctx))
  implement(app, listScripts, (ctx, { params }) => service.listScripts(ctx, params.survey, params.surveyId))
  implement(app, saveScript, (ctx, { params, body }) => saving.saveScript(ctx, params.survey, body))
  implement(app, rollBackScript, (ctx, { params, body }) => saving.rollBackScript(ctx, params, body))
  implement(app, removeScript, (ctx, { params }) => service.removeScript(ctx, params.scriptId))
  implement(app, runScript, (ctx, { params, query, body }) =>
    run(ctx, params, { isDry: query.dryrun === 'true', interviewId: body.interviewId ?? null }),
  )
  implement(app, listScriptVersions, (ctx, { params }) => service.listScriptVersions(ctx, params.scriptId))
  implement(app, getScriptVersion, (ctx, { params }) => service.getScriptVersion(ctx, params.scriptId, params.number))
  implement(app, removeScriptEvent, (ctx, { params }) => service.removeScriptEvent(ctx, params.eventId))
  implement(app, removeScriptEvents, (ctx, { params }) => service.removeScriptEvents(ctx, params.scriptId))
}
