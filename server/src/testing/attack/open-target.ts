import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp } from '#server/app.ts'
import type { AppExtras } from '#server/app.ts'
import { compose } from '#server/compose.ts'
import { readConfig } from '#server/platform/config.ts'
import type { AttackTarget } from './attack.ts'

/** Runs something against the whole product, on its own data, which is removed afterwards. */
export async function withTarget<T>(run: (target: AttackTarget) => Promise<T>, extras: AppExtras = {}): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'gensvar-attack-'))
  try {
    const composed = await compose(readConfig({ GENSVAR_DATA: folder, GENSVAR_LOG: 'silent' }))
    try {
      const app = await buildApp(composed.deps, extras)
      try {
        return await run({ app, deps: composed.deps })
      } finally {
        await app.close()
      }
    } finally {
      await composed.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
