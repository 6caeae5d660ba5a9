import { AppError } from '../platform/errors.ts'
import type { Logger } from '../platform/log.ts'
import { explainOutage } from '../platform/postgres.ts'
import type { Command, CommandSetting } from './command.ts'

/** Exit codes: 0 done, 1 failed, 2 asked wrongly. */
export type ExitCode = 0 | 1 | 2

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
    if (!(error instanceof AppError)) setting.deps.log.error({ err: error, command: command.name }, 'command failed')
    return explainFailure(explainOutage(error) ?? error, setting.note)
  }
}

/** Says what went wrong; returns the exit code that fits. */
export function explainFailure(error: unknown, note: (text: string) => void): ExitCode {
  note(`Error: ${error instanceof Error ? error.message : String(error)}\n`)
  if (!(error instanceof AppError)) return 1
  for (const [field, wrong] of Object.entries(error.fields ?? {})) {
    const words = String(wrong)
    if (!error.message.includes(words)) note(`  ${field}: ${words}\n`)
  }
  return error.code === 'validation' ? 2 : 1
}
