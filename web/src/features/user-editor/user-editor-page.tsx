import { useQuery } from '@tanstack/react-query'
import { getUserEditorData } from '@gensvar/contract/user-editor'
import { call } from '#web/api.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { EditorScreen } from './editor-screen.tsx'

/** The administrators' editor of a user; 0 is a new one. */
export function UserEditorPage({ survey, userId }: { survey: string; userId: number }) {
  const query = useQuery({
    queryKey: ['user-editor', survey, userId],
    queryFn: ({ signal }) => call(getUserEditorData, { params: { survey, id: userId } }, { signal }),
    meta: { quiet: true },
    // What is being edited stays as it is; a save that is too late is told.
    staleTime: Infinity,
    gcTime: 0,
  })
  return (
    <DataState query={query} height={480}>
      {(data) => <EditorScreen key={data.id} survey={survey} data={data} />}
    </DataState>
  )
}
