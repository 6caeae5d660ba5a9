import type { EditorComponentData, SampleEditorData } from '@gensvar/contract/entities/sample-editor'
import { sampleEditorExample } from '@gensvar/contract/entities/sample-editor'
import { longNames, longTitle } from '@gensvar/contract/widgets/example-states/words'

/** The editor without the parts of some types. */
function without(data: SampleEditorData, ...types: readonly string[]): SampleEditorData {
  return {
    ...data,
    componentsData: data.componentsData.filter(({ componentDef }) => !types.includes(componentDef.type)),
  }
}

/** A part with the longest words it has to find room for, and without rows where it has some. */
function withLongWords(part: EditorComponentData): EditorComponentData {
  const { componentDef, field, header, comments, table, mails, components } = part
  return {
    componentDef: 'title' in componentDef ? { ...componentDef, title: longNames[1] } : componentDef,
    ...(field && { field: { ...field, title: longTitle, value: field.type === 'text' ? longNames[0] : field.value } }),
    ...(header && {
      header: {
        main: { label: longTitle, value: longNames[0] },
        highlighted: longNames.map((value) => ({ label: longTitle, value })),
      },
    }),
    ...(comments && { comments: longNames.map((words) => ({ ...comments[0]!, comments: words })) }),
    ...(table && { table: { ...table, title: longTitle, rows: [] } }),
    ...(mails && { mails: { stats: { ...mails.stats, email: '' }, rows: [] } }),
    ...(components && { components: components.map(withLongWords) }),
  }
}

const edited = without(sampleEditorExample, 'edit-button')

const refused: SampleEditorData['rights'] = {
  ...sampleEditorExample.rights,
  canEdit: false,
  canEditState: false,
  isResendDisabled: true,
}

/** Editors by what is to be looked at. */
const examples = {
  'As configured, before Edit': sampleEditorExample,
  'With fields that can be changed': edited,
  'Neither active nor to be changed': { ...sampleEditorExample, state: '0', isActive: false, rights: refused },
  'Long words, and nothing in it': { ...edited, componentsData: edited.componentsData.map(withLongWords) },
  'A component that does not exist': {
    ...sampleEditorExample,
    componentsData: [{ componentDef: { type: 'seat-map' } }, ...sampleEditorExample.componentsData.slice(-3)],
  },
} satisfies Record<string, SampleEditorData>

/** Names of the examples; the id of an example's sample is its place here. */
export const editorExampleNames = Object.keys(examples)

/** The editor of an example's sample. */
export function editorExample(sampleId: number): SampleEditorData | undefined {
  return Object.values(examples)[sampleId]
}
