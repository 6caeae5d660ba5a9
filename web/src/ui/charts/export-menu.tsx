import { ActionIcon, Menu } from '@mantine/core'
import {
  IconDownload,
  IconFileTypeJpg,
  IconFileTypePdf,
  IconFileTypePng,
  IconFileTypeSvg,
  IconPrinter,
} from '@tabler/icons-react'
import { useState } from 'react'
import { notifyError } from '../notify.tsx'
import type { FileKind, SavedChart } from './chart-file.ts'
import type { ChartView } from './chart-view.ts'
import { printSvg } from './print-chart.ts'
import { saveFile } from '../save-file.ts'
import { timeChartOption } from './time-chart-option.ts'
import { useTexts } from './texts.ts'

const icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const

/** The export formats of a chart over time: print, PNG, JPEG, PDF and SVG. */
export function ExportMenu({ view }: { view: ChartView }) {
  const draw: SavedChart['draw'] = (width, palette) => timeChartOption(view, { width, palette, heading: true })
  return <SaveMenu chart={{ title: view.title, draw }} />
}

/** The export formats of any chart. */
export function SaveMenu({ chart }: { chart: SavedChart }) {
  const t = useTexts()
  const [isBusy, setBusy] = useState(false)
  const title = chart.title || t('chart')
  const run = (work: () => Promise<void>) => {
    setBusy(true)
    work()
      .catch(notifyError)
      .finally(() => setBusy(false))
  }
  const save = (kind: FileKind, ending: string) =>
    run(async () => {
      const { chartFile } = await import('./chart-file.ts')
      saveFile(title, ending, await chartFile(chart, kind))
    })
  const print = () =>
    run(async () => {
      const { chartSvg } = await import('./chart-file.ts')
      await printSvg(chartSvg(chart), title)
    })
  return (
    <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t('export')} title={t('export')} loading={isBusy}>
          <IconDownload size={18} stroke={1.75} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown aria-label={t('export')}>
        <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={print}>
          {t('print')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypePng {...icon} />} onClick={() => save('png', 'png')}>
          {t('savePng')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypeJpg {...icon} />} onClick={() => save('jpeg', 'jpg')}>
          {t('saveJpeg')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypePdf {...icon} />} onClick={() => save('pdf', 'pdf')}>
          {t('savePdf')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileTypeSvg {...icon} />} onClick={() => save('svg', 'svg')}>
          {t('saveSvg')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
