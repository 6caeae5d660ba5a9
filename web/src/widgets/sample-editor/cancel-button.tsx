import { Button } from '@mantine/core'
import { useLocalText } from '#web/lib/local-text.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useEditor } from './editor-context.ts'
import type { PartOf } from './part-types.ts'

/** Gives up the changes; closes the editor where none are being made. */
export function CancelButton({ part: { componentDef: def } }: { part: PartOf<'cancel-button'> }) {
  const app = useAppTexts()
  const text = useLocalText()
  const { isOpened, isChanged, cancel } = useEditor()
  return (
    <Button variant="default" onClick={cancel}>
      {text(def.title) || app(isOpened || isChanged ? 'cancel' : 'close')}
    </Button>
  )
}
