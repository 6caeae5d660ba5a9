import { Button, NativeSelect, SegmentedControl, Textarea } from '@mantine/core'
import { IconCode, IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { patternLanguages } from '@gensvar/contract/configuration/taxonomy'
import type { PlacedConfigurationProblem } from '@gensvar/contract/dashboard-editor'
import { useFormat } from '#web/lib/format.ts'
import { localeNames } from '#web/lib/locale.ts'
import { Card } from '#web/ui/card.tsx'
import { LocalTextField } from '../forms/fields/local-text-field.tsx'
import { removeAt, setAt } from '../structure/edit-text.ts'
import type { Path } from '../structure/edit-text.ts'
import type { StructureEdits } from '../structure/structure-edits.ts'
import { useTexts } from '../texts.ts'
import classes from './categories.module.css'
import { isAt, patternsOf, readPatterns } from './draft-categories.ts'
import type { DraftCategory, PatternLanguage } from './draft-categories.ts'
import { SuggestedPatterns } from './suggested-patterns.tsx'
import { TriedPatterns } from './tried-patterns.tsx'

interface Props {
  survey: string
  category: DraftCategory
  title: string
  problems: readonly PlacedConfigurationProblem[]
  edits: StructureEdits
  onAddInside: () => void
  onRemove: () => void
}

/** A category: its title, what is said by it alone, its patterns in each language, and what they catch. */
export function CategoryPanel({ survey, category, title, problems, edits, onAddInside, onRemove }: Props) {
  const t = useTexts()
  const { locale } = useFormat()
  const [language, setLanguage] = useState<PatternLanguage>(locale)
  const { path, value } = category
  const set = (below: Path, next: unknown) =>
    edits.edit((text) =>
      next === undefined ? removeAt(text, [...path, ...below]) : setAt(text, [...path, ...below], next),
    )
  const problemsAt = (...below: Path) =>
    problems.flatMap((problem) => (isAt(problem, [...path, ...below]) ? [problem.message] : []))
  const patterns = patternsOf(value, language, 'patterns')
  const exclude = patternsOf(value, language, 'exclude')
  function write(list: 'patterns' | 'exclude', next: string[]): void {
    const other = list === 'patterns' ? exclude : patterns
    if (next.length === 0 && other.length === 0) return set([language], undefined)
    if (next.length === 0) return set([language, list], undefined)
    set([language, list], next)
  }
  const add = (word: string) => write('patterns', [...new Set([...patterns, word])])
  return (
    <Card
      title={title}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconCode size={14} aria-hidden="true" />}
          onClick={() => edits.showInText(path)}
        >
          {t('showInText')}
        </Button>
      }
    >
      <div className={classes['fields']}>
        <LocalTextField
          id="category.title"
          path={[...path, 'title']}
          value={value['title']}
          change={(next, below = []) => set(['title', ...below], next)}
          label={t('categoryTitle')}
          description={undefined}
          error={problemsAt('title')[0]}
          required={false}
          standard={undefined}
        />
        <NativeSelect
          label={t('polarity')}
          description={t('polarityHelp')}
          value={typeof value['polarity'] === 'string' ? value['polarity'] : ''}
          data={[
            { value: '', label: t('polarityNone') },
            { value: 'positive', label: t('polarityPositive') },
            { value: 'negative', label: t('polarityNegative') },
          ]}
          onChange={(event) => set(['polarity'], event.currentTarget.value || undefined)}
        />
        <div role="group" aria-label={t('patternLanguage')}>
          <SegmentedControl
            fullWidth
            value={language}
            onChange={(next) => setLanguage(next as PatternLanguage)}
            data={patternLanguages.map((one) => ({ value: one, label: localeNames[one] }))}
          />
        </div>
        <PatternsInput
          key={`${language} patterns`}
          label={t('patterns')}
          description={t('patternsHelp')}
          language={language}
          patterns={patterns}
          problems={problemsAt(language, 'patterns')}
          onChange={(next) => write('patterns', next)}
        />
        <PatternsInput
          key={`${language} exclude`}
          label={t('exclude')}
          description={t('excludeHelp')}
          language={language}
          patterns={exclude}
          problems={problemsAt(language, 'exclude')}
          onChange={(next) => write('exclude', next)}
        />
        <SuggestedPatterns key={`${language} suggested`} {...{ survey, language, patterns, exclude }} onAdd={add} />
        <TriedPatterns {...{ survey, language, patterns, exclude }} onAdd={add} />
        <div className={classes['buttons']}>
          <Button variant="default" leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={onAddInside}>
            {t('addCategoryInside')}
          </Button>
          <Button variant="default" leftSection={<IconTrash size={16} aria-hidden="true" />} onClick={onRemove}>
            {t('removeCategory')}
          </Button>
        </div>
      </div>
    </Card>
  )
}

interface PatternsProps {
  label: string
  description: string
  language: PatternLanguage
  patterns: readonly string[]
  problems: readonly string[]
  onChange: (patterns: string[]) => void
}

/** Patterns as one text; they are taken over when the field is left, so that no half of a word counts. */
function PatternsInput({ label, description, language, patterns, problems, onChange }: PatternsProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Textarea
      label={label}
      description={description}
      lang={language}
      autosize
      minRows={2}
      maxRows={10}
      spellCheck={false}
      value={typed ?? patterns.join(', ')}
      error={problems.length > 0 ? problems.join(' ') : undefined}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={() => {
        if (typed === null) return
        setTyped(null)
        onChange(readPatterns(typed))
      }}
    />
  )
}
