import { IconCopy, IconPlus } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SampleListResponse } from '@gensvar/contract/entities/samples'
import { createSample, maxNamedSamples } from '@gensvar/contract/samples'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { usePlace } from '#web/lib/place.ts'
import { useScreenName } from '#web/lib/shown-page.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { ActionButton } from './action-button.tsx'
import type { CopyAction } from './copy-dialog.tsx'
import { componentName } from './sample-source.ts'
import type { SampleSource } from './sample-source.ts'
import classes from './sample-table.module.css'
import { useTexts } from './texts.ts'

const CopyDialog = whenOpened(() => import('./copy-dialog.tsx').then((file) => file.CopyDialog))

interface Props {
  source: SampleSource
  /** What the server allows; unknown until the list has loaded. */
  actions: SampleListResponse['actions'] | undefined
  /** Ids of the selected rows. */
  selected: readonly number[]
  onCopied: () => void
}

/** The buttons that make samples and that copy the selected ones; nothing where neither is configured. */
export function ActionRow({ source, actions, selected, onCopied }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const text = useLocalText()
  const format = useFormat()
  const go = useGo()
  const screen = useScreenName()
  const queryClient = useQueryClient()
  const { survey, drillPath } = usePlace()
  const [copying, setCopying] = useState<CopyAction | null>(null)
  const [isCopyOpen, setCopyOpen] = useState(false)
  const { createActions, copyActions } = source.options
  const component = componentName(source)
  const create = useMutation({
    mutationFn: (action: string) =>
      call(createSample, { params: { survey, component, drillPath }, body: { action } }),
    onSuccess({ sampleId }) {
      void queryClient.invalidateQueries({ queryKey: ['list', 'samples', survey] })
      go(paths.sample(survey, screen, sampleId))
    },
  })
  if (createActions.length === 0 && copyActions.length === 0) return null

  function copyReason(): string | null {
    if (actions === undefined) return app('loading')
    if (actions.copyRefusal !== null) return actions.copyRefusal
    if (selected.length === 0) return t('selectFirst')
    return selected.length > maxNamedSamples ? t('tooMany', { most: format.number(maxNamedSamples) }) : null
  }
  return (
    <div className={classes['actions']} role="group" aria-label={t('actions')}>
      {createActions.map(({ extname, title }) => (
        <ActionButton
          key={extname}
          variant="filled"
          icon={<IconPlus size={16} aria-hidden="true" />}
          reason={actions === undefined ? app('loading') : actions.createRefusal}
          loading={create.isPending && create.variables === extname}
          onClick={() => create.mutate(extname)}
        >
          {text(title)}
        </ActionButton>
      ))}
      {copyActions.map((action) => (
        <ActionButton
          key={action.extname}
          icon={<IconCopy size={16} aria-hidden="true" />}
          reason={copyReason()}
          onClick={() => {
            setCopying(action)
            setCopyOpen(true)
          }}
        >
          {text(action.title)}
        </ActionButton>
      ))}
      <CopyDialog
        opened={isCopyOpen}
        action={copying}
        component={component}
        sampleIds={selected}
        onClose={() => setCopyOpen(false)}
        onCopied={onCopied}
      />
    </div>
  )
}
