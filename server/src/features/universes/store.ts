import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { z } from 'zod'
import type { saveUniverse } from '@gensvar/contract/universes'
import type { WriteTx } from '#server/domain/write.ts'
import type { Database } from '#server/platform/db-types.ts'

type Settings = z.output<(typeof saveUniverse)['body']>

/** An organisation as it is stored. */
export function readUniverse(db: Kysely<Database>, universeId: number) {
  return db
    .selectFrom('universe')
    .select(['name', 'title', 'host', 'locales', 'default_locale as defaultLocale', 'time_zone as timeZone'])
    .select(['sheet_key as sheetKey', 'branding', 'calendar', 'edits_dashboards as editsDashboards', 'version'])
    .where('id', '=', universeId)
    .executeTakeFirstOrThrow()
}

/** Saves settings over the version they were read with; false where that is not the stored one any more. */
export async function saveUniverseRow({ db }: WriteTx, universeId: number, settings: Settings): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('universe')
    .set((eb) => ({
      title: JSON.stringify(settings.title),
      locales: settings.locales,
      default_locale: settings.defaultLocale,
      time_zone: settings.timeZone,
      sheet_key: settings.sheetKey,
      host: settings.host,
      branding: sql<string>`branding || ${JSON.stringify({ palette: settings.palette })}`,
      calendar: JSON.stringify(settings.calendar),
      edits_dashboards: settings.editsDashboards,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', universeId)
    .where('version', '=', settings.version)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Sets the languages of a new organisation. */
export async function saveLanguages(
  { db }: WriteTx,
  universeId: number,
  { locales, defaultLocale }: Pick<Settings, 'locales' | 'defaultLocale'>,
): Promise<void> {
  await db
    .updateTable('universe')
    .set({ locales, default_locale: defaultLocale })
    .where('id', '=', universeId)
    .execute()
}

/** Sets the address of the logo; null for none. */
export async function saveLogoRow({ db }: WriteTx, universeId: number, logo: string | null): Promise<void> {
  await db
    .updateTable('universe')
    .set({ branding: sql<string>`branding || ${JSON.stringify({ logo })}` })
    .where('id', '=', universeId)
    .execute()
}

/** Makes every process recompile all surveys of an organisation. */
export async function raiseModelVersions({ db }: WriteTx, universeId: number): Promise<void> {
  await db
    .updateTable('survey')
    .set((eb) => ({ model_version: eb('model_version', '+', 1) }))
    .where('universe_id', '=', universeId)
    .execute()
}
