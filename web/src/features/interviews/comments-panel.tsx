import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { createInterviewComment } from '@gensvar/contract/interviews'
import type { InterviewData } from '@gensvar/contract/entities/interview'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './interview.module.css'
import { interviewQuery } from './queries.ts'
import { useTexts } from './texts.ts'

/** The colleagues' comments on an interview, and a box to add one. */
export function CommentsPanel({ data, survey }: { data: InterviewData; survey: string }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const ref = { survey, interviewId: data.interviewId }
  const form = useContractForm(createInterviewComment, {
    params: ref,
    initial: { message: '' },
    adds: true,
    onSaved: (comment) =>
      queryClient.setQueryData<InterviewData>(
        interviewQuery(ref).queryKey,
        (shown) => shown && { ...shown, comments: [...shown.comments, comment] },
      ),
  })
  const { message } = form.values
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
                <span title={comment.actorUsername ?? comment.username}>
                  {comment.actor === null
                    ? comment.author
                    : t('commentByActor', { user: comment.author, actor: comment.actor })}
                </span>{' '}
                · <RelativeTime moment={comment.created} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {/* Required by the specification: both are disabled while the box is empty. */}
      <Form
        form={form}
        save={t('saveComment')}
        saveDisabled={message.trim() === ''}
        onCancel={form.reset}
        cancelDisabled={message === ''}
      >
        <Textarea label={t('addComment')} autosize minRows={2} maxRows={8} mt="md" {...form.field('message')} />
      </Form>
    </Card>
  )
}
