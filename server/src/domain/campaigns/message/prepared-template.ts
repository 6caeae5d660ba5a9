import { isLocale } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import type { CaseRow } from '#server/domain/cases/case-query.ts'
import { fillLetter } from '#server/domain/letters/compile-letter.ts'
import { fillMail } from '#server/domain/messages/compile-mail.ts'
import { compileTemplate, fillText } from '#server/domain/messages/compile-template.ts'
import type { CompiledTemplate, TemplateSource } from '#server/domain/messages/compile-template.ts'
import { baseLanguage } from '#server/domain/messages/recipient-language.ts'
import { placeTitles, recipientValues } from '#server/domain/messages/recipient-values.ts'
import { letterTagsOf, tagsOf } from '#server/domain/messages/tag-list.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { UnitTree } from '#server/domain/survey/unit-tree.ts'
import { linksOf, shortLinksOf, trackedHtml, trackedText } from '../tracking/links.ts'

/** A message to one person; a text message has no HTML and may have no subject. */
export interface RenderedMessage {
  subject: string
  html: string
  text: string
  /** Where its recipient ends such messages. */
  unsubscribe: string
  /** The document to print, of a letter. */
  letter?: string
}

/** Whom a message is for. In previews and tests `recipientId` is 0: its links lead to pages that say so. */
export interface MessageRecipient {
  recipientId: number
  responseId: number
  /** A language tag, as their data has it; empty for the template's own. */
  language: string
  row: Pick<CaseRow, 'answers' | 'contact' | 'unitIds'>
}

/** What messages of a survey are made with. */
export interface MessageSetting {
  model: SurveyModel
  tree: UnitTree
  /** The organisation's, from `addressSecret`. */
  secret: Buffer
  /** Address users and recipients open. */
  origin: string
}

/** A template as it is stored, with what names its version; of a letter with its documents (`withDocuments`). */
export type StoredTemplate = TemplateSource & { id: number; version: number }

/** A template that is filled for each recipient of a survey. */
export class PreparedTemplate {
  private readonly setting: MessageSetting
  private readonly compiled: CompiledTemplate
  private readonly locale: Locale

  private constructor(setting: MessageSetting, compiled: CompiledTemplate, locale: Locale) {
    this.setting = setting
    this.compiled = compiled
    this.locale = locale
  }

  /**
   * Compiles a template once for all of its recipients; it is compiled again when it, the survey or the address changed.
   * Throws `BrokenTemplate`, which names what is wrong in which language.
   */
  static async make(setting: MessageSetting, template: StoredTemplate): Promise<PreparedTemplate> {
    const { model, origin, secret } = setting
    // The secret tells organisations apart, also those of different databases.
    const key = [secret.toString('base64'), template.id, template.version, model.id, model.version, origin].join('/')
    // Letters can be large: they are kept by whoever sends them, not here.
    const isKept = template.id !== 0 && template.sending_type !== 'LETTER'
    const compiled = !isKept ? compile(setting, template) : kept(key, () => compile(setting, template))
    const locale = baseLanguage(template.locale)
    return new PreparedTemplate(setting, await compiled, isLocale(locale) ? locale : 'en')
  }

  /** The message to one recipient, as previews show it and as it is sent. Throws `BrokenTag`, which names what stops it. */
  render({ recipientId, responseId, language, row }: MessageRecipient): RenderedMessage {
    const { compiled, setting } = this
    const { model, tree, secret, origin } = setting
    const own = baseLanguage(language)
    const locale = isLocale(own) ? own : this.locale
    const unitTitles = placeTitles(model, tree, row.unitIds, locale)
    if (compiled.kind === 'TEXT') {
      const short = shortLinksOf(secret, model.universeId, { recipientId, responseId }, origin)
      const values = recipientValues(model, row, { links: short, unitTitles, locale })
      return { ...fillText(compiled.inLanguage(language), values), html: '', unsubscribe: short.unsubscribe }
    }
    const links = linksOf(
      secret,
      model.universeId,
      { recipientId, responseId },
      origin,
      model.config.campaigns.answerUrl,
    )
    const { unsubscribe } = links
    const values = recipientValues(model, row, { links, unitTitles, locale })
    if (compiled.kind === 'LETTER')
      return { subject: '', html: '', text: '', unsubscribe, letter: fillLetter(compiled.inLanguage(language), values) }
    const { subject, html, text } = fillMail(compiled.inLanguage(language), values)
    return { subject, html: trackedHtml(html, links), text: trackedText(text, links), unsubscribe }
  }
}

function compile({ model, origin }: MessageSetting, template: StoredTemplate): Promise<CompiledTemplate> {
  const tags = template.sending_type === 'LETTER' ? letterTagsOf : tagsOf
  const known = new Set(tags(model, { origin, locale: 'en' }).map(({ name }) => name))
  return compileTemplate(template, { origin, known })
}

/** Compiled templates that are kept, the last used ones. */
const mostKept = 50
const compiledTemplates = new Map<string, Promise<CompiledTemplate>>()

function kept(key: string, make: () => Promise<CompiledTemplate>): Promise<CompiledTemplate> {
  const found = compiledTemplates.get(key) ?? make()
  compiledTemplates.delete(key)
  compiledTemplates.set(key, found)
  found.catch(() => compiledTemplates.delete(key))
  for (const old of compiledTemplates.keys()) {
    if (compiledTemplates.size <= mostKept) break
    compiledTemplates.delete(old)
  }
  return found
}
