import type { Ctx, Deps } from '#server/domain/context.ts'
import { programContext } from '#server/domain/context.ts'
import type { ScriptPlace } from '#server/features/scripts/import-scripts.ts'
import { CommandError } from './command-error.ts'
import { surveyContext } from './survey-context.ts'

/** The options with which a command names whose scripts it means. */
export const scriptPlaceOptions = {
  survey: { type: 'string', value: 'S', description: 'the scripts of a survey, with its configuration' },
  universe: {
    type: 'string',
    value: 'U',
    description: 'without --survey the script of a universe, else the universe of the survey',
  },
  global: { type: 'boolean', description: 'the global scripts' },
} as const

/** The scripts that the options of a command mean. Throws `CommandError` for none, several, or what is not there. */
export async function scriptPlace(
  deps: Deps,
  program: string,
  { survey, universe, global = false }: { survey?: string; universe?: string; global?: boolean },
): Promise<{ ctx: Ctx; place: ScriptPlace }> {
  if (global !== (survey === undefined && universe === undefined))
    throw new CommandError('Give one of --survey, --universe and --global.')
  if (global)
    return { ctx: programContext(deps, program), place: { owner: { surveyId: null, universeId: null }, survey: '' } }
  if (survey === undefined) {
    const found = await deps.db
      .selectFrom('universe')
      .where('name', '=', universe ?? '')
      .select(['id', 'name', 'time_zone as timeZone', 'default_locale as defaultLocale'])
      .executeTakeFirst()
    if (!found) throw new CommandError(`There is no universe "${universe ?? ''}".`, 1)
    const owner = { surveyId: null, universeId: found.id }
    return { ctx: programContext(deps, program, found), place: { owner, survey: '' } }
  }
  const found = await surveyContext(deps, program, { survey, universe })
  const { id: universeId } = found.ctx.identity.universe ?? { id: 0 }
  return { ctx: found.ctx, place: { owner: { surveyId: found.surveyId, universeId }, survey } }
}
