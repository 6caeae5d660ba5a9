import type { ExclusionRule } from '@gensvar/contract/campaigns'
import type { SendingRules } from '@gensvar/contract/sending-rules'
import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'

/** Why a rule leaves people out. `contact` is the organisation's rule of contacts. */
export function exclusionWords(rule: string, { contact }: Pick<SendingRules, 'contact'>): Words {
  if (rule === 'contacted' && contact?.times === 1 && contact.days === 1) return say`Written to within a day`
  if (rule === 'contacted' && contact)
    return contact.times === 1
      ? say`Written to within ${new Count(contact.days)} days`
      : say`Written to ${new Count(contact.times)} times within ${new Count(contact.days)} days`
  return ruleWords[rule as ExclusionRule] ?? say`Left out`
}

const ruleWords: Readonly<Record<ExclusionRule, Words>> = {
  removed: say`Taken out by hand`,
  completed: say`Answered already`,
  cancelled: say`Cancelled`,
  unapproved: say`Not approved`,
  'no-address': say`Without an address`,
  'bad-address': say`With an address that cannot be right`,
  'mail-filter': say`Left out by the check of the data`,
  script: say`Left out by a script`,
  unsubscribed: say`Unsubscribed`,
  complained: say`Complained about a message`,
  bounced: say`With an address that messages came back from`,
  listed: say`On the list of addresses that nothing is sent to`,
  'same-address': say`With the address of another one`,
  contacted: say`Written to recently`,
}
