import type { ReactNode } from 'react'
import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/states/notice.tsx'
import { useTexts } from './texts.ts'

/** Stands where a component exists in the language of pages but not yet in this version. */
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
