import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconDownload, IconFileDownload } from '@tabler/icons-react'
import { Fragment, Suspense, useState } from 'react'
import type { Page } from '@gensvar/contract/entities/survey'
import { createPageReport } from '@gensvar/contract/reports'
import { call } from '#web/api.ts'
import { SubscribeItem } from '#web/features/subscriptions/service.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { usePlace } from '#web/lib/place.ts'
import { formatNames } from '#web/lib/report-formats.ts'
import { useOtherSide } from '#web/lib/side.ts'
import { useStartReport } from '#web/lib/use-start-report.ts'
import { useTexts } from '#web/widgets/ranking-table/texts.ts'
import { FilesOf, SubscribedSide } from './compare/side-labels.tsx'

const SubscribeDialog = whenOpened(() =>
  import('#web/features/subscriptions/service.ts').then((file) => file.SubscribeDialog),
)

const formats = ['xlsx', 'pdf'] as const

/** The files of a page, of both sides of a compared one, or of one of them. */
interface Files {
  of: 'page' | 'both' | 'A' | 'B'
  drillPath: string
  vs: string | null
}

/** The downloads of a page: what it shows now as a file, once or by subscription; of a compared page both sides, and each. */
export function PageDownloads({ page }: { page: Page }) {
  const t = useTexts()
  const text = useLocalText()
  const { survey, drillPath } = usePlace()
  const start = useStartReport()
  const [isSubscribing, setSubscribing] = useState(false)
  const name = text(page.title)
  const [excel, pdf] = formats.map((format) => ({
    ...({ kind: 'page', report: page.extname, component: null } as const),
    name,
    format,
  }))
  const vs = useOtherSide()
  const all: Files[] =
    vs === null
      ? [{ of: 'page', drillPath, vs: null }]
      : [
          { of: 'both', drillPath, vs },
          { of: 'A', drillPath, vs: null },
          { of: 'B', drillPath: vs, vs: null },
        ]
  const create = (files: Files, format: (typeof formats)[number]) => () =>
    call(createPageReport, {
      params: { survey, drillPath: files.drillPath, report: page.extname },
      body: { format, vs: files.vs },
    })
  return (
    <>
      <Menu position="bottom-end" withinPortal width={300} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            variant="default"
            size="sm"
            loading={start.isPending}
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            rightSection={<IconChevronDown size={14} aria-hidden="true" />}
          >
            {t('download')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown aria-label={t('download')}>
          {all.map((files) => (
            <Fragment key={files.of}>
              {files.of !== 'page' && <FilesOf of={files.of} />}
              {formats.map((format) => (
                <Menu.Item
                  key={format}
                  leftSection={<IconFileDownload size={16} aria-hidden="true" />}
                  onClick={() => start.mutate({ survey, create: create(files, format) })}
                >
                  {t('reportIn', { name, format: formatNames[format] })}
                </Menu.Item>
              ))}
            </Fragment>
          ))}
          <Menu.Divider />
          {vs !== null && <SubscribedSide />}
          <Suspense fallback={null}>
            <SubscribeItem onClick={() => setSubscribing(true)} />
          </Suspense>
        </Menu.Dropdown>
      </Menu>
      {excel !== undefined && pdf !== undefined && (
        <SubscribeDialog
          opened={isSubscribing}
          survey={survey}
          drillPath={drillPath}
          reports={[excel, pdf]}
          onClose={() => setSubscribing(false)}
        />
      )}
    </>
  )
}
