import { Button, Group, Modal } from '@mantine/core'
import { useState } from 'react'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { StartTimeFields } from '#web/widgets/campaign/start-time-fields.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'

interface Props {
  opened: boolean
  onClose: () => void
  moment: string | null
  /** Null for a start at once. */
  onChoose: (moment: string | null) => void
}

/** Chooses when a campaign starts: it needs a day and a time. */
export function ScheduleDialog({ opened, onClose, moment, onChoose }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('scheduleStart')}
      size={440}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <Content key={String(opened)} moment={moment} onChoose={onChoose} onClose={onClose} />
    </Modal>
  )
}

function Content({ moment, onChoose, onClose }: Omit<Props, 'opened'>) {
  const t = useTexts()
  const app = useAppTexts()
  const [typed, setTyped] = useState(moment)
  const [isPast, setPast] = useState(false)
  function type(next: string | null): void {
    setTyped(next)
    setPast(next !== null && Date.parse(next) < Date.now())
  }
  function choose(next: string | null): void {
    onChoose(next)
    onClose()
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        // It stands in the wizard, whose form is not meant.
        event.stopPropagation()
        if (typed !== null && !isPast) choose(typed)
      }}
    >
      <StartTimeFields moment={typed} required error={isPast ? t('past') : undefined} onChange={type} />
      <Group justify="flex-end" gap={8} mt="lg">
        {moment !== null && (
          <Button variant="subtle" onClick={() => choose(null)}>
            {t('startAtOnce')}
          </Button>
        )}
        <Button variant="default" onClick={onClose}>
          {app('cancel')}
        </Button>
        <Button type="submit" disabled={typed === null || isPast}>
          {t('schedule')}
        </Button>
      </Group>
    </form>
  )
}
