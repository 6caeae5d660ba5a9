import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { refreshIdentity } from '#web/features/session/session.ts'
import { useSession } from '#web/lib/session-store.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { DataCard } from '#web/ui/data-card.tsx'
import { LogoEditor } from './logo-editor.tsx'
import { ProviderButton } from './provider-button.tsx'
import { universeQuery } from './queries.ts'
import type { Universe } from './queries.ts'
import { useTexts } from './texts.ts'
import { UniverseForm } from './universe-form.tsx'

/** Root's editor of the session's organisation: its names, languages, time zone, looks and calendar. */
export function UniverseEditor() {
  const t = useTexts()
  const survey = useSession((state) => state.survey) ?? '-'
  const query = useQuery(universeQuery)
  const queryClient = useQueryClient()
  const show = useCallback(
    async (saved: Universe) => {
      queryClient.setQueryData(universeQuery.queryKey, saved)
      // Its name stands in menus; its looks and time zone come with the start of a survey.
      await refreshIdentity()
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== universeQuery.queryKey[0] })
    },
    [queryClient],
  )
  return (
    <DataCard
      title={t('title')}
      subtitle={query.data?.name}
      actions={
        <>
          <ProviderButton />
          <AppLink href={paths.sendingRules(survey)}>{t('sendingRules')}</AppLink>
          <AppLink href={paths.pools(survey)}>{t('pools')}</AppLink>
        </>
      }
      query={query}
      height={640}
    >
      {(universe) => (
        <>
          <LogoEditor universe={universe} onSaved={show} />
          <UniverseForm universe={universe} onSaved={show} />
        </>
      )}
    </DataCard>
  )
}
