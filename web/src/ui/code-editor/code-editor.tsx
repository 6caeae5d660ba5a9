import { Suspense } from 'react'
import { onDemand } from '#web/lib/on-demand.tsx'
import { Loading } from '../states/loading.tsx'
import type { CodeDiffProps, CodeEditorProps } from './code-types.ts'

const View = onDemand(() => import('./code-view.tsx').then((file) => file.CodeView))
const Diff = onDemand(() => import('./diff-view.tsx').then((file) => file.DiffView))

/** Height of the editor where none is given, in pixels. */
const usualHeight = 320

/**
 * An editor for code: colours, completion, search, marked problems and shortcuts. It is fetched when it is first drawn.
 * Escape and then Tab leave it, which a line under it says.
 */
export function CodeEditor(props: CodeEditorProps) {
  const height = props.height ?? usualHeight
  return (
    <Suspense fallback={<Loading height={typeof height === 'number' ? height : usualHeight} />}>
      <View {...props} height={height} />
    </Suspense>
  )
}

/** What was changed between two texts, line by line; long parts that are the same are folded. */
export function CodeDiff(props: CodeDiffProps) {
  return (
    <Suspense fallback={<Loading height={usualHeight} />}>
      <Diff {...props} />
    </Suspense>
  )
}
