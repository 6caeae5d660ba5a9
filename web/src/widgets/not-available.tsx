import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/states/notice.tsx'
import { useTexts } from './texts.ts'

/** Shown for a component type that is known but not available in this version. */
export function NotAvailable({ title, name }: { title?: ReactNode; name: string }) {
  const t = useTexts()
  return (
    <Card title={title}>
      <Notice picture="empty" title={t('notAvailable')} compact>
        {t('notAvailableText', { name })}
      </Notice>
    </Card>
  )
}
