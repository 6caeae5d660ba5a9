import { ActionIcon, Group, Modal, Tooltip } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconArrowsDiagonal, IconArrowsDiagonalMinimize2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { closeOnEscape } from '#web/ui/close-on-escape.ts'
import type { Leave } from '#web/widgets/sample-editor/editor-context.ts'
import { SampleEditor } from '#web/widgets/sample-editor/sample-editor.tsx'
import { useTexts } from './texts.ts'

/** Widths of the dialog; on narrow screens it takes the whole screen. */
const usualWidth = '60vw'
const wideWidth = '80vw'

interface Props {
  opened: boolean
  survey: string
  component: string
  /** The sample that is edited; none before the first one is. */
  sampleId: number | null
  onClose: () => void
}

/** The editor of a sample over its table. Closing it asks first where something is not saved. */
export function EditorDialog({ opened, survey, component, sampleId, onClose }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const queryClient = useQueryClient()
  const isNarrow = useMediaQuery('(max-width: 639.98px)', false, { getInitialValueInEffect: false })
  const [isWide, setWide] = useState(false)
  const leave = useRef<Leave | null>(null)
  const ask = () => (leave.current === null ? onClose() : leave.current(onClose))
  const label = t(isWide ? 'narrower' : 'wider')
  const Sign = isWide ? IconArrowsDiagonalMinimize2 : IconArrowsDiagonal
  return (
    <Modal.Root
      opened={opened}
      onClose={ask}
      closeOnEscape={false}
      onKeyDown={(event) => closeOnEscape(ask).onKeyDown(event)}
      size={isWide ? wideWidth : usualWidth}
      fullScreen={isNarrow}
    >
      <Modal.Overlay />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{t('editTitle')}</Modal.Title>
          <Group gap={4} wrap="nowrap">
            {!isNarrow && (
              <Tooltip label={label}>
                <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => setWide(!isWide)}>
                  <Sign size={18} stroke={1.75} aria-hidden="true" />
                </ActionIcon>
              </Tooltip>
            )}
            <Modal.CloseButton aria-label={app('close')} />
          </Group>
        </Modal.Header>
        <Modal.Body>
          {sampleId !== null && (
            <SampleEditor
              survey={survey}
              component={component}
              sampleId={sampleId}
              leaveRef={leave}
              onSaved={() => void queryClient.invalidateQueries({ queryKey: ['list', 'samples', survey] })}
              onClose={onClose}
            />
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
