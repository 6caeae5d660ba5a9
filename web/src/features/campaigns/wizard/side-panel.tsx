import { Button } from '@mantine/core'
import { listExcluded } from '@gensvar/contract/campaigns'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import type { CampaignType, SendingType } from '#web/widgets/campaign/campaign-form.ts'
import shared from '#web/widgets/campaign/campaign.module.css'
import { LeftOut } from '#web/widgets/campaign/left-out.tsx'
import type { Excluded } from '#web/widgets/campaign/left-out.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import { chosenQuery } from './wizard-place.ts'
import type { Chosen, Info, WizardPlace } from './wizard-place.ts'
import classes from './wizard.module.css'

const LeftOutDialog = whenOpened(() =>
  import('#web/widgets/campaign/left-out-dialog.tsx').then((file) => file.LeftOutDialog),
)

/** How many are reached by each way. */
function ByWay({ byWay }: Pick<Info, 'byWay'>) {
  const t = useTexts()
  const format = useFormat()
  return (
    <ul className={`${shared['rules']} ${classes['byWay']}`} aria-label={t('byWay')}>
      {byWay.map(({ sendingType, count }) => (
        <li key={sendingType}>
          <span>{t(`sending_${sendingType}`)}</span>
          <span className="gv-figures">{format.number(count)}</span>
        </li>
      ))}
    </ul>
  )
}

interface Props {
  at: WizardPlace
  info: Info
  isCounting: boolean
  chosen: Chosen
  sendingType: SendingType
  /** The further ways, in order. */
  ways: readonly SendingType[]
  campaignType: CampaignType
  /** Puts back those who were taken out by hand. */
  onRestore: () => void
}

/** Whom the campaign reaches: how many, by which filters, and who is left out by which rule. */
export function SidePanel({ at, info, isCounting, chosen, sendingType, ways, campaignType, onRestore }: Props) {
  const t = useTexts()
  const format = useFormat()
  const [rule, setRule] = useState<Excluded[number] | null>(null)
  const [isOpen, setOpen] = useState(false)
  const query = { ...chosenQuery(info, chosen), sendingType, ways: ways.join(',') }
  return (
    <aside className={classes['side']} aria-label={t('whom')}>
      <Card title={t('whom')} query={{ isPlaceholderData: isCounting }}>
        <p className={classes['big']} role="status">
          <strong>{format.number(info.numberCustomers)}</strong>{' '}
          {t('selectedCustomers', { count: info.numberCustomers })}
        </p>
        {info.byWay.length > 1 && <ByWay byWay={info.byWay} />}
        {campaignType !== 'PULL_ONCE' && <p className={classes['quiet']}>{t(`countNow_${campaignType}`)}</p>}
        <h3 className={classes['heading']}>{t('selectedFilters')}</h3>
        <ul className={classes['chips']}>
          <li>
            <Chip>{info.pathName}</Chip>
          </li>
          {info.filters.map((words) => (
            <li key={words}>
              <Chip>{words}</Chip>
            </li>
          ))}
        </ul>
        <h3 className={classes['heading']}>{t('leftOut')}</h3>
        <LeftOut
          excluded={info.excluded}
          onOpen={(one) => {
            setRule(one)
            setOpen(true)
          }}
        />
        {chosen.deleted.length > 0 && (
          <Button mt={8} size="compact-sm" variant="subtle" onClick={onRestore}>
            {t('putBack', { count: chosen.deleted.length, n: format.number(chosen.deleted.length) })}
          </Button>
        )}
        {info.isOutbox && <p className={classes['quiet']}>{t('outbox')}</p>}
      </Card>
      <LeftOutDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        rule={rule}
        isSearched
        queryKey={['new-campaign', at, query]}
        load={(asked, signal) => call(listExcluded, { params: { ...at }, query: { ...query, ...asked } }, { signal })}
      />
    </aside>
  )
}
