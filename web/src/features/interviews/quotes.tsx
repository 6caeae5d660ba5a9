import type { InterviewData } from '@gensvar/contract/entities/interview'
import { useLocalText } from '#web/lib/local-text.ts'
import classes from './interview.module.css'

/** What the respondent wrote, each with its question. */
export function Quotes({ answers }: { answers: InterviewData['openQuestionsData'] }) {
  const text = useLocalText()
  return answers.map((open) => (
    <figure key={open.variable} className={classes['quote']}>
      <figcaption>{text(open.label)}</figcaption>
      <blockquote>{open.value}</blockquote>
    </figure>
  ))
}
