import { useQuery } from '@tanstack/react-query'
import { DataState } from '#web/ui/states/data-state.tsx'
import type { SampleEditorProps } from './editor-context.ts'
import { EditorForm } from './editor-form.tsx'
import { editorQuery } from './editor-query.ts'

/** Fetches an editor and draws it, or the state it is in. */
export function LoadedEditor(props: SampleEditorProps) {
  const query = useQuery(editorQuery(props))
  return (
    <DataState query={query} height={320}>
      {(data) => <EditorForm key={`${props.component} ${props.sampleId}`} data={data} {...props} />}
    </DataState>
  )
}
