import { z } from 'zod'
import { hostFunctions } from '../contract/src/script-types/host-functions.ts'
import { isHookName, scriptTypeList } from '../contract/src/script-types/index.ts'
import { laterWords } from '../contract/src/script-types/script-type.ts'
import type { ScriptType } from '../contract/src/script-types/script-type.ts'
import { maxScriptLength } from '../contract/src/scripts.ts'
import { batchLimits, hookLimits, usualLimits } from '../server/src/domain/scripts/sandbox/limits.ts'
import type { SandboxLimits } from '../server/src/domain/scripts/sandbox/sandbox-messages.ts'
import { mostKept } from '../server/src/domain/scripts/script-events.ts'
import type { ReferenceFile } from './reference-file.ts'
import { code, escapeCell } from './schema-words.ts'
import type { Shape } from './schema-words.ts'

/** The reference of the scripts: their types, the functions of `host`, limits and failures. */
export function scriptReference(): ReferenceFile[] {
  return [{ path: 'docs/scripts.md', text: reference() }]
}

function reference(): string {
  const summary = scriptTypeList.map((one) => [
    `[${one.type}](#${one.type.toLowerCase()})`,
    one.summary,
    one.awaits ? 'later' : isHookName(one.type) ? 'the product' : 'root, by hand',
  ])
  return `${[
    '# Scripts',
    'This page is generated from the contract and the limits of the server by `npm run docs`.',
    'Scripts belong to a survey, to an organisation or, as global ones, to all surveys or those that they name; root keeps ' +
      'them. All but the configuration are JavaScript with a function `main(input)`, which may be `async`. It is given an ' +
      'input and returns an answer, each of which is of the form that the type of the script says. A script has ' +
      'no network, no files and no modules; it asks for what it needs through the global `host`. Its clock stands at the ' +
      'moment of the run, and its random numbers depend on that moment alone, so a dry run can be repeated.',
    table(
      ['type', 'what it does', 'called by'],
      [['[CONFIGURATION](#configuration)', 'Says what a survey shows and how.', 'the product'], ...summary],
    ),
    '## CONFIGURATION',
    'The configuration of a survey: its pages, indicators, alerts and all other settings. It is YAML, belongs to one ' +
      'survey, which has exactly one, and is neither run nor deleted. Saving it publishes it, if it is right; otherwise ' +
      'the error is told with its line. Its components are in [widgets.md](widgets.md), its schema is ' +
      '[configuration.schema.json](configuration.schema.json), and ' +
      '[examples/configuration.yaml](examples/configuration.yaml) is an example.',
    ...scriptTypeList.map(section),
    '## The functions of `host`',
    'Figures are those of the survey that the script runs for, whatever it asks: in an anonymous survey published ones ' +
      'alone. Scripts that run while answers are stored (GENERATE_ALERT, VALIDATE_SAMPLE, GET_TIME_CONFIGURATION) ask for ' +
      'questions, but for no figures.',
    ...hostFunctions.map(({ name, signature, doc, example }) =>
      [`### host.${name}`, `${code(signature)}`, doc, script(example)].join('\n\n'),
    ),
    '## Runs by hand',
    'A run by hand is given what the product would give the script for the person who runs it. A notice, a campaign or an ' +
      'event is made up. GENERATE_ALERT, HANDLE_SAMPLE_UPDATED and VALIDATE_SAMPLE are run for an interview or sample; the ' +
      'run says what changes, and a real one does it. A dry run of GENERATE_ALERT without an interview is tried against the ' +
      'past. Runs of all other types change nothing by their answers.',
    '## Scripts in version control',
    '`npm run -s gensvar -- scripts:export FOLDER --survey S` writes the scripts of a survey into a folder: its ' +
      'configuration as `configuration.yaml`, each script as a file such as `generate-alert.low-score.js`, and in ' +
      '`scripts.yaml` what they are called and what they are for. `--universe U` alone means the script of an ' +
      'organisation, `--global` the global ones. Other files of the folder stay as they are.',
    '`scripts:import FOLDER` makes the scripts as the folder has them. Each is checked as its editor checks it; if one is ' +
      'wrong, every error is told with file, line and column, and nothing is changed. Only what differs gets a new version. ' +
      'Scripts are told apart by type and name, so one with a new name is another script. Those that the folder does not ' +
      'have stay, or go with `--delete`. `--dry-run` says what would be done.',
    ...limits(),
    ...failures(),
  ].join('\n\n')}\n`
}

function section({ type, summary, when, awaits, input, output, example }: ScriptType): string {
  const given = z.toJSONSchema(input, { io: 'output', unrepresentable: 'any' }) as Shape
  const answered = z.toJSONSchema(output, { io: 'input', unrepresentable: 'any' }) as Shape
  return [
    `## ${type}`,
    summary,
    `When: ${when}`,
    ...(awaits ? [`${laterWords[awaits]} Until then it can be saved and run by hand.`] : []),
    'What `main` is given:',
    table(['key', 'value', 'meaning'], fieldRows(given, '')),
    'What it answers:',
    table(['key', 'value', 'meaning'], [row('answer', answered), ...innerRows(answered, 'answer')]),
    script(example),
  ].join('\n\n')
}

