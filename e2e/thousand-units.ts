import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../scripts/find-node.mjs'

const run = promisify(execFile)

/** A survey whose ranking has as many rows as a table shows without pages. */
export const thousand = { universe: 'stores', survey: 'thousand', units: 1_000 }

const towns = ['Alfa', 'Beta', 'Gamma', 'Delta']
const questions = ['overall', 'staff', 'price', 'range', 'queue', 'shop', 'recommend']
const answersPerUnit = 4

/** A csv file of it: every unit with a few answers, each answer between 4 and 10. */
function fileOfUnits(): string {
  const lines = Array.from({ length: thousand.units * answersPerUnit }, (_, line) => {
    const unit = line % thousand.units
    const name = `Store ${String(unit + 1).padStart(4, '0')} ${towns[unit % towns.length]}`
    const day = String((line % 28) + 1).padStart(2, '0')
    const answers = questions.map((_question, at) => 4 + ((unit * (at + 3) + line * (at + 5)) % 7))
    return [`v${line}`, name, `2026-03-${day}`, ...answers].join(',')
  })
  return [['visit', 'store', 'day', ...questions].join(','), ...lines].join('\n')
}

/**
 * Imports it with the command, as a user would, into the running server of a data folder; doing it twice changes
 * nothing.
 */
export async function importThousandUnits(dataFolder: string): Promise<void> {
  const folder = `${dataFolder}-thousand`
  await mkdir(folder, { recursive: true })
  const file = join(folder, 'thousand.csv')
  await writeFile(file, fileOfUnits())
  const { universe, survey } = thousand
  const columns = ['--hierarchy', 'store', '--date', 'day', '--key', 'visit']
  const words = ['import', file, '--universe', universe, '--survey', survey, ...columns]
  try {
    await run(process.execPath, [join('server', 'src', 'cli', 'main.ts'), ...words], {
      cwd: root,
      env: { ...process.env, GENSVAR_DATA: dataFolder },
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
