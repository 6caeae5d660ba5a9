import { IconChevronDown, IconChevronUp, IconCircleDashed, IconPlusMinus, IconX } from '@tabler/icons-react'
import type { RankingCell } from '@gensvar/contract/entities/ranking'
import classes from './figure-sign.module.css'

const icons = {
  few: IconCircleDashed,
  near: IconPlusMinus,
  goalMissed: IconX,
  greater: IconChevronUp,
  less: IconChevronDown,
} as const

/** A sign beside a figure; it has the name of the words that say what it means. */
export type Sign = keyof typeof icons

/** The signs beside a figure, in their order: of how far it can be trusted, and of where it stands beside other units. */
export function signsOf({ text, suppressed, few, near, goalStatus, besideRest }: RankingCell): Sign[] {
  if (suppressed || text === '') return []
  const own: Sign[] = few ? ['few'] : near ? ['near'] : goalStatus === false ? ['goalMissed'] : []
  return besideRest ? [...own, besideRest] : own
}

/** A sign, which its figure or the legend explains in words. */
export function FigureSign({ sign }: { sign: Sign }) {
  const Icon = icons[sign]
  return <Icon size={14} stroke={2} className={classes['sign']} data-sign={sign} aria-hidden="true" />
}
