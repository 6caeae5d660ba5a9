import type { CellDetails } from '@gensvar/contract/entities/cell-details'
import { isComponentOf } from '@gensvar/contract/widgets/index'
import { walkComponents } from '@gensvar/contract/widgets/find-component'
import type { pageQuery } from '@gensvar/contract/paging'
import { say, titled } from '@gensvar/contract/say'
import type { z } from 'zod'
import { fillAddress, fillTemplate } from '#server/domain/cases/case-text.ts'
import { readCase } from '#server/domain/cases/read-case.ts'
import type { Ctx } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { askedPeriod } from '#server/domain/paths/asked-period.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { countedKind } from '#server/domain/cases/counted-cases.ts'
import { indicatorOf } from '#server/domain/indicators/indicator.ts'
import { answerRanking } from '#server/widgets/ranking-table/query.ts'
import { defaultColumns } from '#server/widgets/ranking-table/columns.ts'

/** The old-style ranking of a place: the survey's indicators, without a configured table. */
export async function getRanking(ctx: Ctx, survey: string, drillPath: string, query: z.output<typeof pageQuery>) {
  const access = await surveyAccess(ctx, survey)
  const page = access.model.config.pages.find((one) => one.kind === 'rankings')
  const requested = await requestedPath(ctx, access, drillPath, {
    interval: await askedPeriod(ctx, access, page),
  })
  const config = { sortDesc: true, columns: defaultColumns(access.model), leafColumns: [] }
  return answerRanking({ ctx, access, requested }, config, query)
}

/**
 * The responses that an indicator counts at a place, with the columns of the rankings page. Throws `not_found` for an
 * indicator whose cases cannot be listed, `forbidden` for samples the caller may not open.
 */
export async function listCountedCases(
  ctx: Ctx,
  survey: string,
  name: string,
  drillPath: string,
  query: z.output<typeof pageQuery>,
) {
  const access = await surveyAccess(ctx, survey)
  const { model } = access
  const indicator = indicatorOf(model, name)
  const kind = countedKind(indicator)
  if (kind === null) throw new AppError('not_found', say`The cases of "${titled(indicator.title)}" cannot be listed.`)
  if (kind === 'samples' && !access.canViewSamples)
    throw new AppError('forbidden', say`You may not open responses that are not completed.`)
  const page = model.config.pages.find((one) => one.kind === 'rankings')
  const requested = await requestedPath(ctx, access, drillPath, { interval: await askedPeriod(ctx, access, page) })
  const table = [...walkComponents(page ? [page] : [])].find(({ component }) =>
    isComponentOf(component, 'ranking-table'),
  )
  const leafColumns = table && isComponentOf(table.component, 'ranking-table') ? table.component.config.leafColumns : []
  const config = { sortDesc: true, columns: [], leafColumns }
  const answer = await answerRanking({ ctx, access, requested }, config, query, indicator)
  return { ...answer, title: indicator.title }
}

/**
 * The details behind a cell of a single interview: the configured sections filled from it. Empty sections are
 * left out. Throws `not_found` for details the survey does not have or a response the caller may not open.
 */
export async function getCellDetails(ctx: Ctx, survey: string, sampleId: number, name: string): Promise<CellDetails> {
  const access = await surveyAccess(ctx, survey)
  const { model } = access
  const details = model.config.details[name]
  if (!details) throw new AppError('not_found', say`This survey has no details named "${name}".`)
  const row = await readCase(ctx, access, sampleId)
  const { locale } = ctx
  const sections = details.sections.map((section) => ({
    title: section.title ?? '',
    paragraphs: section.paragraphs.map((text) => fillTemplate(model, row, text, locale)).filter((text) => text !== ''),
  }))
  return {
    sections: sections.filter((section) => section.paragraphs.length > 0),
    gotoSampleLink: details.gotoSampleLink,
    gotoZendeskLink: details.gotoZendeskLink ? fillAddress(model, row, details.gotoZendeskLink) : null,
  }
}
