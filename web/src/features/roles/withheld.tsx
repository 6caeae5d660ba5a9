import type { matrixCell } from '@gensvar/contract/roles'
import type { z } from 'zod'
import { useTexts } from './texts.ts'
import classes from './roles.module.css'

interface Props {
  /** The role itself has the right. */
  isGiven: boolean
  /** What the parent has of it; undefined where there is none. */
  cell: z.output<typeof matrixCell> | undefined
  /** Name of the parent. */
  parent: string
  help?: string | undefined
}

/** Tells under a right that a parent withholds it, whatever the role says. */
export function Withheld({ isGiven, cell, parent, help }: Props) {
  const t = useTexts()
  const by = isGiven && cell !== undefined && cell.state !== 'role' ? (cell.by ?? parent) : null
  return (
    <>
      {help}
      {by !== null && <span className={classes['withheld']}>{` ${t('withheldBy', { name: by })}`}</span>}
    </>
  )
}
