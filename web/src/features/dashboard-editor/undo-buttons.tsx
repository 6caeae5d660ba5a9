import { ActionIcon } from '@mantine/core'
import { IconArrowBackUp, IconArrowForwardUp } from '@tabler/icons-react'
import { useTexts } from './texts.ts'

interface Props {
  keeper: { undo: () => void; redo: () => void }
  draft: { canUndo: boolean; canRedo: boolean }
}

/** The buttons that take steps of a draft back, and make them again. */
export function UndoButtons({ keeper, draft }: Props) {
  const t = useTexts()
  const button = (label: string, Icon: typeof IconArrowBackUp, isOn: boolean, act: () => void) => (
    <ActionIcon variant="default" size={36} aria-label={label} title={label} disabled={!isOn} onClick={act}>
      <Icon size={18} aria-hidden="true" />
    </ActionIcon>
  )
  return (
    <>
      {button(t('undo'), IconArrowBackUp, draft.canUndo, () => keeper.undo())}
      {button(t('redo'), IconArrowForwardUp, draft.canRedo, () => keeper.redo())}
    </>
  )
}
