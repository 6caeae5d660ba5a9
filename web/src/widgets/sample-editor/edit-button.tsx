import { Button } from '@mantine/core'
import { useLocalText } from '#web/lib/local-text.ts'
import { useEditor } from './editor-context.ts'
import type { PartOf } from './part-types.ts'
import { useTexts } from './texts.ts'
import { editMark } from './use-sample-editor.ts'

/** Makes the fields editable. */
export function EditButton({ part: { componentDef: def } }: { part: PartOf<'edit-button'> }) {
  const t = useTexts()
  const text = useLocalText()
  const { data, isOpened, edit } = useEditor()
  return (
    <Button variant="default" disabled={!data.rights.canEdit || isOpened} onClick={edit} {...editMark}>
      {text(def.title) || t('edit')}
    </Button>
  )
}
