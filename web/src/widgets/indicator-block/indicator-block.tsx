import { Tooltip } from '@mantine/core'
import { IconChevronRight, IconLock } from '@tabler/icons-react'
import type { MouseEvent, ReactNode } from 'react'
import { useLocalText } from '#web/lib/local-text.ts'
import { useChangePath, useHrefAt } from '#web/lib/place.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { AppLink, isSpecialClick } from '#web/ui/app-link.tsx'
import { notifyError } from '#web/ui/notify.tsx'
import { TileGroups, TilePlaceholders } from '#web/widgets/global-overview/overview-block.tsx'
import { OverviewTile } from '#web/widgets/global-overview/overview-tile.tsx'
import { FigureButton } from '#web/widgets/figure-details/figure-button.tsx'
import tiles from '#web/widgets/global-overview/global-overview.module.css'
import { useTileTarget } from '#web/widgets/variable-action-block/use-tile-target.ts'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import type { WidgetAnswer } from '#web/widgets/widget-query.ts'

/** Height of a block with one row of tiles, in pixels. */
const height = 240

type PlaceTile = WidgetAnswer<'indicator-block', 'data'>['groups'][number]['variables'][number]

/** One indicator at several places, in groups with a menu; a click on a tile leads to its place. */
export function IndicatorBlock({ config }: WidgetProps<'indicator-block'>) {
  const text = useLocalText()
  const query = useWidgetData('indicator-block', 'data', config.id, {})
  const title = text(query.data?.title) || text(config.title)
  return (
    <WidgetFrame query={query} title={title} height={height} loading={<TilePlaceholders />}>
      {({ groups }) => (
        <TileGroups
          title={title}
          groups={groups}
          tile={(variable, index) => (
            <OverviewTile
              key={index}
              variable={variable}
              head={(name) => <PlaceName variable={variable}>{name}</PlaceName>}
              figure={(value) => <PlaceFigure variable={variable}>{value}</PlaceFigure>}
            />
          )}
        />
      )}
    </WidgetFrame>
  )
}

/** The figure of a tile's place, which opens what it is: what it counts is listed where the reader may go there. */
function PlaceFigure({ variable, children }: { variable: PlaceTile; children: ReactNode }) {
  const text = useLocalText()
  const { path, cases, nInterviews, period, decimals } = variable
  const isClosed = path === null && cases !== null
  return (
    <span className={tiles['above']}>
      <FigureButton
        title={text(variable.title) || variable.name}
        details={{ ...variable, cases: isClosed ? 'closed' : cases }}
        n={nInterviews}
        period={text(period)}
        decimals={decimals}
        {...(path !== null && { at: { drillPath: path } })}
      >
        {children}
      </FigureButton>
    </span>
  )
}

/** The name of a tile's place: a link to it, or locked where the reader may not go there. */
function PlaceName({ variable, children }: { variable: PlaceTile; children: ReactNode }) {
  const t = useAppTexts()
  const { path, suppressed } = variable
  if (path !== null) return <PlaceLink variable={{ ...variable, path }}>{children}</PlaceLink>
  if (suppressed) return children
  return (
    <>
      {children}
      <Tooltip label={t('noAccessTitle')} events={{ hover: true, focus: true, touch: true }}>
        <span role="img" aria-label={t('noAccessTitle')} tabIndex={0} className={tiles['lock']}>
          <IconLock size={16} stroke={1.75} aria-hidden="true" />
        </span>
      </Tooltip>
    </>
  )
}

/** To where tiles of the indicator lead, else to the place on the same page. */
function PlaceLink({ variable, children }: { variable: PlaceTile & { path: string }; children: ReactNode }) {
  const hrefAt = useHrefAt()
  const change = useChangePath()
  const { path } = variable
  const target = useTileTarget()(variable, path)
  const open = (event: MouseEvent) => {
    if (target !== null || isSpecialClick(event)) return
    // A path that is too long for an address is stored.
    event.preventDefault()
    void change(path).catch(notifyError)
  }
  return (
    <AppLink href={target ?? hrefAt(path)} className={tiles['choose']} onClick={open}>
      {children}
      <IconChevronRight size={16} stroke={1.75} aria-hidden="true" />
    </AppLink>
  )
}
