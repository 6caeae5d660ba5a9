import type { Logger } from '#server/platform/log.ts'
import type { Command } from '../command.ts'
import { runCommand } from '../run.ts'
import type { ExitCode } from '../command-error.ts'

/** A command's exit code, and what it wrote to standard output and standard error. */
export interface CommandRun {
  exitCode: ExitCode
  printed: string
  noted: string
}

/** Runs a command as the command line does, in the folder `cwd`; with an `address`, as a running server does. */
export async function runForTest<D extends { log: Logger }>(
  command: Command<D>,
  args: string[],
  deps: D,
  cwd = '/',
  address: string | null = null,
): Promise<CommandRun> {
  let printed = ''
  let noted = ''
  const exitCode = await runCommand(command, args, {
    deps,
    cwd,
    print: (text) => void (printed += text),
    note: (text) => void (noted += text),
    signal: new AbortController().signal,
    address,
  })
  return { exitCode, printed, noted }
}
