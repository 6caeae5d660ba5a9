import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { PlainPage } from '#web/ui/plain-page.tsx'
import { useTexts } from './texts.ts'

/** A page outside of the shell. */
export function PlainPageSection() {
  const t = useTexts()
  return (
    <PlainPage title={t('section_plain-page')}>
      <p>Verkehrsinfrastrukturfinanzierungsgesellschaft Mecklenburg-Vorpommern</p>
      <AppLink href={paths.responsive()}>{t('index')}</AppLink>
    </PlainPage>
  )
}
