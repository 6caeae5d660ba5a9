import { Button } from '@mantine/core'
import { IconAdjustments, IconArrowsExchange, IconX } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import type { Answer } from '#web/api.ts'
import type { getComparison } from '@gensvar/contract/comparisons'
import { withDrillPath } from '#web/lib/place.ts'
import { useSessionStore } from '#web/lib/session-store.ts'
import { withSide } from '#web/lib/side.ts'
import classes from './compare-bar.module.css'
import { compareWish } from './compare-wish.ts'
import { useTexts } from './texts.ts'
import { useEndComparison } from './use-end-comparison.ts'

interface Props {
  /** Drill paths of the sides. */
  a: string
  b: string
  /** Which answers they have in common; undefined where no differences are told, or not yet. */
  share: Answer<typeof getComparison>['share'] | undefined
}

/** What can be done with a comparison, and what its differences are of where the sides have answers in common. */
export function CompareBar({ a, b, share }: Props) {
  const t = useTexts()
  const router = useRouter()
  const session = useSessionStore()
  const end = useEndComparison()
  const swap = () => {
    const { pathname, searchStr } = router.state.location
    session.set({ drillPath: b })
    router.history.push(withDrillPath(pathname, withSide('', searchStr, a), b))
  }
  return (
    <div className={classes['bar']}>
      <p className={classes['words']} role="status">
        {share !== undefined && t(share === 'none' ? 'sharedNone' : `shared_${share}`)}
      </p>
      <div className={classes['buttons']}>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconAdjustments size={14} aria-hidden="true" />}
          onClick={() => compareWish.set({ count: compareWish.get().count + 1 })}
        >
          {t('change')}
        </Button>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconArrowsExchange size={14} aria-hidden="true" />}
          onClick={swap}
        >
          {t('swap')}
        </Button>
        <Button variant="default" size="xs" leftSection={<IconX size={14} aria-hidden="true" />} onClick={end}>
          {t('end')}
        </Button>
      </div>
    </div>
  )
}
