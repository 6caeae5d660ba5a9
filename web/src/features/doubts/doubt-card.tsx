import { IconCircle, IconCircleCheckFilled, IconLock } from '@tabler/icons-react'
import type { Doubt, DoubtDecider } from '@gensvar/contract/doubts'
import { useId } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { Card } from '#web/ui/card.tsx'
import { Chip } from '#web/ui/chip.tsx'
import classes from './doubt-card.module.css'
import { useTexts } from './texts.ts'

interface Props {
  doubt: Doubt
  /** Name of the choice that is being saved; null while none is. */
  saving: string | null
  /** True once a choice was saved on this screen, which is then announced. */
  isSaved: boolean
  onDecide: (choice: string) => void
}

/** What an import was not sure of: what it saw, and the choices with their effects, of which one click decides. */
export function DoubtCard({ doubt, saving, isSaved, onDecide }: Props) {
  const t = useTexts()
  const reason = useId()
  const { title, variable, words, examples, choices, chosen, decided, locked } = doubt
  const label = choices.find(({ name }) => name === chosen)?.label ?? chosen
  return (
    <Card
      title={title}
      subtitle={isSame(title, variable) ? undefined : t('column', { variable })}
      actions={<State doubt={doubt} />}
    >
      <fieldset className={classes['question']} aria-describedby={locked === null ? undefined : reason}>
        <legend className={classes['words']}>{words}</legend>
        {examples.length > 0 && (
          <p className={classes['examples']}>{t('examples', { values: examples.join(' · ') })}</p>
        )}
        {locked !== null && (
          <p id={reason} className={classes['locked']}>
            <IconLock size={16} aria-hidden="true" />
            {locked}
          </p>
        )}
        <div className={classes['choices']}>
          {choices.map((choice) => (
            <Choice
              key={choice.name}
              choice={choice}
              doubt={doubt}
              isSaving={saving === choice.name}
              isClosed={locked !== null || saving !== null}
              onDecide={onDecide}
            />
          ))}
        </div>
      </fieldset>
      <p className={classes['result']} role="status">
        {isSaved && saving === null && decided !== null && t('saved', { choice: label })}
      </p>
    </Card>
  )
}

/** Whether a column's name says no more than the question's title. */
function isSame(title: string, variable: string): boolean {
  return title.toLowerCase() === variable.replaceAll('_', ' ').toLowerCase()
}

function State({ doubt: { decided, locked } }: Pick<Props, 'doubt'>) {
  const t = useTexts()
  if (locked !== null) return <Chip>{t('locked')}</Chip>
  return decided === null ? <Chip tone="amber">{t('toDecide')}</Chip> : <Chip>{t('decided')}</Chip>
}

const ways = {
  person: 'decidedBy',
  command: 'decidedByCommand',
  import: 'decidedByImport',
} as const satisfies Record<DoubtDecider, string>

interface ChoiceProps {
  choice: Doubt['choices'][number]
  doubt: Doubt
  isSaving: boolean
  isClosed: boolean
  onDecide: (choice: string) => void
}

/** A choice; the one in force says since when and by whom. A click on the decision that is in force changes nothing. */
function Choice({ choice: { name, label, effect }, doubt, isSaving, isClosed, onDecide }: ChoiceProps) {
  const t = useTexts()
  const format = useFormat()
  const { chosen, decided } = doubt
  const isInForce = chosen === name
  const date = decided === null ? '' : format.date(decided.at)
  const since = decided === null ? t('assumed') : t(ways[decided.through], { name: decided.by ?? '', date })
  const Sign = isInForce ? IconCircleCheckFilled : IconCircle
  return (
    <button
      type="button"
      className={classes['choice']}
      aria-pressed={isInForce}
      aria-disabled={isClosed || undefined}
      aria-busy={isSaving || undefined}
      onClick={() => {
        if (!isClosed && !(isInForce && decided !== null)) onDecide(name)
      }}
    >
      <Sign size={18} aria-hidden="true" />
      <span className={classes['text']}>
        <span className={classes['label']}>{label}</span>
        {effect !== '' && <span className={classes['effect']}>{effect}</span>}
        {isSaving ? (
          <span className={classes['state']}>{t('saving')}</span>
        ) : (
          isInForce && (
            <span className={classes['state']}>
              <strong>{t('inForce')}</strong>, {since}
            </span>
          )
        )}
      </span>
    </button>
  )
}
