import { screen } from '@testing-library/dom'
import { notifications } from '@mantine/notifications'
import { createRef } from 'react'
import type { EditorComponentData, SampleEditorData } from '@gensvar/contract/entities/sample-editor'
import { sampleEditorExample } from '@gensvar/contract/entities/sample-editor'
import { getSampleEditor, updateSampleEditor } from '@gensvar/contract/samples'
import { endStage, renderStage } from '#web/features/filters/testing/render-stage.tsx'
import type { Stage } from '#web/features/filters/testing/render-stage.tsx'
import { useScheme } from '#web/testing/render-app.tsx'
import { serve } from '#web/testing/serve.ts'
import type { SeenCall, Served } from '#web/testing/serve.ts'
import type { EditorBody, Leave } from '../editor-context.ts'
import { SampleEditor } from '../sample-editor.tsx'

/** The example's parts of the given types. */
export function partsOf(...types: string[]): EditorComponentData[] {
  return sampleEditorExample.componentsData.filter(({ componentDef }) => types.includes(componentDef.type))
}

/** The example with other parts, or in another state. */
export function editorOf(
  componentsData: EditorComponentData[],
  change: Partial<SampleEditorData> = {},
): SampleEditorData {
  return { ...sampleEditorExample, componentsData, ...change }
}

/** A customer and an e-mail address that can be changed at once, with the buttons to save and to cancel. */
export const form = editorOf(partsOf('group', 'update-button', 'cancel-button'))

/** An open editor: what it asked the server for, and what it told the container. */
interface OpenEditor extends Stage {
  saved: SampleEditorData[]
  closed: () => number
  leave: Leave
  /** Bodies of the calls that save. */
  sent: () => EditorBody[]
  /** Changes what the server has stored. */
  store: (next: SampleEditorData) => void
}

/** What the server has after a save. */
function savedAs(data: SampleEditorData, { fields = {}, stateChange }: EditorBody): SampleEditorData {
  const save = (part: EditorComponentData): EditorComponentData => {
    const value = part.field && fields[part.field.questionId]
    return {
      ...part,
      ...(part.field && value !== undefined && { field: { ...part.field, value } }),
      ...(part.components && { components: part.components.map(save) }),
    }
  }
  const state = stateChange?.toState ?? data.state
  return { ...data, state, version: data.version + 1, componentsData: data.componentsData.map(save) }
}

/** Opens the editor of sample 418 in the table `customers`; `before` answers instead of the usual server. */
export async function openEditor(
  data: SampleEditorData,
  { before = [], ...options }: { before?: Served[]; width?: number } = {},
): Promise<OpenEditor> {
  let stored = data
  const saved: SampleEditorData[] = []
  let closed = 0
  const leave = createRef<Leave>()
  function Part() {
    return (
      <main>
        <h1>Sample 418</h1>
        <h2>Editor</h2>
        <SampleEditor
          survey="visits"
          component="customers"
          sampleId={418}
          onSaved={(next) => saved.push(next)}
          onClose={() => (closed += 1)}
          leaveRef={leave}
        />
      </main>
    )
  }
  const served = [
    ...before,
    serve(getSampleEditor, () => stored),
    serve(updateSampleEditor, ({ body }) => (stored = savedAs(stored, body as EditorBody))),
  ]
  const stage = await renderStage(Part, '/ranking/visits/root', served, options)
  await screen.findByRole('heading', { name: 'Editor' })
  await screen.findAllByRole('group')
  return {
    ...stage,
    saved,
    closed: () => closed,
    leave: (act) => leave.current?.(act),
    sent: () => callsOf(stage, updateSampleEditor.id).map((call) => call.body as EditorBody),
    store: (next) => {
      stored = next
    },
  }
}

/** The calls of a route. */
export function callsOf(stage: Pick<Stage, 'calls'>, route: string): SeenCall[] {
  return stage.calls.filter((call) => call.route === route)
}

/** Closes the editor and its messages; call after each test. */
export function endEditor(): void {
  useScheme('light')
  endStage()
  notifications.clean()
  notifications.cleanQueue()
}
