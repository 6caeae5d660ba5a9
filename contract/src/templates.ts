import { z } from 'zod'
import { extName } from './configuration/names.ts'
import { defineRoute } from './define-route.ts'
import { template, templateRow } from './entities/templates.ts'
import { nameParam } from './request-texts.ts'

/** Most templates of an organisation. */
export const maxTemplates = 2000

/** Most characters of a mail's design, and of a text message. */
export const maxDesignLength = 300_000
export const maxSmsLength = 2000

/** Most parts of a text message: more are sent to nobody. */
export const maxSmsParts = 20

/** Most further languages of a template. */
export const maxLanguages = 20

const noQuery = z.object({})
const ok = z.object({ ok: z.literal(true) })
const ofSurvey = z.object({ survey: nameParam })
const id = z.coerce.number().int().min(0).max(2_147_483_647)
const ofTemplate = ofSurvey.extend({ templateId: id })

/** A language of a message: more than the product's own are offered. */
export const localeTag = z
  .string()
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'choose a language')
  .max(20)

/** The design of a mail as its template stores it, as JSON. */
export const mailDesign = z.object({
  mjml: z.string().max(maxDesignLength),
  /** What mail programs show beside the subject. */
  preheader: z.string().max(500),
})

/** The design of a mail. */
export type MailDesign = z.infer<typeof mailDesign>

/** A template with the version that a save names. */
export const storedTemplate = template.extend({
  /** Empty until it is saved. */
  name: z.string(),
  version: z.int(),
  /** Whether the caller may change it. */
  canEdit: z.boolean(),
})

/** A template with its version. */
export type StoredTemplate = z.infer<typeof storedTemplate>

const messageSubject = z.string().max(500)

/** The fields that a save sends of a template, whatever its kind. */
export const templateFields = {
  /** Not empty, which the server says in its own words. */
  name: z.string().trim().max(200),
  /** For root alone; what others send is not stored. */
  extname: z.union([z.literal(''), extName]).default(''),
  system: z.boolean().default(false),
  locale: localeTag,
  tags: z.array(z.string().trim().min(1).max(60)).max(20),
  subject: messageSubject,
}

/** The same mail in further languages. */
const mailLanguages = z
  .array(z.object({ locale: localeTag, subject: messageSubject, design: mailDesign }))
  .max(maxLanguages)

const mailBody = z.object({
  ...templateFields,
  design: mailDesign,
  languages: mailLanguages.default([]),
  fromName: z.string().trim().max(120).nullable(),
  fromEmail: z.union([z.literal(''), z.email('Invalid Email address').max(320)]).nullable(),
})

const smsContents = z.string().trim().max(maxSmsLength)

/** The same text message in further languages. */
const smsLanguages = z
  .array(z.object({ locale: localeTag, subject: messageSubject, contents: smsContents }))
  .max(maxLanguages)

const smsBody = z.object({
  ...templateFields,
  /** Not empty either. */
  contents: smsContents,
  languages: smsLanguages.default([]),
})

/** What an update names besides. */
export const templateVersion = { id: z.int().min(1).max(2_147_483_647), version: z.int().min(0).max(2_147_483_647) }

/** Address that a test mail is sent to while saving, and its language. */
const testMail = z.object({
  testmail: z
    .string()
    .trim()
    .regex(/^[^\s@<>]+@[^\s@<>]+$/, 'Invalid Email address')
    .max(320)
    .optional(),
  /** Language of the test; the main one where it is left out. */
  testlanguage: localeTag.optional(),
})

/** What is wrong with a message, where it is shown. */
export const messageProblem = z.object({
  part: z.enum(['mjml', 'subject', 'preheader', 'contents']),
  /** From 1; null for the whole part. */
  line: z.int().nullable(),
  /** Such a message cannot be saved or sent; the others are advice. */
  isError: z.boolean(),
  text: z.string(),
})

/** What is wrong with a message. */
export type MessageProblem = z.infer<typeof messageProblem>

const saved = z.object({ template: storedTemplate, tested: z.boolean() })

/** Templates of the survey's organisation: of all kinds, or of one. */
export const listTemplates = defineRoute({
  id: 'listTemplates',
  summary: 'Message templates',
  method: 'GET',
  path: '/rest/mails/templates/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: z.object({
    sendingType: z.enum(['EMAIL', 'SMS', 'LETTER', 'PHONE']).optional(),
    /** Name of a mail action: its own template comes first. */
    mailAction: nameParam.optional(),
  }),
  body: z.undefined(),
  response: z.object({ templates: z.array(templateRow) }),
})

/** A mail's template; id 0 is what a new one begins with. */
export const getTemplate = defineRoute({
  id: 'getTemplate',
  summary: 'A template of an e-mail',
  method: 'GET',
  path: '/rest/mails/template/{survey}/{templateId}',
  permission: 'survey-admin',
  params: ofTemplate,
  query: z.object({ mailAction: nameParam.optional() }),
  body: z.undefined(),
  response: storedTemplate,
})

/** Languages that a template can be in, the organisation's first. */
export const listTemplateLocales = defineRoute({
  id: 'listTemplateLocales',
  summary: 'Languages of templates',
  method: 'GET',
  path: '/rest/mails/locales/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: z.undefined(),
  response: z.object({ locales: z.array(z.object({ value: z.string(), text: z.string() })) }),
})

/** Tags that templates of the organisation have. */
export const listTemplateTags = defineRoute({
  id: 'listTemplateTags',
  summary: 'Tags of templates',
  method: 'GET',
  path: '/rest/mails/templatetags/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: z.undefined(),
  response: z.object({ tags: z.array(z.string()) }),
})

