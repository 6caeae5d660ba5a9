import type { SampleEditorData } from '@gensvar/contract/entities/sample-editor'
import { Form } from '#web/ui/form/form.tsx'
import { EditorContext } from './editor-context.ts'
import type { SampleEditorProps } from './editor-context.ts'
import { fieldsIn, typesIn } from './editor-tree.ts'
import { EditorParts } from './editor-parts.tsx'
import classes from './sample-editor.module.css'
import { useTexts } from './texts.ts'
import { useSampleEditor } from './use-sample-editor.ts'

/** Parts that send something. */
const sending = ['mail-action-button', 'push-campaign-button']

/** The form of an editor: why something cannot be done with the sample, then its parts. */
export function EditorForm({ data, ...props }: SampleEditorProps & { data: SampleEditorData }) {
  const t = useTexts()
  const editor = useSampleEditor(data, props)
  const types = typesIn(data)
  const sends = sending.some((type) => types.has(type))
  const isClosed = !data.rights.canEdit && fieldsIn(data).length > 0
  return (
    <EditorContext value={editor}>
      <div className={classes['editor']}>
        <Form form={editor.form}>
          {isClosed && <p className={classes['quiet']}>{t('readOnly')}</p>}
          {sends && !data.isActive && <p className={classes['quiet']}>{t('notActive')}</p>}
          <EditorParts parts={data.componentsData} />
        </Form>
      </div>
    </EditorContext>
  )
}
