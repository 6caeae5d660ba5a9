import { say } from '@gensvar/contract/say'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import type { Deps } from '#server/domain/context.ts'
import { withDocuments } from '#server/domain/letters/document-store.ts'
import { BrokenTemplate } from '#server/domain/messages/compile-template.ts'
import { BrokenTag } from '#server/domain/messages/message-text.ts'
import { contactText } from '#server/domain/samples/contact.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import { AppError } from '#server/platform/errors.ts'
import { addressSecret } from '../rules/address-secret.ts'
import { PreparedTemplate } from './prepared-template.ts'
import type { RenderedMessage } from './prepared-template.ts'

/** Whom a preview is for. */
export interface PreviewedRecipient {
  row: Pick<CaseRow, 'id' | 'answers' | 'contact' | 'unitIds'>
  /** That of the message where there is one; left out, that of the response. */
  language?: string
}

/**
 * The message that somebody would get or got, rendered as it is sent, but with links that lead to pages which say that it is
 * a preview. Throws `validation` with what stops it, and `not_found` for a template that is not the organisation's.
 */
export async function renderFor(
  deps: Pick<Deps, 'db' | 'config'>,
  model: SurveyModel,
  templateId: number,
  { row, language = contactText(model, row, 'language') }: PreviewedRecipient,
): Promise<RenderedMessage> {
  const { db } = deps
  const template = await db
    .selectFrom('template')
    .selectAll()
    .where('id', '=', templateId)
    .where('universe_id', '=', model.universeId)
    .executeTakeFirst()
  if (!template) throw new AppError('not_found', say`The template is no longer there.`)
  const setting = {
    ...{ model, tree: await loadUnitTree(deps, model), origin: configuredAddress(deps.config) },
    secret: await addressSecret(db, model.universeId),
  }
  try {
    const prepared = await PreparedTemplate.make(setting, await withDocuments(db, model.universeId, template))
    return prepared.render({ recipientId: 0, responseId: 0, language, row })
  } catch (error) {
    if (!(error instanceof BrokenTag) && !(error instanceof BrokenTemplate)) throw error
    throw new AppError('validation', error.words, { template: error.words })
  }
}
