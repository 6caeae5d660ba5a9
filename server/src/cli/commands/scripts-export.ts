import { resolve } from 'node:path'
import { listKeptScripts } from '#server/features/scripts/import-scripts.ts'
import { defineCommand } from '../command.ts'
import { writeScriptFolder } from '../script-folder.ts'
import { scriptPlace, scriptPlaceOptions } from '../script-place.ts'

/** `scripts:export`. */
export const scriptsExport = defineCommand({
  name: 'scripts:export',
  summary:
    'Writes scripts into a folder for version control, each as a file. Files of scripts that are gone are removed; other files stay.',
  positionals: ['FOLDER'],
  options: scriptPlaceOptions,
  async run({ deps, values, positionals, cwd, print }) {
    const { ctx, place } = await scriptPlace(deps, 'scripts:export', values)
    const scripts = await listKeptScripts(ctx, place.owner)
    const { written, removed } = await writeScriptFolder(resolve(cwd, positionals[0] ?? ''), scripts)
    print([...written, ...removed.map((file) => `${file} (removed)`)].map((line) => `${line}\n`).join(''))
  },
})
