import { z } from 'zod'
import { defineRoute } from './define-route.ts'
import { nameParam } from './request-texts.ts'
import { localeTag, mailDesign } from './templates.ts'

/** Largest file of an image, in bytes. */
export const maxImageBytes = 700_000

const noQuery = z.object({})
const ofSurvey = z.object({ survey: nameParam })

/** A text that is filled in for each recipient. */
export const mergeTag = z.object({
  /** As it is written between the braces. */
  name: z.string(),
  title: z.string(),
  group: z.string(),
  /** Whether it is an address that a link leads to. */
  isLink: z.boolean(),
  example: z.string(),
})

/** A text that is filled in for each recipient. */
export type MergeTag = z.infer<typeof mergeTag>

/** Texts that can be filled into messages of a survey. */
export const listMergeTags = defineRoute({
  id: 'listMergeTags',
  summary: 'Merge tags',
  method: 'GET',
  path: '/rest/mails/editor/mergetags/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: z.undefined(),
  response: z.object({ tags: z.array(mergeTag) }),
})

/** A part of a mail that is inserted in the editor. */
export const mailBlock = z.object({ name: z.string(), title: z.string(), mjml: z.string() })

/** A part of a mail that is inserted in the editor. */
export type MailBlock = z.infer<typeof mailBlock>

/** What the editor of mails offers: blocks in a language, and senders of the survey. */
export const getEditorOptions = defineRoute({
  id: 'getEditorOptions',
  summary: 'Options of the editor of e-mails',
  method: 'GET',
  path: '/rest/mails/editor/editoroptions/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: z.object({ locale: localeTag }),
  body: z.undefined(),
  response: z.object({
    blocks: z.array(mailBlock),
    fromEmails: z.array(z.string()),
    fromName: z.string(),
    /** Address of the caller, which tests are sent to. */
    ownEmail: z.string(),
    /** Whom text messages of this server are usually from; empty for nobody. */
    smsSender: z.string(),
    maxImageBytes: z.int(),
  }),
})

/** A mail to start from. */
export const startTemplate = z.object({
  name: z.string(),
  title: z.string(),
  subject: z.string(),
  design: mailDesign,
})

/** A mail to start from. */
export type StartTemplate = z.infer<typeof startTemplate>

/** Mails to start from, in a language. */
export const listStartTemplates = defineRoute({
  id: 'listStartTemplates',
  summary: 'E-mails to start from',
  method: 'GET',
  path: '/rest/mails/editor/templates/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: z.object({ locale: localeTag }),
  body: z.undefined(),
  response: z.object({ templates: z.array(startTemplate) }),
})

/** An image of the library. */
export const libraryImage = z.object({
  id: z.int(),
  name: z.string(),
  /** Path on this server, open to whoever knows it: recipients load it. */
  path: z.string(),
  width: z.int(),
  height: z.int(),
  /** In bytes. */
  size: z.int(),
})

/** An image of the library. */
export type LibraryImage = z.infer<typeof libraryImage>

/** Images that mails of the organisation can show, the newest first. */
export const listImages = defineRoute({
  id: 'listImages',
  summary: 'Images of mails',
  method: 'GET',
  path: '/rest/mails/editor/images/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: z.undefined(),
  response: z.object({ images: z.array(libraryImage) }),
})

/**
 * Adds an image to the library: it is read, scaled down where it is large and stored anew from its pixels. Errors:
 * `validation` for what is no PNG or JPEG image.
 */
export const uploadImage = defineRoute({
  id: 'uploadImage',
  summary: 'Upload an image',
  method: 'POST',
  path: '/rest/mails/editor/uploadfile/{survey}',
  permission: 'survey-admin',
  params: ofSurvey,
  query: noQuery,
  body: z.object({
    name: z.string().trim().min(1).max(200),
    image: z
      .base64()
      .min(1)
      .max(Math.ceil(maxImageBytes / 3) * 4),
  }),
  response: libraryImage,
})

/** Deletes an image. Errors: `conflict` where a template shows it. */
export const removeImage = defineRoute({
  id: 'removeImage',
  summary: 'Delete an image',
  method: 'DELETE',
  path: '/rest/mails/editor/images/{survey}/{imageId}',
  permission: 'survey-admin',
  params: ofSurvey.extend({ imageId: z.coerce.number().int().min(0).max(2_147_483_647) }),
  query: noQuery,
  body: z.undefined(),
  response: z.object({ ok: z.literal(true) }),
})
