import type { Deps } from '#server/domain/context.ts'
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
export async function runForTest(
  command: Command,
  args: string[],
  deps: Deps,
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
