import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import {
  resetConfiguration,
  setConfiguration,
  showConfiguration,
} from '#server/features/imports/configuration/service.ts'
import { defineCommand } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { surveyContext, surveyOptions } from '../survey-context.ts'

/** `configuration show|set|reset`. */
export const configurationCommand = defineCommand({
  name: 'configuration',
  summary: "Prints a survey's configuration (show), replaces it by a file (set FILE), or generates it again (reset).",
  positionals: ['show|set|reset', '[FILE]'],
  options: surveyOptions,
  async run({ deps, values, positionals, cwd, print, note }) {
    const [action, file] = positionals
    if (action !== 'show' && action !== 'set' && action !== 'reset')
      throw new CommandError(`Say show, set or reset, not "${action ?? ''}".`)
    if (action === 'set' && file === undefined) throw new CommandError('FILE is missing.')
    if (action !== 'set' && file !== undefined) throw new CommandError(`'${file}' is one argument too many.`)
    const { ctx, surveyId } = await surveyContext(deps, 'configuration', values)
    if (action === 'show') return print(await showConfiguration(ctx, surveyId))
    if (action === 'reset') {
      await resetConfiguration(ctx, surveyId)
      return note('The configuration is generated again. Later imports keep it up to date.\n')
    }
    const path = resolve(cwd, file ?? '')
    const text = await readFile(path, 'utf8').catch(() => {
      throw new CommandError(`There is no file ${path}.`, 1)
    })
    await setConfiguration(ctx, surveyId, { name: basename(path), text })
    note('The configuration is saved.\n')
  },
})
