import { Notice } from '#web/ui/states/notice.tsx'
import { useTexts } from './texts.ts'

/** Shown for a type of part that does not exist. */
export function UnknownPart({ type }: { type: string }) {
  const t = useTexts()
  return (
    <Notice picture="empty" title={t('unknownComponent')} compact>
      {t('unknownComponentText', { type })}
    </Notice>
  )
}
