import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { PlainPage } from '#web/ui/plain-page.tsx'

/** Placeholder of the public big screen, without the menu, because it is public. */
export default function BigScreen() {
  const t = useAppTexts()
  return <PlainPage title={t('notAvailableTitle')}>{null}</PlainPage>
}
