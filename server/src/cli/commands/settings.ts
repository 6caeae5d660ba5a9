import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { printSettings, setSettings } from '#server/features/settings/service.ts'
import { programContext } from '#server/domain/context.ts'
import { defineCommand } from '../command.ts'
import { CommandError } from '../command-error.ts'

/** `settings [FILE]`. */
export const settingsCommand = defineCommand({
  name: 'settings',
  summary: "Sets the server's language, notices and messages from a YAML file (`server:`), or prints them without one.",
  positionals: ['[FILE]'],
  options: {},
  async run({ deps, positionals, cwd, print, note }) {
    const [file] = positionals
    if (file === undefined) return print(await printSettings(deps))
    const text = await readFile(resolve(cwd, file), 'utf8').catch(() => {
      throw new CommandError(`${file} cannot be read.`)
    })
    await setSettings(programContext(deps, 'settings'), basename(file), text)
    note('The settings are saved.\n')
  },
})
