import { AppError } from '#server/platform/errors.ts'
import type { Logger } from '#server/platform/log.ts'
import { explainOutage } from '#server/platform/postgres.ts'
import type { Command, CommandSetting } from './command.ts'
import { CommandError, tellRefusal } from './command-error.ts'
import type { ExitCode } from './command-error.ts'

/** Runs a command; prints the errors it throws with `note` and turns them into an exit code. */
export async function runCommand<D extends { log: Logger }>(
  command: Command<D>,
  args: string[],
  setting: CommandSetting<D>,
): Promise<ExitCode> {
  try {
    await command.run(args, setting)
    return 0
  } catch (error) {
    if (!(error instanceof CommandError))
      setting.deps.log.error({ err: error, command: command.name }, 'command failed')
    return explainFailure(explainOutage(error) ?? error, setting.note)
  }
}

/** Prints an error; returns its exit code. */
export function explainFailure(error: unknown, note: (text: string) => void): ExitCode {
  const told = error instanceof AppError ? tellRefusal(error) : error
  note(`Error: ${told instanceof Error ? told.message : String(told)}\n`)
  return told instanceof CommandError ? told.exitCode : 1
}
