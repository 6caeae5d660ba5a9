import { Suspense } from 'react'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import type { SampleEditorProps } from './editor-context.ts'

/** Height of an editor that is being loaded, in pixels. */
const usualHeight = 320

const LoadedEditor = onDemand(() => import('./loaded-editor.tsx').then((file) => file.LoadedEditor))

/** The editor of a sample as a sample table configures it: a tree of parts. It can stand in any container. */
export function SampleEditor(props: SampleEditorProps) {
  return (
    <Suspense fallback={<Loading height={usualHeight} />}>
      <LoadedEditor {...props} />
    </Suspense>
  )
}