/** A row for each field of an object, and for the fields within. */
function fieldRows(shape: Shape, prefix: string): string[][] {
  const required = new Set(shape.required)
  return Object.entries(shape.properties ?? {}).flatMap(([key, value]) => {
    const name = `${prefix}${key}`
    return [row(name, value, required.has(key) ? '' : ', or left out'), ...innerRows(value, name)]
  })
}

function innerRows(value: Shape, name: string): string[][] {
  const options = value.anyOf ?? value.oneOf
  if (options) return options.flatMap((one) => innerRows(one, name))
  if (value.items) return innerRows(value.items, `${name}[]`)
  return fieldRows(value, `${name}.`)
}

function row(name: string, value: Shape, suffix = ''): string[] {
  return [code(name), `${words(value)}${suffix}`, meaning(value)]
}

/** The description of a value, with those of its forms where it has several. */
function meaning({ description, anyOf = [] }: Shape): string {
  const inner = anyOf.map(meaning)
  return [...new Set([description, ...inner])].filter(Boolean).join(' ')
}

function words(value: Shape): string {
  // A value that may be null as well is written as a list of types.
  if (Array.isArray(value.type)) return value.type.map((type: string) => words({ ...value, type })).join(' or ')
  if (value.const !== undefined) return code(value.const)
  if (value.enum) return value.enum.map(code).join(', ')
  const options = value.anyOf ?? value.oneOf
  if (options) return [...new Set(options.map(words))].join(' or ')
  if (value.type === 'array') return `list of: ${value.items ? words(value.items) : 'anything'}`
  if (value.type === 'object') return value.properties ? 'object' : 'object with a value for each name'
  if (value.type === 'boolean') return 'true or false'
  if (value.type === 'integer') return 'whole number'
  if (value.type === 'string') return 'text'
  if (value.type === 'null') return 'null'
  return value.type ?? 'anything'
}

/** What is said of each limit; a limit without words does not compile. */
const limitWords: Record<keyof SandboxLimits, (value: number) => [string, string]> = {
  callMs: (value) => ['time of one call of `main`, what the host takes included', `${value / 1000} s`],
  slowCalls: (value) => ['calls that may take too long before the other ones of the occasion are left out', `${value}`],
  memory: (value) => ['memory', `${value / 1024 / 1024} MB`],
  output: (value) => ['characters of an answer, written as JSON', grouped(value)],
  logLines: (value) => ['lines of the log', grouped(value)],
  logLength: (value) => ['characters of a line of the log', grouped(value)],
  hostCalls: (value) => ['calls of `host` in one run', grouped(value)],
}

function limits(): string[] {
  const kinds = [usualLimits, hookLimits, batchLimits]
  const keys = Object.keys(limitWords) as (keyof SandboxLimits)[]
  const rows = keys.map((key) => [
    limitWords[key](usualLimits[key])[0],
    ...kinds.map((kind) => limitWords[key](kind[key])[1]),
  ])
  return [
    '## Limits',
    table(['limit', 'run by hand', 'a request waits for it', 'called for many responses'], rows),
    `A script has at most ${grouped(maxScriptLength)} characters. Of its events the last ${grouped(mostKept)} are kept. ` +
      'Scripts that complete responses may call `host` twice for each response of a batch.',
  ]
}

function failures(): string[] {
  return [
    '## When a script fails',
    'A script that cannot be read, or that has no function `main`, is not saved; the error is told with its line. ' +
      'One fails in a run if it throws, goes beyond a limit, or answers something that is not of its type.',
    [
      '- The product goes on as it does without the script: usual periods, the configured calendar, the mail as it is, no ' +
        'alert, no change, a sample that may be saved. Readers see no error.',
      '- The event log of the script has an ERROR with the line and column, and the list of scripts counts it. Events ' +
        'that repeat are noted once a minute, except where answers are being stored.',
      '- A run by hand answers the return code 1 and the error; without an error the code is 0. A dry run leaves nothing ' +
        'behind, a real one leaves its log in the events and is in the audit log.',
      '- What of an answer of HANDLE_SAMPLE_UPDATED does not fit a field is left out and told in the events; the rest is stored.',
    ].join('\n'),
  ]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeCell).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function script(text: string): string {
  return `\`\`\`js\n${text.trimEnd()}\n\`\`\``
}

function grouped(value: number): string {
  return value.toLocaleString('en')
}
