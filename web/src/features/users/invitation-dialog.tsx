import { Button, CopyButton, Group, Modal, TextInput } from '@mantine/core'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { usePeopleTexts } from './people-texts.ts'

/** The link of an invitation that was not mailed, to be handed over; it is told this once. */
export function InvitationDialog({ link, onClose }: { link: string | null; onClose: () => void }) {
  const t = usePeopleTexts()
  const app = useAppTexts()
  return (
    <Modal
      opened={link !== null}
      onClose={onClose}
      title={t('linkTitle')}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <TextInput label={t('linkLabel')} description={t('linksText')} readOnly value={link ?? ''} />
      <Group justify="flex-end" mt="md">
        <CopyButton value={link ?? ''}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t('copied') : t('copy')}
            </Button>
          )}
        </CopyButton>
        <Button onClick={onClose}>{app('close')}</Button>
      </Group>
    </Modal>
  )
}
