import { z } from 'zod'
import { localText } from '../local-text.ts'
import { comment, commentExample } from './comments.ts'
import { defineEntity } from './entity.ts'
import { mailTracking } from './mail-tracking.ts'
import { questionField, questionFieldExample, sampleRights } from './samples.ts'
import { sampleState } from './states.ts'

/** A table of the response: rows of cells under columns. */
export const tablePanel = z.object({
  title: localText,
  columns: z.array(z.object({ extname: z.string(), title: localText, rightAlign: z.boolean() })),
  rows: z.array(z.object({ cells: z.array(z.string()) })),
})

/** Highlighted answers and the main one. */
export const headerPanel = z.object({
  highlighted: z.array(z.object({ label: localText, value: z.string() })),
  main: z.object({ label: localText, value: z.string() }).nullable(),
})

/** A part of the editor: what it is, and the data that part shows. */
export const editorComponentData = z.object({
  /** The part as configured; its type picks how it is drawn. */
  componentDef: z.looseObject({ type: z.string() }),
  field: questionField.optional(),
  comments: z.array(comment).optional(),
  mails: mailTracking.optional(),
  table: tablePanel.optional(),
  header: headerPanel.optional(),
  get components() {
    return z.array(editorComponentData).optional()
  },
})

/** What the editor of a sample shows. */
export const sampleEditorData = z.object({
  state: sampleState,
  componentsData: z.array(editorComponentData),
  version: z.number().int(),
  /** What the buttons are offered by. */
  rights: sampleRights,
  /** False for a sample that is completed or cancelled: nothing is sent for it. */
  isActive: z.boolean(),
})

/** A state button's change: applied only while the sample is still in `fromState`. */
export const stateChange = z.object({ fromState: sampleState, toState: sampleState, extname: z.string() })

const tableExample: z.infer<typeof tablePanel> = {
  title: { en: 'Contacts' },
  columns: [{ extname: 'date', title: { en: 'Date' }, rightAlign: false }],
  rows: [{ cells: ['2026-03-02'] }],
}

/** Sample editor entities with their examples. */
export const sampleEditorEntities = {
  SampleEditorData: defineEntity(sampleEditorData, {
    state: '1',
    componentsData: [
      {
        componentDef: { type: 'header' },
        header: { highlighted: [{ label: { en: 'Customer' }, value: 'Eva Lind' }], main: null },
      },
      {
        componentDef: { type: 'group' },
        components: [{ componentDef: { type: 'variable', question: 'email' }, field: questionFieldExample }],
      },
      { componentDef: { type: 'comments' }, comments: [commentExample] },
      { componentDef: { type: 'table', tableName: 'contacts' }, table: tableExample },
    ],
    version: 1,
    rights: {
      canEdit: true,
      canEditState: true,
      canCancelSamples: true,
      canPostpone: false,
      hasSampleExtendedState: false,
      showApproveButtonInState2: false,
      showApproveButtonInState3: true,
      canResendEmail: true,
      canResendSMS: false,
      isResendDisabled: false,
      canDelete: false,
    },
    isActive: true,
  }),
  TablePanel: defineEntity(tablePanel, tableExample),
  StateChange: defineEntity(stateChange, { fromState: '1', toState: '2', extname: 'approve' }),
}
