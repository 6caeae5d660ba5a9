import { Button, Modal } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { useState } from 'react'
import type { TextSearchResult, TextSearchRow } from '@gensvar/contract/entities/text-analytics'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import classes from './comment-dialog.module.css'
import { CorrectionForm } from './correction-form.tsx'
import { JudgementReasons } from './judgement-reasons.tsx'
import { MarkedComment } from './marked-comment.tsx'
import { SimilarComments } from './similar-comments.tsx'
import { useTexts } from './texts.ts'
import { Translation } from './translation.tsx'

interface Props {
  opened: boolean
  row: TextSearchRow
  /** All categories, to correct to. */
  categories: TextSearchResult['categories']
  canCorrect: boolean
  canTranslate: boolean
  onClose: () => void
}

/** A comment as a whole, with what it says and which words say so; where the reader may, it is corrected here. */
export function CommentDialog({ opened, row, categories, canCorrect, canTranslate, onClose }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const text = useLocalText()
  const format = useFormat()
  const [isCorrecting, setCorrecting] = useState(false)
  const close = () => {
    setCorrecting(false)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={text(row.question)}
      size={560}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <blockquote className={classes['quote']}>
        <MarkedComment comment={row.comment} spans={row.spans} />
      </blockquote>
      {canTranslate && row.language !== format.locale && <Translation row={row} />}
      {isCorrecting ? (
        <CorrectionForm row={row} categories={categories} onCancel={() => setCorrecting(false)} onSaved={close} />
      ) : (
        <>
          <JudgementReasons judgement={row} comment={row.comment} />
          {canCorrect && (
            <Button
              variant="default"
              mt={16}
              leftSection={<IconPencil size={16} stroke={1.75} aria-hidden="true" />}
              onClick={() => setCorrecting(true)}
            >
              {t('correct')}
            </Button>
          )}
          <SimilarComments row={row} />
        </>
      )}
    </Modal>
  )
}
