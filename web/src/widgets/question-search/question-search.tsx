import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useState } from 'react'
import { downloadComments } from '@gensvar/contract/comments'
import { useLocalText } from '#web/lib/local-text.ts'
import { openFile } from '#web/lib/open-file.ts'
import { usePlace } from '#web/lib/place.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { CommentsPanel } from '#web/widgets/feedback/comments-panel.tsx'
import type { SearchParams } from '#web/widgets/feedback/comments-panel.tsx'
import { useTexts } from '#web/widgets/feedback/texts.ts'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { fetchWidgetData } from '#web/widgets/widget-query.ts'

/** Search in the comments to one question, with an Excel file of all that is found. */
export function QuestionSearch({ config }: WidgetProps<'question-search'>) {
  const t = useTexts()
  const text = useLocalText()
  const { survey, drillPath } = usePlace()
  const at = { survey, drillPath, component: config.id }
  return (
    <CommentsPanel
      id={config.id}
      title={text(config.title) || t('questionSearch')}
      load={(params, signal) => fetchWidgetData('question-search', 'data', at, params, signal)}
      tools={(found) => <DownloadButton at={at} found={found} />}
    />
  )
}

interface DownloadProps {
  at: { survey: string; drillPath: string; component: string }
  found: SearchParams
}

/** Opens the Excel file of what is found in a new window. */
function DownloadButton({ at, found: { rowFrom: _from, rowTo: _to, ...query } }: DownloadProps) {
  const t = useTexts()
  const [isBusy, setBusy] = useState(false)
  function download(): void {
    setBusy(true)
    openFile(downloadComments, { params: at, query })
      .catch(notifyError)
      .finally(() => setBusy(false))
  }
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
      loading={isBusy}
      onClick={download}
    >
      {t('downloadExcel')}
    </Button>
  )
}
