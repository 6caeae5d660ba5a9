import { createContext, use } from 'react'
import type { RefObject } from 'react'
import type { z } from 'zod'
import type { SampleEditorData } from '@gensvar/contract/entities/sample-editor'
import type { stateChange } from '@gensvar/contract/entities/sample-editor'
import type { updateSampleEditor } from '@gensvar/contract/samples'
import type { ContractForm } from '#web/ui/form/use-contract-form.ts'

/** Runs an action that discards what is not saved yet; asks first if there is any. */
export type Leave = (act: () => void) => void

/** Whose editor it is: the survey, the sample table that configures it, and the sample. */
export interface EditorPlace {
  survey: string
  component: string
  sampleId: number
}

/** What `SampleEditor` takes. */
export interface SampleEditorProps extends EditorPlace {
  /** The sample was saved; the editor stays open and has said so. */
  onSaved?: (saved: SampleEditorData) => void
  /** The reader wants to leave the editor. */
  onClose: () => void
  /** Where the editor puts its `leave`, for containers that can be closed in other ways than by its buttons. */
  leaveRef?: RefObject<Leave | null>
}

/** What is sent when the editor is saved. */
export type EditorBody = z.input<typeof updateSampleEditor.body>

/** What the parts of an editor share. */
export interface Editor {
  place: EditorPlace
  data: SampleEditorData
  form: ContractForm<EditorBody>
  /** The fields can be changed: the role and the period allow it, and the edit button was clicked, if there is one. */
  isEditable: boolean
  /** The edit button was clicked. */
  isOpened: boolean
  isChanged: boolean
  edit: () => void
  /** Saves the changes, and changes the state if a state button was clicked. */
  save: (change: z.input<typeof stateChange> | null) => void
  /** Gives up the changes; closes the editor where none were being made. */
  cancel: () => void
  /** Where the comment box puts its own `leave`. */
  commentLeave: RefObject<Leave | null>
}

/** The editor around a part. */
export const EditorContext = createContext<Editor | null>(null)

/** The editor around a part. Throws outside one. */
export function useEditor(): Editor {
  const editor = use(EditorContext)
  if (editor === null) throw new Error('A part of the sample editor is drawn outside of it.')
  return editor
}
