import { useQuery } from '@tanstack/react-query'
import type { CampaignFilter } from '@gensvar/contract/conditions'
import { encodeCampaign } from '@gensvar/contract/filter-kinds/campaign'
import { getCampaignName } from '@gensvar/contract/filters'
import { call } from '#web/api.ts'
import { fieldNamed } from '../field-named.tsx'
import type { FilterControl } from '../filter-control.ts'
import { useTexts } from '../texts.ts'

/** The browser's part of filters on a campaign's recipients. */
export const campaign: FilterControl<'campaign'> = {
  builtInTitle: (t) => t('campaign'),
  Field: fieldNamed('CampaignField'),
  showsTitle: true,
  canExclude: false,
  words: encodeCampaign,
  ChipWords: CampaignWords,
}

/** A campaign's name with the filter's state, opened and clicked. */
function CampaignWords({ survey, value: campaign }: { survey: string; value: CampaignFilter }) {
  const t = useTexts()
  const name = useQuery({
    queryKey: ['campaign-name', survey, campaign.campaign],
    queryFn: ({ signal }) => call(getCampaignName, { params: { survey, campaign: campaign.campaign } }, { signal }),
    staleTime: Infinity,
    meta: { quiet: true },
  })
  const answers = { any: t('any'), yes: t('yes'), no: t('no') }
  const states = {
    any: t('any'),
    delivered: t('delivered'),
    pending: t('pending'),
    failed: t('failed'),
    unsub: t('unsub'),
  }
  const parts = [name.data?.title ?? `#${campaign.campaign}`]
  if (campaign.state !== 'any') parts.push(states[campaign.state])
  if (campaign.opened !== 'any') parts.push(`${t('opened')}: ${answers[campaign.opened]}`)
  if (campaign.clicked !== 'any') parts.push(`${t('clicked')}: ${answers[campaign.clicked]}`)
  return parts.join(', ')
}
