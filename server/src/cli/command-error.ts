import type { AppError } from '#server/platform/errors.ts'
import { flagOf } from './command-option.ts'
import type { CommandOption } from './command-option.ts'

/** Exit codes: 0 done, 1 failed, 2 wrong usage or a file that cannot be used. */
export type ExitCode = 0 | 1 | 2

/** The error of a command that cannot do its work: English for the terminal, never sent to a browser. */
export class CommandError extends Error {
  readonly exitCode: ExitCode

  /** `exitCode` is 2 for wrong usage, 1 for a failure. */
  constructor(message: string, exitCode: ExitCode = 2) {
    super(message)
    this.name = 'CommandError'
    this.exitCode = exitCode
  }
}

/**
 * An error as printed by the command line: its English text, and a line for each field it names. A field that is an
 * option of the command (`dateFormat` is `--date-format`) is named by its flag, with the flag's description.
 */
export function tellRefusal(
  { code, message, fields = {} }: AppError,
  options: Readonly<Record<string, CommandOption>> = {},
  given: Readonly<Record<string, unknown>> = {},
): CommandError {
  const lines = Object.entries(fields).flatMap(([field, wrong]) => {
    const name = field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    const option = Object.hasOwn(options, name) ? options[name] : undefined
    if (option) return [`${given[name] === undefined ? 'Give ' : ''}${flagOf(name, option)}: ${option.description}`]
    const words = String(wrong)
    if (message.includes(words)) return []
    return [words.includes(field) ? words : `${field}: ${words}`]
  })
  return new CommandError([message, ...lines].join('\n  '), code === 'validation' || code === 'too_large' ? 2 : 1)
}
