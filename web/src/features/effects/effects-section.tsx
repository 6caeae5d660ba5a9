import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import { listEffectBlocks, removeEffectBlock } from '@gensvar/contract/effects'
import type { StoredEffectBlock } from '@gensvar/contract/effects'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { DataCard } from '#web/ui/data-card.tsx'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { EffectCard } from './effect-card.tsx'
import { useTexts } from './texts.ts'
import classes from './effects.module.css'

const EffectDialog = whenOpened(() => import('./effect-dialog.tsx').then((file) => file.EffectDialog))

/** The blocks of effects of a survey: how much each question weighs on satisfaction, entered by hand for a place and a time. */
export function EffectsSection({ survey }: { survey: string }) {
  const t = useTexts()
  const format = useFormat()
  const queryClient = useQueryClient()
  const queryKey = ['effects', survey]
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listEffectBlocks, { params: { survey } }, { signal }),
  })
  const refresh = () => queryClient.invalidateQueries({ queryKey })
  const [edited, setEdited] = useState<StoredEffectBlock | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [removed, setRemoved] = useState<StoredEffectBlock | null>(null)
  const remove = useMutation({
    mutationFn: (effectId: number) => call(removeEffectBlock, { params: { survey, effectId } }),
    onSuccess: () => notifyDone(t('removed')),
    onError: notifyError,
    async onSettled() {
      await refresh()
      setRemoved(null)
    },
  })
  function open(block: StoredEffectBlock | null): void {
    setEdited(block)
    setOpen(true)
  }
  const add = (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => open(null)}>
      {t('add')}
    </Button>
  )
  return (
    <>
      <DataCard
        title={t('title')}
        subtitle={query.data?.isUsed === false ? t('notUsed') : t('subtitle')}
        actions={add}
        query={query}
        height={320}
        isEmpty={({ blocks }) => blocks.length === 0}
        empty={<Empty title={t('none')}>{t('noneText')}</Empty>}
      >
        {({ blocks }) => (
          <ul className={classes['blocks']}>
            {blocks.map((block) => (
              <EffectCard key={block.id} block={block} onEdit={() => open(block)} onRemove={() => setRemoved(block)} />
            ))}
          </ul>
        )}
      </DataCard>
      <EffectDialog
        key={`${edited?.id ?? 0}:${edited?.version ?? 0}`}
        opened={isOpen}
        survey={survey}
        block={edited}
        questions={query.data?.questions ?? []}
        onClose={() => setOpen(false)}
        onSaved={refresh}
      />
      <ConfirmDialog
        danger
        opened={removed !== null}
        title={t('removeTitle')}
        message={t('removeText', {
          place: removed?.placeTitle ?? removed?.drillPath ?? '',
          n: format.number(removed?.rows.length ?? 0),
          count: removed?.rows.length ?? 0,
        })}
        okText={t('remove')}
        busy={remove.isPending}
        onCancel={() => setRemoved(null)}
        onOk={() => removed !== null && remove.mutate(removed.id)}
      />
    </>
  )
}
