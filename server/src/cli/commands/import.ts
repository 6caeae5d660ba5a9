import { readFile } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { importFile } from '#server/features/imports/service.ts'
import type { ImportProgress, ImportResult } from '#server/features/imports/service.ts'
import type { ImportField, ImportNote } from '#server/features/imports/import-words.ts'
import { programContext } from '#server/domain/context.ts'
import { includable } from '#server/features/imports/plan/plan-options.ts'
import { repeatedChoices } from '#server/features/imports/plan/repeated-ids.ts'
import { defineCommand } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { printColumns } from './import-columns.ts'
import { remediesAlike, remedyOf } from './import-remedies.ts'
import type { Target } from './import-remedies.ts'

/** Timeout for the figures to include what was imported, in ms. */
const figuresWithin = 120_000

/** `import FILE`. */
export const importCommand = defineCommand({
  name: 'import',
  summary: 'Imports a csv or xlsx file into a survey. Universe and survey are created if missing.',
  positionals: ['FILE'],
  options: {
    universe: { type: 'string', value: 'U', description: 'universe the survey belongs to (required)' },
    survey: { type: 'string', value: 'S', description: 'name of the survey (required)' },
    title: { type: 'string', value: 'T', description: "the survey's title" },
    hierarchy: {
      type: 'string',
      value: 'A,B,C',
      description: 'columns of the hierarchy, from the top; detected if missing',
    },
    date: {
      type: 'string',
      value: 'COLUMN',
      description: 'column with the date of the event; detected if missing',
    },
    'date-format': {
      type: 'string',
      value: 'F',
      description: 'how dates are written: dd/mm/yyyy, mm/dd/yyyy, yyyy-mm-dd, excel ...',
    },
    key: {
      type: 'string',
      value: 'COLUMN',
      description: 'column that identifies each response, so that a later import updates it',
    },
    main: {
      type: 'string',
      value: 'COLUMN',
      description: 'column of the overall question, the headline; detected if missing',
    },
    sheet: { type: 'string', value: 'NAME', description: 'sheet of a workbook (default: the first one with rows)' },
    'header-rows': {
      type: 'string',
      value: 'N',
      description: 'how many rows at the top hold no answers; detected if missing',
    },
    include: {
      type: 'string',
      value: 'unfinished,preview',
      description: 'rows of an export to count as completed answers: unfinished ones, previews of the survey, or both',
    },
    repeated: {
      type: 'string',
      value: 'first|last|all',
      description: 'which rows count whose key or response id occurs more than once',
    },
    match: {
      type: 'string',
      value: 'COLUMN=QUESTION',
      multiple: true,
      description: "the survey's question a column belongs to, or COLUMN=new for a new one; may be given several times",
    },
    'leave-out': {
      type: 'string',
      value: 'COLUMN',
      multiple: true,
      description: 'a column that is not imported, by its name or position (#3); may be given several times',
    },
    config: {
      type: 'string',
      value: 'FILE',
      description: 'a configuration (YAML) that adds to the generated one, or replaces it if it is complete',
    },
    decide: {
      type: 'string',
      value: 'DOUBT=CHOICE',
      multiple: true,
      description:
        'decides something that the import is not sure of, such as below:staff=blank, or all of a kind: below=blank; can be repeated',
    },
    'no-notices': { type: 'boolean', description: 'owners are not told of the alerts that it raises' },
    'dry-run': { type: 'boolean', description: 'report what would be done and change nothing' },
  },
  async run({ deps, values, positionals, cwd, print, note, signal, address }) {
    const { universe, survey } = values
    if (!universe) throw new CommandError('--universe is missing.')
    if (!survey) throw new CommandError('--survey is missing.')
    const result = await importFile(
      programContext(deps, 'import'),
      {
        file: resolve(cwd, positionals[0] ?? ''),
        universe,
        survey,
        title: values.title,
        hierarchy: values.hierarchy?.split(',').map((level) => level.trim()),
        date: values.date,
        dateFormat: values['date-format'],
        key: values.key,
        main: values.main,
        sheet: values.sheet,
        headerRows: readHeaderRows(values['header-rows']),
        include: values.include?.split(',').map((word) => oneOf(includable, word.trim(), '--include')),
        repeated: values.repeated === undefined ? undefined : oneOf(repeatedChoices, values.repeated, '--repeated'),
        match: readMatches(values.match ?? []),
        leaveOut: values['leave-out'] ?? [],
        config: values.config === undefined ? undefined : await readConfig(resolve(cwd, values.config)),
        decisions: (values.decide ?? []).map(decisionOf),
        notices: !(values['no-notices'] ?? false),
        dryRun: values['dry-run'] ?? false,
      },
      { signal, onProgress: showProgress(note) },
    )
    print(describe(result, { universe, survey, dryRun: values['dry-run'] ?? false }))
    if (!result.stored) return
    note('Counting the figures ...\n')
    const counted = await deps.analytics.feed.waitFor(result.stored.xid, figuresWithin)
    note(counted ? 'Done.\n' : 'The figures follow in a moment.\n')
    const origin = deps.config.publicUrl ?? address
    if (origin !== null) print(`\nLook at it: ${origin}/?${String(firstPage(universe, survey))}\n`)
  },
})

/** The query that opens a survey on its first page, after signing in and in its own universe. */
function firstPage(universe: string, survey: string): URLSearchParams {
  return new URLSearchParams({ change: 'universe', universe, survey })
}

async function readConfig(file: string): Promise<{ name: string; text: string }> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new CommandError(`There is no file ${file}.`, 1)
  })
  return { name: basename(file), text }
}

