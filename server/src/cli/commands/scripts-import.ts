import { resolve } from 'node:path'
import { importScripts } from '#server/features/scripts/import-scripts.ts'
import { defineCommand } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { readScriptFolder } from '../script-folder.ts'
import { scriptPlace, scriptPlaceOptions } from '../script-place.ts'

/** `scripts:import`. */
export const scriptsImport = defineCommand({
  name: 'scripts:import',
  summary:
    'Makes scripts as a folder of scripts:export has them, each checked as in its editor. If one is wrong, nothing is changed.',
  positionals: ['FOLDER'],
  options: {
    ...scriptPlaceOptions,
    delete: { type: 'boolean', description: 'deletes scripts that the folder does not have (default: they stay)' },
    'dry-run': { type: 'boolean', description: 'tells what would be changed, and changes nothing' },
  },
  async run({ deps, values, positionals, cwd, print, note }) {
    const { ctx, place } = await scriptPlace(deps, 'scripts:import', values)
    const { scripts, unnamed } = await readScriptFolder(resolve(cwd, positionals[0] ?? ''))
    for (const file of unnamed) note(`${file} is not named in scripts.yaml and is left out.\n`)
    const { problems, changes } = await importScripts(ctx, place, scripts, {
      removesOthers: values.delete ?? false,
      isDry: values['dry-run'] ?? false,
    })
    if (changes === null) {
      const lines = problems.map(({ file, words }) => `\n  ${file}: ${words}`)
      throw new CommandError(`Nothing was changed, because scripts are wrong.${lines.join('')}`, 1)
    }
    print(changes.map(({ act, scriptType, name }) => `${act.padEnd(8)} ${scriptType} ${name}\n`).join(''))
    if (values['dry-run'] === true) note('Nothing was changed: this was a dry run.\n')
  },
})
