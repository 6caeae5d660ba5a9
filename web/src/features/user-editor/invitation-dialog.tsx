import { Button, CopyButton, Modal, TextInput } from '@mantine/core'
import { closeOnEscape } from '#web/ui/close-on-escape.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useTexts } from './texts.ts'
import classes from './user-editor.module.css'

/** The link with which an invited user chooses a password: shown this once, for the administrator to hand over. */
export function InvitationDialog({ opened, link, onClose }: { opened: boolean; link: string; onClose: () => void }) {
  const t = useTexts()
  const app = useAppTexts()
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      {...closeOnEscape(onClose)}
      closeOnClickOutside={false}
      title={t('linkTitle')}
      size={520}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <div className={classes['card']}>
        <p className={classes['text']}>{t('linkText')}</p>
        <TextInput
          label={t('link')}
          value={link}
          readOnly
          data-autofocus
          onFocus={(event) => event.currentTarget.select()}
        />
        <div className={classes['buttons']}>
          <CopyButton value={link} timeout={3000}>
            {({ copied, copy }) => (
              <Button onClick={copy}>
                <span role="status">{copied ? t('copied') : t('copyLink')}</span>
              </Button>
            )}
          </CopyButton>
          <Button variant="default" onClick={onClose}>
            {t('toList')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
