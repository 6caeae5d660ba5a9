import { evaluateActions, getEvaluationStatus } from '@gensvar/contract/actions'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as evaluation from './evaluation.ts'

/** Serves the evaluation of actions: starting it, and how far it is. */
export function actionEvaluationRoutes(app: FastifyInstance): void {
  implement(app, evaluateActions, (ctx, { params }) => evaluation.evaluateActions(ctx, params.survey))
  implement(app, getEvaluationStatus, (ctx, { params }) =>
    evaluation.getEvaluationStatus(ctx, params.survey, params.taskUUID),
  )
}
