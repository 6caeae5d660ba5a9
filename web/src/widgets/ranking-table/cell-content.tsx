import { IconExternalLink } from '@tabler/icons-react'
import { Fragment, memo } from 'react'
import type { ReactNode } from 'react'
import { isAlertState, isSampleState } from '@gensvar/contract/entities/states'
import type { RankingCell, RankingHeader } from '@gensvar/contract/entities/ranking'
import { isWebAddress } from '@gensvar/contract/address-text'
import { AlertStateBadge } from '#web/ui/alert-state-badge.tsx'
import { NoValueSign } from '#web/ui/no-value.tsx'
import { SampleStateIcon } from '#web/ui/sample-state-icon.tsx'
import classes from './cell-content.module.css'
import { useCellWords } from './cell-words.ts'
import { FigureSign, signsOf } from './figure-sign.tsx'
import { Lits } from './lits.tsx'

interface Props {
  cell: RankingCell | undefined
  header: Pick<RankingHeader, 'renderType' | 'about'>
}

/** The sign for no value. */
function Nothing() {
  return <NoValueSign reason={useCellWords().noValue} />
}

/** The sign for a withheld value, with the reason. */
function Withheld({ cell }: { cell: RankingCell }) {
  const words = useCellWords()
  return <NoValueSign reason={words.text(cell.helpText) || words.noValue} />
}

/**
 * A figure. One that misses its goal is marked, one of few answers or too close to its goal too; what else there is to
 * know is in its title.
 */
function Figure({ cell, expression }: { cell: RankingCell; expression: string | null | undefined }) {
  const words = useCellWords()
  if (cell.suppressed === true) return <Withheld cell={cell} />
  if (cell.text === '') return <Nothing />
  const goal = cell.goalStatus
  const isNear = cell.near === true
  const met = goal == null || cell.few === true ? '' : isNear ? words.near : goal ? words.goalMet : words.goalMissed
  const answers = cell.n == null ? '' : words.answers(cell.n)
  const few = cell.few === true ? words.few : ''
  const beside = cell.besideRest === undefined ? '' : words[cell.besideRest]
  const own = cell.own === undefined ? '' : words.own(cell.own)
  const said = [few, met, beside, own].filter((part) => part !== '')
  const notes = answers === '' ? said : [answers, ...said]
  return (
    <span
      className={classes['figure']}
      data-goal={goal ?? undefined}
      data-few={cell.few || undefined}
      title={notes.join(' · ') || undefined}
    >
      {words.aboutValue(expression)}
      {cell.text}
      {signsOf(cell).map((sign) => (
        <FigureSign key={sign} sign={sign} />
      ))}
      {said.length > 0 && <span className={classes['unseen']}>{said.join(', ')}</span>}
    </span>
  )
}

/** An address the browser may open in another tab; anything but http and https is shown as text. */
function webAddress(link: string | null | undefined): string | null {
  return link != null && isWebAddress(link) ? link : null
}

function LinkCell({ cell }: { cell: RankingCell }) {
  const words = useCellWords()
  const address = webAddress(cell.link)
  if (address === null) return cell.text === '' ? <Nothing /> : cell.text
  return (
    <a href={address} target="_blank" rel="noopener noreferrer" className={classes['link']}>
      {cell.text === '' ? address : cell.text}
      <IconExternalLink size={14} aria-hidden="true" />
      <span className={classes['unseen']}>{words.newTab}</span>
    </a>
  )
}

function AlertCell({ cell }: { cell: RankingCell }) {
  const state = Number(cell.value ?? cell.text)
  return isAlertState(state) ? <AlertStateBadge state={state} /> : <Nothing />
}

function StateCell({ cell }: { cell: RankingCell }) {
  const state = String(cell.value ?? cell.text)
  return isSampleState(state) ? <SampleStateIcon state={state} /> : <Nothing />
}

/** An e-mail address that has no room is broken before its dots and its at sign, not anywhere. */
function breakable(text: string): ReactNode {
  if (!text.includes('@') || text.includes(' ')) return text
  return text.split(/(?=[.@])/).map((part, at) => (
    // The parts of a text have no other name than their place.
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

function drawn(cell: RankingCell, { renderType, about }: Props['header']): ReactNode {
  switch (renderType) {
    case 'number':
      return <Figure cell={cell} expression={about?.expression} />
    case 'lits':
      return cell.suppressed === true ? <Withheld cell={cell} /> : <Lits codes={cell.lits ?? []} />
    case 'alertstate':
      return <AlertCell cell={cell} />
    case 'state':
      return <StateCell cell={cell} />
    case 'link':
      return <LinkCell cell={cell} />
    case 'custom':
      return cell.text === '' ? <Nothing /> : <span className={classes['custom']}>{cell.text}</span>
    case 'string':
      return cell.text === '' ? <Nothing /> : <span className={classes['text']}>{breakable(cell.text)}</span>
  }
}

/** What a cell shows, by the column's kind. */
export const CellContent = memo(function CellContent({ cell, header }: Props) {
  if (cell === undefined) return <Nothing />
  return drawn(cell, header)
})
