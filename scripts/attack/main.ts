import { parseArgs } from 'node:util'
import { kindsOf } from '../../server/src/testing/attack/attack.ts'
import type { Finding } from '../../server/src/testing/attack/attack.ts'
import { attacks } from './attacks.ts'
import type { Attack } from './attacks.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string' },
    rounds: { type: 'string' },
    minutes: { type: 'string' },
    case: { type: 'string' },
    help: { type: 'boolean' },
  },
})
const [name, ...others] = positionals
const attack = attacks.find((one) => one.name === name)

if (values.help || !attack || others.length > 0) {
  printHelp()
  process.exitCode = values.help ? 0 : 2
} else process.exitCode = await runAttack(attack)

function printHelp(): void {
  console.log(
    `npm run attack -- ${attacks.map((one) => one.name).join('|')} [--seed N] [--rounds N | --minutes N] [--case N]\n`,
  )
  for (const { name, summary, round, rounds } of attacks)
    console.log(`  ${name.padEnd(11)} ${summary}\n              a round is a ${round}; ${rounds} unless said otherwise`)
  console.log(`
  --seed     where the random choices begin; the same seed tries the same cases (a new one each time where missing)
  --minutes  goes on with the following seeds until the time is up
  --case     tries one case alone, by the number a finding gives; what hangs on what earlier cases stored needs them all

Ends with 1 when something did not hold.`)
}

/** Runs an attack once, or until the time is up; returns the exit code. */
async function runAttack(attack: Attack): Promise<0 | 1> {
  const first = numberOf('seed', values.seed) ?? Math.floor(Date.now() / 1000) % 1_000_000
  const rounds = numberOf('rounds', values.rounds) ?? attack.rounds
  const minutes = numberOf('minutes', values.minutes)
  const only = numberOf('case', values.case)
  const until = minutes === undefined ? 0 : Date.now() + minutes * 60_000
  let found = false
  let seed = first
  do {
    console.log(`attack ${attack.name}, seed ${seed}, ${only === undefined ? `${rounds} rounds` : `case ${only}`}`)
    const began = performance.now()
    const { tried, findings } = await attack.run({
      seed,
      rounds,
      ...(only !== undefined && { only }),
      report: (line) => console.log(`  ${line}`),
    })
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    console.log(`${tried} tried, ${findings.length} findings (${seconds} s)`)
    printTable(attack, seed, rounds, findings)
    found ||= findings.length > 0
    seed += 1
  } while (Date.now() < until)
  return found ? 1 : 0
}

function printTable(attack: Attack, seed: number, rounds: number, findings: readonly Finding[]): void {
  const kinds = kindsOf(findings).sort((a, b) => b.times - a.times)
  if (kinds.length === 0) return
  console.log(`\n${'times'.padStart(6)}  ${'case'.padStart(6)}  where: what`)
  for (const { times, number, place, fault } of kinds)
    console.log(`${String(times).padStart(6)}  ${String(number).padStart(6)}  ${place}: ${fault}`)
  console.log('')
  for (const { number, place, fault, detail } of kinds) {
    console.log(`${place}: ${fault}\n  ${detail.replaceAll('\n', '\n  ')}`)
    console.log(`  again: npm run attack -- ${attack.name} --seed ${seed} --rounds ${rounds} --case ${number}\n`)
  }
}

function numberOf(option: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (/^\d{1,9}$/.test(text)) return Number(text)
  console.error(`--${option} takes a whole number, not "${text}".`)
  process.exit(2)
}
