import { Modal } from '@mantine/core'

interface Props {
  opened: boolean
  survey: string
  component: string
  sampleId: number | null
  onClose: () => void
}

/** placeholder */
export function EditorDialog({ opened, onClose }: Props) {
  return <Modal opened={opened} onClose={onClose} />
}
