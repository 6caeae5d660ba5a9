import { Button, Group, List, Modal, Text } from '@mantine/core'
import type en from '#web/locales/en/form.json'
import { defineTexts } from '#web/lib/texts.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { confirmLayer } from '../constants.ts'
import type { Conflict } from './use-contract-form.ts'

const useTexts = defineTexts<typeof en>('form')

interface Props {
  opened: boolean
  conflict: Conflict | null
}

/** Says that somebody else saved in between, and offers to take over their version or to overwrite it. */
export function ConflictDialog({ opened, conflict }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const changes = conflict?.changes ?? []
  const isSaid = changes.some(({ words }) => words !== '')
  return (
    <Modal
      opened={opened}
      onClose={() => conflict?.dismiss()}
      title={t('conflictTitle')}
      size={480}
      zIndex={confirmLayer}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <Text mb="sm">{conflict?.words}</Text>
      <Text>{t('conflictText')}</Text>
      {changes.length > 0 && (
        <>
          <Text mt="sm">{t(isSaid ? 'conflictChanges' : 'conflictFields')}</Text>
          <List>
            {changes.map(({ path, label, words }) => (
              <List.Item key={path}>{[label, words].filter((part) => part !== '').join(': ')}</List.Item>
            ))}
          </List>
        </>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button data-autofocus variant="default" onClick={() => conflict?.dismiss()}>
          {app('cancel')}
        </Button>
        <Button variant="default" onClick={() => conflict?.saveMine()}>
          {t('saveMine')}
        </Button>
        <Button onClick={() => conflict?.takeTheirs()}>{t('takeTheirs')}</Button>
      </Group>
    </Modal>
  )
}
