import { saveUnitOwner } from '#server/features/alerts/service.ts'
import { defineCommand } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { surveyContext, surveyOptions } from '../survey-context.ts'

/** `unit:owner`. */
export const unitOwner = defineCommand({
  name: 'unit:owner',
  summary:
    'Sets who owns a unit of the hierarchy: alerts of its interviews are theirs, where their rules do not differ.',
  options: {
    ...surveyOptions,
    path: { type: 'string', value: 'P', description: 'drill path of the unit, such as country=Sweden;store=Oslo' },
    user: { type: 'string', value: 'NAME', description: 'username of the owner' },
    none: { type: 'boolean', description: 'leaves the unit without an owner' },
  },
  async run({ deps, values, print, note }) {
    const { path, user, none = false } = values
    if (path === undefined) throw new CommandError('--path is missing.')
    if ((user === undefined) !== none) throw new CommandError('Give either --user NAME or --none.')
    const { ctx, survey } = await surveyContext(deps, 'unit:owner', values)
    const { place, handlesAlerts } = await saveUnitOwner(ctx, survey, { path, username: user ?? null })
    print(`${place.join(' / ')}: ${user === undefined ? 'no owner' : `owned by ${user}`}\n`)
    if (!handlesAlerts)
      note(`${user ?? ''} may not handle alerts of this place, so they go to the next owner up the path.\n`)
  },
})
