import { Button, Modal } from '@mantine/core'
import { IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { openRecording } from '@gensvar/contract/recordings'
import { useCallback } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { openFile } from '#web/lib/open-file.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import classes from './campaign-view.module.css'
import { audioQuery, recordingsQuery } from './queries.ts'
import type { Recording, RecordedMessage } from './queries.ts'

/** Width of the dialog in pixels, as it is specified. */
const width = 600

interface Props {
  opened: boolean
  onClose: () => void
  /** The call; it stays while the dialog closes. */
  message: RecordedMessage | null
}

/** What was recorded of a phone call: a player for each answer, and the file in a tab of its own. */
export function RecordingsDialog({ opened, onClose, message }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const query = useQuery({
    ...recordingsQuery(message ?? { survey: '', campaignId: 0, trackingId: 0 }),
    enabled: opened && message !== null,
  })
  return (
    <Modal
      opened={opened && message !== null}
      onClose={onClose}
      title={t('recordings')}
      size={width}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <DataState query={query} height={96}>
        {({ recordings }) =>
          recordings.length === 0 || message === null ? (
            <Empty title={t('noRecordings')} />
          ) : (
            <ul className={classes['recordings']}>
              {recordings.map((recording) => (
                <RecordingItem key={recording.id} message={message} recording={recording} />
              ))}
            </ul>
          )
        }
      </DataState>
    </Modal>
  )
}

function RecordingItem({ message, recording }: { message: RecordedMessage; recording: Recording }) {
  const t = useTexts()
  const format = useFormat()
  const { id, title, seconds } = recording
  const query = useQuery(audioQuery(message, id))
  return (
    <li className={classes['recording']}>
      <div className={classes['recordingHead']}>
        <span>
          {title}
          {seconds > 0 && (
            <span className="gv-quiet"> {t('recordingSeconds', { count: seconds, n: format.number(seconds) })}</span>
          )}
        </span>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconExternalLink size={14} aria-hidden="true" />}
          aria-label={t('openRecordingOf', { title })}
          onClick={() =>
            void openFile(openRecording, { params: { ...message }, query: { recording: id } }).catch(notifyError)
          }
        >
          {t('openRecording')}
        </Button>
      </div>
      <DataState query={query} height={54}>
        {(audio) => <Player audio={audio} label={title} />}
      </DataState>
    </li>
  )
}

/** A player with the keys of the browser's own. */
function Player({ audio, label }: { audio: Blob; label: string }) {
  const play = useCallback(
    (element: HTMLAudioElement) => {
      // An address for this page alone, until it is no longer shown.
      const address = URL.createObjectURL(audio)
      element.src = address
      return () => URL.revokeObjectURL(address)
    },
    [audio],
  )
  // Nobody has written down what was said.
  // oxlint-disable-next-line jsx-a11y/media-has-caption
  return <audio ref={play} controls aria-label={label} className={classes['player']} />
}
