import { doubtKinds } from '@gensvar/contract/doubts'
import type { Doubt, DoubtKind } from '@gensvar/contract/doubts'
import { decideDoubts, listDoubts } from '#server/features/imports/doubts/service.ts'
import { defineCommand } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { surveyContext, surveyOptions } from '../survey-context.ts'
import type { CommandSurvey } from '../survey-context.ts'

/** Timeout for the figures to include a decision, in ms. */
const figuresWithin = 120_000

/** A message names so many doubts. */
const namedAtMost = 20

/** `decide [DOUBT|KIND] [CHOICE]`. */
export const decideCommand = defineCommand({
  name: 'decide',
  summary:
    'Lists what the imports of a survey were not sure of, or decides one of these doubts, or all of a kind alike; its figures follow.',
  positionals: ['[DOUBT|KIND]', '[CHOICE]'],
  options: surveyOptions,
  async run({ deps, values, positionals, print, note }) {
    const place = await surveyContext(deps, 'decide', values)
    const { doubts } = await listDoubts(place.ctx, place.survey)
    const [wanted, choice] = positionals
    if (wanted === undefined) return print(describeAll(doubts, place))
    const found = doubts.filter(({ id, kind }) => id === wanted || kind === wanted)
    if (found.length === 0) {
      throw new CommandError(`"${wanted}" is not doubted. ${knownOf(doubts)}`)
    }
    if (choice === undefined) return print(describeAll(found, place))
    const isAlone = found.length === 1 && found[0]?.id === wanted
    const open = isAlone ? found : found.filter((one) => isDecidable(one, choice))
    if (open.length === 0) return note(`Nothing to change: ${wanted} is decided as ${choice}, or locked.\n`)
    const request = { choice, doubts: open.map(({ id, version }) => ({ id, version })) }
    const { xid, doubts: decided } = await decideDoubts(place.ctx, place.survey, request)
    print(isAlone ? describeAll(decided, place) : describeAlike(open, choice, found.length - open.length))
    const counted = await deps.analytics.feed.waitFor(xid, figuresWithin)
    note(counted ? 'The figures follow it.\n' : 'The figures follow in a moment.\n')
  },
})

/** The command line that decides a doubt, or all doubts of a kind. */
export function decideLine(at: { universe: string; survey: string }, doubt: string, choice: string): string {
  return `${listLine(at)} ${doubt} ${choice}`
}

/** The command line that lists a survey's doubts. */
export function listLine({ universe, survey }: { universe: string; survey: string }): string {
  return `npm run -s gensvar -- decide --universe ${universe} --survey ${survey}`
}

function knownOf(doubts: readonly Doubt[]): string {
  if (doubts.length === 0) return 'Nothing is.'
  const known = [...alikeKinds(doubts), ...doubts.map(({ id }) => id)]
  const more = known.length - namedAtMost
  return `To decide: ${known.slice(0, namedAtMost).join(', ')}${more > 0 ? ` and ${more} more` : ''}.`
}

/** The kinds of which several doubts can be decided alike. */
function alikeKinds(doubts: readonly Doubt[]): DoubtKind[] {
  return doubtKinds.filter((kind) => doubts.filter((doubt) => doubt.kind === kind && doubt.locked === null).length > 1)
}

/** Whether a decision for all of a kind changes the doubt. An unknown choice is one: it is rejected, not ignored. */
function isDecidable({ chosen, decided, locked }: Doubt, choice: string): boolean {
  return locked === null && (decided === null || chosen !== choice)
}

function describeAll(doubts: readonly Doubt[], place: CommandSurvey): string {
  if (doubts.length === 0) return 'Nothing is doubted.\n'
  const alike = alikeKinds(doubts).map((kind) => {
    const all = doubts.filter((doubt) => doubt.kind === kind && doubt.locked === null)
    const ways = all[0]?.choices.map(({ name, label }) => `\n  ${label}: ${decideLine(place, kind, name)}`)
    return `All ${all.length} of the kind "${kind}" alike:${ways?.join('') ?? ''}`
  })
  return `${[...doubts.map((doubt) => describe(doubt, place)), ...alike].join('\n\n')}\n`
}

function describeAlike(before: readonly Doubt[], choice: string, others: number): string {
  const lines = before.map(({ id, title, choices, chosen, decided }) => {
    const [from, to] = [chosen, choice].map((name) => choices.find((one) => one.name === name)?.effect ?? '')
    const effect = to === '' ? '' : `: ${from === to ? to : `${from}, now ${to}`}`
    const was = decided && chosen !== choice ? ` (was ${chosen}, decided ${wayOf(decided)})` : ''
    return `  ${id}  ${title}${effect}${was}`
  })
  const left = others === 0 ? '' : `${others} more are decided so already, or locked.\n`
  return `Decided as ${choice}: ${before.length}\n${lines.join('\n')}\n${left}`
}

/** How a doubt was decided: "by anna", "on the command line". */
function wayOf({ through, by }: NonNullable<Doubt['decided']>): string {
  if (through === 'command') return 'on the command line'
  return through === 'import' ? 'by an import' : `by ${by ?? ''}`
}

function describe(
  { id, title, words, examples, choices, chosen, decided, locked }: Doubt,
  place: CommandSurvey,
): string {
  const state = decided ? `decided ${wayOf(decided)}, ${decided.at.slice(0, 10)}` : 'open'
  const width = Math.max(...choices.map(({ name }) => name.length))
  return [
    `${id}  (${state})`,
    `  ${title}: ${words}`,
    ...(examples.length > 0 ? [`  For example: ${examples.join(', ')}`] : []),
    ...choices.map(({ name, label, effect }) => {
      const mark = name === chosen ? '*' : ' '
      return `  ${mark} ${name.padEnd(width)}  ${label}${effect === '' ? '' : `: ${effect}`}`
    }),
    ...(locked === null
      ? choices.filter(({ name }) => name !== chosen).map(({ name }) => `  ${decideLine(place, id, name)}`)
      : [`  ${locked}`]),
  ].join('\n')
}
