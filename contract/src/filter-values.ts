/** Values of the filters that are neither choices nor dates: ranges, campaigns and sample states. */

/** Delivery states a campaign filter chooses from. */
export const campaignStates = ['any', 'delivered', 'pending', 'failed', 'unsub'] as const

/** What a campaign filter asks about opening and clicking. */
export const campaignAnswers = ['any', 'yes', 'no'] as const

/** One of the delivery states of a campaign filter. */
export type CampaignState = (typeof campaignStates)[number]

/** One of the answers about opening and clicking. */
export type CampaignAnswer = (typeof campaignAnswers)[number]

/** What a campaign filter asks for; `campaign` is the campaign's id. */
export interface CampaignFilter {
  campaign: number
  state: CampaignState
  opened: CampaignAnswer
  clicked: CampaignAnswer
}

/** Numbers from `from` to `to`, both included. */
export interface NumberRange {
  from: number
  to: number
}

const number = '-?\\d{1,15}(?:\\.\\d{1,15})?'
const rangePattern = new RegExp(`^range_(${number})_(${number})$`)

/** Writes a campaign filter as the text of a path value: `id.state.opened.clicked`. */
export function encodeCampaign(filter: CampaignFilter): string {
  return `${filter.campaign}.${filter.state}.${filter.opened}.${filter.clicked}`
}

/** Reads a campaign filter's value; null when it is not one. */
export function decodeCampaign(text: string): CampaignFilter | null {
  const [id = '', state, opened, clicked, ...more] = text.split('.')
  const campaign = /^[1-9]\d{0,14}$/.test(id) ? Number(id) : null
  const known = {
    state: campaignStates.find((candidate) => candidate === state),
    opened: campaignAnswers.find((candidate) => candidate === opened),
    clicked: campaignAnswers.find((candidate) => candidate === clicked),
  }
  if (campaign === null || !known.state || !known.opened || !known.clicked || more.length > 0) return null
  return { campaign, state: known.state, opened: known.opened, clicked: known.clicked }
}

/**
 * Writes what was typed into a range filter as the text of a path value, `range_18_35`. Null, which clears the filter,
 * unless both ends are filled in with numbers; reversed ends are swapped.
 */
export function encodeRange(from: string | number, to: string | number): string | null {
  const ends = [from, to].map((end) => String(end).trim().replace(',', '.'))
  if (ends.some((end) => !new RegExp(`^${number}$`).test(end))) return null
  const [first = '', second = ''] = ends
  return Number(first) <= Number(second) ? `range_${first}_${second}` : `range_${second}_${first}`
}

/** Reads a range filter's value; null when it is not one or ends before it begins. */
export function decodeRange(text: string): NumberRange | null {
  const match = rangePattern.exec(text)
  if (!match) return null
  const range = { from: Number(match[1]), to: Number(match[2]) }
  return range.from <= range.to ? range : null
}

/** Reads a sample state (0 completed, 1 new, 2 no response, 3 unapproved, 4 cancelled); null when there is none such. */
export function decodeSampleState(text: string): number | null {
  return /^[0-4]$/.test(text) ? Number(text) : null
}

/** Reads a plain number; null when the text is not one. */
export function decodeNumber(text: string): number | null {
  return new RegExp(`^${number}$`).test(text) ? Number(text) : null
}
