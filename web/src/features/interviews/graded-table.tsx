import type { gradedAnswer } from '@gensvar/contract/entities/interview'
import type { z } from 'zod'
import { useLocalText } from '#web/lib/local-text.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { FaceIcon } from '#web/ui/face-icon.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import classes from './interview.module.css'
import { useTexts } from './texts.ts'

type Answer = z.output<typeof gradedAnswer>

interface Props {
  /** What the table contains, for screen readers. */
  label: string
  answers: readonly Answer[]
}

function Value({ answer }: { answer: Answer }) {
  return (
    <>
      {answer.value || <NoValue />}
      {answer.internalValue !== undefined && <code className={classes['internal']}>{answer.internalValue}</code>}
    </>
  )
}

/** Questions with their graded answers. */
export function GradedTable({ label, answers }: Props) {
  const t = useTexts()
  const text = useLocalText()
  return (
    <PlainTable<Answer>
      label={label}
      rows={answers}
      keyOf={(answer) => text(answer.label)}
      columns={[
        { id: 'question', title: t('question'), naming: true, cell: (answer) => text(answer.label) },
        { id: 'answer', title: t('answer'), align: 'right', cell: (answer) => <Value answer={answer} /> },
        {
          id: 'standing',
          title: t('standing'),
          isTitleHidden: true,
          cell: (answer) => answer.icon !== null && <FaceIcon grade={answer.icon} />,
        },
      ]}
    />
  )
}
