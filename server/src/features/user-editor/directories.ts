import type { Ctx } from '#server/domain/context.ts'
import type { Directory } from '#server/domain/people/directory.ts'
import { embeddedDirectory } from '#server/features/identity-provider/service.ts'

/** The directory of those who sign in to the session's universe. */
export async function directoryOf(ctx: Ctx): Promise<Directory> {
  return embeddedDirectory(ctx)
}
