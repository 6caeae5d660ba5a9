import { AppError } from '#server/platform/errors.ts'
import type { Logger } from '#server/platform/log.ts'
import { explainOutage } from '#server/platform/postgres.ts'
import type { Command, CommandSetting } from './command.ts'
import { CommandError, tellRefusal } from './command-error.ts'
import type { ExitCode } from './command-error.ts'

/** Runs a command and turns what it throws into words on `note` and an exit code. */
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

/** Says what went wrong; returns the exit code that fits. */
export function explainFailure(error: unknown, note: (text: string) => void): ExitCode {
  const told = error instanceof AppError ? tellRefusal(error) : error
  note(`Error: ${told instanceof Error ? told.message : String(told)}\n`)
  return told instanceof CommandError ? told.exitCode : 1
}
