import { ActionIcon } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { useFormat } from '#web/lib/format.ts'
import { useTexts } from '#web/widgets/shares/texts.ts'
import classes from './group-pages.module.css'

interface Props {
  /** Index of the first group shown. */
  from: number
  size: number
  total: number
  /** Called with the index of the first group to show. */
  onChange: (from: number) => void
}

/** Turns the pages of a chart that has more groups than fit into it. */
export function GroupPages({ from, size, total, onChange }: Props) {
  const t = useTexts()
  const format = useFormat()
  const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
  const shown = { from: from + 1, to: Math.min(from + size, total), total }
  return (
    <nav className={classes['pages']} aria-label={t('groupPages')}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('groupsBefore')}
        disabled={from === 0}
        onClick={() => onChange(Math.max(0, from - size))}
      >
        <IconChevronLeft {...icon} />
      </ActionIcon>
      <span aria-live="polite">
        {t('groupsShown', {
          from: format.number(shown.from),
          to: format.number(shown.to),
          total: format.number(shown.total),
        })}
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('groupsAfter')}
        disabled={from + size >= total}
        onClick={() => onChange(from + size)}
      >
        <IconChevronRight {...icon} />
      </ActionIcon>
    </nav>
  )
}
