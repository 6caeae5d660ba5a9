import { useLocalText } from '#web/lib/local-text.ts'
import { usePending } from '#web/ui/pending.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { useTexts } from '#web/widgets/action-manager/texts.ts'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import { ActionTiles } from './action-tiles.tsx'
import classes from './variable-action-block.module.css'

/** Height of a tile that loads, in pixels. */
const tileHeight = 148

/** Tiles whose click leads to where something can be done about the figure. */
export function VariableActionBlock({ config }: WidgetProps<'variable-action-block'>) {
  const t = useTexts()
  const text = useLocalText()
  const query = useWidgetData('variable-action-block', 'data', config.id, {})
  const pending = usePending(query)
  const title = text(config.title)
  return (
    <section aria-label={title || undefined} {...pending}>
      {title !== '' && <h2 className={classes['heading']}>{title}</h2>}
      <DataState query={query} loading={<Loading height={tileHeight} />} compact>
        {({ variables }) => <ActionTiles variables={variables} label={title || t('tiles')} />}
      </DataState>
    </section>
  )
}
