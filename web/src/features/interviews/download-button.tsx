import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { downloadInterview } from '@gensvar/contract/reports'
import { openFile } from '#web/lib/open-file.ts'
import type { InterviewRef } from './queries.ts'
import { useTexts } from './texts.ts'

/** Opens the interview as a PDF, in a new tab. */
export function DownloadButton(ref: InterviewRef) {
  const t = useTexts()
  const open = useMutation({ mutationFn: () => openFile(downloadInterview, { params: ref }) })
  return (
    <Button
      variant="default"
      size="sm"
      loading={open.isPending}
      leftSection={<IconDownload size={16} stroke={1.75} aria-hidden="true" />}
      onClick={() => open.mutate()}
    >
      {t('downloadPdf')}
    </Button>
  )
}
