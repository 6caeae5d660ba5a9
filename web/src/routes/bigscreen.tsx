import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { PlainPage } from '#web/ui/plain-page.tsx'

/** Stands where the public big screen will be: its visitors have no menu to go back to. */
export default function BigScreen() {
  const t = useAppTexts()
  return <PlainPage title={t('notAvailableTitle')}>{null}</PlainPage>
}
