import { z } from 'zod'
import type { scriptTypes } from '../entities/scripts.ts'

/** What a type of script is for, what it is given and what it answers. */
export interface ScriptType {
  type: (typeof scriptTypes)[number]
  summary: string
  /** When it is called. */
  when: string
  input: z.ZodType
  output: z.ZodType
  example: string
}

/** A function of the global `host` that scripts call. */
export interface HostFunction {
  name: string
  signature: string
  doc: string
  example: string
}

const answers = z.record(z.string(), z.unknown()).describe('Answers by variable.')

/** The interview that a script is about. */
const interview = z
  .object({ id: z.int(), eventDate: z.string().describe('Day, such as 2026-01-31.'), answers })
  .describe('The interview that the script is about.')

const byHand = {
  when: 'When root runs it, for an interview or none.',
  input: z.object({
    now: z.string().describe('The moment of the run, in ISO format.'),
    interview: interview.nullable(),
  }),
  output: z.unknown(),
  example: `/** Counts the interviews of the survey, and looks at the one that the run is for. */
async function main(input) {
  const count = await host.figure('count()')
  host.log.info(count.value + ' interviews until ' + input.now)
  return input.interview ? input.interview.answers : null
}
`,
}

/** The types of JavaScript that are run in this version; a configuration is YAML and has a page of its own. */
export const scriptTypeList: readonly ScriptType[] = [
  { type: 'GENERIC', summary: 'Anything that is run by hand.', ...byHand },
  { type: 'JAVASCRIPT', summary: 'Anything that is run by hand, as GENERIC.', ...byHand },
]

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
