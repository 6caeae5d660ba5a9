import { Button, Group, Modal, TextInput } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { notifyDone } from '#web/ui/notify.tsx'
import { useTexts } from './texts.ts'

/** Shows a secret this once, to be copied. */
export function SecretDialog({ opened, secret, onClose }: { opened: boolean; secret: string; onClose: () => void }) {
  const t = useTexts()
  const app = useAppTexts()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('secretTitle')}
      size={520}
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <TextInput
        label={t('secret')}
        description={t('secretText')}
        readOnly
        value={secret}
        onFocus={({ currentTarget }) => currentTarget.select()}
        styles={{ input: { fontFamily: 'monospace' } }}
      />
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button
          variant="default"
          leftSection={<IconCopy size={16} aria-hidden="true" />}
          onClick={() => void navigator.clipboard.writeText(secret).then(() => notifyDone(t('copied')))}
        >
          {t('copy')}
        </Button>
        <Button onClick={onClose}>{t('secretKept')}</Button>
      </Group>
    </Modal>
  )
}
