import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload, IconTable } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useReach } from '#web/lib/reach.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import type { SurveyStart } from '#web/lib/survey-start.ts'
import { paths } from '#web/paths.ts'
import { MenuEntry } from '#web/ui/menu-entry.tsx'
import { useTableExports } from '#web/ui/data-table/table-exports.ts'
import type { TableExport, TableExports } from '#web/ui/data-table/table-exports.ts'
import { useTexts } from '#web/widgets/ranking-table/texts.ts'

type Texts = ReturnType<typeof useTexts>

/** The reports the survey offers, with their titles in the menu. */
function reportNames(survey: SurveyStart['survey'], t: Texts): string[] {
  const { reports, enableRankingListReport } = survey
  const offered: [boolean, string][] = [
    [enableRankingListReport, t('reportRanking')],
    [reports.excelBenchmark, t('reportExcelBenchmark')],
    [reports.pdfBenchmark, t('reportPdfBenchmark')],
    [reports.interviews, t('reportInterviews')],
    [reports.alerts, t('reportAlerts')],
    [reports.actions, t('reportActions')],
    [reports.samples, t('reportSamples')],
    [reports.indicators, t('reportIndicators')],
  ]
  return offered.filter(([isOffered]) => isOffered).map(([, name]) => name)
}

/** The downloads of the rankings page: its tables as shown, and the survey's reports. */
export function DownloadMenu({ exports }: { exports: TableExports }) {
  const t = useTexts()
  const { survey } = useSurveyStart()
  const reach = useReach()
  const tables = useTableExports(exports)
  const reports = reportNames(survey, t)
  const save = useMutation({ mutationFn: (table: TableExport) => table.save() })
  return (
    <Menu position="bottom-end" withinPortal width={280} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="sm"
          loading={save.isPending}
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          rightSection={<IconChevronDown size={14} aria-hidden="true" />}
        >
          {t('download')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('download')}>
        <Menu.Label>{t('tables')}</Menu.Label>
        {tables.length === 0 && <Menu.Item disabled>{t('noTables')}</Menu.Item>}
        {tables.map((table) => (
          <Menu.Item
            key={table.id}
            leftSection={<IconTable size={16} aria-hidden="true" />}
            onClick={() => save.mutate(table)}
          >
            {t('saveTable', { title: table.title })}
          </Menu.Item>
        ))}
        {reports.length > 0 && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('reports')}</Menu.Label>
            {reports.map((name) => (
              <MenuEntry key={name} closed={reach(paths.reportDownload(survey.extName, '-'))}>
                {name}
              </MenuEntry>
            ))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
