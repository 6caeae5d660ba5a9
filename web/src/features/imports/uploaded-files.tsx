import { ActionIcon } from '@mantine/core'
import { IconFileSpreadsheet, IconTrash } from '@tabler/icons-react'
import { useFormat } from '#web/lib/format.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Card } from '#web/ui/card.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './new-survey.module.css'
import { useTexts } from './texts.ts'
import type { SurveyFile } from './use-new-survey.ts'

interface Props {
  survey: string
  files: readonly SurveyFile[]
  onRemove: (uploadId: string) => void
}

/** Files that were uploaded and are no survey yet: each can be gone on with. */
export function UploadedFiles({ survey, files, onRemove }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const format = useFormat()
  return (
    <Card title={t('unfinished')} subtitle={t('unfinishedText')}>
      <ul className={classes['files']}>
        {files.map(({ uploadId, filename, size, created }) => (
          <li key={uploadId}>
            <IconFileSpreadsheet size={18} aria-hidden="true" />
            <AppLink href={paths.newSurvey(survey, { file: uploadId })}>{filename}</AppLink>
            <span className={classes['quiet']}>
              {format.size(size)} · <RelativeTime moment={created} />
            </span>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={32}
              aria-label={app('removeNamed', { name: filename })}
              onClick={() => onRemove(uploadId)}
            >
              <IconTrash size={16} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </Card>
  )
}
