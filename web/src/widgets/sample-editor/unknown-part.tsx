import { Notice } from '#web/ui/states/notice.tsx'
import { useTexts as useWidgetTexts } from '#web/widgets/texts.ts'
import { useTexts } from './texts.ts'

/** Shown for a type of part that does not exist. */
export function UnknownPart({ type }: { type: string }) {
  const t = useTexts()
  const shared = useWidgetTexts()
  return (
    <Notice picture="empty" title={shared('unknownComponent')} compact>
      {t('unknownComponentText', { type })}
    </Notice>
  )
}
