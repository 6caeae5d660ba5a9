import { Card } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/states/notice.tsx'
import { useTexts } from './texts.ts'

/** Shown for a component type that does not exist. */
export function UnknownComponent({ type }: { type: string }) {
  const t = useTexts()
  return (
    <Card>
      <Notice picture="empty" title={t('unknownComponent')} compact>
        {t('unknownComponentText', { type })}
      </Notice>
    </Card>
  )
}
