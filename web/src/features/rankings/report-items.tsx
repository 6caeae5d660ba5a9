import { Menu } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { Suspense } from 'react'
import { formatNames } from '#web/lib/report-formats.ts'
import { SubscribeItem } from '#web/features/subscriptions/service.ts'
import type { Subscribable } from '#web/features/subscriptions/service.ts'
import type { CreateReport } from '#web/lib/use-start-report.ts'
import type { TableExport } from '#web/ui/data-table/table-exports.ts'
import { useTexts } from '#web/widgets/ranking-table/texts.ts'
import { useReportOffers } from './use-report-offers.ts'
import type { ReportOffer } from './use-report-offers.ts'

interface Props {
  tables: readonly TableExport[]
  onCreate: (create: CreateReport) => void
  /** Opens a file that is made at once. */
  onOpen: (open: () => Promise<void>) => void
  onSubscribe: (reports: readonly [Subscribable, ...Subscribable[]]) => void
}

const isSubscribable = (format: string): format is Subscribable['format'] => format === 'xlsx' || format === 'pdf'

/** The reports in the download menu, each in its formats; nothing for a survey that has none. */
export function ReportItems({ tables, onCreate, onOpen, onSubscribe }: Props) {
  const t = useTexts()
  const offers = useReportOffers(tables)
  if (offers.length === 0) return null
  function take({ way }: ReportOffer): void {
    if ('open' in way) onOpen(way.open)
    else onCreate(way.create)
  }
  const [first, ...others] = offers.flatMap(({ name, format, subscribed }): Subscribable[] =>
    subscribed !== null && isSubscribable(format) ? [{ name, format, ...subscribed }] : [],
  )
  return (
    <>
      <Menu.Divider />
      <Menu.Label>{t('reports')}</Menu.Label>
      {offers.map((offer) => (
        <Menu.Item
          key={`${offer.name} ${offer.format}`}
          leftSection={<IconFileDownload size={16} aria-hidden="true" />}
          onClick={() => take(offer)}
        >
          {t('reportIn', { name: offer.name, format: formatNames[offer.format] })}
        </Menu.Item>
      ))}
      {first !== undefined && (
        <>
          <Menu.Divider />
          <Suspense fallback={null}>
            <SubscribeItem onClick={() => onSubscribe([first, ...others])} />
          </Suspense>
        </>
      )}
    </>
  )
}