/** More rows than this are no header. */
const mostHeaderRows = 20

function readHeaderRows(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const rows = Number(text)
  if (Number.isInteger(rows) && rows >= 1 && rows <= mostHeaderRows) return rows
  throw new CommandError(`--header-rows must be a number from 1 to ${mostHeaderRows}.`)
}

function oneOf<T extends string>(choices: readonly T[], text: string, flag: string): T {
  const found = choices.find((choice) => choice === text)
  if (found === undefined) throw new CommandError(`${flag} must be ${choices.join(' or ')}, not "${text}".`)
  return found
}

// A column may contain an equals sign, a question does not.
function readMatches(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const at = pair.lastIndexOf('=')
      if (at < 1 || at === pair.length - 1) throw new CommandError(`--match needs COLUMN=QUESTION, not "${pair}".`)
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()]
    }),
  )
}

function decisionOf(text: string): { id: string; choice: string } {
  const [id = '', choice, more] = text.split('=')
  if (choice === undefined || more !== undefined)
    throw new CommandError(`--decide ${text}: write it like below:staff=blank.`)
  return { id, choice }
}

/** How to change what a note reports. */
const flags: Partial<Record<ImportField, string>> = {
  hierarchy: 'Name the levels with --hierarchy.',
  date: 'Choose a column with --date.',
  dateFormat: 'Say which with --date-format.',
  main: 'Choose another one with --main.',
  sheet: 'Choose another one with --sheet.',
  include: 'Count them with --include.',
  repeated: 'Choose with --repeated.',
  match: 'Where one is a question of the survey under another name, say so with --match.',
  config: '(--config FILE)',
}

/** A note with how to decide otherwise what it says. */
function withRemedy(note: ImportNote, doubts: ImportResult['doubts'], target: Target): string {
  const doubt = doubts.find(({ id }) => id === note.doubt)
  return `${withFlag(note)}${doubt ? remedyOf(doubt, doubts, target) : ''}`
}

function withFlag({ words, field }: ImportNote): string {
  const flag = field && flags[field]
  return flag ? `${String(words)} ${flag}` : String(words)
}

function describe(result: ImportResult, target: Target): string {
  const { dryRun } = target
  const { notes, columns, stored, configuration, suggestedKey, rows } = result
  const parts = [
    notes.map(withFlag).join('\n'),
    printColumns(columns, (note) => withRemedy(note, result.doubts, target)),
    ...remediesAlike(result.doubts, target),
  ]
  if (suggestedKey !== null)
    parts.push(`Give --key ${suggestedKey} if the file will be imported again: its rows are then updated.`)
  if (dryRun) {
    parts.push(
      configuration === null
        ? 'The survey keeps its configuration.'
        : `The configuration that would be written:\n\n${configuration}`,
    )
    parts.push(`Nothing was changed. ${rows} rows can be imported${wouldRaise(result.alerts)}.`)
  }
  if (stored) {
    const counts = [`${stored.inserted} added`, `${stored.updated} updated`, `${stored.unchanged} unchanged`]
    const unfinished = stored.unfinished === 0 ? '' : `, ${stored.unfinished} of them not finished`
    const undated = stored.undated === 0 ? '' : `, ${stored.undated} without an event date (today's is used)`
    parts.push(
      `${rows} rows: ${counts.join(', ')}${unfinished}${undated}. ${stored.units} new units, ${stored.choices} new choices.${raised(stored.alerts)}`,
    )
    parts.push(undoLine(target, stored.importSetId))
    if (stored.final > 0)
      parts.push(
        `${stored.final} rows are responses that the anonymous survey has counted already. They are final and stay as they were.`,
      )
    if (stored.invited > 0)
      parts.push(
        `${stored.invited} rows are answers of people who are invited to the anonymous survey, and were left out: nobody may learn who has answered it. Import them under keys of their own.`,
      )
    if (stored.erased > 0)
      parts.push(
        `${stored.erased} rows were skipped: their respondents were erased or anonymised, and may not be imported again.`,
      )
    if (stored.late > 0)
      parts.push(
        `${stored.late} responses came after the figures of their period were closed. They are kept, and no figure counts them.`,
      )
  }
  return `${parts.join('\n\n')}\n`
}

function wouldRaise(alerts: number): string {
  return alerts === 0 ? '' : `, and would raise ${alerts} ${alerts === 1 ? 'alert' : 'alerts'}`
}

function raised(alerts: number): string {
  return alerts === 0 ? '' : ` ${alerts} ${alerts === 1 ? 'alert was' : 'alerts were'} raised.`
}

function undoLine({ universe, survey }: Target, id: number): string {
  return `Undo it with: npm run -s gensvar -- import:undo --universe ${universe} --survey ${survey} ${id}`
}

const phases: Record<ImportProgress['phase'], string> = {
  opening: 'Reading the workbook',
  checking: 'Checking the rows',
  storing: 'Storing the rows',
}

/** Reports every tenth of a phase, or every 20,000 rows if the total is not known. */
function showProgress(note: (text: string) => void): (progress: ImportProgress) => void {
  let last = ''
  return ({ phase, done, total }) => {
    const share = total === 0 ? null : Math.min(100, Math.floor((done / total) * 10) * 10)
    const rows = Math.floor(done / 20_000) * 20_000
    const far = share === null ? (rows === 0 ? ' ...' : `: ${rows} rows`) : `: ${share} %`
    const line = `${phases[phase]}${far}\n`
    if (line !== last) note(line)
    last = line
  }
}
