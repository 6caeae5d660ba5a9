import { useElementSize } from '@mantine/hooks'
import { Suspense, useId, useState } from 'react'
import type { CSSProperties } from 'react'
import type { IndicatorVariable } from '@gensvar/contract/entities/indicator'
import { useLocalText } from '#web/lib/local-text.ts'
import { onDemand } from '#web/lib/on-demand.tsx'
import { useSide } from '#web/lib/side.ts'
import { usePending } from '#web/ui/pending.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { useDistributionDialog } from '#web/widgets/distribution/use-distribution-dialog.tsx'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useCasesAddress } from './counted-cases.ts'
import { useTexts } from './texts.ts'
import { Tile } from './tile.tsx'
import { tileColumns } from './tile-columns.ts'
import classes from './variable-block.module.css'

const DrillChart = onDemand(async () => (await import('./drill-chart.tsx')).DrillChart)

/** Tiles in a row, the first being the main one; with expressions or blocks, a tile opens a chart under the row. */
export function VariableBlock({ config }: WidgetProps<'variable-block'>) {
  const t = useTexts()
  const text = useLocalText()
  const query = useWidgetData('variable-block', 'data', config.id, {})
  const pending = usePending(query)
  const [opened, setOpened] = useState<number | null>(null)
  const drills = config.expressions.length > 0 || config.blocks.length > 0
  const distribution = useDistributionDialog()
  const onDistribution = ({ name, title: of }: IndicatorVariable) => distribution.open({ name, title: text(of) })
  const toggle = (index: number) => setOpened(opened === index ? null : index)
  const title = text(config.title)
  return (
    <section className={classes['block']} aria-label={title || undefined} {...pending}>
      {(title !== '' || config.rootOnly) && (
        <header className={classes['head']}>
          {title !== '' && <h2 className={classes['heading']}>{title}</h2>}
          {config.rootOnly && <span className={classes['rootOnly']}>{t('rootOnly')}</span>}
        </header>
      )}
      <DataState query={query} loading={<Skeleton count={config.variables.length} />} compact>
        {({ variables, blocks = [] }) => {
          const starts = blocks.map(
            (_, at) => variables.length + blocks.slice(0, at).reduce((sum, block) => sum + block.variables.length, 0),
          )
          return (
            <>
              <Row
                variables={variables}
                first={0}
                isMain
                config={config}
                opened={opened}
                onToggle={drills ? toggle : undefined}
                onDistribution={onDistribution}
              />
              {blocks.map((block, at) => (
                <section key={text(block.title)}>
                  <h3 className={classes['subheading']}>{text(block.title)}</h3>
                  <Row
                    variables={block.variables}
                    first={starts[at] ?? 0}
                    config={config}
                    opened={opened}
                    onToggle={drills ? toggle : undefined}
                    onDistribution={onDistribution}
                  />
                </section>
              ))}
            </>
          )
        }}
      </DataState>
      {distribution.dialog}
    </section>
  )
}

interface RowProps {
  variables: readonly IndicatorVariable[]
  /** Index of the row's first tile among all of the block's. */
  first: number
  isMain?: boolean
  config: WidgetProps<'variable-block'>['config']
  opened: number | null
  onToggle: ((index: number) => void) | undefined
  onDistribution: (variable: IndicatorVariable) => void
}

/** A row of tiles with the opened chart under it. */
function Row({ variables, first, isMain = false, config, opened, onToggle, onDistribution }: RowProps) {
  const id = useId()
  const casesAddress = useCasesAddress()
  const Beside = useSide()?.difference?.Difference
  const { ref, width } = useElementSize<HTMLDivElement>()
  const { columns, mainSpan } = tileColumns(variables.length, width)
  const shared = { '--columns': columns, '--main-span': mainSpan } as CSSProperties
  const isOpen = opened !== null && opened >= first && opened < first + variables.length
  return (
    <>
      <div ref={ref} className={classes['row']} style={width > 0 ? shared : undefined}>
        {variables.map((variable, at) => (
          <Tile
            key={variable.name}
            variable={variable}
            main={isMain && at === 0}
            controls={id}
            opened={opened === first + at}
            onToggle={onToggle && (() => onToggle(first + at))}
            casesHref={casesAddress(variable)}
            onDistribution={onDistribution}
            beside={Beside && <Beside name={variable.name} />}
          />
        ))}
      </div>
      <div id={id}>
        {isOpen && (
          <Suspense fallback={<Loading height={280} />}>
            <DrillChart component={config.id} index={opened} />
          </Suspense>
        )}
      </div>
    </>
  )
}

function Skeleton({ count }: { count: number }) {
  return (
    <div className={classes['row']}>
      {Array.from({ length: count }, (_, at) => (
        <Loading key={at} height={148} />
      ))}
    </div>
  )
}
