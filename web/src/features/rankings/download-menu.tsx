import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload, IconFileDownload, IconTable } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { formatNames, useStartReport } from '#web/lib/reports.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { MenuEntry } from '#web/ui/menu-entry.tsx'
import { useTableExports } from '#web/ui/data-table/table-exports.ts'
import type { TableExport, TableExports, TableFormat } from '#web/ui/data-table/table-exports.ts'
import { useTexts } from '#web/widgets/ranking-table/texts.ts'
import { useReportOffers } from './use-report-offers.ts'
import type { ReportOffer } from './use-report-offers.ts'

/** The downloads of the rankings page: its tables as shown, and the survey's reports. */
export function DownloadMenu({ exports }: { exports: TableExports }) {
  const t = useTexts()
  const app = useAppTexts()
  const survey = useSurveyStart().survey.extName
  const tables = useTableExports(exports)
  const offers = useReportOffers(tables)
  const save = useMutation({
    mutationFn: ({ table, format }: { table: TableExport; format: TableFormat }) => table.save(format),
  })
  const start = useStartReport()
  const open = useMutation({ mutationFn: (run: () => Promise<void>) => run() })
  function take({ way }: ReportOffer): void {
    if (way === null) return
    if ('open' in way) open.mutate(way.open)
    else start.mutate({ survey, create: way.create })
  }
  return (
    <Menu position="bottom-end" withinPortal width={300} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          loading={save.isPending || start.isPending || open.isPending}
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        >
          {t('download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('download')} mah="70dvh" style={{ overflowY: 'auto' }}>
        <Menu.Label>{t('tables')}</Menu.Label>
        {tables.length === 0 && <Menu.Item disabled>{t('noTables')}</Menu.Item>}
        {tables.flatMap((table) =>
          table.formats.map((format) => (
            <Menu.Item
              key={`${table.id} ${format}`}
              leftSection={<IconTable size={16} aria-hidden="true" />}
              onClick={() => save.mutate({ table, format })}
            >
              {t('saveTable', { title: table.title, format: formatNames[format] })}
            </Menu.Item>
          )),
        )}
        {offers.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('reports')}</Menu.Label>
            {offers.map((offer) => (
              <MenuEntry
                key={`${offer.name} ${offer.format ?? ''}`}
                icon={<IconFileDownload size={16} aria-hidden="true" />}
                closed={offer.way === null ? app('notBuilt') : null}
                onClick={() => take(offer)}
              >
                {offer.format === null
                  ? offer.name
                  : t('reportIn', { name: offer.name, format: formatNames[offer.format] })}
              </MenuEntry>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
