import { z } from 'zod'
import { severities } from '../severities.ts'
import { localeCode, localText } from '../local-text.ts'
import { defineEntity } from './entity.ts'

/** The bar over every screen: `texts` by language, `text` for the others. */
export const systemMessage = z.object({
  text: z.string(),
  texts: z.partialRecord(localeCode, z.string()),
  backgroundColor: z.string().default('red'),
  textColor: z.string().default('black'),
  link: z.string().nullable(),
  icon: z.string().nullable(),
  /** Picks colours and icon instead of those above; null for these. */
  severity: z.enum(severities).nullable().default(null),
})

/** An announcement in the dialog over a page. */
export const announcement = z.object({
  extName: z.string(),
  actionText: localText,
  bodyText: localText,
})

/** A failure, how often it happened, to whom last, and when (ISO moment). */
export const bug = z.object({
  count: z.number().int().min(1),
  message: z.string(),
  user: z.string(),
  datetime: z.iso.datetime({ offset: true }),
})

/** Where users get help; null leaves the line out. */
export const supportInfo = z.object({
  faq: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  hours: localText.nullable(),
})

/** A universe's looks. */
export const brandingInfo = z.object({
  logo: z.string().nullable(),
  palette: z.string().nullable(),
})

/** What a browser needs before anybody has signed in. */
export const clientConfig = z.object({
  identityProvider: z.object({
    mode: z.enum(['embedded', 'keycloak']),
    url: z.string(),
    realm: z.string(),
    clientId: z.string(),
  }),
  systemLogoURL: z.string(),
  supportDeskURL: z.string().nullable(),
  /** Language of the server: picks the welcome texts. */
  language: localeCode,
  /** The message to everybody, where it is shown before sign-in, too. */
  systemMessage: systemMessage.nullable(),
  /** An upgrade in progress with the moment the server opens again; null where none is. */
  upgrade: z.object({ reopens: z.iso.datetime({ offset: true }) }).nullable(),
  /** Where dashboards have moved: the old data of the one of `/vgs`, the login address of those of `/finland`. */
  forward: z.object({ oldData: z.string().nullable(), finland: z.string().nullable() }),
})

/** What a browser needs before anybody has signed in. */
export type ClientConfig = z.infer<typeof clientConfig>

/** Entities of the frame around the pages, with their examples. */
export const shellEntities = {
  SystemMessage: defineEntity(systemMessage, {
    text: 'Maintenance on Sunday',
    texts: { sv: 'Underhåll på söndag' },
    backgroundColor: 'red',
    textColor: 'black',
    link: 'https://example.org/status',
    icon: 'tools',
    severity: null,
  }),
  Announcement: defineEntity(announcement, {
    extName: 'autumn',
    actionText: { en: 'Open' },
    bodyText: { en: 'Tell us what you miss' },
  }),
  Bug: defineEntity(bug, {
    count: 3,
    message: 'The ranking could not be read',
    user: 'anna@example.org',
    datetime: '2026-03-02T08:15:00Z',
  }),
  SupportInfo: defineEntity(supportInfo, {
    faq: 'https://example.org/faq',
    email: 'support@example.org',
    phone: '+46 8 000 00 00',
    hours: { en: 'Weekdays 9-17' },
  }),
  BrandingInfo: defineEntity(brandingInfo, { logo: 'retail_square.png', palette: 'teal' }),
  ClientConfig: defineEntity(clientConfig, {
    identityProvider: { mode: 'embedded', url: 'http://localhost:8080', realm: 'gensvar', clientId: 'gensvar-web' },
    systemLogoURL: '/new/logo.svg',
    supportDeskURL: 'https://example.org/support',
    language: 'sv',
    systemMessage: null,
    upgrade: { reopens: '2026-12-01T06:00:00+01:00' },
    forward: { oldData: 'https://example.org/old', finland: 'https://login.example.fi' },
  }),
}
