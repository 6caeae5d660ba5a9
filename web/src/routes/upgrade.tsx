import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type en from '#web/locales/en/notices.json'
import { clientConfigQuery } from '#web/features/session/client-config-query.ts'
import { useFormat } from '#web/lib/format.ts'
import { defineTexts } from '#web/lib/texts.ts'
import { PlainPage } from '#web/ui/plain-page.tsx'

const useTexts = defineTexts<typeof en>('notices')

/** Says that the server is being upgraded, and when it opens again: "shortly" if no time is known or it has passed. */
export default function Upgrade() {
  const t = useTexts()
  const format = useFormat()
  const { data, isPending } = useQuery(clientConfigQuery)
  const reopens = data?.upgrade?.reopens ?? null
  const [opened] = useState(Date.now)
  const known = reopens !== null && Date.parse(reopens) > opened
  return (
    <PlainPage title={t('upgradeTitle')}>
      {!isPending && <p>{known ? t('upgradeReopens', { time: format.moment(reopens) }) : t('upgradeSoon')}</p>}
    </PlainPage>
  )
}
