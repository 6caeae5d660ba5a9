import { Kbd, Modal } from '@mantine/core'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import classes from './shortcuts-dialog.module.css'
import { useTexts } from './texts.ts'
import type { Shortcut } from '#web/lib/use-shortcuts.ts'

interface Props {
  opened: boolean
  onClose: () => void
  shortcuts: readonly Shortcut[]
}

/** Lists the keyboard shortcuts. */
export function ShortcutsDialog({ opened, onClose, shortcuts }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const inTables: [string, string][] = [
    ['↑ ↓', t('keyArrows')],
    ['Enter', t('keyEnter')],
    ['Backspace', t('keyBackspace')],
    ['j', t('keyNext')],
    ['k', t('keyPrevious')],
  ]
  const listed: [string, string][] = shortcuts.map(({ keys, text }) => [keys.join(' '), text])
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('shortcuts')}
      size={440}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <dl className={classes['list']}>
        {[...listed, ...inTables].map(([keys, text]) => (
          <div key={keys} className={classes['row']}>
            <dt>
              {keys.split(' ').map((key) => (
                <Kbd key={key} mr={4}>
                  {key}
                </Kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  )
}
