import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getNoticeChoices } from '@gensvar/contract/notices'
import { call } from '#web/api.ts'
import { Card } from '#web/ui/card.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { ChoicesForm } from './choices-form.tsx'
import { useTexts } from './texts.ts'

const queryKey = ['notice-choices']

/** What the user wants to be told of, and how. */
export function NoticeChoices() {
  const t = useTexts()
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getNoticeChoices, {}, { signal }),
    meta: { quiet: true },
  })
  return (
    <Card title={t('title')} subtitle={t('subtitle')}>
      <DataState query={query} height={320}>
        {({ email, sendsMail, ...choices }) => (
          <ChoicesForm
            choices={choices}
            email={email}
            sendsMail={sendsMail}
            onSaved={(saved) => queryClient.setQueryData(queryKey, { email, sendsMail, ...saved })}
          />
        )}
      </DataState>
    </Card>
  )
}
