import { createContext, use } from 'react'
import type { SideDifference as Told } from '@gensvar/contract/comparisons'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { Difference } from '#web/widgets/variable-block/difference.tsx'
import classes from './side-difference.module.css'
import { useTexts } from './texts.ts'

/** The differences of side B from side A, by the name of their figure; those that are not there yet are missing. */
export const DifferencesContext = createContext<ReadonlyMap<string, Told>>(new Map())

/** How a figure of side B differs from that of side A, and whether that is more than chance; nothing where none is told. */
export function SideDifference({ name }: { name: string }) {
  const t = useTexts()
  const text = useLocalText()
  const told = use(DifferencesContext).get(name)
  const words = useChanceOf(told)
  if (told === undefined) return null
  if (told.formattedDiff === null)
    return told.why === null ? null : <span className={classes['difference']}>{text(told.why)}</span>
  return (
    <span className={classes['difference']} title={words?.long}>
      <Difference variable={{ ...told, formattedBase: null, against: null }} />{' '}
      <span className={classes['from']}>{t('fromA')}</span>
      {words !== null && <span className={classes['words']}>{words.short}</span>}
    </span>
  )
}

/** The room of the same on side A, so that its tiles stand in line with their twins. */
export function RoomOfDifference({ name }: { name: string }) {
  return (
    <span className={classes['room']} aria-hidden="true" inert>
      <SideDifference name={name} />
    </span>
  )
}

/** Whether a difference is more than chance, with its interval; null where nothing is known of it. */
function useChanceOf(told: Told | undefined): { short: string; long: string } | null {
  const t = useTexts()
  const format = useFormat()
  if (told?.chance == null) return null
  // One decimal more than the value, so that an end does not become 0 by rounding.
  const [low, high] = [told.chance.low, told.chance.high].map((end) => format.number(end, told.decimals + 1))
  const ends = { low: low ?? '', high: high ?? '' }
  const { isMore } = told.chance
  return {
    short: t(isMore ? 'moreThanChance' : 'mayBeChance', ends),
    long: t(isMore ? 'moreThanChanceLong' : 'mayBeChanceLong', ends),
  }
}
