import { Button, Tooltip } from '@mantine/core'
import { IconColumns2 } from '@tabler/icons-react'
import { useEffect, useId, useRef, useState } from 'react'
import { useStore } from '#web/lib/store.ts'
import { useOtherSide } from '#web/lib/side.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { useTexts } from '#web/widgets/texts.ts'
import { compareWish } from './compare-wish.ts'
import classes from './compare-button.module.css'

const CompareDialog = whenOpened(async () => (await import('./compare-dialog.tsx')).CompareDialog)

interface Props {
  /** The page's own period, which applies while none is chosen; null for all time. */
  interval: string | null
  /** Whether the page has figures to compare. */
  isOffered: boolean
}

/** Opens the choice of what the page is compared with; says, once for screen readers, that a comparison began or ended. */
export function CompareButton({ interval, isOffered }: Props) {
  const t = useTexts()
  const id = useId()
  const isOn = useOtherSide() !== null && isOffered
  const wishes = useStore(compareWish, ({ count }) => count)
  const [seen, setSeen] = useState(wishes)
  const [opened, setOpened] = useState(false)
  if (seen !== wishes) {
    setSeen(wishes)
    setOpened(true)
  }
  const said = useSaid(isOn)
  const closed = { 'aria-disabled': true, 'data-disabled': true, 'aria-describedby': id, onClick: undefined }
  return (
    <>
      <Tooltip label={t('notComparable')} disabled={isOffered} events={{ hover: true, focus: true, touch: true }}>
        <Button
          variant={isOn ? 'light' : 'default'}
          size="sm"
          leftSection={<IconColumns2 size={16} aria-hidden="true" />}
          aria-haspopup="dialog"
          onClick={() => setOpened(true)}
          {...(!isOffered && closed)}
        >
          {t('compare')}
        </Button>
      </Tooltip>
      {!isOffered && (
        <span id={id} hidden>
          {t('notComparable')}
        </span>
      )}
      <span role="status" className={classes['said']}>
        {said === null ? '' : t(said)}
      </span>
      {isOffered && <CompareDialog opened={opened} interval={interval} onClose={() => setOpened(false)} />}
    </>
  )
}

/** What has just become of the comparison; nothing while the page is as it was opened. */
function useSaid(isOn: boolean): 'compareBegun' | 'compareEnded' | null {
  const before = useRef(isOn)
  const [said, setSaid] = useState<'compareBegun' | 'compareEnded' | null>(null)
  useEffect(() => {
    if (before.current === isOn) return
    before.current = isOn
    setSaid(isOn ? 'compareBegun' : 'compareEnded')
  }, [isOn])
  return said
}
