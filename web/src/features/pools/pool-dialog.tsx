import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { poolScales } from '@gensvar/contract/configuration/pool'
import type { PoolScale } from '@gensvar/contract/configuration/pool'
import { createPool, listPools, savePool } from '@gensvar/contract/pools'
import type { BenchmarkPool } from '@gensvar/contract/pools'
import type { ReactNode } from 'react'
import { call } from '#web/api.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { poolsQuery } from './queries.ts'
import { useTexts } from './texts.ts'
import classes from './pools.module.css'

interface Props {
  opened: boolean
  /** Null for a new one. */
  pool: BenchmarkPool | null
  onClose: () => void
}

interface Shared {
  title: string
  indicators: { name: string; scale: PoolScale }[]
}

const empty: Shared = { title: '', indicators: [{ name: '', scale: 'index' }] }

function valuesOf({ title, indicators, version }: BenchmarkPool) {
  return { title, indicators: indicators.map(({ name, scale }) => ({ name, scale })), version }
}

/** Makes or edits a pool. */
export function PoolDialog({ pool, ...rest }: Props) {
  return pool === null ? <NewPool {...rest} /> : <EditedPool pool={pool} {...rest} />
}

type Dialog = Omit<Props, 'pool'>

function NewPool({ opened, onClose }: Dialog) {
  const t = useTexts()
  const client = useQueryClient()
  const form = useContractForm(createPool, {
    initial: { name: '', ...empty },
    adds: true,
    done: () => t('made'),
    onSaved(saved) {
      client.setQueryData(poolsQuery.queryKey, saved)
      onClose()
    },
  })
  return (
    <FormDialog form={form} opened={opened} onClose={onClose} title={t('addTitle')} save={t('make')} size={560}>
      <TextInput label={t('poolTitle')} {...form.field('title')} />
      <TextInput label={t('poolName')} description={t('poolNameHelp')} {...form.field('name')} />
      <Figures
        indicators={form.values.indicators}
        onChange={(indicators) => form.set('indicators', indicators)}
        nameAt={(at) => form.field(`indicators.${at}.name`)}
        scaleAt={(at) => form.field(`indicators.${at}.scale`)}
      />
    </FormDialog>
  )
}

function EditedPool({ opened, pool, onClose }: Dialog & { pool: BenchmarkPool }) {
  const t = useTexts()
  const client = useQueryClient()
  const form = useContractForm(savePool, {
    params: { pool: pool.name },
    initial: valuesOf(pool),
    latest: async () => {
      const { pools } = await call(listPools, {})
      return valuesOf(pools.find(({ name }) => name === pool.name) ?? pool)
    },
    done: () => t('saved'),
    onSaved(saved) {
      client.setQueryData(poolsQuery.queryKey, saved)
      onClose()
    },
  })
  return (
    <FormDialog form={form} opened={opened} onClose={onClose} title={t('editTitle')} save={t('savePool')} size={560}>
      <TextInput label={t('poolTitle')} {...form.field('title')} />
      <Figures
        indicators={form.values.indicators}
        onChange={(indicators) => form.set('indicators', indicators)}
        nameAt={(at) => form.field(`indicators.${at}.name`)}
        scaleAt={(at) => form.field(`indicators.${at}.scale`)}
      />
    </FormDialog>
  )
}

interface FiguresProps {
  indicators: Shared['indicators']
  onChange: (indicators: Shared['indicators']) => void
  /** What the form gives a field. */
  nameAt: (at: number) => FieldProps
  scaleAt: (at: number) => FieldProps
}

type FieldProps = ReturnType<ReturnType<typeof useContractForm<typeof createPool>>['field']>

/** What the pool compares: each figure with its name and scale. */
function Figures({ indicators, onChange, nameAt, scaleAt }: FiguresProps): ReactNode {
  const t = useTexts()
  return (
    <div className={classes['fields']} data-path="indicators">
      <span className={classes['label']}>{t('figures')}</span>
      <p className={classes['about']}>{t('figuresHelp')}</p>
      {indicators.map((_, at) => (
        <div key={at} className={classes['field']} role="group" aria-label={t('figureNumber', { number: at + 1 })}>
          <TextInput label={t('figureName')} placeholder="satisfaction" {...nameAt(at)} />
          <NativeSelect
            label={t('scale')}
            data={poolScales.map((scale) => ({ value: scale, label: t(`scale_${scale}`) }))}
            {...scaleAt(at)}
          />
          <ActionIcon
            variant="default"
            size={36}
            aria-label={t('removeFigure', { number: at + 1 })}
            disabled={indicators.length === 1}
            onClick={() => onChange(indicators.filter((__, index) => index !== at))}
          >
            <IconTrash size={16} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => onChange([...indicators, { name: '', scale: 'index' }])}
        >
          {t('addFigure')}
        </Button>
      </div>
    </div>
  )
}
