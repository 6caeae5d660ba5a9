import { parseArgs } from 'node:util'
import type { ParseArgsConfig } from 'node:util'
import type { Deps } from '#server/domain/context.ts'
import { AppError } from '#server/platform/errors.ts'
import { problemsOfValue } from '#server/platform/request-text.ts'
import { CommandError, tellRefusal } from './command-error.ts'
import { flagOf } from './command-option.ts'
import type { CommandOption } from './command-option.ts'

type Options = Record<string, CommandOption>

type Value<O extends CommandOption> = O['type'] extends 'boolean'
  ? boolean
  : O['multiple'] extends true
    ? string[]
    : string

/** What a command gets when it runs. */
export interface CommandCall<O extends Options = Options, D = Deps> {
  deps: D
  values: { [K in keyof O]?: Value<O[K]> }
  positionals: string[]
  /** The user's current folder, which relative file names refer to. */
  cwd: string
  /** Writes a result to standard output, without adding a line break. */
  print(text: string): void
  /** Writes progress and warnings to standard error, without adding a line break. */
  note(text: string): void
  /** Aborted when the user cancels. */
  signal: AbortSignal
  /** Address at which users reach the server that runs the command; null where none runs. */
  address: string | null
}

/** The setting without the arguments, which are parsed last. */
export type CommandSetting<D = Deps> = Omit<CommandCall<Options, D>, 'values' | 'positionals'>

/** A command of `npm run -s gensvar`. Most need the opened data (`Deps`); others declare what they need as `D`. */
export interface Command<D = Deps> {
  name: string
  summary: string
  help: string
  /** Checks the arguments and runs. Throws `CommandError` with words for the user. */
  run(args: string[], setting: CommandSetting<D>): Promise<void>
}

/**
 * Declares a command. `positionals` names the arguments after the command, required ones plain and optional ones in
 * brackets: `FILE`, `[PATH]`. The help is generated from the declaration.
 */
export function defineCommand<const O extends Options, D = Deps>(command: {
  name: string
  summary: string
  positionals?: readonly string[]
  options: O
  run(call: CommandCall<O, D>): Promise<void>
}): Command<D> {
  const positionals = command.positionals ?? []
  return {
    name: command.name,
    summary: command.summary,
    help: helpOf(command.name, command.summary, positionals, command.options),
    async run(args, setting) {
      const parsed = parse(command.name, args, positionals, command.options)
      const values = parsed.values as CommandCall<O>['values']
      try {
        await command.run({ ...setting, values, positionals: parsed.positionals })
      } catch (error) {
        throw error instanceof AppError ? tellRefusal(error, command.options, values) : error
      }
    },
  }
}

function parse(name: string, args: string[], expected: readonly string[], options: Options) {
  const config: ParseArgsConfig = {
    args,
    allowPositionals: true,
    options: Object.fromEntries(
      Object.entries(options).map(([key, option]) => [key, { type: option.type, multiple: option.multiple ?? false }]),
    ),
  }
  const hint = `See: npm run -s gensvar -- ${name} --help`
  let parsed: ReturnType<typeof parseArgs>
  try {
    parsed = parseArgs(config)
  } catch (error) {
    const words = error instanceof Error ? error.message.split('. ')[0] : String(error)
    throw new CommandError(`${words}.\n${hint}`)
  }
  // The values are looked up and stored like those of HTTP requests, so the same rules apply.
  const [field, wrong] = problemsOfValue({ ...parsed.values, arguments: parsed.positionals })[0] ?? []
  if (field !== undefined && wrong !== undefined) throw new CommandError(`${field} ${String(wrong)}.`)
  const required = expected.filter((positional) => !positional.startsWith('['))
  if (parsed.positionals.length < required.length)
    throw new CommandError(`${required[parsed.positionals.length]} is missing.\n${hint}`)
  if (parsed.positionals.length > expected.length)
    throw new CommandError(`'${parsed.positionals[expected.length]}' is one argument too many.\n${hint}`)
  return parsed
}

function helpOf(name: string, summary: string, positionals: readonly string[], options: Options): string {
  const rows = Object.entries(options).map(([key, option]) => [flagOf(key, option), option.description])
  const width = Math.max(0, ...rows.map(([left = '']) => left.length)) + 2
  const usage = ['npm run -s gensvar --', name, ...positionals, ...(rows.length > 0 ? ['[options]'] : [])].join(' ')
  const list = rows.map(([left = '', right = '']) => `  ${left.padEnd(width)}${right}\n`).join('')
  return `${summary}\n\nUsage: ${usage}\n${list && `\nOptions:\n${list}`}`
}
