import { useQuery } from '@tanstack/react-query'
import { getCampaignInfo } from '@gensvar/contract/campaigns'
import { call } from '#web/api.ts'
import { usePlace } from '#web/lib/place.ts'
import { MailActions } from './mail-actions.tsx'
import classes from './sample-table.module.css'
import type { SampleTableOptions } from './sample-source.ts'

/** The mail actions of a table whose samples nobody sees: whoever administers an anonymous survey writes to them all the same. */
export function AnonymousMailBar({ actions }: { actions: SampleTableOptions['mailActions'] }) {
  const { survey, drillPath } = usePlace()
  const mailAction = actions[0]?.extname ?? ''
  const params = { survey, mailAction, drillPath }
  const { data } = useQuery({
    queryKey: ['samples', survey, drillPath, 'customers', mailAction],
    queryFn: ({ signal }) => call(getCampaignInfo, { params, query: { initial: 'true' } }, { signal }),
    meta: { quiet: true },
  })
  return (
    <div className={classes['mailBar']}>
      <MailActions actions={actions} count={data?.numberCustomers ?? null} />
    </div>
  )
}
