import { z } from 'zod'
import { sendingTypes } from '../configuration/campaigns.ts'
import { defineEntity } from './entity.ts'

/** Kinds of message that have a template of their own in the list. */
const templateSendingType = z.enum(sendingTypes)

/** A message in a further language. */
export const templateLanguage = z.object({
  locale: z.string(),
  subject: z.string(),
  /** As those of the template. */
  code: z.string(),
  design: z.string(),
  contents: z.string(),
})

/** A message template; a system one is read-only for all but root. */
export const template = z.object({
  /** 0 until it is saved. */
  id: z.number().int().min(0),
  name: z.string().min(1),
  extname: z.string(),
  system: z.boolean(),
  /** Main language of the message; more than the product's own are offered. */
  locale: z.string(),
  tags: z.array(z.string()),
  subject: z.string(),
  /** The HTML of an e-mail. */
  code: z.string(),
  /** The e-mail's design as JSON; for the others the contents or a file name. */
  design: z.string(),
  contents: z.string(),
  /** Its further languages: recipients get theirs, or else the main one. */
  languages: z.array(templateLanguage),
  label: z.string(),
  fromName: z.string().nullable(),
  fromEmail: z.string().nullable(),
  sendingType: templateSendingType,
})

/** A row of the template list. */
export const templateRow = z.object({
  id: z.number().int(),
  name: z.string(),
  subject: z.string(),
  sendingType: templateSendingType,
  labels: z.array(z.string()),
})

/** What a letter can be filled with. */
export const letterHelpData = z.object({
  variableRows: z.array(z.object({ group: z.string(), name: z.string(), variable: z.string(), value: z.string() })),
})

/** A valid row of the template list, for the examples of everything that holds one. */
export const templateRowExample: z.infer<typeof templateRow> = {
  id: 2,
  name: 'Invitation',
  subject: 'How was your visit?',
  sendingType: 'EMAIL',
  labels: ['invitation'],
}

/** Template entities with their examples. */
export const templateEntities = {
  Template: defineEntity(template, {
    id: 2,
    name: 'Invitation',
    extname: 'invitation',
    system: false,
    locale: 'sv',
    tags: ['invitation'],
    subject: 'How was your visit?',
    code: '<p>Hello</p>',
    design: '{}',
    contents: '',
    languages: [{ locale: 'fi', subject: 'Millainen käyntisi oli?', code: '<p>Hei</p>', design: '{}', contents: '' }],
    label: 'Invitation',
    fromName: 'Example',
    fromEmail: 'hello@example.org',
    sendingType: 'EMAIL',
  }),
  TemplateRow: defineEntity(templateRow, templateRowExample),
  LetterHelpData: defineEntity(letterHelpData, {
    variableRows: [{ group: 'Customer', name: 'Name', variable: 'customer', value: 'Eva Lind' }],
  }),
}
