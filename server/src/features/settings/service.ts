import { checkShape } from '@gensvar/contract/configuration/problems'
import { serverConfig } from '@gensvar/contract/configuration/server-config'
import { stringify } from 'yaml'
import { z } from 'zod'
import type { Deps } from '#server/domain/context.ts'
import { write } from '#server/domain/write.ts'
import type { WriteContext } from '#server/domain/write.ts'
import { readYaml } from '#server/platform/yaml-file.ts'
import { readGivenSettings, writeSettings } from './store.ts'

const settingsFile = z.strictObject({ server: serverConfig })

/** The server's settings as a file that `setSettings` takes. */
export async function printSettings({ db }: Pick<Deps, 'db'>): Promise<string> {
  return stringify({ server: await readGivenSettings(db) })
}

/**
 * Replaces the server's settings by those of a file (`server:`); they apply from the next request. Throws `validation`
 * with line and column of every error, and then changes nothing.
 */
export async function setSettings(ctx: WriteContext & Pick<Deps, 'clock'>, name: string, text: string): Promise<void> {
  const { value, refuse } = readYaml(name, text)
  refuse(checkShape(settingsFile, value).problems)
  await write(ctx, async (tx) => {
    // Stored without defaults, so that a later version can change them.
    await writeSettings(tx, value['server'])
    await tx.audit({ action: 'settings.set', object: name })
  })
}
