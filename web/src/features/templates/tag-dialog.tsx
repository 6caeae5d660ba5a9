import { Button, Modal, SegmentedControl, Select, TextInput } from '@mantine/core'
import type { MergeTag } from '@gensvar/contract/template-editor'
import { useState } from 'react'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { comparisons, conditionTag, valueTag } from './tag-text.ts'
import type { Comparison } from './tag-text.ts'
import { useTexts } from './texts.ts'
import classes from './templates.module.css'

interface Props {
  opened: boolean
  tags: readonly MergeTag[]
  onClose: () => void
  onInsert: (text: string) => void
}

/** Makes a merge tag with a fallback, or a text that depends on a value. */
export function TagDialog({ opened, tags, onClose, onInsert }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const [kind, setKind] = useState<'value' | 'condition'>('value')
  const [name, setName] = useState<string | null>(null)
  const [fallback, setFallback] = useState('')
  const [comparison, setComparison] = useState<Comparison>('is')
  const [value, setValue] = useState('')
  const [texts, setTexts] = useState({ text: '', otherwise: '' })
  const isReady = name !== null && (kind === 'value' || (texts.text !== '' && (comparison === 'is' || value !== '')))
  const data = [...Map.groupBy(tags, ({ group }) => group)].map(([group, items]) => ({
    group,
    items: items.map((tag) => ({ value: tag.name, label: tag.title })),
  }))
  const insert = () => {
    if (name === null) return
    onInsert(kind === 'value' ? valueTag(name, fallback) : conditionTag({ name, comparison, value, ...texts }))
  }
  return (
    <Modal opened={opened} onClose={onClose} title={t('tagTitle')} closeButtonProps={{ 'aria-label': app('close') }}>
      <div className={classes['group']}>
        <SegmentedControl
          aria-label={t('tagKind')}
          value={kind}
          onChange={(chosen) => setKind(chosen as typeof kind)}
          data={[
            { value: 'value', label: t('tagValue') },
            { value: 'condition', label: t('tagCondition') },
          ]}
        />
        <Select label={t('tagName')} data={data} searchable value={name} onChange={setName} />
        {kind === 'value' ? (
          <TextInput
            label={t('tagFallback')}
            description={t('tagFallbackHelp')}
            value={fallback}
            onChange={(event) => setFallback(event.currentTarget.value)}
          />
        ) : (
          <>
            <Select
              label={t('tagComparison')}
              data={comparisons.map((one) => ({ value: one, label: one === 'is' ? t('tagIs') : one }))}
              allowDeselect={false}
              value={comparison}
              onChange={(chosen) => setComparison(chosen ?? 'is')}
            />
            {comparison !== 'is' && (
              <TextInput
                label={t('tagCompared')}
                description={t('tagComparedHelp')}
                value={value}
                onChange={(event) => setValue(event.currentTarget.value)}
              />
            )}
            {(['text', 'otherwise'] as const).map((which) => (
              <TextInput
                key={which}
                label={t(which === 'text' ? 'tagThen' : 'tagOtherwise')}
                value={texts[which]}
                onChange={(event) => setTexts({ ...texts, [which]: event.currentTarget.value })}
              />
            ))}
          </>
        )}
        <Button disabled={!isReady} onClick={insert}>
          {t('insert')}
        </Button>
      </div>
    </Modal>
  )
}
