/** A function of the global `host` that scripts call. */
export interface HostFunction {
  name: string
  signature: string
  doc: string
  example: string
}

/** The functions that scripts call as `host.NAME`. Those that ask the server are awaited. */
export const hostFunctions: readonly HostFunction[] = [
  {
    name: 'figure',
    signature: 'await host.figure(expression, drillPath?)',
    doc: 'A figure of the survey at a place, as indicators are written: { value, n }. The value is null without answers and where too few may be told.',
    example: "const { value, n } = await host.figure('nps(recommend)', 'country=SE')",
  },
  {
    name: 'question',
    signature: 'await host.question(variable)',
    doc: 'A question: { variable, type, title, choices: [{ name, title }] }; null for an unknown one.',
    example: "const { title } = await host.question('recommend')",
  },
  {
    name: 'log.info',
    signature: 'host.log.info(text)',
    doc: 'Writes a line to the log of the run, and to the events of the script.',
    example: "host.log.info('Nothing to do')",
  },
  {
    name: 'log.warning',
    signature: 'host.log.warning(text)',
    doc: 'As log.info, as a warning.',
    example: "host.log.warning('The interview has no comment')",
  },
]
