import { ensureAdministratorRole } from '#server/domain/build/role.ts'
import { ensureUniverse } from '#server/domain/build/universe.ts'
import { programContext } from '#server/domain/context.ts'
import type { Ctx } from '#server/domain/context.ts'
import { testDeps } from '#server/testing/test-app.ts'
import type { TestDeps } from '#server/testing/test-app.ts'

/** The program's parts with an empty universe `u` to import into. */
export interface ImportProgram extends TestDeps {
  /** The program's own work in the universe. */
  ctx: Ctx
}

/** Prepares a universe to import into. The caller closes it, in `afterAll`. */
export async function importProgram(): Promise<ImportProgram> {
  const program = await testDeps()
  const { db } = program.deps
  const id = await ensureUniverse(db, { name: 'u', title: { en: 'U' } })
  await ensureAdministratorRole(db, id)
  const ctx = programContext(program.deps, 'test', { id, name: 'u', timeZone: 'UTC', defaultLocale: 'en' })
  return { ...program, ctx }
}
