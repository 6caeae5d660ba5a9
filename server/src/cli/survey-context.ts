import type { Ctx, Deps } from '#server/domain/context.ts'
import { programContext } from '#server/domain/context.ts'
import { CommandError } from './command-error.ts'

/** The options with which a command names its survey. */
export const surveyOptions = {
  survey: { type: 'string', value: 'S', description: "the survey's name" },
  universe: {
    type: 'string',
    value: 'U',
    description: "the universe's name; needed when several have such a survey",
  },
} as const

/** The survey that a command names, and its universe. */
export interface CommandSurvey {
  /** The program's own context in the survey's universe, from which its rights follow. */
  ctx: Ctx
  survey: string
  surveyId: number
  universe: string
}

/** Finds the survey that the options of a command name. Throws `CommandError` for none and for several. */
export async function surveyContext(
  deps: Deps,
  program: string,
  { survey, universe }: { survey?: string | undefined; universe?: string | undefined },
): Promise<CommandSurvey> {
  if (survey === undefined) throw new CommandError('--survey is missing.')
  const found = await deps.db
    .selectFrom('survey')
    .innerJoin('universe', 'universe.id', 'survey.universe_id')
    .where('survey.ext_name', '=', survey)
    .select([
      'survey.id as surveyId',
      'universe.id',
      'universe.name',
      'universe.time_zone as timeZone',
      'universe.default_locale as defaultLocale',
    ])
    .orderBy('universe.name')
    .execute()
  const fitting = universe === undefined ? found : found.filter((one) => one.name === universe)
  const [one, another] = fitting
  if (!one) {
    const where = universe === undefined ? '' : ` in the universe "${universe}"`
    throw new CommandError(`There is no survey "${survey}"${where}.`, 1)
  }
  if (another) {
    const names = fitting.map(({ name }) => name).join(', ')
    throw new CommandError(`Several universes have a survey "${survey}": ${names}. Choose one with --universe.`)
  }
  const { surveyId, ...place } = one
  return { ctx: programContext(deps, program, place), survey, surveyId, universe: place.name }
}
