import { Button } from '@mantine/core'
import type { StoredEffectBlock } from '@gensvar/contract/effects'
import { useFormat } from '#web/lib/format.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { useTexts } from './texts.ts'
import classes from './effects.module.css'

interface Props {
  block: StoredEffectBlock
  onEdit: () => void
  onRemove: () => void
}

/** A block of effects: where and when it holds, and how much each question weighs. */
export function EffectCard({ block, onEdit, onRemove }: Props) {
  const t = useTexts()
  const format = useFormat()
  const place = block.placeTitle ?? block.drillPath
  const span = (
    from: string | null,
    to: string | null,
    keys: readonly ['from', 'to', 'between'] | readonly ['above', 'below', 'within'],
  ) => {
    const [lower, upper, both] = keys
    if (from !== null && to !== null) return t(both, { from, to })
    if (from !== null) return t(lower, { from })
    return to === null ? null : t(upper, { to })
  }
  const day = (date: string | null) => (date === null ? null : format.date(date))
  const number = (value: number | null) => (value === null ? null : format.number(value, 1))
  const holds = [
    span(day(block.fromDate), day(block.toDate), ['from', 'to', 'between']),
    span(number(block.fromCSI), number(block.toCSI), ['above', 'below', 'within']),
  ].filter((text) => text !== null)
  return (
    <li className={classes['block']}>
      <div className={classes['head']}>
        <div>
          <h3 className={classes['place']}>{place}</h3>
          <p className={classes['holds']}>{holds.length === 0 ? t('always') : holds.join(' · ')}</p>
          {block.placeTitle === null && <p className={classes['gone']}>{t('placeGone')}</p>}
        </div>
        <div className={classes['buttons']}>
          <Button size="xs" variant="default" onClick={onEdit} aria-label={t('editOf', { place })}>
            {t('edit')}
          </Button>
          <Button size="xs" variant="default" onClick={onRemove} aria-label={t('removeOf', { place })}>
            {t('remove')}
          </Button>
        </div>
      </div>
      <PlainTable
        label={t('rowsOf', { place })}
        rows={block.rows}
        keyOf={({ questionVariable }) => questionVariable}
        columns={[
          { id: 'question', title: t('question'), naming: true, cell: ({ questionName }) => questionName },
          { id: 'size', title: t('size'), align: 'right', cell: ({ effectSize }) => format.number(effectSize, 2) },
        ]}
      />
    </li>
  )
}
