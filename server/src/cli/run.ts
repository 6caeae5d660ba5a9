import { AppError } from '../platform/errors.ts'
import type { Command, CommandCall } from './command.ts'
import { commands } from './commands.ts'

/** Exit codes: 0 done, 1 failed, 2 asked wrongly. */
export type ExitCode = 0 | 1 | 2

/** Finds a command by name; throws `validation` listing what there is. */
export function findCommand(name: string, all: readonly Command[] = commands): Command {
  const found = all.find((command) => command.name === name)
  if (found) return found
  const names = all.map((command) => command.name).join(', ')
  throw new AppError('validation', `There is no command '${name}'. There are: ${names}.`)
}

/** Runs a command and turns what it throws into words and an exit code. */
export async function runCommand(
  command: Command,
  args: string[],
  call: Omit<CommandCall, 'values' | 'positionals'>,
): Promise<ExitCode> {
  try {
    await command.run(args, call)
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) {
      call.deps.log.error({ err: error, command: command.name }, 'command failed')
      call.note(`Error: ${error instanceof Error ? error.message : String(error)}\n`)
      return 1
    }
    call.note(`Error: ${error.message}\n`)
    for (const [field, words] of Object.entries(error.fields ?? {}))
      if (!error.message.includes(words)) call.note(`  ${field}: ${words}\n`)
    return error.code === 'validation' ? 2 : 1
  }
}
