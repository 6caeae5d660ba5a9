import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { getLetterHelp, getLetterTemplate, renderLetterTemplate } from '@gensvar/contract/letters'
import { getEditorOptions, listImages, listMergeTags, listStartTemplates } from '@gensvar/contract/template-editor'
import {
  getSmsTemplate,
  getTemplate,
  listTemplateLocales,
  listTemplateTags,
  previewMail,
  previewSms,
} from '@gensvar/contract/templates'
import type { MailDesign } from '@gensvar/contract/templates'
import { call } from '#web/api.ts'

/** What is fetched of templates begins with it. */
export const templatesKey = ['templates']

/** A mail's template; id 0 is a new one. */
export const mailQuery = (survey: string, templateId: number) =>
  queryOptions({
    queryKey: [...templatesKey, 'mail', survey, templateId],
    queryFn: ({ signal }) => call(getTemplate, { params: { survey, templateId } }, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })

/** Templates of text alone: text messages, and what calls begin with. */
export type TextKind = 'SMS' | 'PHONE'

/** The template of a text message or a call; id 0 is a new one of a kind. */
export const smsQuery = (survey: string, templateId: number, sendingType: TextKind) =>
  queryOptions({
    queryKey: [...templatesKey, 'sms', survey, templateId, templateId === 0 ? sendingType : ''],
    queryFn: ({ signal }) =>
      call(getSmsTemplate, { params: { survey, templateId }, query: { sendingType } }, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })

/** A letter's template; id 0 is a new one. */
export const letterTemplateQuery = (survey: string, templateId: number) =>
  queryOptions({
    queryKey: [...templatesKey, 'letter', survey, templateId],
    queryFn: ({ signal }) => call(getLetterTemplate, { params: { survey, templateId } }, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })

/** A document of a letter, filled with examples, as PDF. */
export const letterQuery = (survey: string, document: string, language: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'letter-pdf', survey, document, language],
    queryFn: ({ signal }) =>
      call(renderLetterTemplate, { params: { survey, templateId: 0 }, query: { document, language } }, { signal }),
    gcTime: 60_000,
    meta: { quiet: true },
  })

/** What letters can be filled with at a place. */
export const letterHelpQuery = (survey: string, drillPath: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'letter-help', survey, drillPath],
    queryFn: ({ signal }) => call(getLetterHelp, { params: { survey, drillPath } }, { signal }),
    meta: { quiet: true },
  })

/** Languages that templates can be in. */
export const localesQuery = (survey: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'locales', survey],
    queryFn: ({ signal }) => call(listTemplateLocales, { params: { survey } }, { signal }),
  })

/** Tags that templates have. */
export const tagsQuery = (survey: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'tags', survey],
    queryFn: ({ signal }) => call(listTemplateTags, { params: { survey } }, { signal }),
  })

/** Texts that can be filled in. */
export const mergeTagsQuery = (survey: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'mergetags', survey],
    queryFn: ({ signal }) => call(listMergeTags, { params: { survey } }, { signal }),
  })

/** Blocks in the language of a mail, and senders. */
export const optionsQuery = (survey: string, locale: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'options', survey, locale],
    queryFn: ({ signal }) => call(getEditorOptions, { params: { survey }, query: { locale } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Mails to start from, in a language. */
export const startsQuery = (survey: string, locale: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'starts', survey, locale],
    queryFn: ({ signal }) => call(listStartTemplates, { params: { survey }, query: { locale } }, { signal }),
    placeholderData: keepPreviousData,
  })

/** Images of the library. */
export const imagesQuery = (survey: string) =>
  queryOptions({
    queryKey: [...templatesKey, 'images', survey],
    queryFn: ({ signal }) => call(listImages, { params: { survey } }, { signal }),
    meta: { quiet: true },
  })

/** What a mail looks like, and what is wrong with it. */
export const previewQuery = (survey: string, body: { design: MailDesign; subject: string; locale: string }) =>
  queryOptions({
    queryKey: [...templatesKey, 'preview', survey, body],
    queryFn: ({ signal }) => call(previewMail, { params: { survey }, body }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
    meta: { quiet: true },
  })

/** What a text message looks like, and what is wrong with it. */
export const smsPreviewQuery = (survey: string, body: { contents: string; subject: string; locale: string }) =>
  queryOptions({
    queryKey: [...templatesKey, 'smspreview', survey, body],
    queryFn: ({ signal }) => call(previewSms, { params: { survey }, body }, { signal }),
    placeholderData: keepPreviousData,
    gcTime: 10_000,
    meta: { quiet: true },
  })
