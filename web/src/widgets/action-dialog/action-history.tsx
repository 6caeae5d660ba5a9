import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { Action } from '@gensvar/contract/entities/actions'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import classes from './action-dialog.module.css'
import { useTexts } from './texts.ts'

/** The comments on an action: the first one, and the others when they are asked for. */
export function ActionHistory({ comments }: { comments: Action['commentsList'] }) {
  const t = useTexts()
  const [isWhole, setWhole] = useState(false)
  const id = useId()
  const others = comments.length - 1
  const Sign = isWhole ? IconChevronUp : IconChevronDown
  return (
    <section className={classes['part']} aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className={classes['heading']}>
        {t('history')}
      </h3>
      {comments.length === 0 ? (
        <p className={classes['quiet']}>{t('noComments')}</p>
      ) : (
        <ol id={id} className={classes['comments']}>
          {(isWhole ? comments : comments.slice(0, 1)).map((comment) => (
            <Comment key={`${comment.updated} ${comment.username} ${comment.message}`} comment={comment} />
          ))}
        </ol>
      )}
      {others > 0 && (
        <Button
          variant="subtle"
          size="xs"
          className={classes['expander']}
          leftSection={<Sign size={16} aria-hidden="true" />}
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? t('showFewer') : t('showOthers', { count: others })}
        </Button>
      )}
    </section>
  )
}

function Comment({ comment }: { comment: Action['commentsList'][number] }) {
  const t = useTexts()
  const { updated, username, message, formattedScore, formattedGoal } = comment
  return (
    <li>
      {message !== '' && <p className={classes['message']}>{message}</p>}
      <p className={classes['byline']}>
        <span>{username}</span>
        <RelativeTime moment={updated} />
        {formattedScore !== null && <span>{t('score', { score: formattedScore })}</span>}
        {formattedGoal !== null && <span>{t('goalThen', { goal: formattedGoal })}</span>}
      </p>
    </li>
  )
}
