import { Modal } from '@mantine/core'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { useWeights } from './query.ts'
import { useTexts } from './texts.ts'
import { WeightsView } from './weights-view.tsx'

interface Props {
  opened: boolean
  onClose: () => void
  survey: string
}

/** What the figures of a page are weighted to. */
export function WeightsDialog({ opened, onClose, survey }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const query = useWeights(survey, opened)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('title')}
      size={720}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <DataState query={query} height={320}>
        {(weights) => <WeightsView survey={survey} weights={weights} />}
      </DataState>
    </Modal>
  )
}
