import { NativeSelect } from '@mantine/core'
import type { NewSurveyCheck } from '@gensvar/contract/new-survey-plan'
import { useFormat } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { OrderList } from '#web/ui/order-list.tsx'
import classes from './new-survey.module.css'
import { columnTitle, isPlain } from './planned-columns.ts'
import { useTexts } from './texts.ts'
import type { ChangeOptions } from './use-new-survey.ts'

interface Props {
  check: NewSurveyCheck
  onChange: ChangeOptions
}

/** The hierarchy of the survey from the top; levels are moved, added and removed. */
export function LevelsCard({ check, onChange }: Props) {
  const t = useTexts()
  const format = useFormat()
  const { hierarchy, columns, page } = check
  const items = hierarchy.map((key) => {
    const column = columns.find(({ index }) => index === key)
    const units = page.levels.find(({ variable }) => variable === column?.variable)?.units
    return {
      key,
      title: columnTitle(columns, key),
      detail: units === undefined ? undefined : t('units', { count: units, n: format.number(units) }),
    }
  })
  const others = columns.filter((column) => isPlain(column) && !hierarchy.includes(column.index))
  return (
    <Card title={t('levelsTitle')} subtitle={t('levelsText')}>
      <div className={classes['fields']}>
        {items.length === 0 ? (
          <p className={classes['quiet']}>{t('noLevels')}</p>
        ) : (
          <OrderList
            label={t('levelsTitle')}
            items={items}
            onOrder={(keys) => onChange({ hierarchy: keys })}
            onRemove={(key) => onChange({ hierarchy: hierarchy.filter((one) => one !== key) })}
          />
        )}
        {hierarchy.length < 12 && (
          <NativeSelect
            aria-label={t('addLevel')}
            value=""
            data={[
              { value: '', label: t('addLevel') },
              ...others.map(({ index, title }) => ({ value: String(index), label: title })),
            ]}
            onChange={({ currentTarget }) => onChange({ hierarchy: [...hierarchy, Number(currentTarget.value)] })}
          />
        )}
      </div>
    </Card>
  )
}
