import type { InterviewData } from '@gensvar/contract/entities/interview'
import { useLocalText } from '#web/lib/local-text.ts'
import { MarkedComment } from '#web/widgets/feedback/marked-comment.tsx'
import classes from './interview.module.css'

/** What the respondent wrote, each with its question; the words are marked that make it good or bad. */
export function Quotes({ answers }: { answers: InterviewData['openQuestionsData'] }) {
  const text = useLocalText()
  return answers.map((open) => (
    <figure key={open.variable} className={classes['quote']}>
      <figcaption>{text(open.label)}</figcaption>
      <blockquote>
        {open.judgement === null ? open.value : <MarkedComment comment={open.value} spans={open.judgement.spans} />}
      </blockquote>
    </figure>
  ))
}
