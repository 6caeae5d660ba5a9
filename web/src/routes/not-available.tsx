import { useGo } from '#web/lib/use-go.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { Notice } from '#web/ui/states/notice.tsx'

/** Shown for a screen of the route table that is not available in this version. */
export default function NotAvailable() {
  const t = useAppTexts()
  const go = useGo()
  return (
    <Notice picture="empty" title={t('notAvailableTitle')} action={{ text: t('toStart'), run: () => go('/') }}>
      {t('notAvailableText')}
    </Notice>
  )
}
