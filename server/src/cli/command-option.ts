/** One option of a command, as `--help` shows it. */
export interface CommandOption {
  type: 'string' | 'boolean'
  /** Placeholder for the value in the help, for example `FILE`. */
  value?: string
  description: string
  multiple?: boolean
}

/** An option as typed: `--date-format F`. */
export function flagOf(name: string, option: CommandOption): string {
  return `--${name}${option.type === 'string' ? ` ${option.value ?? 'TEXT'}` : ''}`
}
