import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload, IconTable } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Subscribable } from '#web/features/subscriptions/service.ts'
import { onDemand, whenOpened } from '#web/lib/on-demand.tsx'
import { usePlace } from '#web/lib/place.ts'
import { formatNames } from '#web/lib/report-formats.ts'
import { useStartReport } from '#web/lib/use-start-report.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useTableExports } from '#web/ui/data-table/table-exports.ts'
import type { TableExport, TableExports, TableFormat } from '#web/ui/data-table/table-exports.ts'
import { useTexts } from '#web/widgets/ranking-table/texts.ts'

// Loaded with the first look into the menu.
const ReportItems = onDemand(async () => (await import('./report-items.tsx')).ReportItems)

const SubscribeDialog = whenOpened(() =>
  import('#web/features/subscriptions/service.ts').then((file) => file.SubscribeDialog),
)

/** The downloads of the rankings page: its tables as shown, and the survey's reports. */
export function DownloadMenu({ exports }: { exports: TableExports }) {
  const t = useTexts()
  const survey = useSurveyStart().survey.extName
  const { drillPath } = usePlace()
  const tables = useTableExports(exports)
  const [subscribable, setSubscribable] = useState<readonly [Subscribable, ...Subscribable[]] | null>(null)
  const [isSubscribing, setSubscribing] = useState(false)
  const save = useMutation({
    mutationFn: ({ table, format }: { table: TableExport; format: TableFormat }) => table.save(format),
  })
  const start = useStartReport()
  const open = useMutation({ mutationFn: (run: () => Promise<void>) => run() })
  return (
    <>
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
          <Suspense fallback={null}>
            <ReportItems
              tables={tables}
              onCreate={(create) => start.mutate({ survey, create })}
              onOpen={(run) => open.mutate(run)}
              onSubscribe={(reports) => {
                setSubscribable(reports)
                setSubscribing(true)
              }}
            />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
      {subscribable !== null && (
        <SubscribeDialog
          opened={isSubscribing}
          survey={survey}
          drillPath={drillPath}
          reports={subscribable}
          onClose={() => setSubscribing(false)}
        />
      )}
    </>
  )
}
