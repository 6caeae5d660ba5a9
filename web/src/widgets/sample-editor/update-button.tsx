import { Button } from '@mantine/core'
import { useLocalText } from '#web/lib/local-text.ts'
import { useEditor } from './editor-context.ts'
import type { PartOf } from './part-types.ts'
import { useTexts } from './texts.ts'

/** Checks every field, then saves the sample. */
export function UpdateButton({ part: { componentDef: def } }: { part: PartOf<'update-button'> }) {
  const t = useTexts()
  const text = useLocalText()
  const { form, isEditable, save } = useEditor()
  return (
    <Button
      type="submit"
      disabled={!isEditable}
      loading={form.state.sending}
      onClick={(event) => {
        event.preventDefault()
        save(null)
      }}
    >
      {text(def.title) || t('update')}
    </Button>
  )
}
