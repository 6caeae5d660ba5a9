import { Button, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { plainValue } from '@gensvar/contract/drill-path'
import { decodeCampaign, encodeCampaign } from '@gensvar/contract/filter-kinds/campaign'
import { campaignAnswers, deliveryStates } from '@gensvar/contract/conditions'
import type { CampaignAnswer, CampaignFilter, DeliveryState } from '@gensvar/contract/conditions'
import { listFilterCampaigns } from '@gensvar/contract/filters'
import { call } from '#web/api.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import type { FieldProps } from './filter-control.ts'
import { useTexts } from './texts.ts'
import { Tiles } from './tiles.tsx'

/** Recipients of a campaign by what became of its message; all four choices are applied together. */
export function CampaignField({ filter, title, filters }: FieldProps) {
  const campaigns = useQuery({
    queryKey: ['filter-campaigns', filters.survey],
    queryFn: ({ signal }) => call(listFilterCampaigns, { params: { survey: filters.survey } }, { signal }),
    meta: { quiet: true },
  })
  const t = useTexts()
  const active = filters.find(filter.extName)?.values[0]?.text ?? ''
  return (
    <DataState
      query={campaigns}
      compact
      height={180}
      isEmpty={(answer) => answer.campaigns.length === 0}
      empty={<p className="gv-quiet">{t('noCampaigns')}</p>}
    >
      {(answer) => (
        <CampaignForm
          key={active}
          title={title}
          campaigns={answer.campaigns}
          active={active}
          onApply={(text) => filters.set({ name: filter.extName, values: [plainValue(text)] })}
        />
      )}
    </DataState>
  )
}

interface FormProps {
  title: string
  campaigns: readonly { id: number; title: string }[]
  active: string
  onApply: (text: string) => void
}

const untouched: Omit<CampaignFilter, 'campaign'> = { state: 'any', opened: 'any', clicked: 'any' }

function CampaignForm({ title, campaigns, active, onApply }: FormProps) {
  const t = useTexts()
  const decoded = decodeCampaign(active)
  const [campaign, setCampaign] = useState(decoded?.campaign ?? null)
  const [asked, setAsked] = useState<Omit<CampaignFilter, 'campaign'>>(decoded ?? untouched)
  const stateTexts: Record<DeliveryState, string> = {
    any: t('any'),
    delivered: t('delivered'),
    pending: t('pending'),
    failed: t('failed'),
    unsub: t('unsub'),
  }
  const answerTexts: Record<CampaignAnswer, string> = { any: t('any'), yes: t('yes'), no: t('no') }
  const answers = campaignAnswers.map((value) => ({ value, text: answerTexts[value] }))
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        const { state, opened, clicked } = asked
        if (campaign !== null) onApply(encodeCampaign({ campaign, state, opened, clicked }))
      }}
    >
      <Stack gap={12}>
        <Select
          size="sm"
          label={title}
          placeholder={t('chooseCampaign')}
          data={campaigns.map(({ id, title: name }) => ({ value: String(id), label: name }))}
          searchable={campaigns.length >= 10}
          nothingFoundMessage={t('noMatches')}
          value={campaign === null ? null : String(campaign)}
          onChange={(value) => setCampaign(value === null ? null : Number(value))}
        />
        <Tiles
          label={t('campaignState')}
          tiles={deliveryStates.map((value) => ({ value, text: stateTexts[value] }))}
          value={asked.state}
          onChange={(state) => setAsked({ ...asked, state })}
        />
        <Tiles
          label={t('opened')}
          tiles={answers}
          value={asked.opened}
          onChange={(opened) => setAsked({ ...asked, opened })}
        />
        <Tiles
          label={t('clicked')}
          tiles={answers}
          value={asked.clicked}
          onChange={(clicked) => setAsked({ ...asked, clicked })}
        />
        <Button size="sm" type="submit" disabled={campaign === null}>
          {t('apply')}
        </Button>
      </Stack>
    </form>
  )
}
