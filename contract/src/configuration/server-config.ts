import { z } from 'zod'
import { localeCode, localText } from '../local-text.ts'
import { severities } from '../severities.ts'
import { imageAddress, linkAddress, logo, webAddress } from '../web-address.ts'
import { timeOfDay } from '../entities/campaigns.ts'
import { extName, periodText, timeZone, variableName } from './names.ts'

const moment = z.iso.datetime({ offset: true, error: 'write a moment as 2026-12-01T06:00:00+01:00' })

/** The bar over every screen, from one moment to another; without them at all times. */
export const systemMessageConfig = z.strictObject({
  text: z.string().min(1),
  texts: z.partialRecord(localeCode, z.string()).default({}),
  backgroundColor: z.string().default('red'),
  textColor: z.string().default('black'),
  icon: z.string().optional(),
  link: linkAddress.optional(),
  severity: z.enum(severities).optional().describe('Picks colours and icon, instead of those above.'),
  from: moment.optional(),
  until: moment.optional(),
  atLogin: z.boolean().default(false).describe('Shown before sign-in, too.'),
})

/** When the server backs itself up. */
export const backupConfig = z.strictObject({
  at: timeOfDay.default('02:30'),
  timeZone: timeZone.default('UTC'),
  keep: z.int().min(1).max(365).default(7).describe('How many backups are kept.'),
  proof: z.boolean().default(true).describe('Restores each into a database of its own, and compares all rows.'),
})

const overviewIndicator = z.strictObject({
  universe: extName,
  survey: extName,
  indicator: variableName,
})

/** The screen of figures from several universes, shown where a user chooses one. */
export const globalOverviewConfig = z.strictObject({
  welcomeText: localText.optional(),
  clickText: localText.optional(),
  timeFilters: z.array(z.strictObject({ extName: periodText, title: localText })).default([]),
  indicatorBlocks: z
    .array(
      z.strictObject({
        title: localText,
        host: z.string().optional(),
        groups: z
          .array(z.strictObject({ title: localText, variables: z.array(overviewIndicator).default([]) }))
          .default([]),
      }),
    )
    .default([]),
})

/** Settings of the server that are no secret; secrets come from the environment alone. */
export const serverConfig = z.strictObject({
  domain: z.string().min(1).default('localhost'),
  language: localeCode.default('en').describe('Picks the welcome texts.'),
  identityProvider: z
    .strictObject({
      mode: z.enum(['embedded', 'keycloak']).default('embedded'),
      url: webAddress.optional(),
      realm: z.string().min(1).default('gensvar'),
      clientId: z.string().min(1).default('gensvar-web'),
    })
    .prefault({}),
  realms: z
    .array(
      z.strictObject({ domain: z.string().min(1), realm: z.string().min(1), clientId: z.string().min(1).optional() }),
    )
    .default([])
    .describe(
      'Realms of the configured Keycloak for users of a domain; all others sign in to the realm of the server.',
    ),
  systemLogoURL: imageAddress.default('/new/logo.svg'),
  supportDeskURL: linkAddress.optional(),
  systemMessage: systemMessageConfig.optional(),
  upgrade: z.strictObject({ reopens: moment }).optional(),
  forward: z
    .strictObject({
      vgs: z.strictObject({ universes: z.array(extName).default([]), oldData: webAddress.optional() }).optional(),
      finland: z.strictObject({ universes: z.array(extName).default([]), address: webAddress.optional() }).optional(),
    })
    .prefault({}),
  globalOverview: globalOverviewConfig.optional(),
  backup: backupConfig.optional().describe('When the server backs itself up; never without it.'),
  egress: z
    .strictObject({ allow: z.array(z.string().min(1)).default([]) })
    .prefault({})
    .describe('Hosts the server itself may call; everything else is refused.'),
})

/** The server's settings with every default filled in. */
export type ServerConfig = z.output<typeof serverConfig>

/** A universe: a tenant with its languages, time zone and looks. */
export const universeConfig = z.strictObject({
  name: extName,
  title: localText.optional(),
  locales: z.array(localeCode).min(1).default(['en']),
  defaultLocale: localeCode.default('en'),
  timeZone: timeZone.default('UTC'),
  sheetKey: z.string().default(''),
  branding: z.strictObject({ logo: logo.optional(), palette: z.string().optional() }).prefault({}),
})

/** The settings document: the server's part and, where wanted, a universe. */
export const settingsDocument = z.strictObject({
  server: serverConfig.prefault({}),
  universe: universeConfig.optional(),
})
