import { ListPage } from '#web/features/pages/service.ts'
import type { PageHeadSlot } from '#web/features/pages/service.ts'
import { PlainAlerts } from '#web/widgets/alert-table/plain-alerts.tsx'
import { useTexts } from '#web/widgets/alert-table/texts.ts'

/** The alerts page. */
export function AlertListScreen({ Head }: { Head: PageHeadSlot }) {
  const t = useTexts()
  return (
    <ListPage kind="alerts" extname="alertlist" title={t('title')} table="alert-table" Head={Head}>
      <PlainAlerts />
    </ListPage>
  )
}
