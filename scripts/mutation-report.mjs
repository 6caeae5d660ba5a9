// The report of `npm run mutate`, docs/mutation.md: a row per path, and the survivors that no test can notice.

const begin = '<!-- written by npm run mutate -->'
const end = '<!-- end -->'
const head = `| path | mutants | noticed | survived | untested | equivalent | not tried | score | tried |
| --- | --: | --: | --: | --: | --: | --: | --: | --- |`

/** A mutant's place and change, as the table of equivalent ones names it. */
export function place({ file, line, column, mutatorName, replacement }) {
  return `${file}:${line}:${column} ${mutatorName}: ${replacement.replaceAll(/\s+/g, ' ')}`
}

/** The equivalent mutants that the report lists, each with `key` as `place` prints it. */
export function equivalentsIn(text) {
  const rows = text.matchAll(/^\| `([^`\n]+:\d+:\d+)` \| (\w+): `` (.*) `` \| .+ \|$/gm)
  return [...rows].map(([, at, mutator, replacement]) => ({
    key: `${at} ${mutator}: ${replacement.replaceAll('\\|', '|')}`,
  }))
}

/** Counts a report of Stryker. The score is the share of the mutants that a test can notice which one did notice. */
export function resultOf({ files }, equivalents) {
  const mutants = Object.entries(files).flatMap(([file, { mutants: ofFile }]) =>
    ofFile.map((mutant) => ({ ...mutant, file, ...mutant.location.start })),
  )
  const known = new Set(equivalents.map(({ key }) => key))
  const having = (...statuses) => mutants.filter(({ status }) => statuses.includes(status))
  const alive = having('Survived', 'NoCoverage')
  const survivors = alive.filter((mutant) => !known.has(place(mutant)))
  const noticed = having('Killed', 'Timeout').length
  const keys = new Set(alive.map(place))
  const counted = noticed + survivors.length
  return {
    mutants: mutants.length,
    noticed,
    survived: survivors.filter(({ status }) => status === 'Survived').length,
    untested: survivors.filter(({ status }) => status === 'NoCoverage').length,
    equivalent: alive.length - survivors.length,
    untried: having('Ignored').length,
    score: counted === 0 ? '100.0' : ((100 * noticed) / counted).toFixed(1),
    survivors,
    /** Noticed by a time limit alone: an endless loop, or a busy machine. */
    late: having('Timeout'),
    outdated: equivalents.filter(
      ({ key }) => Object.keys(files).some((file) => key.startsWith(`${file}:`)) && !keys.has(key),
    ),
  }
}

/** The report with the row of a path added or replaced. */
export function withRow(text, path, found, today = new Date().toISOString().slice(0, 10)) {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`docs/mutation.md has no lines "${begin}" and "${end}"`)
  const rows = text
    .slice(from, to)
    .split('\n')
    .filter((line) => line.startsWith('| `') && !line.startsWith(`| \`${path}\` |`))
  const { mutants, noticed, survived, untested, equivalent, score } = found
  const cells = [`\`${path}\``, mutants, noticed, survived, untested, equivalent, found.untried, `${score} %`, today]
  const sorted = [...rows, `| ${cells.join(' | ')} |`].toSorted()
  return `${text.slice(0, from)}${begin}\n\n${head}\n${sorted.join('\n')}\n\n${text.slice(to)}`
}
