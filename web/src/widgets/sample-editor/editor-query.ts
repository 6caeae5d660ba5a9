import { queryOptions } from '@tanstack/react-query'
import { getSampleEditor } from '@gensvar/contract/samples'
import { call } from '#web/api.ts'
import type { EditorPlace } from './editor-context.ts'

/** What the editor of a sample shows. */
export function editorQuery({ survey, component, sampleId }: EditorPlace) {
  return queryOptions({
    queryKey: ['sample-editor', survey, component, sampleId],
    queryFn: ({ signal }) => call(getSampleEditor, { params: { survey, component, sampleId } }, { signal }),
  })
}
