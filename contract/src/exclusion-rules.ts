/** Rules by which people are left out of a campaign, in the order they are asked. */
export const exclusionRules = [
  'removed',
  'completed',
  'cancelled',
  'unapproved',
  'no-address',
  'bad-address',
  'mail-filter',
  'script',
  'unsubscribed',
  'complained',
  'bounced',
  'listed',
  'same-address',
  'contacted',
] as const

/** One of them. */
export type ExclusionRule = (typeof exclusionRules)[number]
