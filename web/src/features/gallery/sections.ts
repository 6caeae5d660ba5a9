import type { ComponentType } from 'react'
import { PlainPageSection } from './plain-page-section.tsx'
import { ChartsSection } from './charts-section.tsx'
import { CodeSection } from './code-section.tsx'
import { ControlsSection } from './controls-section.tsx'
import { DialogsSection } from './dialogs-section.tsx'
import { DoubtsSection } from './doubts-section.tsx'
import { FilesSection } from './files-section.tsx'
import { FormsSection } from './forms-section.tsx'
import { MarksSection } from './marks-section.tsx'
import { ReportsSection } from './reports-section.tsx'
import { SampleEditorSection } from './sample-editor-section.tsx'
import { StatesSection } from './states-section.tsx'
import { SurfacesSection } from './surfaces-section.tsx'
import { TablesSection } from './tables-section.tsx'

/** Parts of `ui/` that are looked at together. */
export interface Section {
  id:
    | 'controls'
    | 'forms'
    | 'marks'
    | 'surfaces'
    | 'states'
    | 'dialogs'
    | 'tables'
    | 'charts'
    | 'code'
    | 'doubts'
    | 'reports'
    | 'sample-editor'
    | 'files'
    | 'plain-page'
  View: ComponentType
  /** Is a page of its own, without the gallery's heading. */
  isWholePage?: boolean
}

/** Where a part of `ui/` is shown: a new one stands in one of these, or in a new one with its text `section_ID`. */
export const sections: readonly Section[] = [
  { id: 'controls', View: ControlsSection },
  { id: 'forms', View: FormsSection },
  { id: 'marks', View: MarksSection },
  { id: 'surfaces', View: SurfacesSection },
  { id: 'states', View: StatesSection },
  { id: 'dialogs', View: DialogsSection },
  { id: 'tables', View: TablesSection },
  { id: 'charts', View: ChartsSection },
  { id: 'code', View: CodeSection },
  { id: 'doubts', View: DoubtsSection },
  { id: 'reports', View: ReportsSection },
  { id: 'sample-editor', View: SampleEditorSection },
  { id: 'files', View: FilesSection },
  { id: 'plain-page', View: PlainPageSection, isWholePage: true },
]
