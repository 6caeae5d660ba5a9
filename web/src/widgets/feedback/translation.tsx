import { Button } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { translateComment } from '@gensvar/contract/comments'
import type { TextSearchRow } from '@gensvar/contract/entities/text-analytics'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { usePlace } from '#web/lib/place.ts'
import { notifyError } from '#web/ui/notify.tsx'
import classes from './comment-dialog.module.css'
import { useTexts } from './texts.ts'

/** Has a comment translated into the reader's language, and says that a machine did it. */
export function Translation({ row: { interviewId, variable } }: { row: TextSearchRow }) {
  const t = useTexts()
  const { locale } = useFormat()
  const { survey } = usePlace()
  const translation = useMutation({
    mutationFn: () => call(translateComment, { params: { survey, interviewId, variable } }),
    onError: notifyError,
  })
  if (translation.data)
    return (
      <div className={classes['translation']} role="status">
        <p lang={locale}>{translation.data.text}</p>
        <p className="gv-quiet">{t('translatedByMachine')}</p>
      </div>
    )
  return (
    <Button
      variant="subtle"
      size="xs"
      mb={8}
      leftSection={<IconLanguage size={16} stroke={1.75} aria-hidden="true" />}
      loading={translation.isPending}
      onClick={() => translation.mutate()}
    >
      {t('translate')}
    </Button>
  )
}
