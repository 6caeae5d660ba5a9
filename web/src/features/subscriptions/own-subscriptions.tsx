import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocalText } from '#web/lib/local-text.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { Card } from '#web/ui/card.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { MadeEntry } from './made-entry.tsx'
import { subscriptionsQuery } from './queries.ts'
import { SubscriptionEntry } from './subscription-entry.tsx'
import { useTexts } from './texts.ts'
import classes from './subscriptions.module.css'

/**
 * The reader's subscriptions of a survey, and those they made for others: when each comes next, what became of the last
 * report, and what can be done with it.
 */
export function OwnSubscriptions({ survey }: { survey: string }) {
  const t = useTexts()
  const text = useLocalText()
  const queryClient = useQueryClient()
  const { surveys } = useIdentity()
  const asked = subscriptionsQuery(survey)
  const query = useQuery(asked)
  const title = text(surveys.find(({ extName }) => extName === survey)?.title) || survey
  const changed = () => queryClient.invalidateQueries({ queryKey: asked.queryKey })
  const made = query.data?.made ?? []
  return (
    <div className={classes['cards']}>
      <Card title={t('own')} subtitle={t('ownSubtitle', { survey: title })}>
        <DataState query={query} height={120}>
          {({ subscriptions }) =>
            subscriptions.length === 0 ? (
              <p className={classes['note']}>{t('none')}</p>
            ) : (
              <ul className={classes['list']}>
                {subscriptions.map((subscription) => (
                  <SubscriptionEntry
                    key={subscription.id}
                    survey={survey}
                    subscription={subscription}
                    onChanged={changed}
                    latest={async () => {
                      const stored = await queryClient.fetchQuery({ ...asked, staleTime: 0 })
                      return stored.subscriptions.find(({ id }) => id === subscription.id) ?? subscription
                    }}
                  />
                ))}
              </ul>
            )
          }
        </DataState>
      </Card>
      {made.length > 0 && (
        <Card title={t('made')} subtitle={t('madeSubtitle')}>
          <ul className={classes['list']}>
            {made.map((subscription) => (
              <MadeEntry key={subscription.id} survey={survey} subscription={subscription} onChanged={changed} />
            ))}
          </ul>
        </Card>
      )}
    </div>
  )
}
