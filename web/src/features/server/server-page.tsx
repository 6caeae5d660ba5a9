import { useQuery } from '@tanstack/react-query'
import { useScreenTitle } from '#web/lib/screen-title.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { DataCard } from '#web/ui/data-card.tsx'
import { BackupsCard } from './backups-card.tsx'
import { EnvironmentCard } from './environment-card.tsx'
import { GeneralForm } from './general-form.tsx'
import { MessageForm } from './message-form.tsx'
import { settingsQuery } from './queries.ts'
import classes from './server.module.css'
import { useTexts } from './texts.ts'

/** Root's page of the server: its backups, the message to everybody, and what is set for all organisations. */
export function ServerPage({ survey }: { survey: string }) {
  const t = useTexts()
  const query = useQuery(settingsQuery)
  useScreenTitle(t('title'))
  return (
    <div className={classes['page']}>
      <div>
        <AppLink href={paths.surveyList(survey)}>{t('back')}</AppLink>
        <h1 className={classes['title']}>{t('title')}</h1>
        <p className={classes['subtitle']}>{t('subtitle')}</p>
      </div>
      <BackupsCard settings={query.data} />
      <DataCard title={t('message')} subtitle={t('messageHelp')} query={query} height={420}>
        {(settings) => <MessageForm settings={settings} />}
      </DataCard>
      <DataCard title={t('general')} subtitle={t('generalHelp')} query={query} height={360}>
        {(settings) => <GeneralForm settings={settings} />}
      </DataCard>
      <DataCard title={t('environment')} subtitle={t('environmentHelp')} query={query} height={480}>
        {(settings) => <EnvironmentCard settings={settings} survey={survey} />}
      </DataCard>
    </div>
  )
}
