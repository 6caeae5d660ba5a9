import { useCallback } from 'react'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { ScriptList } from './script-list.tsx'
import { useTexts } from './texts.ts'
import classes from './scripts.module.css'

/** The scripts of a survey. */
export function ScriptsSection({ survey, surveyId }: { survey: string; surveyId: number }) {
  const t = useTexts()
  const hrefOf = useCallback(({ id }: { id: number }) => paths.surveyScript(survey, surveyId, id), [survey, surveyId])
  return (
    <ScriptList
      name="scripts"
      title={t('title')}
      survey={survey}
      surveyId={surveyId}
      hrefOf={hrefOf}
      empty={{ title: t('none'), text: t('noneText') }}
    />
  )
}

/** The scripts that belong to no survey, and the way to the script of the organisation. */
export function GlobalScriptsSection({ survey }: { survey: string }) {
  const t = useTexts()
  const hrefOf = useCallback(({ id }: { id: number }) => paths.globalScript(survey, id), [survey])
  return (
    <ScriptList
      name="global-scripts"
      title={t('globalTitle')}
      survey={survey}
      surveyId={null}
      hrefOf={hrefOf}
      empty={{ title: t('noGlobals'), text: t('noGlobalsText') }}
      more={
        <AppLink href={paths.universeScript(survey)} className={classes['link']}>
          {t('universeScript')}
        </AppLink>
      }
    />
  )
}
