import type { Doubt } from '@gensvar/contract/doubts'
import { decideDoubt, listDoubts } from '#server/features/imports/doubts/service.ts'
import { defineCommand } from '../command.ts'
import { CommandError } from '../command-error.ts'
import { surveyContext, surveyOptions } from '../survey-context.ts'
import type { CommandSurvey } from '../survey-context.ts'

/** Timeout for the figures to include a decision, in ms. */
const figuresWithin = 120_000

/** `decide [DOUBT] [CHOICE]`. */
export const decideCommand = defineCommand({
  name: 'decide',
  summary: 'Lists what the imports of a survey were not sure of, or decides one of these doubts; its figures follow.',
  positionals: ['[DOUBT]', '[CHOICE]'],
  options: surveyOptions,
  async run({ deps, values, positionals, print, note }) {
    const place = await surveyContext(deps, 'decide', values)
    const { doubts } = await listDoubts(place.ctx, place.survey)
    const [id, choice] = positionals
    if (id === undefined) return print(describeAll(doubts, place))
    const doubt = doubts.find((one) => one.id === id)
    if (!doubt) {
      const known = doubts.map((one) => one.id).join(', ')
      throw new CommandError(`"${id}" is not doubted. ${known === '' ? 'Nothing is.' : `To decide: ${known}.`}`)
    }
    if (choice === undefined) return print(`${describe(doubt, place)}\n`)
    const { xid, doubt: decided } = await decideDoubt(place.ctx, place.survey, id, { choice, version: doubt.version })
    print(`${describe(decided, place)}\n`)
    const counted = await deps.analytics.feed.waitFor(xid, figuresWithin)
    note(counted ? 'The figures follow it.\n' : 'The figures follow in a moment.\n')
  },
})

/** The command line that decides a doubt. */
export function decideLine(at: { universe: string; survey: string }, doubt: string, choice: string): string {
  return `npm run -s gensvar -- decide --universe ${at.universe} --survey ${at.survey} ${doubt} ${choice}`
}

function describeAll(doubts: readonly Doubt[], place: CommandSurvey): string {
  if (doubts.length === 0) return 'Nothing is doubted.\n'
  return `${doubts.map((doubt) => describe(doubt, place)).join('\n\n')}\n`
}

function describe(
  { id, title, words, examples, choices, chosen, decided, locked }: Doubt,
  place: CommandSurvey,
): string {
  const state = decided ? `decided by ${decided.by}, ${decided.at.slice(0, 10)}` : 'open'
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
