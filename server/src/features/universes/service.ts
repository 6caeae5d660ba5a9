import { calendarConfig } from '@gensvar/contract/configuration/calendar'
import { isLocale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type {
  createUniverse as createRoute,
  saveUniverse as saveRoute,
  universeSettings,
} from '@gensvar/contract/universes'
import type { z } from 'zod'
import { ensureAdministratorRole } from '#server/domain/build/role.ts'
import { insertUniverse } from '#server/domain/build/universe.ts'
import type { Ctx } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import { AppError } from '#server/platform/errors.ts'
import { logoOf } from './logo-image.ts'
import { ownUniverse } from './own-universe.ts'
import { raiseModelVersions, readUniverse, saveLanguages, saveLogoRow, saveUniverseRow } from './store.ts'

type UniverseSettings = z.output<typeof universeSettings>
type Languages = Pick<z.output<(typeof createRoute)['body']>, 'locales' | 'defaultLocale'>

/** The organisation of the session. Throws `forbidden` where none is chosen. */
export async function getUniverse(ctx: Ctx): Promise<UniverseSettings> {
  return settingsOf(await readUniverse(ctx.db, ownUniverse(ctx).id))
}

/** Saves the organisation's settings. Throws `validation` at the field, `conflict` for a stale version. */
export async function saveUniverse(
  ctx: Ctx,
  settings: z.output<(typeof saveRoute)['body']>,
): Promise<UniverseSettings> {
  const { id } = ownUniverse(ctx)
  demandOwnLanguage(settings)
  return write(ctx, async (tx) => {
    if (!(await saveUniverseRow(tx, id, { ...settings, title: givenTexts(settings.title) })))
      throw new AppError('conflict', say`Somebody else changed this organisation since you opened it.`, {
        version: say`is out of date`,
      })
    // Time zone and calendar are part of what surveys are compiled to.
    await raiseModelVersions(tx, id)
    const { timeZone, locales, palette, editsDashboards } = settings
    const details = { timeZone, locales, palette, editsDashboards }
    await tx.audit({ action: 'universe.save', object: ownUniverse(ctx).name, details })
    return settingsOf(await readUniverse(tx.db, id))
  })
}

/** Makes an organisation with its administrator role. Throws `conflict` for a name in use. */
export async function createUniverse(
  ctx: Ctx,
  wish: z.output<(typeof createRoute)['body']>,
): Promise<{ name: string }> {
  demandOwnLanguage(wish)
  const { name, timeZone } = wish
  return write(ctx, async (tx) => {
    const id = await insertUniverse(tx.db, { name, title: givenTexts(wish.title), timeZone }).catch(
      (error: unknown) => {
        if (!(error instanceof AppError)) throw error
        throw new AppError('conflict', error.words, { name: say`in use` })
      },
    )
    await saveLanguages(tx, id, wish)
    await ensureAdministratorRole(tx.db, id)
    await tx.audit({ action: 'universe.create', universeId: id, object: name })
    return { name }
  })
}

/** Replaces the logo. `image` is a PNG or JPEG file, base64. Throws `validation` for anything else. */
export async function saveLogo(ctx: Ctx, image: string): Promise<UniverseSettings> {
  const logo = logoOf(Buffer.from(image, 'base64'))
  return storeLogo(ctx, `data:image/png;base64,${logo.toString('base64')}`)
}

/** Removes the logo. */
export function removeLogo(ctx: Ctx): Promise<UniverseSettings> {
  return storeLogo(ctx, null)
}

async function storeLogo(ctx: Ctx, logo: string | null): Promise<UniverseSettings> {
  const { id, name } = ownUniverse(ctx)
  return write(ctx, async (tx) => {
    await saveLogoRow(tx, id, logo)
    await tx.audit({ action: logo === null ? 'universe.logo.remove' : 'universe.logo', object: name })
    return settingsOf(await readUniverse(tx.db, id))
  })
}

function demandOwnLanguage({ locales, defaultLocale }: Languages): void {
  if (!locales.includes(defaultLocale))
    throw new AppError('validation', say`The language for new users must be one of the organisation's.`, {
      defaultLocale: say`must be one of the organisation's languages`,
    })
}

function givenTexts(texts: Partial<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([locale, text]): [string, string][] => {
      const given = text?.trim() ?? ''
      return given === '' ? [] : [[locale, given]]
    }),
  )
}

function settingsOf(row: Awaited<ReturnType<typeof readUniverse>>): UniverseSettings {
  const { branding, locales, defaultLocale, calendar, ...rest } = row
  const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  return {
    ...rest,
    locales: locales.filter(isLocale),
    defaultLocale: isLocale(defaultLocale) ? defaultLocale : 'en',
    branding: { palette: text(branding['palette']), logo: text(branding['logo']) },
    calendar: calendarConfig.parse(calendar ?? {}),
  }
}
