import { Button, Group, Modal } from '@mantine/core'
import type { StoredApiKey } from '@gensvar/contract/api-keys'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { CopiedText } from './copied-text.tsx'
import { codesOf } from './key-code.ts'
import { useTexts } from './texts.ts'
import classes from './api-keys.module.css'

/** A key with its new token. */
export interface MadeKey {
  key: StoredApiKey
  token: string
}

interface Props {
  opened: boolean
  made: MadeKey | null
  /** Where the server is reached. */
  address: string
  onClose: () => void
}

/** The token of a key, which is shown this once, and what to do with it. */
export function TokenDialog({ opened, made, address, onClose }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  if (made === null) return null
  const { key, token } = made
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      // A click beside it must not lose the token.
      closeOnClickOutside={false}
      title={t('tokenTitle', { name: key.extname })}
      size={560}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <div className={classes['stack']}>
        <CopiedText label={t('token')} description={t('tokenOnce')} text={token} />
        {codesOf(key.type, token, address).map(({ name, code }) => (
          <CopiedText key={name} label={t(name)} text={code} />
        ))}
        {key.type === 3 ? <p className={classes['note']}>{t('apiNote')}</p> : null}
      </div>
      <Group justify="flex-end" mt="md">
        <Button onClick={onClose}>{t('tokenDone')}</Button>
      </Group>
    </Modal>
  )
}
