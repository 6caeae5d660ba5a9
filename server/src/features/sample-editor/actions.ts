import type { startMailAction as mailActionRoute, startPushCampaigns as pushRoute } from '@gensvar/contract/samples'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { readCase } from '#server/domain/cases/read-case.ts'
import type { Ctx } from '#server/domain/context.ts'
import { requireCase } from '#server/domain/rights/require-case.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import * as sending from '#server/domain/sending/sending.ts'
import { AppError } from '#server/platform/errors.ts'
import { isActive } from './edited-sample.ts'
import type { EditedSample } from './edited-sample.ts'
import { buttonOf, editorOf } from './tree.ts'

const done = { ok: true } as const

/**
 * Starts what a mail action button stands for. Throws `validation` for anything but what is configured, `unavailable`
 * where sending is not set up.
 */
export async function startMailAction(
  ctx: Ctx,
  { survey, component, sampleId }: EditedSample,
  { extname, ...asked }: z.infer<typeof mailActionRoute.body>,
): Promise<typeof done> {
  const access = await surveyAccess(ctx, survey)
  const button = buttonOf(editorOf(ctx, access, component), 'mail-action-button', extname)
  await requireCase(ctx, access, sampleId)
  const { template, mailVariable, campaignName, strictFiltering } = button
  demandConfigured({ template, mailVariable, campaignName, strictFiltering }, asked)
  await sending.startMailAction(ctx, access, { sampleId, ...asked })
  return done
}

/**
 * Starts the push campaigns of a button. Throws `validation` for others than are configured, `conflict` for a sample
 * that is not active, `unavailable` where sending is not set up.
 */
export async function startPushCampaigns(
  ctx: Ctx,
  { survey, component, sampleId }: EditedSample,
  { extname, campaigns }: z.infer<typeof pushRoute.body>,
): Promise<typeof done> {
  const access = await surveyAccess(ctx, survey)
  const button = buttonOf(editorOf(ctx, access, component), 'push-campaign-button', extname)
  const row = await readCase(ctx, access, sampleId)
  demandConfigured({ campaigns: button.campaigns }, { campaigns })
  if (!isActive(row))
    throw new AppError('conflict', say`This sample is completed or cancelled, so nothing is sent for it.`)
  await sending.startPushCampaigns(ctx, access, { sampleId, campaigns })
  return done
}

/** Nobody sends with another template or to another address than the configuration of the survey allows. */
function demandConfigured(configured: Readonly<Record<string, unknown>>, asked: Readonly<Record<string, unknown>>) {
  const wrong = Object.keys(configured).filter(
    (name) => JSON.stringify(configured[name]) !== JSON.stringify(asked[name]),
  )
  if (wrong.length > 0)
    throw new AppError(
      'validation',
      say`The configuration of this button has changed. Reload the page and try again.`,
      Object.fromEntries(wrong.map((name) => [name, say`is configured differently`])),
    )
}
