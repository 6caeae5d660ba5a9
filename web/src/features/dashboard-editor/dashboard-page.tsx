import { useQuery } from '@tanstack/react-query'
import { DataState } from '#web/ui/states/data-state.tsx'
import { DashboardEditor } from './dashboard-editor.tsx'
import { draftQuery } from './queries.ts'

/** The dashboard editor of a survey, once its draft is there. */
export function DashboardPage({ survey }: { survey: string }) {
  const query = useQuery(draftQuery(survey))
  return (
    <DataState query={query} height={720}>
      {(saved) => <DashboardEditor survey={survey} saved={saved} />}
    </DataState>
  )
}
