import { say } from '@gensvar/contract/say'
import { PreparedTemplate } from '#server/domain/campaigns/message/prepared-template.ts'
import type { MessageRecipient } from '#server/domain/campaigns/message/prepared-template.ts'
import { addressSecret } from '#server/domain/campaigns/rules/address-secret.ts'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import type { Ctx } from '#server/domain/context.ts'
import { BrokenTag } from '#server/domain/messages/message-text.ts'
import { BrokenTemplate } from '#server/domain/messages/compile-template.ts'
import { findTemplateRow } from '#server/domain/messages/template-store.ts'
import { contactText } from '#server/domain/samples/contact.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { SendingType } from '#server/platform/db-campaign-types.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import { AppError } from '#server/platform/errors.ts'

/** A message as it is shown before it is sent. */
export interface Preview {
  subject: string
  html: string
  text: string
}

/**
 * A template as somebody gets it, rendered as it is sent; its links lead nowhere, so that whoever looks at it neither answers
 * nor unsubscribes for somebody. Throws `validation` at `template` for one that is not there or cannot be sent, and with
 * what stops this recipient.
 */
export async function previewOf(
  ctx: Ctx,
  model: SurveyModel,
  { template, sendingType }: { template: number; sendingType: SendingType },
  row: Pick<CaseRow, 'answers' | 'contact' | 'unitIds'>,
): Promise<Preview> {
  const stored = await findTemplateRow(ctx.db, { id: template, universeId: model.universeId, kind: sendingType })
  if (!stored) throw broken(say`There is no such template.`)
  const tree = await loadUnitTree(ctx, model)
  const secret = await addressSecret(ctx.db, model.universeId)
  const recipient: MessageRecipient = {
    recipientId: 0,
    responseId: 0,
    language: contactText(model, row, 'language'),
    row,
  }
  try {
    const prepared = await PreparedTemplate.make({ model, tree, secret, origin: configuredAddress(ctx.config) }, stored)
    const { subject, html, text } = prepared.render(recipient)
    return { subject, html, text }
  } catch (error) {
    if (error instanceof BrokenTag || error instanceof BrokenTemplate) throw broken(error.words)
    throw error
  }
}

function broken(words: ConstructorParameters<typeof AppError>[1]): AppError {
  return new AppError('validation', words, { template: words })
}
