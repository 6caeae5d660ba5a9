import { maxImageBytes } from '@gensvar/contract/template-editor'
import type { getEditorOptions as optionsRoute, listMergeTags as tagsRoute } from '@gensvar/contract/template-editor'
import type { z } from 'zod'
import type { Ctx } from '#server/domain/context.ts'
import { mailBlocks } from '#server/domain/messages/blocks.ts'
import { languageOf, startMails } from '#server/domain/messages/start-mails.ts'
import { tagsOf } from '#server/domain/messages/tag-list.ts'
import { addressOf } from '#server/domain/notices/recipient-store.ts'
import { surveyAccess } from '#server/domain/rights/survey-access.ts'
import { configuredAddress } from '#server/platform/addresses.ts'

/** Texts that can be filled into messages of a survey. */
export async function listMergeTags(ctx: Ctx, survey: string): Promise<z.input<typeof tagsRoute.response>> {
  const { model } = await surveyAccess(ctx, survey)
  return { tags: tagsOf(model, { origin: configuredAddress(ctx.config), locale: ctx.locale }) }
}

/** What the editor of mails offers; blocks are in the language of the mail. */
export async function getEditorOptions(
  ctx: Ctx,
  survey: string,
  locale: string,
): Promise<z.input<typeof optionsRoute.response>> {
  const { model } = await surveyAccess(ctx, survey)
  const { fromEmails, fromName } = model.config.campaigns
  const user = await ctx.db
    .selectFrom('app_user')
    .select(['email', 'username'])
    .where('id', '=', ctx.identity.userId)
    .executeTakeFirst()
  return {
    blocks: mailBlocks(model, languageOf(locale), ctx.locale),
    fromEmails,
    fromName: fromName ?? '',
    ownEmail: user ? addressOf(user) : '',
    smsSender: ctx.config.sms?.from ?? '',
    maxImageBytes,
  }
}

/** Mails to start from. */
export function listStartTemplates(ctx: Ctx, locale: string) {
  return { templates: startMails(languageOf(locale), ctx.locale) }
}
