import { Popover } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { ChangeChance } from '@gensvar/contract/entities/indicator'
import type { FigureDetails } from '@gensvar/contract/entities/summary-results'
import type { LocalText } from '@gensvar/contract/local-text'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useAbout } from '#web/lib/vocabulary.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { useChanceWords } from './chance-sign.tsx'
import classes from './figure-button.module.css'
import { useTexts } from './texts.ts'
import { useCasesAddress } from './variable-block/counted-cases.ts'
import { useTexts as useTileTexts } from './variable-block/texts.ts'

interface Props {
  /** What the figure is of. */
  title: string
  details: FigureDetails
  decimals: number
  n: number | null
  /** The days of the figure. */
  period: LocalText
  chance: ChangeChance | null
  children: ReactNode
}

/** A figure in a table that opens what it is: its definition, days, interval and answers, with a way to these. */
export function FigureButton({ children, ...figure }: Props) {
  const t = useTexts()
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" width={300} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes['figure']}
          title={t('figureDetails')}
          onClick={() => setOpened(!opened)}
        >
          {children}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={figure.title}>
        <Details {...figure} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Details({ title, details, decimals, n, period, chance }: Omit<Props, 'children'>) {
  const t = useTexts()
  const tiles = useTileTexts()
  const text = useLocalText()
  const format = useFormat()
  const about = useAbout()
  const change = useChanceWords(chance, decimals)
  const cases = useCasesAddress()(details)
  const { definition, low, high } = details
  const ends = low !== null &&
    high !== null && { low: format.number(low, decimals), high: format.number(high, decimals) }
  return (
    <div className={classes['details']} tabIndex={-1} data-autofocus>
      <strong>{title}</strong>
      {definition !== null && <p>{text(definition)}</p>}
      <p>{text(period)}</p>
      {ends && <p>{tiles('interval', ends)}</p>}
      {change !== null && <p>{change}</p>}
      {n !== null && <p>{`${about}${t('answers', { count: n })}`}</p>}
      {cases !== null && <AppLink href={cases}>{t('openAnswers')}</AppLink>}
      {details.cases === 'closed' && <p>{tiles('casesClosed')}</p>}
    </div>
  )
}
