import { createLettersDownload } from '@gensvar/contract/letters'
import { say } from '@gensvar/contract/say'
import { z } from 'zod'
import { seenCampaign } from '#server/domain/campaigns/lists/campaign-details.ts'
import { typesOf } from '#server/domain/campaigns/ways.ts'
import { joinLetters } from '#server/domain/letters/join-letters.ts'
import { listLetterIds, noteDownloaded } from '#server/domain/letters/letter-store.ts'
import { requestedPath } from '#server/domain/paths/request-conditions.ts'
import { AppError } from '#server/platform/errors.ts'
import { defineReportKind } from '../report-kind.ts'

/** The letters of a campaign in one file, in the order their recipients were chosen in. */
export const lettersReportKind = defineReportKind({
  type: 'MAIL_MERGE',
  title: say`Letters`,
  route: createLettersDownload,
  asked: z.object({
    drillPath: z.literal('root'),
    format: z.literal('pdf'),
    campaignId: z.int(),
    onlyNew: z.boolean(),
  }),
  async prepare(ctx, access, { campaignId, onlyNew, drillPath }) {
    const campaign = await seenCampaign(ctx, access, campaignId)
    if (!typesOf(campaign).includes('LETTER')) throw new AppError('conflict', say`This campaign sends no letters.`)
    const ids = await listLetterIds(ctx.db, campaign.id, onlyNew)
    if (ids.length === 0)
      throw new AppError(
        'conflict',
        onlyNew
          ? say`There are no new letters: all of them were downloaded.`
          : say`No letter of this campaign was made yet.`,
      )
    return {
      title: onlyNew ? say`New letters of ${campaign.title}` : say`Letters of ${campaign.title}`,
      requested: await requestedPath(ctx, access, drillPath),
      hasCases: true,
      make: async ({ signal, onDone }) => ({
        content: joinLetters(ctx.db, ids, { signal, onLetters: onDone }),
        total: ids.length,
        note: ids,
      }),
    }
  },
  kept: (tx, note) => noteDownloaded(tx, z.array(z.int()).parse(note)),
})
