import { z } from 'zod'
import { calendarConfig } from './configuration/calendar.ts'
import { extName, timeZone } from './configuration/names.ts'
import { defineRoute } from './define-route.ts'
import { universe } from './entities/universes.ts'
import { localeCode, locales } from './local-text.ts'

/** Largest file of a logo, in bytes. */
export const maxLogoBytes = 500_000

const nothing = z.object({})

const titles = z
  .partialRecord(localeCode, z.string().max(200))
  .refine((texts) => Object.values(texts).some((text) => text.trim() !== ''), 'a name is needed')

/** A named accent (`teal`), or a colour such as `#0b7285`. */
const palette = z
  .string()
  .max(10)
  .regex(/^([a-z]{3,10}|#[0-9a-f]{6})$/i, 'write the name of an accent, or a colour such as #0b7285')

const languages = {
  locales: z.array(localeCode).min(1, 'at least one language is needed').max(locales.length),
  defaultLocale: localeCode,
  timeZone: timeZone.max(80),
}

/** An organisation with all its settings. */
export const universeSettings = universe.extend({
  timeZone: z.string(),
  host: z.string(),
  branding: z.object({
    palette: z.string().nullable(),
    /** Address of the logo, which may be a `data:` address; null for none. */
    logo: z.string().nullable(),
  }),
  /** Working days and hours of surveys that have none of their own. */
  calendar: calendarConfig,
  /** Whether administrators of the organisation may edit its dashboards. */
  editsDashboards: z.boolean(),
  version: z.number().int(),
})

/** The organisation of the session. */
export const getUniverse = defineRoute({
  id: 'getUniverse',
  summary: 'Settings of the organisation',
  method: 'GET',
  path: '/rest/universes/universe',
  permission: 'root',
  params: nothing,
  query: nothing,
  body: z.undefined(),
  response: universeSettings,
})

/**
 * Saves the settings of the session's organisation. Its name stays. Errors: `validation` at the field, `conflict` for a
 * stale version.
 */
export const saveUniverse = defineRoute({
  id: 'saveUniverse',
  summary: 'Save the settings of the organisation',
  method: 'POST',
  path: '/rest/universes/universe',
  permission: 'root',
  params: nothing,
  query: nothing,
  body: z.object({
    title: titles,
    ...languages,
    sheetKey: z.string().trim().max(200),
    host: z.string().trim().max(253),
    palette: palette.nullable(),
    calendar: calendarConfig,
    editsDashboards: z.boolean(),
    version: z.int32(),
  }),
  response: universeSettings,
})

/** Makes an organisation, with the role `administrator`. Errors: `conflict` for a name in use. */
export const createUniverse = defineRoute({
  id: 'createUniverse',
  summary: 'Make an organisation',
  method: 'POST',
  path: '/rest/universes/create',
  permission: 'root',
  params: nothing,
  query: nothing,
  body: z.object({ name: extName, title: titles, ...languages }),
  response: z.object({ name: z.string() }),
})

/**
 * Replaces the logo of the session's organisation by a PNG or JPEG image, which is read, scaled down where it is large,
 * and stored as a PNG. Errors: `validation` for what is no such image.
 */
export const saveLogo = defineRoute({
  id: 'saveLogo',
  summary: 'Replace the logo of the organisation',
  method: 'POST',
  path: '/rest/universes/logo',
  permission: 'root',
  params: nothing,
  query: nothing,
  body: z.object({
    image: z
      .base64()
      .min(1)
      .max(Math.ceil(maxLogoBytes / 3) * 4),
  }),
  response: universeSettings,
})

/** Removes the logo of the session's organisation. */
export const removeLogo = defineRoute({
  id: 'removeLogo',
  summary: 'Remove the logo of the organisation',
  method: 'DELETE',
  path: '/rest/universes/logo',
  permission: 'root',
  params: nothing,
  query: nothing,
  body: z.undefined(),
  response: universeSettings,
})
