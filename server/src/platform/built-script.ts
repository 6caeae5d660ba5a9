import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Address of a script that the web's build makes apart from the application; null where the web is not built. */
export function builtScript(webFolder: string | null, name: string): string | null {
  const file = builtFile(webFolder, name)
  return file === null ? null : `/new/assets/${file}`
}

/** Name of such a script among the built files; null where the web is not built. */
export function builtFile(webFolder: string | null, name: string): string | null {
  if (webFolder === null) return null
  const pattern = new RegExp(`^${name}-[\\w-]+\\.js$`)
  try {
    return readdirSync(join(webFolder, 'assets')).find((file) => pattern.test(file)) ?? null
  } catch {
    return null
  }
}
