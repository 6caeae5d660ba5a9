import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { InterviewData } from '@gensvar/contract/entities/interview'
import { Card } from '#web/ui/card.tsx'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './interview.module.css'
import { useAddComment } from './queries.ts'
import { useTexts } from './texts.ts'

/** What colleagues said of an interview, and a box to add to it. */
export function CommentsPanel({ data, survey }: { data: InterviewData; survey: string }) {
  const t = useTexts()
  const [text, setText] = useState('')
  const add = useAddComment({ survey, interviewId: data.interviewId })
  const blank = text.trim() === ''
  const save = () => {
    if (!blank) add.mutate(text.trim(), { onSuccess: () => setText('') })
  }
  return (
    <Card title={t('comments')}>
      {data.comments.length === 0 ? (
        <p className={classes['quiet']}>{t('noComments')}</p>
      ) : (
        <ol className={classes['comments']}>
          {data.comments.map((comment) => (
            <li key={comment.id}>
              <p className={classes['message']}>{comment.message}</p>
              <p className={classes['quiet']}>
                {comment.actorUsername === null
                  ? comment.username
                  : t('commentByActor', { user: comment.username, actor: comment.actorUsername })}{' '}
                · <RelativeTime moment={comment.created} />
              </p>
            </li>
          ))}
        </ol>
      )}
      <Textarea
        label={t('addComment')}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={2}
        maxRows={8}
        mt="md"
      />
      <Group justify="flex-end" gap="xs" mt="xs">
        {/* The specification's rule: both are disabled while the box is empty. */}
        <Button variant="default" disabled={text === ''} onClick={() => setText('')}>
          {t('cancel')}
        </Button>
        <Button disabled={blank} loading={add.isPending} onClick={save}>
          {t('saveComment')}
        </Button>
      </Group>
    </Card>
  )
}
