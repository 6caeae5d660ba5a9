import type { QuestionnaireTemplate } from '@gensvar/contract/questionnaires'
import { useId } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useTexts } from '../texts.ts'
import { useMinutes } from '../use-minutes.ts'
import classes from './start.module.css'

type Name = QuestionnaireTemplate['name'] | null

interface Props {
  templates: readonly QuestionnaireTemplate[]
  chosen: Name
  onChoose: (name: Name) => void
}

/** The start templates as cards, of which one is chosen; the last one is empty. */
export function TemplateCards({ templates, chosen, onChoose }: Props) {
  const t = useTexts()
  const format = useFormat()
  const inMinutes = useMinutes()
  const group = useId()
  const card = (name: Name, title: string, description: string, facts: string) => (
    <label key={name ?? 'empty'} className={classes['card']} data-chosen={chosen === name || undefined}>
      <input
        type="radio"
        name={group}
        checked={chosen === name}
        aria-labelledby={`${group}-${name ?? 'empty'}-title`}
        aria-describedby={`${group}-${name ?? 'empty'}`}
        onChange={() => onChoose(name)}
      />
      <span id={`${group}-${name ?? 'empty'}-title`} className={classes['cardTitle']}>
        {title}
      </span>
      <span id={`${group}-${name ?? 'empty'}`} className={classes['cardText']}>
        <span>{description}</span>
        {facts !== '' && <span className={classes['facts']}>{facts}</span>}
      </span>
    </label>
  )
  return (
    <div role="radiogroup" aria-label={t('template')} className={classes['cards']} data-path="template">
      {templates.map(({ name, title, description, questions, minutes }) =>
        card(
          name,
          title,
          description,
          [t('questionCount', { count: questions, n: format.number(questions) }), inMinutes(minutes)].join(' · '),
        ),
      )}
      {card(null, t('emptyTemplate'), t('emptyTemplateText'), '')}
    </div>
  )
}
