import { useQuery } from '@tanstack/react-query'
import { listImportSets } from '@gensvar/contract/imports'
import { call } from '#web/api.ts'
import { DataCard } from '#web/ui/data-card.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { ImportSets } from '#web/widgets/import-set-list/import-sets.tsx'
import { useTexts } from '#web/widgets/import-set-list/texts.ts'

/** The imports of a survey, for its administrators to undo: most surveys have no page that lists them. */
export function ImportsCard({ survey }: { survey: string }) {
  const t = useTexts()
  const query = useQuery({
    queryKey: ['import-sets', survey],
    queryFn: ({ signal }) => call(listImportSets, { params: { survey } }, { signal }),
    staleTime: 0,
    meta: { quiet: true },
  })
  return (
    <DataCard
      query={query}
      title={t('setsTitle')}
      height={200}
      isEmpty={({ importSets }) => importSets.length === 0}
      empty={
        <Empty title={t('noSets')} compact>
          {t('noSetsText')}
        </Empty>
      }
    >
      {({ importSets }) => <ImportSets sets={importSets} mayRemove />}
    </DataCard>
  )
}