/**
 * Adds a mail's template, and sends a test where an address is given. Errors: `validation` at the field, `conflict` at
 * `name` for one in use.
 */
export const createTemplate = defineRoute({
  id: 'createTemplate',
  summary: 'Create a template of an e-mail',
  method: 'POST',
  path: '/rest/mails/template/create/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: testMail,
  body: mailBody,
  response: saved,
})

/** Saves a mail's template, as `createTemplate` does. Errors besides: `conflict` at `version`, `forbidden` for a system one. */
export const updateTemplate = defineRoute({
  id: 'updateTemplate',
  summary: 'Save a template of an e-mail',
  method: 'PUT',
  path: '/rest/mails/template/update/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: testMail,
  body: mailBody.extend({ ...templateVersion, languages: mailLanguages }),
  response: saved,
})

/** Deletes a mail's template: by a GET, as the specification has it. Asking for its headers alone (HEAD) deletes nothing. */
export const removeTemplate = defineRoute({
  id: 'removeTemplate',
  summary: 'Delete a template of an e-mail',
  method: 'GET',
  path: '/rest/mails/template/delete/{survey}/{templateId}',
  permission: 'survey-admin',
  params: ofTemplate,
  query: noQuery,
  body: z.undefined(),
  response: ok,
})

/** A mail as recipients would get it, filled with examples, and what is wrong with it. Nothing is stored. */
export const previewMail = defineRoute({
  id: 'previewMail',
  summary: 'Preview of an e-mail',
  method: 'POST',
  path: '/rest/mails/template/preview/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: z.object({ design: mailDesign, subject: z.string().max(500), locale: localeTag }),
  response: z.object({
    /** Null where an error keeps it from being made. */
    mail: z.object({ subject: z.string(), html: z.string(), text: z.string() }).nullable(),
    problems: z.array(messageProblem),
  }),
})

/** Templates of text alone: what a text message says, and what a phone call begins with. */
const textKind = z.enum(['SMS', 'PHONE']).default('SMS')

/** A text message's or a call's template; id 0 is what a new one of a kind begins with. */
export const getSmsTemplate = defineRoute({
  id: 'getSmsTemplate',
  summary: 'A template of a text message',
  method: 'GET',
  path: '/rest/sms/template/{survey}/{templateId}',
  permission: 'survey-admin',
  params: ofTemplate,
  query: z.object({ sendingType: textKind }),
  body: z.undefined(),
  response: storedTemplate,
})

/**
 * Adds the template of a text message or a call; the header `x-survey` names the survey whose merge tags it has. Errors: `validation` at the
 * field, `conflict` at `name` for one in use.
 */
export const createSmsTemplate = defineRoute({
  id: 'createSmsTemplate',
  summary: 'Create a template of a text message (of the survey in the header x-survey)',
  method: 'POST',
  path: '/rest/sms/template/create',
  permission: 'survey-admin',
  params: noQuery,
  query: noQuery,
  body: smsBody.extend({ sendingType: textKind }),
  response: z.object({ template: storedTemplate }),
})

/** Saves the template of a text message or a call. Errors besides: `conflict` at `version`, `forbidden` for a system one. */
export const updateSmsTemplate = defineRoute({
  id: 'updateSmsTemplate',
  summary: 'Save a template of a text message (of the survey in the header x-survey)',
  method: 'PUT',
  path: '/rest/sms/template/update',
  permission: 'survey-admin',
  params: noQuery,
  query: noQuery,
  body: smsBody.extend({ ...templateVersion, languages: smsLanguages }),
  response: z.object({ template: storedTemplate }),
})

/** Deletes the template of a text message or a call. */
export const removeSmsTemplate = defineRoute({
  id: 'removeSmsTemplate',
  summary: 'Delete a template of a text message',
  method: 'DELETE',
  path: '/rest/sms/template/{survey}/{templateId}',
  permission: 'survey-admin',
  params: ofTemplate,
  query: noQuery,
  body: z.undefined(),
  response: ok,
})

/** A text message as recipients would get it, filled with examples, and what is wrong with it. Nothing is stored. */
export const previewSms = defineRoute({
  id: 'previewSms',
  summary: 'Preview of a text message',
  method: 'POST',
  path: '/rest/sms/template/preview/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: z.object({ contents: smsContents, subject: messageSubject, locale: localeTag }),
  response: z.object({
    /** Null where an error keeps it from being made. */
    text: z.string().nullable(),
    problems: z.array(messageProblem),
  }),
})

/** Sends a text message, filled with examples, to a phone. Errors: `validation` at the field, `unavailable`, `too_many`. */
export const testSms = defineRoute({
  id: 'testSms',
  summary: 'Send a test of a text message',
  method: 'POST',
  path: '/rest/sms/template/testsms/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: z.object({
    /** Where it goes. */
    phoneNumber: z.string().trim().max(60),
    contents: smsContents,
    /** Number or name that it is from; that of the server where it is left out. */
    sender: z.string().trim().max(60).optional(),
    /** Language of the examples. */
    locale: localeTag.default('en'),
  }),
  response: z.object({
    ok: z.literal(true),
    /** It was not sent, because nothing is set up to send it: root can read it. */
    isOutbox: z.boolean(),
    /** Where it went, as messages are sent to it. */
    phoneNumber: z.string(),
    /** How many parts it had. */
    parts: z.int(),
  }),
})
