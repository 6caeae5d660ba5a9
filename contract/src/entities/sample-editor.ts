import { z } from 'zod'
import { localText } from '../local-text.ts'
import { comment, commentExample } from './comments.ts'
import { defineEntity } from './entity.ts'
import { mailTracking, mailTrackingExample } from './mail-tracking.ts'
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

/** What the editor of a sample shows. */
export type SampleEditorData = z.infer<typeof sampleEditorData>

/** A part of the editor with the data it shows. */
export type EditorComponentData = z.infer<typeof editorComponentData>

type EditorField = z.infer<typeof questionField>

/** A state button's change: applied only while the sample is still in `fromState`. */
export const stateChange = z.object({ fromState: sampleState, toState: sampleState, extname: z.string() })

const tableExample: z.infer<typeof tablePanel> = {
  title: { en: 'Contacts', sv: 'Kontakter' },
  columns: [
    { extname: 'date', title: { en: 'Date', sv: 'Datum' }, rightAlign: false },
    { extname: 'amount', title: { en: 'Amount', sv: 'Belopp' }, rightAlign: true },
  ],
  rows: [{ cells: ['2026-03-02', '1,250'] }, { cells: ['2026-03-09', '80'] }],
}

const nameExample: EditorField = {
  ...questionFieldExample,
  questionId: 'customer',
  title: { en: 'Customer', sv: 'Kund' },
  type: 'text',
  value: 'Eva Lind',
}

const languageExample: EditorField = {
  ...questionFieldExample,
  questionId: 'language',
  title: { en: 'Language', sv: 'Språk' },
  type: 'SingleChoice',
  value: 'sv',
  choices: [
    { extName: 'sv', title: { en: 'Swedish', sv: 'Svenska' } },
    { extName: 'fi', title: { en: 'Finnish', sv: 'Finska' } },
  ],
  optional: true,
}

const interestsExample: EditorField = {
  ...questionFieldExample,
  questionId: 'interests',
  title: { en: 'Interests', sv: 'Intressen' },
  type: 'MultiChoice2',
  value: ['garden'],
  choices: [
    { extName: 'garden', title: { en: 'Garden', sv: 'Trädgård' } },
    { extName: 'kitchen', title: { en: 'Kitchen', sv: 'Kök' } },
  ],
  optional: true,
}

const visitExample: EditorField = {
  ...questionFieldExample,
  questionId: 'eventdate',
  title: { en: 'Visit', sv: 'Besök' },
  type: 'EventDate',
  value: '2026-03-02',
}

/** The part of a field. */
function variableExample(field: EditorField): EditorComponentData {
  return { componentDef: { type: 'variable', question: field.questionId, optional: field.optional }, field }
}

/** A valid editor that holds every part. */
export const sampleEditorExample: SampleEditorData = {
  state: '1',
  componentsData: [
    {
      componentDef: { type: 'header', highlighted: ['customer', 'store'], main: 'overall' },
      header: {
        highlighted: [
          { label: { en: 'Customer', sv: 'Kund' }, value: 'Eva Lind' },
          { label: { en: 'Store', sv: 'Butik' }, value: 'Stockholm' },
        ],
        main: { label: { en: 'Overall', sv: 'Totalt' }, value: '8' },
      },
    },
    {
      componentDef: {
        type: 'group',
        title: { en: 'Contact details', sv: 'Kontaktuppgifter' },
        justify: 'between',
        columns: [6, 6],
        components: [],
      },
      components: [nameExample, questionFieldExample, languageExample, interestsExample].map(variableExample),
    },
    variableExample(visitExample),
    {
      componentDef: { type: 'table', tableName: 'contacts', title: tableExample.title, columns: tableExample.columns },
      table: tableExample,
    },
    { componentDef: { type: 'comments' }, comments: [commentExample] },
    { componentDef: { type: 'mails', relatedMailTracking: true }, mails: mailTrackingExample },
    {
      componentDef: {
        type: 'state-button',
        extname: 'approve',
        title: { en: 'Approve', sv: 'Godkänn' },
        fromState: 1,
        toState: 2,
      },
    },
    {
      componentDef: {
        type: 'mail-action-button',
        extname: 'remind',
        title: { en: 'Remind', sv: 'Påminn' },
        template: 'reminder',
        mailVariable: 'email',
        campaignName: 'Reminders',
        strictFiltering: true,
      },
    },
    {
      componentDef: {
        type: 'push-campaign-button',
        extname: 'push',
        title: { en: 'Ask now', sv: 'Fråga nu' },
        campaigns: ['after_visit'],
      },
    },
    { componentDef: { type: 'edit-button' } },
    { componentDef: { type: 'update-button' } },
    { componentDef: { type: 'cancel-button' } },
    { componentDef: { type: 'resend-button' } },
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
}

/** Sample editor entities with their examples. */
export const sampleEditorEntities = {
  SampleEditorData: defineEntity(sampleEditorData, sampleEditorExample),
  TablePanel: defineEntity(tablePanel, tableExample),
  StateChange: defineEntity(stateChange, { fromState: '1', toState: '2', extname: 'approve' }),
}
