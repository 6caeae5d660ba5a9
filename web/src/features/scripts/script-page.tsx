import { useQuery } from '@tanstack/react-query'
import { useScreenTitle } from '#web/lib/screen-title.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { scriptQuery } from './queries.ts'
import { DeleteScript } from './delete-script.tsx'
import { homeOf } from './script-place.ts'
import type { ScriptPlace } from './script-place.ts'
import { ScriptScreen } from './script-screen.tsx'
import { useTexts } from './texts.ts'
import classes from './scripts.module.css'

/** Root's page of a script: its text and settings, runs, events and versions. */
export function ScriptPage({ place }: { place: ScriptPlace }) {
  const t = useTexts()
  const query = useQuery(scriptQuery(place))
  const titleOf = (script: { id: number; extname: string }) => {
    if (place.of === 'universe') return t('universeScript')
    return script.id === 0 ? t('newScript') : script.extname
  }
  useScreenTitle(query.data ? titleOf(query.data) : '')
  return (
    <DataState query={query} height={720}>
      {(script) => (
        <div className={classes['screen']}>
          <div className={classes['head']}>
            <div>
              <AppLink href={homeOf(place)}>{t(place.of === 'survey' ? 'toSurvey' : 'toAdministration')}</AppLink>
              <h1 className={classes['title']}>{titleOf(script)}</h1>
            </div>
            {script.id > 0 && <DeleteScript place={place} script={script} />}
          </div>
          <ScriptScreen place={place} script={script} />
        </div>
      )}
    </DataState>
  )
}
