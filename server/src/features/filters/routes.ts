import * as contract from '@gensvar/contract/filters'
import type { FastifyInstance } from 'fastify'
import { implement } from '#server/domain/implement.ts'
import * as service from './service.ts'

/** Serves filter sets, their options and saved filters. */
export function filterRoutes(app: FastifyInstance): void {
  implement(app, contract.getFilterData, (ctx, { params }) => service.getFilterData(ctx, params.survey, params.type))
  implement(app, contract.queryFilter, (ctx, { params }) =>
    service.queryFilter(ctx, params.survey, params.filter, params.text),
  )
  implement(app, contract.getCampaignName, (ctx, { params }) =>
    service.getCampaignName(ctx, params.survey, params.campaign),
  )
  implement(app, contract.listFilterCampaigns, (ctx, { params }) => service.listFilterCampaigns(ctx, params.survey))
  implement(app, contract.listSavedFilters, (ctx, { params }) => service.listSavedFilters(ctx, params.survey))
  implement(app, contract.createSavedFilter, (ctx, { params, body }) =>
    service.createSavedFilter(ctx, params.survey, body),
  )
  implement(app, contract.removeSavedFilter, (ctx, { params }) =>
    service.removeSavedFilter(ctx, params.survey, params.id),
  )
}
