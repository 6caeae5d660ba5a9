import { useQuery } from '@tanstack/react-query'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { NoAccess } from '#web/ui/states/states.tsx'
import { AnonymiseSection } from './anonymise-section.tsx'
import { FindSection } from './find-section.tsx'
import { ProtectionTasks } from './protection-tasks.tsx'
import { protectionQuery } from './queries.ts'
import classes from './respondents.module.css'
import { RetentionSection } from './retention-section.tsx'
import { useTexts } from './texts.ts'

/** Data protection of a survey's respondents: one of them, or all that are older than a survey keeps them. */
export function RespondentsPage({ survey }: { survey: string }) {
  const t = useTexts()
  const query = useQuery(protectionQuery(survey))
  return (
    <div className={classes['screen']}>
      <h1 className={classes['title']}>{t('title')}</h1>
      <DataState query={query} loading={<Loading height={320} />}>
        {(rules) =>
          rules.refused === null ? (
            <div className={classes['sections']}>
              <FindSection survey={survey} />
              <RetentionSection survey={survey} rules={rules} />
              <AnonymiseSection survey={survey} isAnonymous={rules.isAnonymous} />
              <ProtectionTasks survey={survey} tasks={rules.tasks} />
            </div>
          ) : (
            <NoAccess>{rules.refused}</NoAccess>
          )
        }
      </DataState>
    </div>
  )
}
