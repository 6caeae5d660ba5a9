import { Textarea } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useImperativeHandle } from 'react'
import { createSampleComment } from '@gensvar/contract/samples'
import { useLocalText } from '#web/lib/local-text.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { useEditor } from './editor-context.ts'
import { editorQuery } from './editor-query.ts'
import { withComment } from './editor-tree.ts'
import type { PartOf } from './part-types.ts'
import classes from './sample-editor.module.css'
import { Section } from './section.tsx'
import { useTexts } from './texts.ts'

/** Comments on the sample, oldest first, and a box to add one. */
export function CommentsPart({ part }: { part: PartOf<'comments'> }) {
  const t = useTexts()
  const text = useLocalText()
  const { place, commentLeave } = useEditor()
  const { survey, sampleId } = place
  const queryClient = useQueryClient()
  const form = useContractForm(createSampleComment, {
    params: { survey, sampleId },
    initial: { text: '' },
    adds: true,
    onSaved: (added) =>
      queryClient.setQueryData(editorQuery(place).queryKey, (shown) => shown && withComment(shown, added)),
  })
  useImperativeHandle(commentLeave, () => form.leave)
  const comments = part.comments ?? []
  const isBlank = form.values.text.trim() === ''
  return (
    <Section title={text(part.componentDef.title) || t('comments')}>
      {comments.length === 0 ? (
        <p className={classes['quiet']}>{t('noComments')}</p>
      ) : (
        <ol className={classes['comments']}>
          {comments.map(({ updated, user, comments: words }, at) => (
            // Comments have no id and are never removed.
            <li key={at}>
              <p className={classes['comment']}>{words}</p>
              <p className={classes['quiet']}>
                {user} · <RelativeTime moment={updated} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {/* Required by the specification: both are disabled while the box is blank. */}
      <Form
        form={form}
        isInner
        save={t('saveComment')}
        saveDisabled={isBlank}
        onCancel={form.reset}
        cancelDisabled={isBlank}
      >
        <Textarea label={t('addComment')} autosize minRows={2} maxRows={8} mt="md" {...form.field('text')} />
      </Form>
    </Section>
  )
}
