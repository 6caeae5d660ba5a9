import { campaignAnswers, deliveryStates } from '../conditions.ts'
import type { CampaignFilter } from '../conditions.ts'
import { say } from '../say.ts'
import { UnreadableFilter } from './filter-kind.ts'
import type { FilterGrammar } from './filter-kind.ts'
import { oneByOne } from './one-by-one.ts'

/** Recipients of a campaign by what became of its message: `id.state.opened.clicked`. */
export const campaign: FilterGrammar<'campaign'> = {
  builtIn: 'campaign',
  flags: ['campaign'],
  needs: null,
  withoutQuestion: (filter) => (filter.campaign ? 'campaign' : null),
  decode: decodeCampaign,
  conditions: ({ values }) =>
    oneByOne(values, {
      read: (text) => {
        const found = decodeCampaign(text)
        if (!found) throw new UnreadableFilter(say`"${text}" is not a campaign filter such as 12.delivered.yes.any.`)
        return { kind: 'campaign', ...found }
      },
      notAnswered: null,
    }),
}

/** Writes a campaign filter as the text of a path value: `id.state.opened.clicked`. */
export function encodeCampaign(filter: CampaignFilter): string {
  return `${filter.campaign}.${filter.state}.${filter.opened}.${filter.clicked}`
}

/** Reads a campaign filter's value; null when it is not one. */
export function decodeCampaign(text: string): CampaignFilter | null {
  const [id = '', state, opened, clicked, ...more] = text.split('.')
  const found = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
  const known = {
    state: deliveryStates.find((candidate) => candidate === state),
    opened: campaignAnswers.find((candidate) => candidate === opened),
    clicked: campaignAnswers.find((candidate) => candidate === clicked),
  }
  if (found === null || !known.state || !known.opened || !known.clicked || more.length > 0) return null
  return { campaign: found, state: known.state, opened: known.opened, clicked: known.clicked }
}
