import { useQuery } from '@tanstack/react-query'
import { useScreenTitle } from '#web/lib/screen-title.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { DataCard } from '#web/ui/data-card.tsx'
import { rulesQuery } from './queries.ts'
import { RulesForm } from './rules-form.tsx'
import classes from './sending-rules.module.css'
import { SuppressedList } from './suppressed-list.tsx'
import { useTexts } from './texts.ts'

/** The rules by which an organisation sends, and the addresses that it sends nothing to. */
export function SendingRulesPage({ survey }: { survey: string }) {
  const t = useTexts()
  const { isRoot } = useIdentity()
  const query = useQuery(rulesQuery)
  useScreenTitle(t('title'))
  return (
    <div className={classes['page']}>
      <div>
        {isRoot && <AppLink href={paths.surveyList(survey)}>{t('back')}</AppLink>}
        <h1 className={classes['title']}>{t('title')}</h1>
        <p className={classes['subtitle']}>{t('subtitle')}</p>
      </div>
      <DataCard query={query} height={560}>
        {(stored) => <RulesForm stored={stored} />}
      </DataCard>
      {/* Keeps the card as high as its rows. */}
      <div>
        <SuppressedList />
      </div>
    </div>
  )
}
