import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { Doubt, DoubtKind } from '@gensvar/contract/doubts'
import { useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import classes from './alike-decisions.module.css'
import { alikeGroups, toChange } from './alike-groups.ts'
import type { AlikeGroup } from './alike-groups.ts'
import { useTexts } from './texts.ts'

/** A decision for all doubts of a kind, before it is confirmed. */
interface Wish {
  choice: Doubt['choices'][number]
  doubts: readonly Doubt[]
}

/** The question is there before it is opened, so that the focus returns to the button that opened it. */
const noWish: Wish = { choice: { name: '', label: '', effect: '' }, doubts: [] }

interface Props {
  doubts: readonly Doubt[]
  isSaving: boolean
  /** What was decided last on this screen, to be announced; null before. */
  saved: { choice: string; count: number } | null
  /** Decides; `done` closes the question, whether it was decided or not. */
  onDecide: (wish: { choice: string; doubts: readonly Doubt[] }, done: () => void) => void
}

/** So many questions are named before one confirms. */
const namedAtMost = 12

/** One decision for all doubts of a kind, where a survey has several; nothing where it has not. */
export function AlikeDecisions({ doubts, isSaving, saved, onDecide }: Props) {
  const t = useTexts()
  const format = useFormat()
  const [wish, setWish] = useState(noWish)
  const [isAsked, setIsAsked] = useState(false)
  const groups = alikeGroups(doubts)
  if (groups.length === 0) return null
  return (
    <Card title={t('alike')} subtitle={t('alikeIntro')}>
      <ul className={classes['groups']}>
        {groups.map((group) => (
          <li key={group.kind}>
            <Group
              group={group}
              onChoose={(chosen) => {
                setWish(chosen)
                setIsAsked(true)
              }}
            />
          </li>
        ))}
      </ul>
      <p className={classes['result']} role="status">
        {saved !== null && !isSaving && t('alikeSaved', { n: format.number(saved.count), choice: saved.choice })}
      </p>
      <Question
        wish={wish}
        opened={isAsked}
        busy={isSaving}
        onOk={() => onDecide({ choice: wish.choice.name, doubts: wish.doubts }, () => setIsAsked(false))}
        onCancel={() => {
          if (!isSaving) setIsAsked(false)
        }}
      />
    </Card>
  )
}

const titles = {
  below: 'alikeBelow',
  above: 'alikeAbove',
  dates: 'alikeDates',
  undated: 'alikeUndated',
  personal: 'alikePersonal',
  codes: 'alikeCodes',
} as const satisfies Record<DoubtKind, string>

function Group({ group: { kind, doubts }, onChoose }: { group: AlikeGroup; onChoose: (wish: Wish) => void }) {
  const t = useTexts()
  const format = useFormat()
  return (
    <fieldset className={classes['group']}>
      <legend className={classes['words']}>{t(titles[kind], { n: format.number(doubts.length) })}</legend>
      <div className={classes['choices']}>
        {doubts[0]?.choices.map((choice) => {
          const wanted = toChange(doubts, choice.name)
          const isInForce = wanted.length === 0
          const words = { choice: choice.label, n: format.number(wanted.length) }
          return (
            <Button
              key={choice.name}
              variant="default"
              classNames={{ root: classes['choice'] ?? '', label: classes['label'] ?? '' }}
              aria-disabled={isInForce || undefined}
              leftSection={isInForce ? <IconCheck size={16} aria-hidden="true" /> : undefined}
              onClick={() => {
                if (!isInForce) onChoose({ choice, doubts: wanted })
              }}
            >
              {isInForce ? t('alikeInForce', words) : t('alikeChoice', words)}
            </Button>
          )
        })}
      </div>
    </fieldset>
  )
}

interface QuestionProps {
  wish: Wish
  opened: boolean
  busy: boolean
  onOk: () => void
  onCancel: () => void
}

/** Asks once for all, with what becomes of each. */
function Question({ wish: { choice, doubts }, opened, busy, onOk, onCancel }: QuestionProps) {
  const t = useTexts()
  const format = useFormat()
  const named = doubts.slice(0, namedAtMost).map((doubt) => changeOf(doubt, choice.name))
  const more = doubts.length - named.length
  const before = doubts.filter(({ chosen, decided }) => decided !== null && chosen !== choice.name)
  const others = [
    ...before.slice(0, namedAtMost).map(({ title }) => title),
    ...(before.length > namedAtMost ? ['…'] : []),
  ]
  const words = [
    [...named, ...(more > 0 ? [t('alikeMore', { n: format.number(more) })] : [])].join('\n'),
    ...(before.length > 0 ? [t('alikeBefore', { titles: others.join(', ') })] : []),
  ]
  const n = format.number(doubts.length)
  return (
    <ConfirmDialog
      opened={opened}
      busy={busy}
      title={t('alikeConfirm', { n, choice: choice.label })}
      message={words.join('\n\n')}
      okText={t('alikeOk', { n })}
      onOk={onOk}
      onCancel={onCancel}
    />
  )
}

/** A question with what the choice does to its figures: "Queue: mean 1.87 of 5,073 answers → mean 2.20 of 4,912 answers". */
function changeOf({ title, choices, chosen }: Doubt, choice: string): string {
  const [now, then] = [chosen, choice].map((wanted) => choices.find(({ name }) => name === wanted)?.effect ?? '')
  if (!now || !then) return title
  return now === then ? `${title}: ${then}` : `${title}: ${now} → ${then}`
}
