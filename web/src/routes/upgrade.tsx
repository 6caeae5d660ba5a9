import { useQuery } from '@tanstack/react-query'
import type en from '#web/locales/en/notices.json'
import { clientConfig } from '#web/features/session/provider.ts'
import { useFormat } from '#web/lib/format.ts'
import { defineTexts } from '#web/lib/texts.ts'
import { PlainPage } from '#web/ui/plain-page.tsx'

const useTexts = defineTexts<typeof en>('notices')

/** Says that the server is being upgraded, and when it opens again where that is known. */
export default function Upgrade() {
  const t = useTexts()
  const format = useFormat()
  const { data } = useQuery({ queryKey: ['client-config'], queryFn: clientConfig, meta: { quiet: true } })
  const reopens = data?.upgrade?.reopens ?? null
  return (
    <PlainPage title={t('upgradeTitle')}>
      <p>{reopens === null ? t('upgradeSoon') : t('upgradeReopens', { time: format.moment(reopens) })}</p>
    </PlainPage>
  )
}
